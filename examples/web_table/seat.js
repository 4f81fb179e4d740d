// The page of a player: the connection to the server, and what is around the table that <gin-table> draws.
import "./gin-table.js";

const part = (id) => document.getElementById(id);
const table = part("table"), state = part("state");
const address = location.href.replace(/^http/, "ws").replace(/[?#].*$/, "") + "/socket";
let socket, shown = {}, wait = 100;

history.replaceState(null, "", location.pathname);
const say = (asked) => socket?.readyState === 1 && socket.send(JSON.stringify(asked));
const act = (action) => say({ action, version: shown.version });

function connect() {
  socket = new WebSocket(`${address}?since=${shown.version ?? 0}`);
  socket.onopen = () => {
    wait = 100;
    state.textContent = "";
    shown.error = null; // the next message is news: an action that was lost can be made again
  };
  socket.onmessage = (event) => show({ ...shown, ...JSON.parse(event.data) });
  socket.onclose = (event) => {
    if (event.code === 1008) { state.textContent = event.reason; return; }
    state.textContent = "connection lost: trying again …";
    setTimeout(connect, wait = Math.min(2 * wait, 10000) * (0.8 + 0.4 * Math.random()));
  };
}

function button(text, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", action);
  return made;
}

function show(message) {
  const news = message.version !== shown.version || message.error !== shown.error || message.free !== shown.free;
  shown = message;
  if (!message.players) return; // who is here was sent before the table
  part("waiting").hidden = "version" in message;
  part("playing").hidden = !("version" in message);
  part("error").textContent = message.view ? "" : message.error;
  const people = message.players.map((name, place) => [place === message.you ? `${name} (you)` : name, message.here.includes(name)]);
  if (!("version" in message)) return showWaiting(message, people);
  part("who").replaceChildren(...people.map(([name, here]) => {
    const one = document.createElement("span");
    one.className = here ? "here" : "away";
    one.textContent = here ? name : `${name}, away`;
    return one;
  }));
  if (news) showTable(message);
}

function showWaiting(message, people) {
  part("names").replaceChildren(...people.map(([name, here]) => {
    const line = document.createElement("li");
    line.textContent = here ? name : `${name}, away`;
    return line;
  }));
  const free = document.createElement("li");
  free.textContent = message.free === 1 ? "one seat is free" : `${message.free} seats are free`;
  part("names").append(free);
  part("link").value = location.origin + location.pathname;
  part("filling").hidden = message.you !== 0;
  if (!part("bot").options.length) part("bot").replaceChildren(...message.bots.map((name) => new Option(name)));
}

function showTable(message) {
  table.hidden = !message.view;
  if (message.view) table.show(message);
  part("comment").textContent = message.comment;
  part("sheet").querySelector("pre").textContent = message.sheet;
  part("sheet").open ||= message.over || message.can_deal;
  part("concede").hidden = message.over;
  const next = [];
  if (message.can_deal) next.push(button("Deal the next round", () => act("next round")));
  if (message.can_give_notice) next.push(button("Give notice", () => act("notice")));
  if (message.over) {
    const record = document.createElement("a"), again = document.createElement("a");
    record.href = location.pathname + "/record";
    record.textContent = "Download the record";
    again.href = "/?rules=" + encodeURIComponent(message.rules) + "&seats=" + message.players.length;
    again.textContent = "Open another table";
    next.push(record, again);
  }
  part("between").replaceChildren(...next);
}

table.addEventListener("gin-action", (event) => say({ action: event.detail.action, version: event.detail.version }));
// the server says why a card cannot be played
table.addEventListener("gin-illegal", (event) => {
  if (!event.detail.action) return;
  event.preventDefault();
  say({ action: event.detail.action, version: event.detail.version });
});
part("fill").addEventListener("click", () => say({ fill: part("bot").value }));
part("concede").addEventListener("click", () => confirm("Concede the match to the others?") && act("concede"));
part("copy").addEventListener("click", async () => {
  part("link").select();
  try { await navigator.clipboard.writeText(part("link").value); } catch { document.execCommand("copy"); }
  part("copy").textContent = "Copied";
});
connect();

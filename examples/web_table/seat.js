// The page of a player: the connection to the server, and what is around the table that <gin-table> draws.
import "./gin-table.js";

const part = (id) => document.getElementById(id);
const table = part("table"), state = part("state");
const watches = location.pathname.endsWith("/watch");
const place = location.pathname.replace(/\/watch$/, ""); // of the table: its link
const address = location.origin.replace(/^http/, "ws") + place + "/socket";
let wantsAgain = false, socket, shown = {}, wait = 100, heard = 0, wasMyTurn = true;

history.replaceState(null, "", location.pathname);
for (const line of document.querySelectorAll(".seated")) line.hidden = watches;
const say = (asked) => socket?.readyState === 1 && socket.send(JSON.stringify(asked));
const act = (action) => say({ action, version: shown.version });

function connect() {
  socket = new WebSocket(`${address}?since=${shown.version ?? 0}${watches ? "&watch=1" : ""}`);
  socket.onopen = () => {
    wait = 100;
    state.textContent = "";
    shown.error = null; // the next message is news: an action that was lost can be made again
  };
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    show("free" in message ? message : { ...shown, ...message }); // a table that waits has nothing of a match before
  };
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

// a name can be written from right to left: it must not turn the words around it
function isolated(name) {
  const made = document.createElement("bdi");
  made.textContent = name;
  return made;
}

function show(message) {
  const news = message.version !== shown.version || message.error !== shown.error || message.free !== shown.free || message.again !== shown.again;
  if (message.away !== shown.away) heard = Date.now(); // when the seconds of those who are away were counted
  shown = message;
  if (!message.players) return; // who is here was sent before the table
  part("waiting").hidden = "version" in message;
  part("playing").hidden = !("version" in message);
  part("error").textContent = message.view ? "" : message.error;
  showMissing();
  if (!("version" in message)) return showWaiting(message);
  part("who").replaceChildren(...message.players.map((name, number) => {
    const one = document.createElement("span"), standIn = message.stand_ins?.includes(name), here = message.here.includes(name);
    one.className = here ? "here" : "away";
    one.append(isolated(name), number === message.you ? " (you)" : standIn ? ", played for" : here ? "" : ", away");
    return one;
  }));
  if (watches) part("who").append("You watch.");
  if (news) showTable(message);
}

// who has been away for some time can be played for, if all who are here agree; who never came gives up the seat
function showMissing() {
  const { away = {}, agreed = {}, stand_ins: standIns = [], lost = [], players = [], patience, you, over } = shown;
  const long = over || watches ? [] : Object.entries(away).filter(([name, seconds]) =>
    !standIns.includes(name) && players.includes(name) && seconds + (Date.now() - heard) / 1000 > patience + 1).map(([name]) => name);
  const isPlaying = "version" in shown, key = JSON.stringify([long, agreed, lost, isPlaying]);
  if (part("missing").dataset.key === key) return;
  part("missing").dataset.key = key;
  part("missing").replaceChildren(...long.map((name) => {
    const line = document.createElement("span"), by = agreed[name] ?? [];
    line.append(isolated(name), lost.includes(name) ? " took a seat and has not come. " : " has been away for some time. ");
    if (lost.includes(name)) line.append(button(`Free the seat of ${name}`, () => confirm("The round is then dealt again, for whoever takes the seat.") && say({ free: name })));
    if (!isPlaying) return line;
    if (by.includes(players[you])) line.append("You want a player of the library to play on; the others must agree.");
    else line.append(...(by.length ? by.flatMap((other) => [isolated(other), " "]).concat("agrees. ") : []),
      button(`Let Expert play for ${name}`, () => say({ stand_in: name })));
    return line;
  }));
}
setInterval(showMissing, 1000);

function showWaiting(message) {
  part("names").replaceChildren(...message.players.map((name, number) => {
    const line = document.createElement("li");
    line.append(isolated(name), number === message.you ? " (you)" : message.here.includes(name) ? "" : ", away");
    return line;
  }));
  const free = document.createElement("li");
  free.textContent = message.free === 1 ? "one seat is free" : `${message.free} seats are free`;
  part("names").append(free);
  part("inviting").hidden = watches;
  part("link").value = location.origin + place;
  if (!part("code").src && !watches) part("code").src = place + "/code.svg";
  part("filling").hidden = message.you !== 0;
  if (!part("bot").options.length) part("bot").replaceChildren(...message.bots.map((name) => new Option(name)));
  remember("A table that waits", message);
}

function showTable(message) {
  table.hidden = !message.view;
  if (message.view) table.show(message);
  part("comment").textContent = message.comment;
  part("sheet").querySelector("pre").textContent = message.sheet;
  part("sheet").open ||= message.over || message.can_deal;
  part("concede").hidden = message.over;
  part("watching").value = location.origin + place + "/watch";
  const next = [];
  if (message.can_deal && !watches) next.push(button("Deal the next round", () => act("next round")));
  if (message.can_give_notice && !watches) next.push(button("Give notice", () => act("notice")));
  if (message.over && !watches) {
    const record = document.createElement("a"), again = document.createElement("a");
    record.href = place + "/record";
    record.textContent = "Download the record";
    again.href = "/?rules=" + encodeURIComponent(message.rules) + "&seats=" + message.players.length;
    again.textContent = "Open another table";
    next.push(message.again ? button("Go to the next match", () => location.assign(place + "/again"))
      : button("Play again, at the same seats", () => { wantsAgain = true; say({ again: true }); }), record, again);
    if (message.again && wantsAgain) location.assign(place + "/again");
  }
  part("between").replaceChildren(...next);
  const title = message.heading ?? document.title;
  part("title").textContent = title;
  tellTurn(!!message.view?.legal?.length && !watches, title);
  remember(title, message);
}

// --- your turn: the title, a sound and a vibration ---------------------------------------------------

const sounds = () => localStorage.getItem("gin-sound") !== "off";
function tellTurn(isMine, title) {
  document.title = isMine ? `● Your turn – ${title}` : title;
  if (isMine && !wasMyTurn && sounds()) {
    navigator.vibrate?.(80);
    const audio = new AudioContext(), tone = audio.createOscillator(), volume = audio.createGain();
    volume.gain.setValueAtTime(0.08, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.35);
    tone.frequency.value = 660;
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.4);
    tone.onended = () => audio.close();
  }
  wasMyTurn = isMine;
}
function showSound() { part("sound").textContent = `Sound at my turn: ${sounds() ? "on" : "off"}`; }
part("sound").addEventListener("click", () => { localStorage.setItem("gin-sound", sounds() ? "off" : "on"); showSound(); });
showSound();

// --- my tables: a list in this browser ----------------------------------------------------------------

function remember(title, message) {
  if (watches) return;
  const code = place.split("/").pop(), names = message.players.filter((_, number) => number !== message.you);
  const others = JSON.parse(localStorage.getItem("gin-tables") ?? "[]").filter((other) => other.code !== code);
  localStorage.setItem("gin-tables", JSON.stringify([{ code, title, names, over: !!message.over, at: Date.now() }, ...others].slice(0, 12)));
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

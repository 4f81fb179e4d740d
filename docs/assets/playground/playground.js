// The page of the playground: four panels that ask the worker.
import { Table } from "./table.js";

const page = document.getElementById("gin-playground");
const part = (name) => page.querySelector(`[data-part="${name}"]`);
const state = part("state");
let worker, number = 0;
const waiting = new Map();

function ask(call, ...args) {
  return new Promise((resolve, reject) => {
    waiting.set(++number, { resolve, reject });
    worker.postMessage({ id: number, call, args });
  });
}

function start() {
  part("start").disabled = true;
  state.textContent = "Loading …";
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data: { id, result, error } }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    error === undefined ? resolve(result) : reject(new Error(error));
  };
  worker.onerror = (event) => { state.textContent = `This browser cannot run it: ${event.message || "no module workers"}`; };
  ask("versions").then(
    (versions) => {
      state.textContent = `Ready: ${versions}.`;
      part("intro").hidden = true;
      part("panels").hidden = false;
      page.dataset.ready = "yes";
      check();
    },
    (error) => { state.textContent = `It could not be loaded: ${error.message}`; },
  );
}

// a round against a player
const place = part("table");
const looks = () => Table.looks(place);
const table = new Table(place, (action, version) => ask("act", action, version, looks()).then(shown));

function shown(message) {
  table.show(message);
  part("review").hidden = !message.over;
  if (message.over) return;
  part("reviewed").hidden = true;
  part("review-state").textContent = "";
}

// the round that has just ended
function review() {
  part("review").disabled = true;
  part("review-state").textContent = "Working …";
  ask("review_round").then((page) => {
    part("review-state").textContent = "";
    part("reviewed").srcdoc = page; // a page of the library: names in it are escaped, and no script runs in the frame
    part("reviewed").hidden = false;
  }, showError("review-state")).finally(() => { part("review").disabled = false; });
}
const showError = (name) => (error) => { part(name).textContent = error.message; };

function deal(event) {
  event.preventDefault();
  part("deal-error").textContent = "";
  ask("start", part("rules").value, part("opponent").value, looks())
    .then(shown, showError("deal-error"));
}

function redraw() {
  if (table.message) ask("show", looks()).then((message) => message && table.show(message));
  if (part("melds").firstChild) arrange();
}

// a hand
function meld(event) {
  event.preventDefault();
  arrange();
}

function arrange() {
  part("hand-error").textContent = "";
  ask("hand", part("hand").value, part("hand-rules").value, looks()).then(({ picture, discards }) => {
    part("melds").innerHTML = picture;
    const words = discards.map(({ card, deadwood }) => `${card}: ${deadwood}`).join("   ");
    part("discards").textContent = words && `Left after the discard of\n${words}`;
  }, showError("hand-error"));
}

// a rule file, checked as one types
let typed;
function check() {
  ask("check", part("file").value).then(({ problems, card }) => {
    part("problems").textContent = problems;
    part("card").innerHTML = card;
  });
}

// a comparison in steps
let running = false;
async function compare(event) {
  event.preventDefault();
  if (running) { running = false; return; }
  running = true;
  part("compare").textContent = "Stop";
  part("compare-error").textContent = "";
  const most = Number(part("rounds").value);
  try {
    for (let begin = true, rounds = 0; running && rounds < most; begin = false) {
      const step = await ask("compare_more", part("first").value, part("second").value, begin);
      rounds = step.rounds;
      part("report").innerHTML = step.report;
      part("progress").value = rounds / most;
    }
  } catch (error) {
    part("compare-error").textContent = error.message;
  }
  running = false;
  part("compare").textContent = "Compare";
}

part("start").addEventListener("click", start);
part("deal").addEventListener("submit", deal);
part("review").addEventListener("click", review);
part("meld").addEventListener("submit", meld);
part("file").addEventListener("input", () => { clearTimeout(typed); typed = setTimeout(check, 300); });
part("comparison").addEventListener("submit", compare);
addEventListener("resize", redraw);
new MutationObserver(redraw).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });

// The page of the playground: a table drawn at once, the match that is played at it, and the panels. The core in the page plays
// presets; the library, with Python, is fetched for other rules and players, and when a panel or a review is asked for.
import { copyLink, read, write } from "./links.js";
import { panels } from "./panels.js";
import { dressed, kept, Python } from "./python.js";

const page = document.getElementById("gin-playground");
const part = (name) => page.querySelector(`[data-part="${name}"]`);
const table = part("table"), KEPT = "gin-match";
const json = (name) => JSON.parse(part(name).textContent);
const theme = () => (document.body.dataset.mdColorScheme === "slate" ? "dark" : "light");
const pause = (time) => new Promise((done) => setTimeout(done, time));

const sizes = json("pieces"), isWhole = Object.keys(sizes).length > 0;
const python = new Python(sizes, told);
const hasCore = page.dataset.core === "yes";
let core = null, coming; // the core in the page, and its module on the way
let engine = null; // what plays this match: the core or Python; null until one is there
let opened = read(location.hash); // what the address has
let message = null; // what the page shows
let asked = null; // what is dealt when that is there
let early = null; // an action taken before
let reviewing = false;
let pressed = false; // somebody waits for a deal with the keyboard
let turn = 0; // grows with each action, so that an answer that comes late is not shown

// --- the match --------------------------------------------------------------------------------

// the focus goes to what can be done: on the table, or after the round
function focusTable() {
  table.focus({ preventScroll: true });
  if (document.activeElement !== table) [part("next"), part("again")].find((button) => !button.hidden)?.focus({ preventScroll: true });
}

// what is shown may hide, or switch off, what has the focus
function keepingFocus(change) {
  const wasHere = page.contains(document.activeElement);
  change();
  const active = document.activeElement;
  if (wasHere && (active === document.body || !active.checkVisibility() || active.disabled)) focusTable();
}

const show = (shown, options) => keepingFocus(() => draw(shown, options));

function draw(shown, { keep = true } = {}) {
  message = shown;
  page.dataset.shown = "yes";
  part("now").textContent = `${shown.rules}, against ${shown.link.vs}${Number(shown.link.seats) > 2 ? `, ${shown.link.seats} players` : ""}`;
  table.show(shown.absent ? { ...shown.table, badges: [], error: "You sat this round out." } : shown.table);
  part("next").hidden = !shown.over || shown.finished;
  part("again").hidden = !shown.finished;
  part("review").hidden = !shown.over || shown.absent;
  part("hint").hidden = part("undo").hidden = shown.finished;
  part("hint").disabled = shown.over || shown.waiting;
  part("theirs").hidden = !shown.guessable;
  part("link").hidden = !shown.link.rules;
  part("sheet").textContent = shown.sheet;
  part("sheet-box").hidden = !shown.sheet;
  part("said").textContent = shown.finished ? "The match is over." : "";
  if (!shown.over) {
    part("reviewed").hidden = true;
    part("drawn").replaceChildren();
    part("review-state").textContent = "";
  }
  if (keep) store(shown);
  believe();
}

/** What the other may hold: with every move, while its button is down. */
async function believe({ isNew = false } = {}) {
  const number = turn, isAsked = part("theirs").getAttribute("aria-pressed") === "true" && message.guessable && engine === "core";
  const made = isAsked ? await core.held().catch((error) => { table.error = error.message; return null; }) : null;
  if (number !== turn) return;
  part("held").replaceChildren(...(made ? [made] : []));
  if (made && isNew) part("held").scrollIntoView({ block: "nearest" });
}

function store(shown) {
  try { sessionStorage.setItem(KEPT, JSON.stringify({ hash: location.hash, shown: { ...shown, table: { ...shown.table, events: [] } } })); } catch { /* full, or off */ }
}

function stored() {
  try {
    const { hash, shown } = JSON.parse(sessionStorage.getItem(KEPT));
    return hash === location.hash && shown.table.view ? shown : null;
  } catch { return null; }
}

/** Ask what plays this match. */
const ask = (call, ...args) => (engine === "core" ? Promise.resolve().then(() => core[call](...args)) : python.ask(call, ...args));
const isReady = () => engine === "core" || (engine === "python" && python.state === "ready");

/** Whether the core plays what is asked; it is fetched for the answer. */
async function inCore(round) {
  if (!hasCore) return false;
  try {
    coming ??= import("./core.js").then(async ({ Playing }) => { core = await Playing.load(); return Playing; });
    const Playing = await coming;
    return Playing.plays(round);
  } catch {
    coming = undefined;
    return false; // the library plays
  }
}

/** It can be played: now comes what the first move does not need. */
function begun() {
  if (page.dataset.ready) return;
  page.dataset.ready = engine;
  if (engine === "core") kept().then(() => core.learn()).catch(() => { /* who asks for a hint is told */ });
}

async function run(call, ...args) {
  const number = ++turn;
  try {
    let shown = await ask(call, ...args);
    if (number !== turn) return;
    show(shown);
    while (shown.waiting) {
      await pause(Number(page.dataset.pause)); // one sees the own card go, and can take it back
      if (number !== turn) return;
      shown = await ask("go_on", shown.table.version);
      if (number !== turn) return;
      show(shown);
    }
  } catch (error) {
    if (number === turn) table.error = error.message;
  }
}

/** Deal: rules, vs, seats and seed as a link has them, or the text of a rule file. */
export async function start(round) {
  asked = round;
  const number = ++turn, next = (await inCore(round)) ? "core" : "python";
  if (number !== turn) return;
  if (next === "python" && python.state !== "ready") { engine = null; python.load(); return; }
  engine = next;
  if (!round.isFirst) part("deal-error").textContent = ""; // what a link has wrong stays above the first deal
  return ask("start", round).then((shown) => {
    if (number !== turn) return;
    show(shown);
    if (!round.isFirst || location.hash) history.replaceState(null, "", `${location.pathname}${location.search}${round.isFirst ? location.hash : write(shown.link.rules ? shown.link : {})}`);
    if (round.file) part("said").textContent = "No link holds these rules: keep their file.";
    store(shown);
    begun();
    if (!round.isFirst) { // the first deal may be below a link that was opened; a new one is shown
      part("setup").open = false;
      table.scrollIntoView({ block: "nearest" });
    }
    return true;
  }, (error) => {
    part("deal-error").textContent = error.message;
    if (!message) { asked = null; showFirst(); engine = null; return start(asked); } // there is a table under the sentence
  });
}

// of somebody who pressed a button: what can be done then has the focus
const deal = async (round) => {
  pressed = true; // also if the library must come first
  await started(round);
};

async function started(round) {
  if (!(await start(round)) || !pressed) return;
  pressed = false;
  focusTable();
}

table.addEventListener("gin-action", ({ detail: { action, version } }) => {
  if (isReady()) return run("act", action, version);
  early = { action, version };
  if (!hasCore) python.load();
});

table.addEventListener("gin-illegal", (event) => {
  if (!isReady() || !event.detail.action) return; // the table says what must be done
  event.preventDefault();
  ask("why", event.detail.action).then((reason) => { table.error = reason; }, () => {});
});

// single keys, as at any table of this library: what several actions of a kind fit, the one that leaves least
const KEYS = { d: /^draw$/, t: /^take$/, p: /^(decline|done)$/, k: /^(knock |big gin)/ };
const BUTTONS = { n: ["next", "again"], h: ["hint"], u: ["undo"], w: ["theirs"] };
table.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !message?.table.view) return;
  const key = event.key.toLowerCase(), { view, version, remarks = {} } = message.table, left = (action) => Number(/\d+/.exec(remarks[action] ?? "")?.[0] ?? 0);
  if (key in KEYS || key in BUTTONS) event.stopPropagation(); // the theme goes to another page by P and N
  const [action] = view.legal.filter((one) => KEYS[key]?.test(one)).sort((one, other) => left(one) - left(other));
  if (action) table.dispatchEvent(new CustomEvent("gin-action", { detail: { action, version } }));
  else (BUTTONS[key] ?? []).map(part).find((button) => !button.hidden && !button.disabled)?.click();
});

part("deal").addEventListener("submit", (event) => {
  event.preventDefault();
  deal({ rules: part("rules").value, vs: part("opponent").value, seats: part("seats").value, seed: "" });
});
part("hint").addEventListener("click", () => run("hint"));
part("theirs").addEventListener("click", () => {
  part("theirs").setAttribute("aria-pressed", String(part("theirs").getAttribute("aria-pressed") !== "true"));
  believe({ isNew: true });
});
part("undo").addEventListener("click", () => run("back"));
part("next").addEventListener("click", () => run("next_round"));
part("again").addEventListener("click", () => deal({ ...(asked ?? {}), isFirst: false, seed: "" }));
part("link").addEventListener("click", () => {
  history.replaceState(null, "", write(message.link));
  store(message);
  copyLink(part("link"), message.link);
});
/** The review of the round: drawn by the core in the page, or a page of the library for rules that its net has not read. */
async function reviewOf(say) {
  const drawn = engine === "core" && (await core.review(theme(), say));
  if (drawn) return drawn;
  return engine === "core" ? python.ask("review_record", ...core.record) : python.ask("review_round");
}

part("review").addEventListener("click", () => {
  if (reviewing) return;
  reviewing = true;
  const say = (text) => { part("review-state").textContent = text; }, number = turn;
  say("Working …");
  reviewOf(say).then((made) => {
    if (number !== turn) return;
    say("");
    const isDrawn = typeof made !== "string";
    part("drawn").replaceChildren(...(isDrawn ? [made] : []));
    if (!isDrawn) part("reviewed").srcdoc = made; // a page of the library: names in it are escaped, and no script runs in the frame
    part("reviewed").hidden = isDrawn;
    if (!isDrawn) return;
    part("drawn").focus({ preventScroll: true });
    part("drawn").scrollIntoView();
  }, (error) => say(error.message)).finally(() => { reviewing = false; });
});

// --- loading ------------------------------------------------------------------------------------

function told(state) {
  keepingFocus(() => tell(state));
}

function tell({ loaded, total, ready, failed }) {
  const loading = loaded !== undefined;
  part("loading").hidden = ready !== undefined;
  part("bytes").hidden = !loading;
  part("load").hidden = failed === undefined;
  if (loading) {
    part("bytes").value = loaded / total;
    const megabytes = total > 1 ? ` ${(loaded / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB` : "";
    part("state").textContent = loaded < total ? `Loading the library${megabytes}.` : "Starting the library.";
    if (early) part("state").textContent += " Your move is played then.";
  } else if (failed !== undefined) {
    part("load").textContent = "Try again";
    part("state").textContent = `${failed} The rest of this site works without it.`;
    table.error = early ? "The move was not played: the library is not loaded." : "";
    early = null;
  } else {
    part("state").textContent = "";
    page.dataset.library = ready;
    if (engine === null) begin();
  }
}

/** Deal what is asked, or go on with the match that was kept; an action that was taken before is done then. */
async function begin() {
  if (asked) await started(asked);
  else if (message?.kept) await resume(message.kept);
  if (!isReady()) return; // Python is on its way
  begun();
  const first = early;
  early = null;
  if (first) await run("act", first.action, first.version);
}

async function resume(match) {
  if (match.engine === "core" && (await inCore(match.asked))) engine = "core";
  else if (match.engine === "core") { asked = match.asked; return start(asked); }
  else if (python.state === "ready") engine = "python";
  else return python.load();
  const shown = await (engine === "core" ? ask("resume", match) : ask("resume", match.text, match.opponent, match.seed));
  message = shown;
  if (shown.waiting) await run("go_on", shown.table.version);
}

// --- the address ----------------------------------------------------------------------------------

function fill({ link, problem }) {
  part("deal-error").textContent = problem;
  if (link.rules) part("rules").value = part("first").value = part("hand-rules").value = link.rules;
  if (link.against) part("second").value = link.against;
  if (link.hand) part("hand").value = link.hand;
  if (link.seats) part("seats").value = link.seats;
  if (link.vs && [...part("opponent").options].some(({ value }) => value === link.vs)) part("opponent").value = link.vs;
}

// one of the deals that are drawn with the page
function showFirst() {
  const deals = json("deals"), drawn = deals[Math.floor(Math.random() * deals.length)];
  asked = { ...drawn.link, isFirst: true };
  show(drawn, { keep: false });
}

// the answer to a link of another kind stands in its panel
function openPanel() {
  const heading = document.getElementById({ hand: "melds-of-a-hand", comparison: "compare-two-rule-sets" }[opened.kind] ?? "");
  if (!heading) return;
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
  if (opened.kind === "hand") below.arrange(); else below.compare();
}

addEventListener("hashchange", () => { // a link that is opened in this page
  const next = read(location.hash);
  if (!next.kind && !next.problem) return; // a heading
  opened = next;
  fill(opened);
  if (opened.kind === "round") start(opened.link);
  else openPanel();
});

const below = panels(part, python, deal, theme);
const saved = stored();
page.dataset.mode = "drawn";
table.setAttribute("theme", theme());
fill(opened);
if (saved) show(saved);
else if (opened.kind === "round") asked = opened.link;
else showFirst();
part("load").addEventListener("click", () => python.load());
if (!isWhole && !hasCore) {
  part("loading").hidden = false;
  part("state").textContent = "This copy of the site was built without the library: the table is a picture, and nothing can be played.";
  table.setAttribute("readonly", "");
  part("setup").hidden = true;
} else {
  begin().catch((error) => { table.error = error.message; });
  openPanel();
}
setTimeout(dressed, 2000); // also if the table takes longer
new MutationObserver(() => { table.setAttribute("theme", theme()); below.redraw(); }).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
Object.assign(window, { ginPlayground: { start } });

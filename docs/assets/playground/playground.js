// The page of the playground: a game, how it is set up, its links, and the panels below. The game plays by itself; the library,
// with Python, is fetched when a panel asks for it.
import { copyLink, read, write } from "./links.js";
import { panels } from "./panels.js";
import { kept, Python } from "./python.js";

const page = document.getElementById("gin-playground");
const part = (name) => page.querySelector(`[data-part="${name}"]`);
const game = part("game"), name = document.title;
const theme = () => (document.body.dataset.mdColorScheme === "slate" ? "dark" : "light");
const ATTRIBUTES = { rules: "rules", vs: "against", seats: "players", seed: "seed", score: "beat" };
const python = new Python(JSON.parse(part("pieces").textContent), told);
let opened = read(location.hash); // what the address has

/** Play what a link or the form says: rules, vs, seats, seed; parts that are empty are the game's to choose. */
function deal(link, isNew = true) {
  part("deal-error").textContent = "";
  for (const [key, attribute] of Object.entries(ATTRIBUTES)) {
    if (link[key]) game.setAttribute(attribute, link[key]); else game.removeAttribute(attribute);
  }
  if (link.tables) game.rules = link.tables; else if (game.rules instanceof Object) game.rules = undefined;
  if (!isNew) return;
  game.restart(link.seed || undefined);
  history.replaceState(null, "", location.pathname + location.search + (link.tables ? "" : write({ rules: link.rules, vs: link.vs, seats: link.seats })));
  part("setup").open = false;
  game.scrollIntoView({ block: "nearest" });
  game.addEventListener("gin-deal", () => game.focus({ preventScroll: true }), { once: true });
}

/** The link to the cards that are played. */
function linked() {
  const { rules, against, players, seed } = game.link ?? {};
  return rules ? { rules, vs: against, seats: players, seed } : null;
}

game.addEventListener("gin-deal", ({ detail: { round } }) => {
  if (round === 1) delete page.dataset.score; // that of the match before
  const link = linked(), title = game.shadowRoot.querySelector("gin-table").shadowRoot.querySelector(".title").textContent;
  part("now").textContent = link ? `${title}, against ${link.vs}${Number(link.seats) > 2 ? `, ${link.seats} players` : ""}` : title;
  part("link").hidden = !link;
  part("said").textContent = link ? "" : "No link holds these rules: keep their file.";
  const preset = link && [...page.querySelectorAll("#gin-presets option")].find(({ value }) => value === link.rules);
  part("whole").hidden = !preset;
  if (preset) part("whole").href = `../presets/${link.rules}/`;
  page.dataset.ready = "core";
  setTimeout(kept, 5000); // the first turns come before it
});
game.addEventListener("gin-fault", ({ detail }) => { part("deal-error").textContent = detail.message; });
game.addEventListener("gin-turn", ({ detail: { yours } }) => { document.title = yours ? `● Your turn – ${name}` : name; });
game.addEventListener("gin-round-over", ({ detail: { price, record } }) => {
  document.title = name;
  part("record").value = JSON.stringify(record);
  if (price && game.match?.scores.length === 1) page.dataset.score = game.match.games[0].entries[0]?.points[0] ?? 0;
  else delete page.dataset.score;
});

part("deal").addEventListener("submit", (event) => {
  event.preventDefault();
  const rules = part("rules").value.trim() || new FormData(part("deal")).get("preset") || "standard";
  deal({ rules, vs: part("opponent").value, seats: part("seats").value });
});
part("link").addEventListener("click", () => copyLink(part("link"), { ...linked(), score: page.dataset.score }));

// --- the library --------------------------------------------------------------------------------

function told({ loaded, total, ready, failed }) {
  const loading = loaded !== undefined;
  part("loading").hidden = ready !== undefined;
  part("bytes").hidden = !loading;
  part("load").hidden = failed === undefined;
  if (loading) {
    part("bytes").value = loaded / total;
    part("state").textContent = loaded < total ? `Loading the library: ${(loaded / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB.` : "Starting the library.";
  } else {
    part("state").textContent = failed === undefined ? "" : `${failed} The game above works without it.`;
    if (ready !== undefined) page.dataset.library = ready;
  }
}

// --- the address ----------------------------------------------------------------------------------

function fill({ link, problem }) {
  part("deal-error").textContent = problem;
  const card = link.rules && page.querySelector(`[name=preset][value="${CSS.escape(link.rules)}"]`);
  if (card) card.checked = true;
  else if (link.rules) part("rules").value = link.rules;
  if (link.rules) part("first").value = part("hand-rules").value = link.rules;
  if (link.against) part("second").value = link.against;
  if (link.hand) part("hand").value = link.hand;
  if (link.seats) part("seats").value = link.seats;
  if (link.vs && [...part("opponent").options].some(({ value }) => value === link.vs)) part("opponent").value = link.vs;
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
  if (opened.kind === "round") deal(opened.link, false);
  else openPanel();
});

const below = panels(part, python, deal);
game.setAttribute("theme", theme());
fill(opened);
if (opened.kind === "round") deal(opened.link, false);
part("load").addEventListener("click", () => python.load());
openPanel();
new MutationObserver(() => game.setAttribute("theme", theme())).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });

// Two rule sets side by side: the lines of their cards that differ, and what single rules change. The data is made with
// the site (docs/generate/settle.py); texts of a link are shown as text alone.
import { copyLink, read, write } from "./playground/links.js";

const page = document.getElementById("gin-settle");
const part = (name) => page.querySelector(`[data-part="${name}"]`);
const [first, second, result, problem] = ["first", "second", "result", "problem"].map(part);
const site = new URL("../", import.meta.url); // the folder above the assets
const make = (tag, content = [], attributes = {}) => {
  const node = Object.assign(document.createElement(tag), attributes);
  node.append(...[content].flat());
  return node;
};
let data, byKey;

function options(select) {
  const groups = Map.groupBy ? Map.groupBy(data.sets, (set) => set.family) : grouped(data.sets);
  select.replaceChildren(...[...groups].map(([label, sets]) =>
    make("optgroup", sets.map((set) => new Option(set.title, set.key)), { label })));
  select.disabled = false;
}

function grouped(sets) { // in browsers before 2024
  const groups = new Map();
  for (const set of sets) groups.set(set.family, [...(groups.get(set.family) ?? []), set]);
  return groups;
}

const known = (text) => byKey.get(text) ?? byKey.get(data.aliases[text]);
const valueOf = (set, rule) => set.values[rule] ?? data.standard[rule];

function fromAddress() {
  const { kind, link, problem: sentence } = read(location.hash);
  problem.replaceChildren(sentence);
  if (kind !== "comparison") return;
  for (const [select, text] of [[first, link.rules], [second, link.against]]) {
    const set = known(text);
    select.value = set ? set.key : ""; // nothing is chosen then
    if (!set) problem.replaceChildren(`This page does not have “${text}”. `, door("playground/", link, "The playground compares any two rule sets"), ".");
  }
}

const door = (place, link, words) => make("a", words, { href: new URL(place, site).href + write(link) });

function show() {
  const [a, b] = [byKey.get(first.value), byKey.get(second.value)];
  if (!a || !b) return result.replaceChildren(make("p", "Choose two rule sets."));
  const rules = Object.keys(data.rules).filter((rule) => valueOf(a, rule) !== valueOf(b, rule));
  result.replaceChildren(...doors(a, b));
  if (a === b) return result.append(make("p", "Choose another rule set: both are the same."));
  result.append(...inWords(a, b), ...byName(a, b, rules), ...measured(a, b, rules));
}

function doors(a, b) {
  const copy = make("button", "Copy the link", { type: "button" });
  copy.addEventListener("click", () => copyLink(copy, { rules: a.key, against: b.key }));
  return [make("p", [
    door("playground/", { rules: a.key }, `Play ${a.title}`), " · ", door("playground/", { rules: b.key }, `Play ${b.title}`), " · ",
    door("playground/", { rules: a.key, against: b.key }, "Compare them in the browser"), " · ", copy,
  ])];
}

// the lines of a section that one card has and the other has not
function inWords(a, b) {
  const lines = (set) => new Map(set.lines);
  const [ofA, ofB] = [lines(a), lines(b)];
  const titles = [...ofA.keys(), ...[...ofB.keys()].filter((title) => !ofA.has(title))];
  const only = (mine, others) => (mine ?? []).filter((line) => !(others ?? []).includes(line));
  const rows = titles.map((title) => [title, only(ofA.get(title), ofB.get(title)), only(ofB.get(title), ofA.get(title))])
    .filter(([, left, right]) => left.length || right.length);
  const list = (numbers) => (numbers.length ? make("ul", numbers.map((number) => make("li", data.sentences[number]))) : "–");
  if (!rows.length) return [make("h2", "In words", { id: "in-words" }), make("p", "Their rule cards say the same.")];
  return [
    make("h2", "In words", { id: "in-words" }),
    make("p", "The lines of the rule cards that differ. All other lines are the same."),
    table("gin-lines", ["", a.title, b.title], rows.map(([title, left, right]) => [title, list(left), list(right)])),
  ];
}

function byName(a, b, rules) {
  const rows = rules.map((rule) => [`${data.rules[rule][0]}: ${data.rules[rule][1]}`, valueOf(a, rule), valueOf(b, rule)]);
  return [make("details", [
    make("summary", rules.length === 1 ? "The rule by its name" : `The ${rules.length} rules by their names`),
    table("gin-lines", ["rule", a.title, b.title], rows),
  ])];
}

// the measured changes of these rules: between exactly these values if there is one, else to one of them
function measured(a, b, rules) {
  const parts = [];
  const missing = [];
  for (const rule of rules) {
    const values = [valueOf(a, rule), valueOf(b, rule)];
    const ofRule = data.changes.filter((change) => change.rule === rule);
    const exact = ofRule.filter(({ from, to }) => values.includes(from) && values.includes(to));
    const near = exact.length ? exact : ofRule.filter(({ to }) => values.includes(to));
    if (!near.length) missing.push(data.rules[rule][0]);
    for (const change of near) parts.push(...figures(change, exact.length > 0 && change.from === values[1]));
  }
  const heading = make("h2", "Measured", { id: "measured" });
  const whole = rules.length === 1 ? "" : " Each rule is changed alone. The effects of several changes do not simply add up.";
  const others = missing.length ? [make("p", `Not measured alone: ${missing.join(", ")}.`)] : [];
  return parts.length ? [heading, make("p", data.run + whole), ...parts, ...others] : [heading, ...others];
}

function figures(change, isReversed) {
  const signs = isReversed ? -1 : 1;
  const [from, to] = isReversed ? [change.to, change.from] : [change.from, change.to];
  const rows = Object.entries(change.figures).map(([key, [before, after, low, high]]) => {
    const ends = [low * signs, high * signs].sort((x, y) => x - y);
    const difference = !low && !high ? "same" : `${signed((ends[0] + ends[1]) / 2)} ± ${((high - low) / 2).toFixed(2)}`;
    const [left, right] = isReversed ? [after, before] : [before, after];
    return [data.measures[key], left.toFixed(2), right.toFixed(2), low <= 0 && high >= 0 ? difference : make("b", difference)];
  });
  const words = `${data.rules[change.rule][0]}: ${from} → ${to}`;
  return [make("h3", words[0].toUpperCase() + words.slice(1)), table("gin-figures-of", ["", from, to, "difference"], rows)];
}

const signed = (number) => (number <= -0.005 ? "−" : "+") + Math.abs(number).toFixed(2);

function table(className, heads, rows) {
  const row = (cells) => make("tr", cells.map((cell, place) =>
    (place ? make("td", cell) : make("th", cell, { scope: "row" }))));
  const cells = rows.map(row);
  for (const { cells: made } of cells) [...made].forEach((cell, place) => { cell.dataset.label = heads[place]; });
  return make("table", [
    make("thead", make("tr", heads.map((head) => (head ? make("th", head, { scope: "col" }) : make("td"))))),
    make("tbody", cells),
  ], { className });
}

function chosen() {
  problem.replaceChildren();
  if (first.value && second.value) history.replaceState(null, "", write({ rules: first.value, against: second.value }));
  show();
}

try {
  const answer = await fetch(new URL("settle.json", import.meta.url));
  if (!answer.ok) throw new Error(answer.status);
  data = await answer.json();
  byKey = new Map(data.sets.map((set) => [set.key, set]));
  [first, second].forEach(options);
  [first.value, second.value] = ["standard", "oklahoma"];
  fromAddress();
  show();
  page.dataset.ready = "yes";
  part("pair").addEventListener("change", chosen);
  part("pair").addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", () => { fromAddress(); show(); });
} catch {
  problem.textContent = "The rule sets could not be fetched. Load the page again to try once more.";
}

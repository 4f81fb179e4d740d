// The theme ranks results by how often words occur, articles too. The three best by their headings come first here:
// names, commands, rules, error codes and titles that are what has been typed, then those that have its rarest words.
const { base } = JSON.parse(document.getElementById("__config").textContent);
const root = new URL(base.replace(/\/?$/, "/"), location.href);
const input = document.querySelector("[name=query]"), list = document.querySelector(".md-search-result__list");
const FILL = new Set("a an the of in on at to is are i my me do does did how what why when which who can it its by for from and or with not much many".split(" "));
const plain = (html) => html.replace(/<[^>]*>/g, " ").replace(/&\w+;/g, " ");
const stem = (word) => word.replace(/(?<=..)(ing|ed|es|s|e)$/, "").replace(/(.)\1$/, "$1");
const stems = (text) => (text.toLowerCase().replace(/_/g, " ").match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !FILL.has(word)).map(stem);
const TITLE = 3, SAME_PAGE = 1, TEXT = 0.7; // the weight of a word by its place
const DETAIL = /^(reference|rules\/precise|rules\/errors|rules\/sources|changelog|gallery)/; // found by name; a guide answers a question
let entries, rarity;

async function read() {
  const { docs } = await (await fetch(new URL("search/search_index.json", root))).json();
  const titles = new Map(docs.filter(({ location: place }) => !place.includes("#")).map((one) => [one.location, one.title]));
  const made = docs.map(({ location: place, title, text }) => ({
    place, title: plain(title).trim(), text: plain(text).trim(),
    names: new Set(plain(title).toLowerCase().split(/[\s()¶]+/)),
    words: new Set(stems(plain(title))), page: new Set(stems(plain(titles.get(place.split("#")[0]) ?? ""))), body: new Set(stems(plain(text))),
  }));
  const count = new Map();
  for (const one of made) for (const word of new Set([...one.words, ...one.body])) count.set(word, (count.get(word) ?? 0) + 1);
  rarity = (word) => Math.log(made.length / (count.get(word) ?? 1));
  return made;
}

function score(entry, typed, asked) {
  if (entry.names.has(typed) || entry.title.toLowerCase() === typed) return 1000 - entry.words.size;
  const weight = (word) => (entry.words.has(word) ? TITLE / Math.sqrt(entry.words.size) + TEXT : entry.page.has(word) ? SAME_PAGE : entry.body.has(word) ? TEXT : 0);
  const found = asked.filter(weight);
  const sum = found.reduce((all, word) => all + rarity(word) * weight(word), 0);
  const phrase = typed.includes(" ") && entry.title.toLowerCase().includes(typed) ? 50 : 0;
  return phrase + sum * (found.length / asked.length) ** 2 * (DETAIL.test(entry.place) ? 0.6 : 1);
}

function best() {
  const typed = input.value.trim().toLowerCase().replace(/^(gin|ginrules)\./, ""), asked = stems(typed);
  if (!asked.length) return [];
  const scored = entries.map((entry) => [score(entry, typed, asked), entry]).filter(([points]) => points > 0);
  return scored.sort((one, other) => other[0] - one[0] || one[1].place.length - other[1].place.length).slice(0, 3).map(([, entry]) => entry);
}

function item({ place, title, text }) {
  const entry = document.createElement("li"), link = document.createElement("a"), article = document.createElement("article");
  entry.className = "md-search-result__item";
  entry.dataset.heading = place;
  link.className = "md-search-result__link";
  link.href = new URL(place, root);
  article.className = "md-search-result__article md-typeset";
  article.append(Object.assign(document.createElement("h1"), { textContent: title }), Object.assign(document.createElement("p"), { textContent: text.slice(0, 160) }));
  link.append(article);
  entry.append(link);
  return entry;
}

async function show() {
  entries ??= read();
  entries = await entries;
  const found = best();
  const shown = [...list.querySelectorAll("[data-heading]")].map((entry) => entry.dataset.heading);
  if (String(shown) === String(found.map(({ place }) => place)) && list.firstElementChild?.dataset.heading === shown[0]) return;
  list.querySelectorAll("[data-heading]").forEach((entry) => entry.remove());
  list.prepend(...found.map(item));
}

document.querySelector(".md-search")?.setAttribute("aria-label", "Search"); // the dialog of the theme has no name
if (input && list) {
  new MutationObserver(show).observe(list, { childList: true });
  input.addEventListener("input", show);
}

// The search of the theme ranks by how often words occur. Headings that are what has been typed come first here:
// public names, commands, rules, error codes, words of the glossary, titles.
const { base } = JSON.parse(document.getElementById("__config").textContent);
const root = new URL(`${base}/`, location.href);
const input = document.querySelector("[name=query]"), list = document.querySelector(".md-search-result__list");
const fill = /\b(a|an|the|of|in|to|is|are|i|my|do|does|how|what|why|can|it|by|for|and|with|at|on)\b/g;
const bare = (text) => text.toLowerCase().replace(/<[^>]*>/g, "").replace(/^(gin|ginrules)[. ]/, "").replace(/[_¶()`]/g, " ").trim();
const words = (text) => bare(text).replace(/[^\p{L}\p{N}-]+/gu, " ").replace(fill, " ").split(/\s+/).filter(Boolean);
const stem = (word) => word.replace(/(ing|ed|es|s)$/, "");
let headings;

async function read() {
  const { docs } = await (await fetch(new URL("search/search_index.json", root))).json();
  return docs.map(({ location: place, title, text }) => ({ place, title: title.replace(/<[^>]*>/g, ""), text, name: bare(title), words: new Set(words(title).map(stem)) }));
}

function matches(typed) {
  const asked = words(typed).map(stem);
  if (!asked.length) return [];
  const scored = headings.map((heading) => {
    const found = asked.filter((word) => heading.words.has(word)).length;
    const exact = heading.name === bare(typed) || heading.name.split(" ").includes(typed.trim().toLowerCase());
    return [exact ? 2 : found === asked.length ? 1 + 1 / (1 + heading.words.size) : 0, heading];
  });
  return scored.filter(([score]) => score).sort((one, other) => other[0] - one[0] || one[1].place.length - other[1].place.length).slice(0, 3).map(([, heading]) => heading);
}

function item({ place, title, text }) {
  const entry = document.createElement("li"), link = document.createElement("a"), article = document.createElement("article");
  entry.className = "md-search-result__item";
  entry.dataset.heading = place;
  link.className = "md-search-result__link";
  link.href = new URL(place, root);
  article.className = "md-search-result__article md-typeset";
  article.append(Object.assign(document.createElement("h1"), { textContent: title }), Object.assign(document.createElement("p"), { textContent: text.replace(/<[^>]*>/g, "").slice(0, 160) }));
  link.append(article);
  entry.append(link);
  return entry;
}

async function show() {
  headings ??= read();
  headings = await headings;
  const found = matches(input.value);
  const shown = [...list.querySelectorAll("[data-heading]")].map((entry) => entry.dataset.heading);
  if (String(shown) === String(found.map(({ place }) => place)) && list.firstElementChild?.dataset.heading === shown[0]) return;
  list.querySelectorAll("[data-heading]").forEach((entry) => entry.remove());
  list.prepend(...found.map(item));
}

if (input && list) {
  new MutationObserver(show).observe(list, { childList: true });
  input.addEventListener("input", show);
}

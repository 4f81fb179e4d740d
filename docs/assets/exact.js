// The search: if exactly a public name, a command, a rule or an error code has been typed, its places come first.
const { base } = JSON.parse(document.getElementById("__config").textContent);
const root = new URL(`${base}/`, location.href);
const input = document.querySelector("[name=query]");
const list = document.querySelector(".md-search-result__list");
let places;

function item([address, title, text]) {
  const entry = document.createElement("li");
  entry.className = "md-search-result__item";
  entry.dataset.exact = title;
  const link = entry.appendChild(document.createElement("a"));
  link.className = "md-search-result__link";
  link.href = new URL(address, root);
  const article = link.appendChild(document.createElement("article"));
  article.className = "md-search-result__article md-typeset";
  article.appendChild(document.createElement("h1")).textContent = title;
  article.appendChild(document.createElement("p")).textContent = text;
  return entry;
}

async function show() {
  const typed = input.value.trim().toLowerCase().replace(/^(gin|ginrules)[. ]/, "");
  places ??= fetch(new URL("assets/exact.json", root)).then((answer) => answer.json());
  const found = (Object.hasOwn(await places, typed) && (await places)[typed]) || [];
  const shown = [...list.children].slice(0, found.length).map((entry) => entry.dataset.exact);
  if (String(shown) === String(found.map(([, title]) => title)) && list.querySelectorAll("[data-exact]").length === found.length) return;
  list.querySelectorAll("[data-exact]").forEach((entry) => entry.remove());
  list.prepend(...found.map(item));
}

if (input && list) {
  new MutationObserver(show).observe(list, { childList: true });
  input.addEventListener("input", show);
}

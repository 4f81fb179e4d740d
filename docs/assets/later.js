// The index of the search is larger than this page: it is fetched when somebody begins to search.
const { open, send } = XMLHttpRequest.prototype;
const asked = new Promise((begin) => {
  document.addEventListener("focusin", ({ target }) => { if (target.matches("[name=query]")) begin(); });
  document.addEventListener("change", ({ target }) => { if (target.matches("#__search")) begin(); });
});
XMLHttpRequest.prototype.open = function (method, address, ...more) {
  this.isIndex = String(address).endsWith("/search_index.json");
  return open.call(this, method, address, ...more);
};
XMLHttpRequest.prototype.send = function (body) {
  if (this.isIndex) asked.then(() => send.call(this, body));
  else send.call(this, body);
};

// The theme's script takes half a second on a slow phone: where a game is dealt, it runs when somebody turns to the page
// around it, or else some seconds after the deal. A key that opens the search before that opens it then.
const waits = new MutationObserver(() => {
  const theme = document.querySelector('script[src*="javascripts/bundle."]');
  if (!theme) return;
  waits.disconnect();
  if (!document.querySelector("gin-game")) return;
  theme.type = "text/plain"; // it has not run yet, and does not
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  if (isDark && !globalThis.__md_get?.("__palette")?.color) document.body.dataset.mdColorScheme = "slate"; // as it would do
  document.documentElement.className = "js"; // the search can be seen, and pressed
  let pressed;
  new Promise((go) => {
    for (const kind of ["pointerdown", "focusin"]) document.addEventListener(kind, ({ target }) => { if (!target.closest(".md-content")) go(); });
    document.addEventListener("keydown", (event) => {
      if (!["f", "s", "/"].includes(event.key) || event.target.matches("input,textarea,select")) return;
      pressed ??= event;
      go();
    });
    document.addEventListener("gin-deal", () => setTimeout(go, 5000));
    document.addEventListener("gin-fault", go);
    addEventListener("load", () => { if (!customElements.get("gin-game")) go(); });
    setTimeout(go, 15000); // whatever has become of the game
  }).then(() => {
    const onload = () => {
      pressed?.target.dispatchEvent(new KeyboardEvent("keydown", pressed));
      if (document.getElementById("__search").checked) document.querySelector("[name=query]").focus();
    };
    document.body.append(Object.assign(document.createElement("script"), { src: theme.src, onload }));
  });
});
waits.observe(document.documentElement, { childList: true, subtree: true });

// The tables of the site: they have its theme, and that of a preset takes the place of its picture when it is asked for.
const own = document.currentScript, theme = () => (document.body.dataset.mdColorScheme === "slate" ? "dark" : "light");
const dressed = () => { for (const game of document.querySelectorAll("gin-game")) game.setAttribute("theme", theme()); };
let loading;

function loaded() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(script, { src: new URL("gin-game.js", own.src).href, onload: resolve, onerror: reject });
    document.head.append(script);
  });
  return loading;
}

// a preset: its picture becomes a table; without the script the link leads to the playground
for (const link of document.querySelectorAll("a[data-gin-play]")) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const picture = document.querySelector("[data-gin-picture]"), game = document.createElement("gin-game");
    game.setAttribute("rules", link.dataset.ginPlay);
    loaded().then(() => {
      picture.replaceChildren(game);
      dressed();
      game.addEventListener("gin-deal", () => game.focus({ preventScroll: true }), { once: true });
      game.scrollIntoView({ block: "nearest" });
    }, () => { location.href = link.href; });
  });
}

// the first page: its picture is a table
if (document.querySelector("gin-game") && !navigator.connection?.saveData) loaded().catch(() => { /* the picture stays */ });
dressed();
new MutationObserver(dressed).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });

// The list of the tables of this browser, which seat.js keeps: newest first, none that has been deleted for want of use.
const MONTH = 30 * 86400000;
const tables = JSON.parse(localStorage.getItem("gin-tables") ?? "[]").filter(({ at }) => Date.now() - at < MONTH);
const list = document.querySelector("#own-tables");

list.hidden = !tables.length;
for (const { code, title, names, over, at } of tables) {
  const line = document.createElement("li"), link = document.createElement("a");
  link.href = `/table/${encodeURIComponent(code)}`;
  link.textContent = title;
  line.append(link, ` with ${names.map((name) => `\u2068${name}\u2069`).join(", ") || "nobody yet"}, ${over ? "over" : "open"}, `,
    new Date(at).toLocaleDateString());
  list.querySelector("ul").append(line);
}

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

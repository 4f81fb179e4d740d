// The table of all presets: filters its rows and columns.
// Without this script the page is a plain table.
(() => {
  const page = document.querySelector(".gin-matrix");
  const part = (name) => page.querySelector(`[data-part="${name}"]`);
  const table = page.querySelector("table");
  const heads = [...table.tHead.rows[0].cells];
  const rules = heads.map((head) => head.dataset.rule ?? "");
  const rows = [...table.querySelectorAll("tr[data-key]")];
  const value = (row, place) => row.cells[place].textContent;

  // the filter
  function values() {
    const number = rules.indexOf(part("rule").value), chosen = part("value");
    const texts = number > 0 ? [...new Set(rows.map((row) => value(row, number)))].sort() : [];
    chosen.replaceChildren(new Option("any", ""), ...texts.map((text) => new Option(text)));
    chosen.disabled = !texts.length;
  }

  function filter() {
    const words = part("words").value.toLowerCase().split(/\s+/).filter(Boolean);
    const family = part("family").value, wanted = part("value").value;
    const number = rules.indexOf(part("rule").value);
    const fits = (row) =>
      (!family || row.parentNode.dataset.family === family) &&
      words.every((word) => `${value(row, 0)} ${row.dataset.words}`.toLowerCase().includes(word)) &&
      (number < 1 || !wanted || value(row, number) === wanted);
    const shown = rows.filter((row) => ((row.hidden = !fits(row)), !row.hidden));
    for (const body of table.tBodies) body.hidden = ![...body.rows].some((row) => row.dataset.key && !row.hidden);
    // columns in which nothing that is shown differs from standard say nothing, unless one is asked for
    heads.forEach((head, place) => {
      const stays = !place || (number > 0 ? place === number : shown.some((row) => row.cells[place].className === "x"));
      head.hidden = !stays;
      for (const row of rows) row.cells[place].hidden = !stays;
    });
    // a card shows what differs, and the rule that is asked for
    table.classList.toggle("gin-one", number > 0);
    if (number > 0) for (const row of rows) row.cells[number].dataset.label = heads[number].textContent;
    const columns = heads.filter((head) => !head.hidden).length - 1;
    const rule = number > 0 ? "the rule that you chose" : `${columns} rules in which they differ from standard`;
    part("count").textContent = `${shown.length} presets, ${rule}.`;
  }

  part("rule").addEventListener("change", values);
  part("filter").addEventListener("input", filter);
  part("filter").addEventListener("reset", () => setTimeout(() => { values(); filter(); }));
  for (const form of page.querySelectorAll("form")) form.addEventListener("submit", (event) => event.preventDefault());
  values(); filter();
})();

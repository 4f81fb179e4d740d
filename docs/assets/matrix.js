// The table of all presets: filters its rows and columns, and puts two presets beside each other.
// Without this script the page is a plain table.
(() => {
  const page = document.querySelector(".gin-matrix");
  const part = (name) => page.querySelector(`[data-part="${name}"]`);
  const table = page.querySelector("table");
  const heads = [...table.tHead.rows[0].cells];
  const rules = heads.map((head) => head.textContent.trim());
  const rows = [...table.querySelectorAll("tr[data-key]")];
  const byKey = new Map(rows.map((row) => [row.dataset.key, row]));
  const value = (row, place) => row.cells[place].textContent;

  // two presets
  function compare() {
    const [a, b] = [byKey.get(part("first").value), byKey.get(part("second").value)];
    const places = rules.map((_, place) => place).slice(1).filter((place) => value(a, place) !== value(b, place));
    const place = part("differences");
    place.replaceChildren();
    const words = document.createElement("p");
    words.textContent = places.length
      ? `${places.length} of ${rules.length - 1} rules differ:`
      : a === b ? "Choose another preset." : "They differ in no rule of this table.";
    place.append(words);
    if (!places.length) return;
    const shown = document.createElement("table");
    shown.className = "gin-pair";
    const line = (tag, texts) => {
      const row = document.createElement("tr");
      texts.forEach((text, number) => {
        const cell = document.createElement(number ? tag : "th");
        cell.scope = tag === "th" ? "col" : number ? "" : "row";
        cell.textContent = text;
        row.append(cell);
      });
      return row;
    };
    const head = document.createElement("thead"), body = document.createElement("tbody");
    head.append(line("th", ["rule", value(a, 0), value(b, 0)]));
    body.append(...places.map((number) => line("td", [rules[number], value(a, number), value(b, number)])));
    shown.append(head, body);
    place.append(shown);
  }

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
    if (number > 0) for (const row of rows) row.cells[number].dataset.label = rules[number];
    const columns = heads.filter((head) => !head.hidden).length - 1;
    part("count").textContent = `${shown.length} presets, ${columns} rule${columns === 1 ? "" : "s"} in which they differ from standard or that you chose.`;
  }

  part("pair").addEventListener("change", compare);
  part("rule").addEventListener("change", values);
  part("filter").addEventListener("input", filter);
  part("filter").addEventListener("reset", () => setTimeout(() => { values(); filter(); }));
  for (const form of page.querySelectorAll("form")) form.addEventListener("submit", (event) => event.preventDefault());
  part("first").value = "standard";
  part("second").value = "oklahoma";
  page.querySelector(".gin-matrix-tools").hidden = false;
  values(); compare(); filter();
})();

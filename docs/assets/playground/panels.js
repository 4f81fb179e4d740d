// Below the table: the melds of a hand, your rules, a comparison, and the review of a record. All but the first ask the library.
import { copyLink, expressionOf } from "./links.js";

export function panels(part, python, deal) {
  const showError = (name) => (error) => { part(name).textContent = error.message; };

  // rules: fields write the file
  const standard = (field) => field.matches("select") ? [...field.options].find((option) => option.defaultSelected)?.value : field.defaultValue;
  function written() {
    const sections = new Map();
    for (const field of part("fields").querySelectorAll("[data-rule]")) {
      const value = field.type === "checkbox" ? field.checked : field.value;
      if (value === (field.type === "checkbox" ? field.defaultChecked : standard(field))) continue;
      const text = field.matches("select") ? JSON.stringify(value) : field.type === "checkbox" ? String(value) : String(Math.trunc(Number(value)) || 0);
      const { section, rule } = field.dataset;
      sections.set(section, [...(sections.get(section) ?? []), `${rule} = ${text}`]);
    }
    const tables = [...sections].map(([section, lines]) => `\n[${section}]\n${lines.join("\n")}\n`);
    part("file").value = `extends = "standard"\ntitle = "Our table"\n${tables.join("")}`;
  }

  /** The file as the library reads it: its tables, or null if it has faults, which are told. */
  async function check() {
    part("problems").textContent = "";
    try {
      const { problems, card, tables } = await python.ask("check", part("file").value);
      part("problems").textContent = problems;
      part("card").innerHTML = card; // of the library: texts in it are escaped
      return problems ? null : JSON.parse(tables);
    } catch (error) {
      showError("problems")(error);
      return null;
    }
  }

  async function playFile() {
    const rules = expressionOf(part("file").value), tables = rules ? undefined : await check();
    if (rules || tables) deal({ rules, tables, vs: part("opponent").value });
  }

  // a comparison in steps
  let running = false;
  async function compare(file = "") {
    if (running) { running = false; return; }
    running = true;
    part("compare").textContent = "Stop";
    part("compare-error").textContent = "";
    part("report").replaceChildren();
    part("progress").value = 0;
    const most = Number(part("rounds").value);
    const asked = { file, rules: file ? "standard" : part("first").value, against: file ? "standard" : part("second").value, player: part("player").value };
    try {
      for (let begin = true, rounds = 0; running && rounds < most; begin = false) {
        const step = await python.ask("compare_more", asked, begin);
        rounds = step.rounds;
        part("report").innerHTML = step.report; // of the library: texts in it are escaped
        part("progress").value = Math.min(1, rounds / most);
      }
    } catch (error) {
      part("compare-error").textContent = error.message;
    }
    running = false;
    part("compare").textContent = "Compare";
  }

  async function arrange() {
    part("hand-error").textContent = "";
    await customElements.whenDefined("gin-game");
    customElements.get("gin-game").arranged(part("hand").value, part("hand-rules").value || "standard")
      .then((made) => part("melds").replaceChildren(made), showError("hand-error"));
  }

  function review() {
    part("record-error").textContent = "";
    python.ask("review_record", part("record").value).then((made) => {
      part("reviewed").srcdoc = made; // a page of the library: names in it are escaped, and no script runs in the frame
      part("reviewed").hidden = false;
    }, showError("record-error"));
  }

  const submitted = (name, go) => part(name).addEventListener("submit", (event) => { event.preventDefault(); go(); });
  part("fields").addEventListener("input", written);
  part("check-file").addEventListener("click", check);
  part("play-file").addEventListener("click", playFile);
  part("compare-file").addEventListener("click", () => {
    document.getElementById("compare-two-rule-sets").scrollIntoView();
    compare(part("file").value);
  });
  submitted("comparison", () => compare());
  submitted("meld", arrange);
  submitted("recorded", review);
  part("compare-link").addEventListener("click", () => copyLink(part("compare-link"), { rules: part("first").value, against: part("second").value }));
  part("hand-link").addEventListener("click", () => copyLink(part("hand-link"), { hand: part("hand").value, rules: part("hand-rules").value }));
  return { compare, arrange };
}

// Below the table: your rules, a comparison, and the melds of a hand.
import { copyLink, expressionOf } from "./links.js";

export function panels(part, python, deal, theme) {
  const showError = (name) => (error) => { part(name).textContent = error.message; };

  // rules: fields write the file, and the file is checked as one types
  let typed;
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
    check();
  }
  const standard = (field) => field.matches("select") ? [...field.options].find((option) => option.defaultSelected)?.value : field.defaultValue;

  function check() {
    python.ask("check", part("file").value).then(({ problems, card }) => {
      part("problems").textContent = problems;
      part("card").innerHTML = card; // of the library: texts in it are escaped
      for (const name of ["play-file", "compare-file"]) part(name).disabled = Boolean(problems);
    }, showError("problems"));
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

  function arrange() {
    part("hand-error").textContent = "";
    python.ask("hand", part("hand").value, part("hand-rules").value, theme()).then(({ picture, discards }) => {
      part("melds").innerHTML = picture; // of the library
      const words = discards.map(({ card, deadwood }) => `${card} ${deadwood}`).join("   ");
      part("discards").textContent = words && `Deadwood after each discard\n${words}`;
    }, showError("hand-error"));
  }

  part("card").closest("details").addEventListener("toggle", check, { once: true });
  part("fields").addEventListener("input", written);
  part("file").addEventListener("input", () => { clearTimeout(typed); typed = setTimeout(check, 300); });
  part("play-file").addEventListener("click", () => {
    const file = part("file").value, rules = expressionOf(file);
    deal({ ...(rules ? { rules } : { file }), vs: part("opponent").value });
  });
  part("compare-file").addEventListener("click", () => {
    document.getElementById("compare-two-rule-sets").scrollIntoView();
    compare(part("file").value);
  });
  part("comparison").addEventListener("submit", (event) => { event.preventDefault(); compare(); });
  part("compare-link").addEventListener("click", () => copyLink(part("compare-link"), { rules: part("first").value, against: part("second").value }));
  part("hand-link").addEventListener("click", () => copyLink(part("hand-link"), { hand: part("hand").value, rules: part("hand-rules").value }));
  part("meld").addEventListener("submit", (event) => { event.preventDefault(); arrange(); });
  return { check, compare, arrange, redraw: () => part("melds").firstChild && arrange() };
}

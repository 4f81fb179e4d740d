// <gin-pad>: a score pad for people at a real table. Rounds are priced by the core, the sheet is that of the library.
import { type Core, LIBRARY, rulesOf, RulesError, whyNoMatch } from "../../gin_core/src/gin-core.js";
import { element } from "../../gin_table/src/cards.js";
import { Pad, PadError, type Told } from "./pad.js";
import { drawSheet, standing } from "./sheet.js";
import { coreOf } from "./started.js";
import { STYLE } from "./style.js";

const KEPT = "gin-pad";
const OWN = `
form{display:grid;grid-template-columns:minmax(0,1fr);gap:10px;margin:0 0 12px;justify-items:start}
label{display:grid;gap:2px;font-size:14px;min-width:0}
:is(label,legend,.stand,td,th){overflow-wrap:anywhere}
.row{display:flex;flex-wrap:wrap;gap:10px;align-items:end}
:is(input,select){font:inherit;min-height:44px;padding:4px 8px;border:1px solid #8888;border-radius:8px;background:Field;color:FieldText;max-width:100%}
input[type=number]{width:6.5em}
input[type=checkbox]{min-height:24px;width:24px}
fieldset{border:1px solid #8886;border-radius:8px;margin:0;padding:8px 10px;min-width:0;max-width:100%}
.error{color:#b3261e;margin:0;min-height:1.4em}
:host([theme=dark]) .error{color:#ff9d94}
.stand{font-weight:600}
@media(prefers-color-scheme:dark){:host(:not([theme])) .error{color:#ff9d94}}
@media print{form,.controls,.error{display:none!important}}
`;

export class GinPad extends HTMLElement {
  static observedAttributes = ["rules"];
  #pad: Pad | null = null;
  #core: Core | null = null;
  #parts: Record<string, HTMLElement> = {};

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" }), style = element("style");
    style.textContent = STYLE + OWN;
    const part = <K extends keyof HTMLElementTagNameMap>(tag: K, name: string) => (this.#parts[name] = element(tag, name)) as HTMLElementTagNameMap[K];
    const error = part("p", "error"), stand = part("p", "stand");
    error.setAttribute("role", "alert");
    stand.setAttribute("role", "status");
    const begin = part("form", "begin"), round = part("form", "round"), controls = part("div", "controls");
    begin.addEventListener("submit", (event) => { event.preventDefault(); this.#try(() => this.#begin()); });
    round.addEventListener("submit", (event) => { event.preventDefault(); this.#try(() => this.#enter()); });
    controls.append(this.#button("Undo", () => { if (this.#pad?.written.rounds.length) this.#keep(this.#pad.undo()); }), this.#button("Copy the link", () => this.#copy()),
      this.#button("Print", () => print()), this.#button("New evening", () => this.#keep(null)));
    root.append(style, begin, stand, part("div", "scroll"), error, round, controls);
  }

  connectedCallback(): void { this.#open().catch((error: unknown) => this.#say(error instanceof Error ? error.message : String(error))); }
  attributeChangedCallback(): void { if (this.#core && !this.#pad) this.#draw(); }

  /** The match on the pad; null before the names. */
  get match(): Pad["match"] | null { return this.#pad?.match ?? null; }
  /** The evening as a text, which a link carries. */
  get value(): string { return this.#pad?.text ?? ""; }
  set value(text: string) { if (this.#core) this.#try(() => this.#keep(text ? Pad.of(this.#core!, text) : null)); }

  #button(text: string, go: () => void): HTMLButtonElement {
    const made = element("button", "", text);
    made.type = "button";
    made.addEventListener("click", () => this.#try(go));
    return made;
  }

  async #open(): Promise<void> {
    const core = (this.#core = await coreOf()), link = location.hash.replace(/^#/, "");
    let kept = "";
    try { kept = localStorage.getItem(KEPT) ?? ""; } catch { /* off */ }
    this.#draw();
    if (link.includes("names=")) this.#try(() => this.#keep(Pad.of(core, link)));
    else if (kept) this.#try(() => this.#keep(Pad.of(core, kept)));
  }

  #try(go: () => void): void {
    this.#say("");
    try { go(); } catch (error) {
      if (error instanceof PadError) return this.#say(error.message);
      this.#say(error instanceof RulesError ? `These rules cannot be scored here: ${error.message}.` : `That cannot be entered: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #say(text: string): void { this.#parts["error"]!.textContent = text; }

  #keep(pad: Pad | null): void {
    this.#pad = pad;
    try { if (pad) localStorage.setItem(KEPT, pad.text); else localStorage.removeItem(KEPT); } catch { /* full, or off */ }
    this.#draw();
    this.dispatchEvent(new CustomEvent("gin-pad", { detail: { text: this.value, is_over: pad?.match.isOver ?? false }, bubbles: true, composed: true }));
  }

  #copy(): void {
    if (!this.#pad) return;
    const address = `${location.href.split("#")[0]}#${this.#pad.text}`;
    navigator.clipboard?.writeText(address).catch(() => {});
    history.replaceState(null, "", address);
  }

  // --- what is entered ------------------------------------------------------------------------------

  #field(form: HTMLElement, name: string): HTMLInputElement { return form.querySelector<HTMLInputElement>(`[name="${name}"]`)!; }

  #begin(): void {
    const form = this.#parts["begin"]!, names = [...form.querySelectorAll<HTMLInputElement>("[name^=player]")].map(({ value }) => value.trim()).filter(Boolean);
    this.#keep(Pad.begin(this.#core!, this.#field(form, "rules").value.trim() || "standard", names));
    this.#parts["round"]!.querySelector<HTMLElement>("select")?.focus();
  }

  #enter(): void {
    const form = this.#parts["round"]!, texts = this.#pad!.match.due!.players.map((_, seat) => this.#field(form, `deadwood ${seat}`).value.trim());
    const declarer = this.#field(form, "declarer").value;
    if (!texts.every((text) => /^\d{1,4}$/.test(text))) throw new PadError("Deadwood is a whole number of points, 0 or more.");
    this.#keep(this.#pad!.enter({
      declarer: declarer === "" ? null : Number(declarer), ending: this.#field(form, "ending").value as Told["ending"], deadwood: texts.map(Number),
      isSpade: this.#field(form, "spade")?.checked ?? false, factor: Number(this.#field(form, "factor")?.value ?? 1),
    }));
  }

  // --- drawing --------------------------------------------------------------------------------------

  #draw(): void {
    const pad = this.#pad, parts = this.#parts;
    parts["begin"]!.hidden = pad !== null;
    parts["round"]!.hidden = !pad || pad.match.isOver;
    parts["controls"]!.hidden = !pad;
    parts["stand"]!.textContent = pad ? standing(pad.match) : "";
    parts["scroll"]!.replaceChildren(...(pad ? [drawSheet(pad.match)] : []));
    if (pad) this.#drawRound(pad); else this.#drawBegin();
  }

  #label(text: string, input: HTMLElement): HTMLLabelElement {
    const label = element("label", "", text);
    label.append(input);
    return label;
  }

  #input(name: string, type: string, value = ""): HTMLInputElement {
    const made = element("input");
    Object.assign(made, { name, type, value });
    if (type === "number") Object.assign(made, { min: "0", max: "9999", inputMode: "numeric", required: true });
    return made;
  }

  #choice(name: string, options: readonly (readonly [string, string])[]): HTMLSelectElement {
    const made = element("select");
    made.name = name;
    made.append(...options.map(([value, text]) => { const option = element("option", "", text); option.value = value; return option; }));
    return made;
  }

  #drawBegin(): void {
    const form = this.#parts["begin"]!, row = element("div", "row"), rules = this.#input("rules", "text", this.getAttribute("rules") ?? "standard"), list = element("datalist");
    list.id = "presets";
    list.append(...Object.entries(LIBRARY.presets).filter(([name]) => whyNoMatch(rulesOf(name)) === null).map(([value, { title }]) => Object.assign(element("option", "", title), { value })));
    rules.setAttribute("list", "presets");
    row.append(...Array.from({ length: 6 }, (_, place) => this.#label(`Player ${place + 1}${place > 1 ? " (or none)" : ""}`, this.#input(`player ${place}`, "text"))));
    const go = element("button", "go", "Begin");
    form.replaceChildren(this.#label("Rules", rules), list, row, go);
  }

  #drawRound(pad: Pad): void {
    const { match } = pad, { values } = match.rules, form = this.#parts["round"]!, table = match.due;
    if (!table) return;
    const set = element("fieldset"), row = element("div", "row"), names = table.players.map((player) => match.players[player]!);
    set.append(element("legend", "", `Round ${match.scores.length + 1}: ${match.players[table.dealer]} deals`));
    const endings: [string, string][] = [["knock", "by a knock or gin"], ...(values["big_gin"] ? [["big-gin", "by big gin"] as [string, string]] : []), ...(values["doubling"] ? [["refused", "by a double that was refused"] as [string, string]] : [])];
    row.append(this.#label("Who ended it", this.#choice("declarer", [...names.map((name, seat): [string, string] => [String(seat), name]), ["", "nobody: the stock has run out"]])));
    row.append(this.#label("How", this.#choice("ending", endings)));
    row.append(...names.map((name, seat) => this.#label(`Deadwood of ${name}`, this.#input(`deadwood ${seat}`, "number"))));
    if ((values["spade_multiplier"] as number) > 1) row.append(this.#label("A spade set the limit", this.#input("spade", "checkbox")));
    if (values["doubling"]) row.append(this.#label("Counts", this.#choice("factor", [1, 2, 4, 8, 16].filter((factor) => factor <= (values["doubling_limit"] as number)).map((factor): [string, string] => [String(factor), `× ${factor}`]))));
    set.append(row);
    form.replaceChildren(set, element("button", "go", "Enter the round"));
  }
}

if (!customElements.get("gin-pad")) customElements.define("gin-pad", GinPad);

declare global { interface HTMLElementTagNameMap { "gin-pad": GinPad } }

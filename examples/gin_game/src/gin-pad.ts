// <gin-pad>: a score pad for people at a real table. Rounds are priced by the core, the sheet is that of the library.
import { type Core, LIBRARY, rulesOf, RulesError, whyNoMatch } from "../../gin_core/src/gin-core.js";
import { markup } from "../../gin_table/src/cards.js";
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
    const root = this.attachShadow({ mode: "open" });
    root.append(markup(`<style>${STYLE}${OWN}</style><form class="begin"></form><p class="stand" role="status"></p><div class="scroll"></div>
<p class="error" role="alert"></p><form class="round"></form><div class="controls"><button type="button" class="undo">Undo</button>
<button type="button" class="copy">Copy the link</button><button type="button" class="print">Print</button><button type="button" class="new">New evening</button></div>`));
    for (const made of root.querySelectorAll<HTMLElement>("[class]")) this.#parts[made.className] = made;
    const on = (name: string, kind: string, go: () => void) => this.#parts[name]!.addEventListener(kind, (event) => { event.preventDefault(); this.#try(go); });
    on("begin", "submit", () => this.#begin());
    on("round", "submit", () => this.#enter());
    on("undo", "click", () => { if (this.#pad?.written.rounds.length) this.#keep(this.#pad.undo()); });
    on("copy", "click", () => this.#copy());
    on("print", "click", () => print());
    on("new", "click", () => this.#keep(null));
  }

  connectedCallback(): void { this.#open().catch((error: unknown) => this.#say(error instanceof Error ? error.message : String(error))); }
  attributeChangedCallback(): void { if (this.#core && !this.#pad) this.#draw(); }

  /** The match on the pad; null before the names. */
  get match(): Pad["match"] | null { return this.#pad?.match ?? null; }
  /** The evening as a text, which a link carries. */
  get value(): string { return this.#pad?.text ?? ""; }
  set value(text: string) { if (this.#core) this.#try(() => this.#keep(text ? Pad.of(this.#core!, text) : null)); }

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

  #drawBegin(): void {
    const form = this.#parts["begin"]!, presets = Object.entries(LIBRARY.presets).filter(([name]) => whyNoMatch(rulesOf(name)) === null);
    const players = Array.from({ length: 6 }, (_, place) => `<label>Player ${place + 1}${place > 1 ? " (or none)" : ""}<input name="player ${place}"></label>`);
    form.replaceChildren(markup(`<label>Rules<input name="rules" list="presets"></label><datalist id="presets"></datalist>
<div class="row">${players.join("")}</div><button class="go">Begin</button>`));
    form.querySelector("datalist")!.append(...presets.map(([name, { title }]) => new Option(title, name)));
    this.#field(form, "rules").value = this.getAttribute("rules") ?? "standard";
  }

  #drawRound(pad: Pad): void {
    const { match } = pad, { values } = match.rules, form = this.#parts["round"]!, table = match.due;
    if (!table) return;
    const names = table.players.map((player) => match.players[player]!), factors = [1, 2, 4, 8, 16].filter((factor) => factor <= (values["doubling_limit"] as number));
    form.replaceChildren(markup(`<fieldset><legend></legend><div class="row"><label>Who ended it<select name="declarer"></select></label><label>How<select name="ending"></select></label>
${names.map((_, seat) => `<label><input name="deadwood ${seat}" type="number" min="0" max="9999" inputmode="numeric" required></label>`).join("")}
${(values["spade_multiplier"] as number) > 1 ? `<label>A spade set the limit<input name="spade" type="checkbox"></label>` : ""}
${values["doubling"] ? `<label>Counts<select name="factor"></select></label>` : ""}</div></fieldset><button class="go">Enter the round</button>`));
    const choices = (name: string, options: readonly HTMLOptionElement[]) => form.querySelector(`[name=${name}]`)?.append(...options);
    form.querySelector("legend")!.textContent = `Round ${match.scores.length + 1}: ${match.players[table.dealer]} deals`;
    choices("declarer", [...names.map((name, seat) => new Option(name, String(seat))), new Option("nobody: the stock has run out", "")]);
    choices("ending", [new Option("by a knock or gin", "knock"), ...(values["big_gin"] ? [new Option("by big gin", "big-gin")] : []), ...(values["doubling"] ? [new Option("by a double that was refused", "refused")] : [])]);
    choices("factor", factors.map((factor) => new Option(`× ${factor}`, String(factor))));
    names.forEach((name, seat) => this.#field(form, `deadwood ${seat}`).before(`Deadwood of ${name}`));
  }
}

if (!customElements.get("gin-pad")) customElements.define("gin-pad", GinPad);

declare global { interface HTMLElementTagNameMap { "gin-pad": GinPad } }

// <gin-game rules="oklahoma" against="learned">: a table, the referee and an opponent in one element, without a server.
import packedNet from "../../gin_core/build/learned.net.gz";
import packedCore from "../../gin_core/build/core.wasm.gz";
import { type Core, rulesOf, RulesError, type Rules } from "../../gin_core/src/gin-core.js";
import { element } from "../../gin_table/src/cards.js";
import "../../gin_table/src/gin-table.js";
import type { GinTable, TableMessage } from "../../gin_table/src/gin-table.js";
import { Game, GameError } from "./game.js";
import type * as Reviews from "./gin-review.js";
import { known, playerOf } from "./players.js";
import { RecordError, Replay } from "./replay.js";
import { drawSheet, standing } from "./sheet.js";
import { coreOf, RefusedError } from "./started.js";
import { STYLE } from "./style.js";

const PACE = 700; // milliseconds before an opponent acts
const MOST_SEED = 1n << 62n;
const UNFETCHED = "The script of reviews, gin-review.js, could not be fetched.";
const KEYS: Readonly<Record<string, RegExp>> = { d: /^draw$/, t: /^take$/, p: /^(decline|done)$/, k: /^(knock |big gin)/, n: /^$/ };

let loading: Promise<Core> | undefined;
/** The core, one for all elements of a page. */
const loaded = (): Promise<Core> => (loading ??= coreOf(packedCore, packedNet));

export class GinGame extends HTMLElement {
  /** Where the script of reviews is: beside this one. */
  static reviews = new URL("gin-review.js", (document.currentScript as HTMLScriptElement | null)?.src || location.href).href;
  static observedAttributes = ["rules", "against", "players", "seed", "name", "dealer", "record", "pace", "sort", "theme"];

  #parts: Record<string, HTMLElement> = {};
  #table: GinTable;
  #game: Game | null = null;
  #replay: Replay | null = null;
  #rules: Rules["document"] | undefined;
  #record: unknown;
  #due = false;
  #begun = 0; // counts the matches: an opponent of an earlier match does not act any more
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" }), style = element("style");
    style.textContent = STYLE;
    this.#table = document.createElement("gin-table") as GinTable;
    this.#table.hidden = true;
    this.#table.setAttribute("part", "table"); // a page sets its colors: gin-game::part(table)
    const part = <K extends keyof HTMLElementTagNameMap>(tag: K, name: string, text = "") => (this.#parts[name] = element(tag, name, text)) as HTMLElementTagNameMap[K];
    const button = (name: string, text: string, go: () => void) => {
      const made = part("button", name, text);
      made.type = "button";
      made.addEventListener("click", () => this.#told(go));
      return made;
    };
    const controls = part("div", "controls"), watch = part("div", "watch"), score = part("details", "score"), wait = part("p", "wait", "Loading the table …"), fault = part("p", "fault");
    watch.className = "controls watch";
    fault.setAttribute("role", "alert");
    fault.hidden = true;
    const slider = part("input", "slider");
    Object.assign(slider, { type: "range", min: "0", value: "0" });
    slider.setAttribute("aria-label", "Position");
    slider.addEventListener("input", () => this.#told(() => this.#look(Number(slider.value))));
    controls.append(
      button("next", "Next round", () => this.next()), button("again", "New match", () => this.restart()),
      button("look", "Review the round", () => void this.review()), button("hinted", "Hint", () => this.hint()),
      button("back", "Undo", () => this.undo()), button("theirs", "What may they hold?", () => void this.theirs()), part("span", "stand"),
    );
    watch.append(
      button("first", "◀◀", () => this.#skip(-1)), button("before", "◀", () => this.#look(this.#replay!.at - 1)), slider, part("span", "place"),
      button("after", "▶", () => this.#look(this.#replay!.at + 1)), button("last", "▶▶", () => this.#skip(1)),
    );
    for (const [name, label] of [["first", "Back to the deal"], ["before", "One action back"], ["after", "One action on"], ["last", "On to the next round"]] as const) this.#parts[name]!.setAttribute("aria-label", label);
    this.#parts["next"]!.classList.add("go");
    this.#parts["again"]!.classList.add("go");
    score.append(element("summary", "", "Score sheet"), part("div", "scroll"));
    this.#table.append(controls, watch);
    const seen = part("section", "seen");
    seen.setAttribute("aria-label", "Review");
    this.#parts["theirs"]!.setAttribute("aria-pressed", "false");
    root.append(style, wait, fault, this.#table, part("div", "held"), seen, score);
    this.#table.addEventListener("gin-action", (event) => { event.stopPropagation(); this.#told(() => this.#act(event.detail.action)); });
    this.#table.addEventListener("gin-illegal", (event) => { event.stopPropagation(); this.#refuse(event); });
    root.addEventListener("keydown", (event) => this.#key(event as KeyboardEvent));
    this.#show();
  }

  connectedCallback(): void {
    for (const name of ["rules", "record"] as const) { // set by a page before the element was defined
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete (this as Record<string, unknown>)[name];
      (this as Record<string, unknown>)[name] = value;
    }
    this.#later();
  }

  disconnectedCallback(): void { clearTimeout(this.#timer); }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (before === value) return;
    if (name === "sort" || name === "theme") {
      if (value === null) this.#table.removeAttribute(name); else this.#table.setAttribute(name, value);
    } else if (name !== "pace" && this.isConnected) this.#later();
  }

  /** The rules: a name, an expression, or the tables of a rule file. */
  get rules(): Rules["document"] { return this.#rules ?? this.getAttribute("rules") ?? "standard"; }
  set rules(rules: Rules["document"]) { this.#rules = rules; this.#later(); }
  /** The record to replay; of a game that is played, its round so far. */
  get record(): unknown { return this.#record ?? this.getAttribute("record") ?? this.#game?.record; }
  set record(record: unknown) { this.#record = record ?? undefined; this.#later(); }
  /** The match, its games and its settlement; null while nothing is played. */
  get match(): Game["match"] | null { return this.#game?.match ?? null; }
  /** The seed of the match, which gives all its cards. */
  get seed(): string | number | bigint { return this.#game ? String(this.#game.settings.seed) : (this.getAttribute("seed") ?? ""); }

  set seed(seed: string | number | bigint) { this.setAttribute("seed", String(seed)); }

  /** Begin a new match: with other cards, or those of a seed. */
  restart(seed?: string | number | bigint): void {
    if (seed === undefined && this.hasAttribute("seed")) this.removeAttribute("seed");
    else if (seed !== undefined && this.getAttribute("seed") !== String(seed)) this.setAttribute("seed", String(seed));
    this.#later();
  }

  /** Deal the next round. */
  next(): void {
    if (!this.#game || this.#game.isPlaying || this.#game.isOver) return;
    this.#deal();
  }

  /** Point at what a good player would do. */
  hint(): void { if (this.#game) this.#table.hint = this.#game.hint() as NonNullable<TableMessage["hint"]>; }

  /** Show what the decisions of the round that has ended cost; the script of reviews is fetched for it. */
  async review(): Promise<void> {
    const asked = this.#game?.reviewable, seen = this.#parts["seen"]!, begun = this.#begun, round = this.#game?.round;
    if (!asked || seen.hasChildNodes()) return;
    const said = element("p"), say = (text: string) => { said.textContent = text; }, isHere = () => begun === this.#begun && round === this.#game?.round;
    said.setAttribute("role", "status");
    seen.replaceChildren(said);
    say("Working …");
    try {
      const module = (await import(GinGame.reviews)) as typeof Reviews, made = await module.review(asked, (text) => { if (isHere()) say(text); });
      if (!isHere()) return;
      seen.replaceChildren(module.drawn(made, asked.names, this.getAttribute("theme")));
      seen.scrollIntoView({ block: "nearest" });
    } catch (error) {
      if (isHere()) say(error instanceof Error && error.name === "UnreviewedError" ? `This round cannot be reviewed here: ${error.message}.` : UNFETCHED);
    }
  }

  /** Show what the other may hold, by what the reader has seen, until it is asked again; the script of reviews is fetched for it. */
  async theirs(): Promise<void> {
    this.#parts["theirs"]!.setAttribute("aria-pressed", String(!this.#isAsked));
    await this.#believe();
    this.#parts["held"]!.scrollIntoView({ block: "nearest" });
  }

  get #isAsked(): boolean { return this.#parts["theirs"]!.getAttribute("aria-pressed") === "true"; }

  async #believe(): Promise<void> {
    const game = this.#game, asked = (this.#isAsked && game?.seen) || null, version = game?.version;
    const module = asked && ((await import(GinGame.reviews).catch(() => null)) as typeof Reviews | null);
    if (asked && !module) { this.#parts["theirs"]!.setAttribute("aria-pressed", "false"); this.#table.error = UNFETCHED; }
    const made = asked && module && (await module.held(asked));
    if (game === this.#game && version === game?.version) this.#parts["held"]!.replaceChildren(...(made ? [made] : []));
  }

  /** Take back the last action, if no card has been seen since. */
  undo(): void {
    if (!this.#game) return;
    this.#game.undo();
    this.#begun++;
    this.#draw();
  }

  override focus(options?: FocusOptions): void {
    const next = [this.#parts["next"]!, this.#parts["again"]!].find(({ hidden }) => !hidden);
    if (this.#game && next) next.focus(options); else this.#table.focus(options);
  }

  // --- beginning -----------------------------------------------------------------------------------

  #later(): void {
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => void this.#begin());
  }

  async #begin(): Promise<void> {
    this.#due = false;
    const begun = ++this.#begun;
    clearTimeout(this.#timer);
    try {
      const core = await loaded();
      if (begun !== this.#begun) return;
      const record = this.#record ?? this.getAttribute("record");
      [this.#game, this.#replay] = [null, null];
      if (record) this.#replay = new Replay(core, record);
      else this.#game = new Game(core, this.#settings());
      this.#fault("");
      if (this.#replay) this.#look(0);
      else this.#deal();
    } catch (error) {
      if (begun === this.#begun) { [this.#game, this.#replay] = [null, null]; this.#fault(sentence(error)); }
    }
  }

  #settings(): Game["settings"] {
    const rules = rulesOf(this.rules), against = playerOf((this.getAttribute("against") ?? "learned").trim().toLowerCase());
    if (!against) throw new GameError(`against = "${this.getAttribute("against")}": it must be ${known.join(", ")}.`);
    const seed = this.#whole("seed", MOST_SEED - 1n), counts = rules.values["player_counts"] as number[], players = this.#whole("players", 10n);
    if (players !== undefined && !counts.includes(Number(players))) throw new GameError(`players = "${players}": these rules are for ${counts.join(", ")} players.`);
    const dealer = this.#whole("dealer", (players ?? BigInt(Math.min(...counts))) - 1n);
    return {
      rules, against, seed: seed ?? drawn(), name: this.getAttribute("name") ?? undefined,
      players: players === undefined ? undefined : Number(players), dealer: dealer === undefined ? undefined : Number(dealer),
    };
  }

  #whole(name: string, most: bigint): bigint | undefined {
    const text = this.getAttribute(name);
    if (text === null || text === "") return undefined;
    if (!/^\d{1,19}$/.test(text) || BigInt(text) > most) throw new GameError(`${name} = "${text.slice(0, 40)}": it must be a whole number from 0 to ${most}.`);
    return BigInt(text);
  }

  #deal(): void {
    const game = this.#game!;
    game.deal();
    this.#say("gin-deal", { seed: this.seed, round: game.match.scores.length + 1, dealer: game.round!.dealer });
    this.#draw();
    if (!game.isPlaying) this.#ended();
  }

  // --- playing ---------------------------------------------------------------------------------------

  #act(action: string): void {
    const game = this.#game!;
    try { game.act(action); } catch (error) { this.#table.error = sentence(error); return; }
    this.#acted(action);
  }

  #acted(action: string): void {
    const game = this.#game!;
    this.#say("gin-played", { action, version: game.version });
    if (game.isPlain && game.isPlaying) { game.act(game.round!.legal[0]!); }
    this.#draw();
    if (!game.isPlaying) this.#ended();
  }

  /** Show the position, and let the opponents act after a pause. */
  #draw(): void {
    const game = this.#game!, had = this.shadowRoot!.activeElement !== null, begun = this.#begun;
    this.#show(game.message());
    if (had && !game.isPlaying) this.#parts[game.isOver ? "again" : "next"]!.focus({ preventScroll: true });
    clearTimeout(this.#timer);
    if (!game.isPlaying || (game.isYourTurn && !game.isPlain)) return;
    this.#timer = setTimeout(() => {
      if (begun !== this.#begun || game !== this.#game) return;
      this.#told(() => {
        if (game.isPlain) game.act(game.round!.legal[0]!);
        else game.step();
        this.#draw();
        if (!game.isPlaying) this.#ended();
      });
    }, Number(this.getAttribute("pace") ?? PACE) || 0);
  }

  #ended(): void {
    const game = this.#game!;
    this.#say("gin-round-over", { outcome: game.round!.outcome, price: game.price, record: game.record, seed: this.seed });
    if (game.isOver) this.#say("gin-match-over", { winners: game.match.winners, settlement: game.match.settlement });
  }

  #refuse(event: CustomEvent<{ action: string }>): void {
    const why = this.#game?.why(event.detail.action);
    if (!why) return;
    event.preventDefault();
    this.#table.error = why;
  }

  #key(event: KeyboardEvent): void {
    const game = this.#game, inside = event.composedPath()[0];
    if (!game || event.ctrlKey || event.metaKey || event.altKey || inside instanceof HTMLInputElement) return;
    const key = event.key.toLowerCase(), fits = KEYS[key];
    if (fits || ["h", "u", "w"].includes(key)) event.stopPropagation(); // a page may have keys of its own
    if (key === "n" && !game.isPlaying) { this.#told(() => (game.isOver ? this.restart() : this.next())); return; }
    if (key === "h" && game.isYourTurn) return this.#told(() => this.hint());
    if (key === "u") return this.#told(() => this.undo());
    if (key === "w" && game.seen) return void this.theirs();
    const actions = fits && game.isYourTurn ? game.round!.legal.filter((action) => fits.test(action)) : [];
    const best = game.best(actions);
    if (best) this.#told(() => this.#act(best));
  }

  // --- a record ----------------------------------------------------------------------------------------

  #look(at: number): void { this.#replay!.go(at); this.#show(this.#replay!.message()); }
  #skip(step: number): void { this.#replay!.skip(step); this.#show(this.#replay!.message()); }

  // --- showing -----------------------------------------------------------------------------------------

  #show(message?: TableMessage): void {
    const parts = this.#parts, game = this.#game, replay = this.#replay, playing = game?.isPlaying ?? false;
    const hide = (name: string, hidden: boolean) => { parts[name]!.hidden = hidden; };
    this.#table.hidden = !message;
    hide("wait", Boolean(message) || !parts["fault"]!.hidden);
    hide("controls", !game);
    hide("watch", !replay);
    hide("score", !game?.match.scores.length);
    hide("next", !game || playing || game.isOver);
    hide("again", !game?.isOver);
    hide("hinted", !playing);
    hide("back", !playing);
    hide("look", !game?.reviewable);
    hide("theirs", !game?.seen);
    if (!game || playing) parts["seen"]!.replaceChildren();
    (parts["hinted"] as HTMLButtonElement).disabled = !game?.isYourTurn;
    if (game) {
      parts["stand"]!.textContent = game.match.scores.length ? standing(game.match) : "";
      parts["scroll"]!.replaceChildren(drawSheet(game.match));
    }
    if (replay) {
      const slider = parts["slider"] as HTMLInputElement, count = replay.frames.length - 1;
      [slider.max, slider.value] = [String(count), String(replay.at)];
      parts["place"]!.textContent = `${replay.at} of ${count}`;
      for (const [name, end] of [["first", replay.isFirst], ["before", replay.isFirst], ["after", replay.isLast], ["last", replay.isLast]] as const) (parts[name] as HTMLButtonElement).disabled = end;
    }
    this.#table.toggleAttribute("readonly", Boolean(replay));
    if (message) this.#table.show(message);
    void this.#believe();
  }

  #fault(text: string): void {
    this.#parts["fault"]!.textContent = text;
    this.#parts["fault"]!.hidden = !text;
    if (text) { this.#show(); this.#say("gin-fault", { message: text }); }
  }

  /** Do something that can be refused; the refusal is told at the table. */
  #told(go: () => void): void {
    try { go(); } catch (error) { if (this.#table.hidden) this.#fault(sentence(error)); else this.#table.error = sentence(error); }
  }

  #say(name: string, detail: unknown): void { this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true })); }
}

/** Some seed that nobody can guess, short enough for a link. */
const drawn = (): bigint => BigInt(crypto.getRandomValues(new Uint32Array(1))[0]!);

function sentence(error: unknown): string {
  if (error instanceof RulesError) return `These rules cannot be played here: ${error.message}.`;
  if (error instanceof GameError || error instanceof RecordError || error instanceof RefusedError) return error.message;
  return `The table cannot go on: ${error instanceof Error ? error.message : String(error)}.`;
}

if (!customElements.get("gin-game")) customElements.define("gin-game", GinGame);

declare global {
  interface HTMLElementTagNameMap { "gin-game": GinGame }
}

// <gin-game rules="oklahoma" against="medium">: a table, the referee and an opponent in one element, without a server.
import { LIBRARY, PLAYERS, type Player, rulesOf, RulesError, type Rules } from "../../gin_core/src/gin-core.js";
import { CARDS, maskOf, maskText, numbersOf } from "../../gin_core/src/cards.js";
import { element, markup, newCard, takeOver } from "../../gin_table/src/cards.js";
import "../../gin_table/src/gin-table.js";
import type { GinTable, TableMessage } from "../../gin_table/src/gin-table.js";
import { cardsOf, written } from "../../gin_table/src/words.js";
import { Game, GameError } from "./game.js";
import { chime, count, isLoud, keepMatch, kept, level, setLoud } from "./keeping.js";
import { RecordError, Replay } from "./replay.js";
import { drawSheet, standing } from "./sheet.js";
import { coreOf, folder, learn, RefusedError, reviews } from "./started.js";
import { STYLE } from "./style.js";
import { shortCard, tip } from "./help.js";

const PACE = 700; // milliseconds before an opponent acts
const MOST_SEED = 1n << 62n;
const KEYS: Readonly<Record<string, RegExp>> = { d: /^draw$/, t: /^take$/, p: /^(decline|done)$/, k: /^(knock |big gin)/ };
const OTHER_KEYS: Readonly<Record<string, string>> = { n: "next", h: "hinted", u: "back" };

/** What is around the table, by its class; a page sets the colors of the table: gin-game::part(table). */
const PARTS = `<style>${STYLE}</style><p class="wait">Loading the table …</p><p class="fault" role="alert" hidden></p><gin-table part="table" hidden><div class="controls">
<button type="button" class="next go">Next round</button><button type="button" class="again go">Play again</button>
<button type="button" class="hinted" title="What a good player would do (H)">Hint</button><button type="button" class="back" title="Take back (U)">Undo</button>
<button type="button" class="look">What was better?</button><button type="button" class="rewatch">Watch it again</button>
<button type="button" class="scored">Score</button><button type="button" class="rule">Rules</button></div><div class="watch">
<button type="button" class="first" aria-label="Back to the deal">◀◀</button><button type="button" class="before" aria-label="One action back">◀</button>
<input class="slider" type="range" min="0" value="0" aria-label="Position"><span class="place"></span>
<button type="button" class="after" aria-label="One action on">▶</button><button type="button" class="last" aria-label="On to the next round">▶▶</button>
<button type="button" class="return">Back to the table</button></div></gin-table><section class="seen" aria-label="Review"></section>
<details class="score"><summary>Score sheet</summary><p class="stand"></p><div class="scroll"></div></details>
<details class="card"><summary>These rules in short</summary><ul class="lines"></ul><button type="button" class="sound"></button></details>`;

/** The player of a name, or undefined. */
const playerOf = (name: string): Player | undefined => (PLAYERS.includes(name as Player) ? (name as Player) : (LIBRARY.strengths[name] as Player | undefined));

export class GinGame extends HTMLElement {
  static observedAttributes = ["rules", "against", "players", "seed", "name", "dealer", "record", "pace", "sort", "theme", "keep", "beat"];
  /** The folder of gin-review.js and gin-net.js, for a script that is not beside them. */
  static get folder(): string { return folder.here; }
  static set folder(address: string) { folder.here = new URL(`${address}/`, location.href).href; }
  /** The element that the keys of the page play at: the one used last, else the first. */
  static #current: GinGame | null = null;

  #parts: Record<string, HTMLElement> = {};
  #table: GinTable;
  #game: Game | null = null;
  #replay: Replay | null = null;
  #rules: Rules["document"] | undefined;
  #record: unknown;
  #watched = false; // the round that has ended is watched again
  #due = false;
  #begun = 0; // counts the matches: an opponent of an earlier match does not act any more
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn: number | null = null; // whose it was, as drawn last
  #wasYours = false;
  #recorded = ""; // the reader's record, at the end of a match
  #drawn: bigint | null = null; // the seed of a match that the page gave none

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.append(markup(PARTS));
    customElements.upgrade(root);
    this.#table = root.querySelector("gin-table")!;
    for (const made of root.querySelectorAll<HTMLElement>("[class]")) this.#parts[made.classList[0]!] = made;
    const presses: Readonly<Record<string, () => void>> = {
      next: () => this.next(), again: () => this.restart(), hinted: () => this.hint(), back: () => this.undo(), look: () => void this.review(), rewatch: () => this.watch(),
      scored: () => this.#open("score"), rule: () => this.#open("card"), sound: () => { setLoud(!isLoud()); chime(); this.#show(); },
      first: () => this.#skip(-1), before: () => this.#look(this.#replay!.at - 1), after: () => this.#look(this.#replay!.at + 1), last: () => this.#skip(1), return: () => this.watch(),
    };
    for (const [name, go] of Object.entries(presses)) this.#parts[name]!.addEventListener("click", () => this.#told(go));
    const slider = this.#parts["slider"] as HTMLInputElement;
    slider.addEventListener("input", () => this.#told(() => this.#look(Number(slider.value))));
    this.#table.addEventListener("gin-action", (event) => { event.stopPropagation(); this.#told(() => this.#act(event.detail.action)); });
    this.#table.addEventListener("gin-illegal", (event) => { event.stopPropagation(); this.#refuse(event); });
    for (const kind of ["pointerdown", "focusin"]) this.addEventListener(kind, () => { GinGame.#current = this; });
    this.#show();
  }

  connectedCallback(): void {
    takeOver(this, ["rules", "record"]);
    if (!GinGame.#current?.isConnected) GinGame.#current = this;
    document.addEventListener("keydown", this.#keyed, { capture: true });
    this.#later();
  }

  disconnectedCallback(): void {
    clearTimeout(this.#timer);
    document.removeEventListener("keydown", this.#keyed, { capture: true });
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (before === value) return;
    if (name === "sort" || name === "theme") {
      if (value === null) this.#table.removeAttribute(name); else this.#table.setAttribute(name, value);
    } else if (name !== "pace" && name !== "beat" && this.isConnected) this.#later();
  }

  /** The rules: a name, an expression, or the tables of a rule file. */
  get rules(): Rules["document"] { return this.#rules ?? this.getAttribute("rules") ?? this.#game?.rules.document ?? "standard"; }
  set rules(rules: Rules["document"]) { this.#rules = rules; this.#later(); }
  /** The record to replay; of a game that is played, its round so far. */
  get record(): unknown { return this.#record ?? this.getAttribute("record") ?? this.#game?.record; }
  set record(record: unknown) { this.#record = record ?? undefined; this.#later(); }
  /** The match, its games and its settlement; null while nothing is played. */
  get match(): Game["match"] | null { return this.#game?.match ?? null; }
  /** The seed of the match, which gives all its cards. */
  get seed(): string | number | bigint { return this.#game ? String(this.#game.settings.seed) : (this.getAttribute("seed") ?? ""); }
  set seed(seed: string | number | bigint) { this.setAttribute("seed", String(seed)); }
  /** What a link to this match needs: rules, against, players and seed as texts. */
  get link(): { rules: string; against: string; players: string; seed: string } | null {
    const game = this.#game, rules = game?.rules.document;
    return game && typeof rules === "string" ? { rules, against: game.settings.level ?? "", players: String(game.names.length), seed: String(game.settings.seed) } : null;
  }

  /** Begin a new match: with other cards, or those of a seed. */
  restart(seed?: string | number | bigint): void {
    this.#forget();
    if (seed === undefined && this.hasAttribute("seed")) this.removeAttribute("seed");
    else if (seed !== undefined && this.getAttribute("seed") !== String(seed)) this.setAttribute("seed", String(seed));
    this.#later();
  }

  /** Deal the next round. */
  next(): void {
    if (!this.#game || this.#game.isPlaying || this.#game.isOver || this.#replay) return;
    this.#deal();
  }

  /** Point at what a good player would do. */
  hint(): void {
    const game = this.#game, version = game?.version;
    if (!game?.isYourTurn) return;
    const point = () => { if (game === this.#game && version === game.version) this.#table.hint = game.hint() as NonNullable<TableMessage["hint"]>; };
    if (game.core.net) point(); else void learn(game.core).then(() => this.#told(point));
  }

  /** Show what the decisions of the round that has ended cost; the script of reviews is fetched for it. */
  async review(): Promise<void> {
    const asked = this.#game?.reviewable, seen = this.#parts["seen"]!, begun = this.#begun, round = this.#game?.round;
    if (!asked || seen.hasChildNodes()) return;
    const said = element("p"), say = (text: string) => { said.textContent = text; }, isHere = () => begun === this.#begun && round === this.#game?.round;
    said.setAttribute("role", "status");
    seen.replaceChildren(said);
    say("Working …");
    try {
      const module = (await learn(this.#game!.core)) ? await reviews() : null;
      if (!module) { if (isHere()) say("The script of reviews, gin-review.js, could not be fetched."); return; }
      const made = await module.review(asked, (text) => { if (isHere()) say(text); });
      if (!isHere()) return;
      seen.replaceChildren(module.drawn(made, asked.names, this.getAttribute("theme")));
      seen.scrollIntoView({ block: "nearest" });
    } catch (error) {
      if (isHere()) say(error instanceof Error && error.name === "UnreviewedError" ? `This round cannot be reviewed here: ${error.message}.` : sentence(error));
    }
  }

  /** Take back the last action, if no card has been seen since. */
  undo(): void {
    if (!this.#game) return;
    this.#game.undo();
    this.#begun++;
    this.#draw();
  }

  /** Watch the round that has ended again, or return to its end. */
  watch(): void {
    const game = this.#game;
    if (!game || game.isPlaying) return;
    this.#watched = !this.#watched;
    this.#replay = this.#watched ? new Replay(game.core, game.record) : null;
    if (this.#replay) this.#look(0); else this.#draw();
  }

  override focus(options?: FocusOptions): void {
    const next = ["next", "again"].map((name) => this.#parts[name]!).find(({ hidden }) => !hidden);
    if (this.#game && next) next.focus(options); else this.#table.focus(options);
  }

  /** The melds of a hand under some rules, its deadwood, and with one card more what each discard leaves: drawn. A fault is a sentence. */
  static async arranged(hand: string, rules: string): Promise<HTMLElement> {
    const core = await coreOf(), made = element("div", "arranged");
    try {
      const table = core.table(rules), cards = numbersOf(cardsTyped(hand));
      if (!cards?.length || new Set(cards).size < cards.length) throw new GameError("These are no cards, or one is there twice: write them as 2s 10d Kh.");
      const mask = maskOf(cards), melds = table.arrangement(mask), rest = mask & ~melds.reduce((all, meld) => all | meld, 0n), after = table.afterDiscards(mask);
      const fans = [...melds, ...(rest ? [rest] : [])].map((each) => {
        const fan = element("span", "meld");
        fan.append(...cardsOf(maskText(each)).map(newCard));
        return fan;
      });
      const left = [...after].sort(([, one], [, other]) => one - other).map(([card, points]) => `${written(CARDS[card]!)} ${points}`);
      made.append(...fans, element("p", "", `Deadwood ${table.deadwood(mask)}. After each discard: ${left.join(", ")}.`));
      return made;
    } catch (error) { throw new Error(sentence(error)); }
  }

  // --- beginning -----------------------------------------------------------------------------------

  #later(): void {
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => void this.#begin());
  }

  get #kept(): string { return this.getAttribute("keep") ?? ""; }
  #forget(): void {
    this.#drawn = null;
    if (this.#kept) keepMatch(this.#kept, null);
  }

  async #begin(): Promise<void> {
    this.#due = false;
    const begun = ++this.#begun;
    clearTimeout(this.#timer);
    try {
      const core = await coreOf();
      if (begun !== this.#begun) return;
      const record = this.#record ?? this.getAttribute("record"), old = record ? null : this.#resumed();
      [this.#game, this.#replay, this.#watched] = [null, null, false];
      if (record) this.#replay = new Replay(core, record);
      else this.#game = new Game(core, old ? this.#settings(old.rules as Rules["document"], old.against, String(old.players), old.seed) : this.#settings());
      this.#fault("");
      if (this.#replay) this.#look(0);
      else if (!old || !this.#playOn(old.rounds)) this.#deal();
      if (this.#game?.lacksNet && !this.#game.slips) void this.#learn(this.#game); // it will be waited for
    } catch (error) {
      if (begun === this.#begun) { [this.#game, this.#replay] = [null, null]; this.#fault(sentence(error)); }
    }
  }

  /** Fetch the net of the opponents; without it expert plays, which is told. */
  async #learn(game: Game): Promise<void> {
    if ((await learn(game.core)) || game.isWithoutNet) return;
    game.isWithoutNet = true;
    this.#say("gin-fault", { message: "The net of this player could not be fetched: expert plays." });
    if (game === this.#game && !this.#replay) this.#draw();
  }

  /** The match that was kept, if it is what the attributes ask for. */
  #resumed(): ReturnType<typeof kept> {
    const old = this.#kept && !this.#rules ? kept(this.#kept) : null, fits = (name: string, value: string) => (this.getAttribute(name) ?? value) === value;
    return old && fits("rules", String(old.rules)) && fits("against", old.against) && fits("players", String(old.players)) && fits("seed", old.seed) ? old : null;
  }

  /** Play the rounds of a kept match again; what does not fit these rules any more is left. */
  #playOn(rounds: readonly (readonly string[])[]): boolean {
    const game = this.#game!;
    try {
      for (const actions of rounds) {
        game.deal();
        for (const action of actions) if (game.isPlaying && !action.startsWith("shuffle ")) game.play(action);
      }
    } catch {
      this.#game = new Game(game.core, game.settings);
      return false;
    }
    if (!game.round) return false;
    this.#dealt(rounds.length);
    return true;
  }

  #settings(document: Rules["document"] = this.rules, level_ = (this.getAttribute("against") ?? level()).trim().toLowerCase(), count_ = this.getAttribute("players"), seed_ = this.getAttribute("seed")): Game["settings"] {
    const rules = rulesOf(document), against = playerOf(level_), known = [...PLAYERS, ...Object.keys(LIBRARY.strengths)];
    const kind = level_.split(":")[0]!, left = Object.hasOwn(LIBRARY.gone, kind) ? `; it has left: ${LIBRARY.gone[kind]!}` : "";
    if (!against) throw new GameError(`against = "${level_}": it must be ${known.join(", ")}${left}.`);
    const seed = whole("seed", seed_, MOST_SEED - 1n), counts = rules.values["player_counts"] as number[], players = whole("players", count_, 10n);
    if (players !== undefined && !counts.includes(Number(players))) throw new GameError(`players = "${players}": these rules are for ${counts.join(", ")} players.`);
    const dealer = whole("dealer", this.getAttribute("dealer"), (players ?? BigInt(Math.min(...counts))) - 1n);
    return {
      rules, against, level: level_, seed: seed ?? (this.#drawn ??= BigInt(crypto.getRandomValues(new Uint32Array(1))[0]!)), name: this.getAttribute("name") ?? undefined,
      players: players === undefined ? undefined : Number(players), dealer: dealer === undefined ? undefined : Number(dealer),
    };
  }

  #deal(): void {
    const game = this.#game!;
    game.deal();
    this.#dealt(game.match.scores.length + 1);
    if (!game.isPlaying) this.#ended();
  }

  #dealt(round: number): void {
    this.#draw();
    this.#say("gin-deal", { seed: this.seed, round, dealer: this.#game!.round!.dealer });
  }

  // --- playing ---------------------------------------------------------------------------------------

  #act(action: string): void {
    const game = this.#game!;
    game.act(action);
    this.#say("gin-played", { action, version: game.version });
    this.#drawAfter();
  }

  #drawAfter(): void {
    if (!this.#game!.isPlaying) this.#ended();
    this.#draw();
  }

  /** Show the position; if another's turn has come, it is answered. */
  #draw(): void {
    const game = this.#game!, had = this.shadowRoot!.activeElement !== null, message = game.message();
    this.#answer(); // while the table is drawn its pause begins
    const { settings, names, rounds } = game, round = `${this.seed} ${rounds.length}`;
    const told = [message.result, this.#recorded && game.isOver ? this.#recorded : "", this.#beaten()].filter(Boolean).join("\n");
    this.#show({ ...message, result: message.result ? told : "", tip: tip(message.view!, game.rules, round) });
    if (this.#kept) keepMatch(this.#kept, game.isOver ? null : { rules: game.rules.document, against: settings.level ?? settings.against, players: names.length, seed: String(settings.seed), rounds });
    if (had && !game.isPlaying) this.#parts[game.isOver ? "again" : "next"]!.focus({ preventScroll: true });
    const active = this.shadowRoot!.activeElement as HTMLElement | null;
    if (had && game.isPlaying && (!active || active.hidden || (active as HTMLButtonElement).disabled)) this.#table.focus({ preventScroll: true });
    if (!game.isPlaying) this.#parts["next"]!.scrollIntoView({ block: "nearest" });
    if (game.isYourTurn !== this.#wasYours) {
      this.#wasYours = game.isYourTurn;
      this.#say("gin-turn", { yours: game.isYourTurn });
      if (game.isYourTurn) chime();
    }
  }

  /** Let the opponents act after a pause, half of it within a turn. */
  #answer(): void {
    const game = this.#game!, begun = this.#begun, turn = game.isPlaying ? game.round!.turn : null, goesOn = turn === this.#turn;
    clearTimeout(this.#timer);
    this.#turn = turn;
    if (turn === null || game.isYourTurn) return;
    this.#timer = setTimeout(async () => {
      if (game.lacksNet && !game.slips) await this.#learn(game);
      if (begun !== this.#begun || game !== this.#game) return;
      this.#told(() => { game.step(); this.#drawAfter(); });
      if (game.isYourTurn && game.lacksNet) void this.#learn(game); // the first answer came without it
    }, (Number(this.getAttribute("pace") ?? PACE) || 0) / (goesOn ? 2 : 1));
  }

  /** How the first round compares with the points that a friend has made of its cards. */
  #beaten(): string {
    const text = this.getAttribute("beat"), game = this.#game!, [first] = game.match.games[0]!.entries, round = game.match.scores.length;
    if (!text || round !== 1 || game.isPlaying) return "";
    const made = first?.points[0] ?? 0;
    return `Your friend made ${Number(text)} points of these cards, you ${made}: ${made > Number(text) ? "beaten" : made < Number(text) ? "not beaten" : "level"}.`;
  }

  #ended(): void {
    const game = this.#game!, { match, settings } = game;
    this.#say("gin-round-over", { outcome: game.round!.outcome, price: game.price, record: game.record, seed: this.seed });
    if (!game.isOver) return;
    this.#recorded = this.#kept && typeof game.rules.document === "string" ? count(game.rules.document, settings.level ?? settings.against, match.winners.includes(0)) : "";
    this.#say("gin-match-over", { winners: match.winners, settlement: match.settlement });
  }

  #refuse(event: CustomEvent<{ action: string }>): void {
    const why = this.#game?.why(event.detail.action);
    if (!why) return;
    event.preventDefault();
    this.#table.error = why;
  }

  /** The keys of a game hold on its whole page, unless one types: before the page's own. */
  #keyed = (event: KeyboardEvent): void => {
    const target = event.composedPath()[0], game = this.#game;
    if (GinGame.#current !== this || !game || event.ctrlKey || event.metaKey || event.altKey || this.#table.hidden) return;
    if (target instanceof Element && (target.matches("input,textarea,select") || (target as HTMLElement).isContentEditable)) return;
    const key = event.key.toLowerCase(), fits = KEYS[key], other = OTHER_KEYS[key];
    if (!fits && !other && !(/^[0-9-]$/.test(key) && this.#table.pressAt(key))) return;
    event.stopPropagation();
    event.preventDefault();
    const button = (other === "next" && game.isOver ? this.#parts["again"] : this.#parts[other ?? ""]) as HTMLButtonElement | undefined;
    if (button && !button.hidden && !button.disabled) return button.click();
    const best = fits && game.isYourTurn && !this.#replay ? game.best(game.round!.legal.filter((action) => fits.test(action))) : undefined;
    if (best) this.#told(() => this.#act(best));
  };

  // --- a record ----------------------------------------------------------------------------------------

  #look(at: number): void { this.#replay!.go(at); this.#show(this.#replay!.message()); }
  #skip(step: number): void { this.#replay!.skip(step); this.#show(this.#replay!.message()); }

  // --- showing -----------------------------------------------------------------------------------------

  /** Open a panel below the table, or close it. */
  #open(name: string): void {
    const panel = this.#parts[name] as HTMLDetailsElement;
    panel.open = !panel.open;
    if (panel.open) panel.scrollIntoView({ block: "nearest" });
  }

  #show(message?: TableMessage): void {
    const parts = this.#parts, game = this.#game, replay = this.#replay, playing = game?.isPlaying ?? false, ended = game !== null && !playing;
    const hide = (hidden: boolean, ...names: string[]) => { for (const name of names) parts[name]!.hidden = hidden; };
    if (message) this.#table.hidden = false;
    else if (!game && !replay) this.#table.hidden = true;
    hide(!this.#table.hidden || !parts["fault"]!.hidden, "wait");
    hide(!game || replay !== null, "controls");
    hide(!replay, "watch");
    hide(!this.#watched, "return");
    hide(!game?.match.scores.length, "score", "scored");
    hide(!game, "card");
    hide(ended, "rule"); // the short card lies below the sheet
    hide(!ended || game.isOver, "next");
    hide(!game?.isOver, "again");
    hide(!ended, "rewatch");
    hide(!playing, "hinted", "back");
    hide(!game?.reviewable, "look");
    if (!game || playing) parts["seen"]!.replaceChildren();
    (parts["hinted"] as HTMLButtonElement).disabled = !game?.isYourTurn;
    (parts["back"] as HTMLButtonElement).disabled = !game?.canUndo;
    parts["sound"]!.textContent = `A soft sound at your turn: ${isLoud() ? "on" : "off"}`;
    if (game?.match.scores.length && message) {
      parts["stand"]!.textContent = standing(game.match);
      parts["scroll"]!.replaceChildren(drawSheet(game.match));
    }
    if (game && message) {
      parts["lines"]!.replaceChildren(...shortCard(game.rules, message.names?.length ?? 2).map((line) => element("li", "", line)));
    }
    if (replay) {
      const slider = parts["slider"] as HTMLInputElement, last = replay.frames.length - 1;
      [slider.max, slider.value] = [String(last), String(replay.at)];
      parts["place"]!.textContent = `${replay.at} of ${last}`;
      for (const [name, end] of [["first", replay.isFirst], ["before", replay.isFirst], ["after", replay.isLast], ["last", replay.isLast]] as const) (parts[name] as HTMLButtonElement).disabled = end;
    }
    this.#table.toggleAttribute("readonly", Boolean(replay));
    if (message) this.#table.show(message);
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

/** The cards of a hand as people type it: "10d Kh", "T♦", or the ranks of each suit, "A23.456.789.T". */
function cardsTyped(text: string): string {
  const parts = text.trim().toUpperCase().replace(/10/g, "T").split(".");
  if (parts.length === 4) return parts.map((ranks, suit) => [...ranks.replace(/[\s-]/g, "")].map((rank) => rank + "cdhs"[suit]).join(" ")).join(" ");
  const suits: Readonly<Record<string, string>> = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };
  return text.replace(/10/g, "T").replace(/[♣♦♥♠]/g, (suit) => suits[suit]!).replace(/[,|\uFE0E]/g, " ").replace(/([2-9tjqka])([cdhs])/gi, (_, rank: string, suit: string) => ` ${rank.toUpperCase()}${suit.toLowerCase()}`);
}

function whole(name: string, text: string | null, most: bigint): bigint | undefined {
  if (text === null || text === "") return undefined;
  if (!/^\d{1,19}$/.test(text) || BigInt(text) > most) throw new GameError(`${name} = "${text.slice(0, 40)}": it must be a whole number from 0 to ${most}.`);
  return BigInt(text);
}

function sentence(error: unknown): string {
  if (error instanceof RulesError) return `These rules cannot be played here: ${error.message}${/[.?!]$/.test(error.message) ? "" : "."}`;
  if (error instanceof GameError || error instanceof RecordError || error instanceof RefusedError) return error.message;
  return `The table cannot go on: ${error instanceof Error ? error.message : String(error)}.`;
}

coreOf().catch(() => { /* each game says it */ }); // begun before the first table is drawn
if (!customElements.get("gin-game")) customElements.define("gin-game", GinGame);

declare global {
  interface HTMLElementTagNameMap { "gin-game": GinGame }
}

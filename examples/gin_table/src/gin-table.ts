// <gin-table>: draws the view of one seat, and says by an event what its reader plays. It knows no rule of the game.
import type { Action, Card, Event, View } from "../records.js";
import { element, fill, markup, newCard, takeOver } from "./cards.js";
import { draggable, grouped, move, moved, placesOf, SORTINGS, type Sorting } from "./hand.js";
import { STYLE } from "./style.js";
import { actionWords, cardOf, cardsOf, eventWords, promptWords, spoken, written } from "./words.js";

export type { Action, Card, Event, View } from "../records.js";

/** All that a table shows. The view is needed, the rest can be left out. */
export interface TableMessage {
  /** The view of one seat, or of a spectator, as `to_dict(gin.view(state, seat))` gives it. */
  view: View | null;
  /** The version of the game, returned with every action. */
  version?: number;
  /** The names of the seats. */
  names?: readonly string[];
  /** What happened since the message before: the redacted events of this seat. */
  events?: readonly Event[];
  /** The melds of the own hand, which the table groups: "7h 8h 9h". */
  melds?: readonly string[];
  /** A word on the own hand, such as "deadwood 23". */
  note?: string;
  /** A word on actions, such as { "knock 7h": "gin" }. */
  remarks?: Readonly<Record<string, string>>;
  /** The score of each seat in the match. */
  scores?: readonly string[];
  /** A word after each score, such as "of 100", and how much of the way that is, from 0 to 1. */
  target?: string;
  shares?: readonly number[];
  /** A word on each seat, such as "your partner". */
  badges?: readonly string[];
  /** Lines beside the piles, such as "knock with 7 or less"; the knock limit and the doubles if left out. */
  facts?: readonly string[];
  /** Whether the whole discard pile is open, because several cards of it can be taken. */
  open_pile?: boolean;
  /** The heading, such as the title of the rules. */
  heading?: string;
  /** A sentence in the place of the table's own on who must act, or on how the round ended. */
  prompt?: string;
  /** A sentence for somebody who is new to the game. */
  tip?: string;
  /** The result of the round, in lines. */
  result?: string;
  /** The hands at the end of the round, by seat: the melds among the cards that are left in them, and what counts against them. */
  hands?: readonly { readonly melds: readonly string[]; readonly deadwood: number }[];
  /** Whether its reader has won the match, which is a moment. */
  cheer?: boolean;
  /** The fault of the last action; the table can be played on. */
  error?: string;
  /** An action to point at. */
  hint?: Action | "";
}

const MOST_BUTTONS = 8;
const STILL = 400; // milliseconds in which a second press at the same place, or one on a button that has just come, is none
const NEAR = 40; // pixels
const NOTHING: Required<Omit<TableMessage, "view" | "version">> = {
  names: [], events: [], melds: [], note: "", remarks: {}, scores: [], target: "", shares: [], badges: [], facts: [], open_pile: false, heading: "",
  prompt: "", tip: "", result: "", hands: [], cheer: false, error: "", hint: "",
};
const PARTS = `<style>${STYLE}</style><div class="table"><p class="title"></p><div class="others"></div><div class="middle"></div>
<div class="talk"><p class="error" role="alert"></p><ol class="log"></ol><p class="prompt"></p><p class="tip"></p></div><div class="mine"></div>
<div class="actions" role="group" aria-label="What you can do"></div><div class="host"><slot></slot><button type="button" class="sorting plain">Sort</button></div>
<div class="sheet"></div><p class="live" role="status"></p></div>`;
const DOTS = 44, COLORS = ["#f2c14e", "#d8344a", "#8fd3ae", "#fffdf8"];
const CUP = `<svg class="cup" viewBox="0 0 74 74" aria-hidden="true"><path fill="#eab53c" stroke="#8a6414" stroke-width="2" stroke-linejoin="round"
d="M20 8h34v16a17 17 0 0 1-34 0zM20 12H9c0 14 5 18 12 19M54 12h11c0 14-5 18-12 19M33 40h8v12h-8zM23 54h28v8H23z"/></svg>`;

const PLACES = [..."1234567890-"]; // keys of the cards of the hand

export class GinTable extends HTMLElement {
  static observedAttributes = ["sort", "readonly", "compact"];

  #message: TableMessage = { view: null };
  #cards = new Map<string, HTMLElement>();
  #parts: Record<string, HTMLElement> = {};
  #own: Card[] = []; // the order that the reader gave the hand
  #chosen: { title: string; actions: Action[] } | null = null;
  #drawn: Card | undefined;
  #log: string[] = [];
  #knock = ""; // who has knocked: said until the round is over
  #wasOver = false;
  #waited = false; // for a turn
  #heard: readonly Event[] = NOTHING.events;
  #busy = false;
  #due = false;
  #wantsFocus = false;
  #pressed = { at: -STILL, x: 0, y: 0 }; // the press before
  #come = new Map<string, number>(); // when each button came to its place

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.append(markup(PARTS));
    for (const made of root.querySelectorAll<HTMLElement>("[class]")) this.#parts[made.classList[0]!] = made;
    this.#parts["result"] = element("p", "result"); // in the sheet, at the end
    this.#part("sorting").addEventListener("click", () => this.resort());
    this.addEventListener("click", (event) => this.#guard(event), { capture: true });
    root.addEventListener("keydown", (event) => this.#key(event as KeyboardEvent));
  }

  connectedCallback(): void {
    takeOver(this, ["view", "names", "events"]);
    this.#later();
  }

  attributeChangedCallback(): void {
    this.#later();
  }

  /** Show a message in the place of the one before; what it leaves out keeps nothing of that. One that is none is refused, and the old one stays. */
  show(message: TableMessage): void {
    const before = this.#message;
    this.#message = { ...message };
    this.#busy = false;
    try {
      this.#render();
    } catch (cause) {
      this.#message = before;
      this.#render();
      throw new TypeError("This is no message for a table: its view must be the JSON of gin.view.", { cause });
    }
  }

  get view(): View | null { return this.#message.view; }
  set view(view: View | null) { this.#set({ view }); }
  get names(): readonly string[] { return this.#message.names ?? []; }
  set names(names: readonly string[]) { this.#set({ names }); }
  get events(): readonly Event[] { return this.#message.events ?? []; }
  set events(events: readonly Event[]) { this.#set({ events }); }
  get error(): string { return this.#message.error ?? ""; }
  set error(error: string) { this.#set({ error }); }
  get hint(): Action | "" { return this.#message.hint ?? ""; }
  set hint(hint: Action | "") { this.#set({ hint }); }
  get version(): number | undefined { return this.#message.version; }

  /** Give the focus to what the reader can do: the first action, or else the hand. */
  override focus(options?: FocusOptions): void {
    this.#first?.focus(options);
  }

  #set(changed: Partial<TableMessage>): void {
    this.#message = { ...this.#message, ...changed };
    this.#busy = false;
    this.#later();
  }

  #later(): void {
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => { if (this.#due) this.#render(); });
  }

  get #all(): Required<Omit<TableMessage, "version">> { return { ...NOTHING, ...this.#message }; }
  get #legal(): readonly Action[] { return this.hasAttribute("readonly") ? [] : (this.view?.legal ?? []); }
  get #sorting(): Sorting { const sort = this.getAttribute("sort"); return sort === "own" || SORTINGS.includes(sort as Sorting) ? (sort as Sorting) : "melds"; }

  // --- drawing -----------------------------------------------------------------------------------

  #part(name: string): HTMLElement { return this.#parts[name]!; }

  #render(): void {
    this.#due = false;
    const view = this.view, { heading, error, result, hint, tip } = this.#all;
    this.setAttribute("aria-busy", String(this.#busy));
    this.#part("table").hidden = !view;
    if (!view) return;
    const active = this.shadowRoot!.activeElement as HTMLElement | null;
    const focused = active?.dataset["card"], hadFocus = active !== null;
    const before = placesOf(this.#cards.values());
    const stock = this.#cards.get("stock")?.getBoundingClientRect();
    const hands = new Map([...this.shadowRoot!.querySelectorAll<HTMLElement>("[data-seat]")].map((seat) => [Number(seat.dataset["seat"]), seat.getBoundingClientRect()]));
    const isNew = this.#all.events !== this.#heard;
    if (isNew) this.#listen(view);

    const used = new Set<string>();
    const card = (key: string): HTMLElement => {
      used.add(key);
      let made = this.#cards.get(key);
      if (!made) {
        this.#cards.set(key, (made = newCard(key)));
        if (made.dataset["card"]) this.#press(made, key as Card);
      }
      made.className = made.className.replace(/ (own|new|hint|added|seen|gap|chosen|up)\b/g, "");
      for (const name of ["--turn", "--drop"]) made.style.removeProperty(name);
      return made;
    };
    this.#part("title").textContent = heading;
    this.#part("title").hidden = !heading;
    this.#drawOthers(view, card);
    this.#drawMiddle(view, card);
    this.#drawMine(view, card);
    this.#part("prompt").textContent = this.#all.prompt || promptWords(view, this.names, written);
    this.#part("tip").textContent = tip;
    const advice = hint && !this.hasAttribute("readonly") ? [`Hint: ${actionWords(hint, view, written).toLowerCase().replace(/\b10|[ajqk](?=[♣♦♥♠])/g, (rank) => rank.toUpperCase())}.`] : [];
    fill(this.#part("log"), [...this.#log.slice(-3), ...advice].map((line) => element("li", "", line)));
    this.#part("error").textContent = error;
    this.#part("result").textContent = result;
    this.#drawSheet(view, card);
    this.#drawActions();
    if (isNew || hint || !this.#part("live").textContent) this.#tell(view);
    for (const [key, old] of this.#cards) if (!used.has(key)) { old.remove(); this.#cards.delete(key); }
    const from = this.#origins(view, stock, hands);
    move(this.#cards.values(), before, from);
    if (hadFocus || this.#wantsFocus) this.#focusAgain(focused);
  }

  /** Keep what happened, and the card that was drawn. */
  #listen(view: View): void {
    const events = this.#all.events;
    this.#heard = events;
    this.#chosen = null;
    for (const event of events) {
      if ("seat" in event && event.seat === view.seat && (event.kind === "drew-stock" || event.kind === "took-discard")) {
        this.#drawn = event.kind === "drew-stock" ? (event.card === "??" ? undefined : event.card) : cardsOf(event.cards).at(-1);
      }
    }
    const ends = (line: Event) => ["knocked", "went-big-gin"].includes(line.kind);
    if (this.#wasOver) this.#knock = "";
    for (const event of events.filter(ends)) this.#knock = eventWords(event, view, this.names, written);
    const lines = events.filter((event) => !ends(event) && event.kind !== "round-ended").map((event) => eventWords(event, view, this.names, written));
    if (events.length || this.#wasOver) this.#log = [...(this.#knock ? [this.#knock] : []), ...lines.slice(this.#knock ? -2 : -3)];
    this.#wasOver = view.phase.kind === "round-over"; // a new deal begins without the lines of the last
    if (view.phase.kind !== "play-turn" || view.phase.seat !== view.seat) this.#drawn = undefined;
  }

  #tell(view: View): void {
    const said = this.#all.events.filter((event) => event.kind !== "round-ended" && !("seat" in event && event.seat === view.seat && event.kind !== "drew-stock"));
    this.#part("live").textContent = [...said.map((event) => eventWords(event, view, this.names, spoken)), this.#all.prompt || promptWords(view, this.names, spoken),
      this.hint ? `Hint: ${actionWords(this.hint, view, spoken)}.` : ""].join(" ").trim();
  }

  #origins(view: View, stock: DOMRect | undefined, hands: ReadonlyMap<number, DOMRect>): (card: HTMLElement) => DOMRect | undefined {
    const discarded = new Map<string, number>();
    for (const event of this.#all.events) if (event.kind === "discarded" || event.kind === "knocked") discarded.set(event.card, event.seat);
    return (card) => {
      const seat = discarded.get(card.dataset["card"] ?? "");
      if (seat !== undefined && seat !== view.seat) return hands.get(seat) ?? stock;
      return card.closest(".pile, .melds") ? undefined : (stock ?? this.#cards.get("stock")?.getBoundingClientRect());
    };
  }

  #who(view: View, seat: number): HTMLElement {
    const { scores, badges, note, target, shares } = this.#all, line = element("div", "who"), said = element("p", "said");
    const own = seat === view.seat, name = this.#name(view, seat), disc = element("span", "disc", [...name][0]);
    disc.setAttribute("aria-hidden", "true");
    said.append(element("bdi", "name", name));
    if (seat === view.dealer) said.append(element("span", "badge dealer", "dealer"));
    if (badges[seat]) said.append(element("span", "badge", badges[seat]));
    if (own && note) said.append(element("span", "note", note));
    line.append(disc, said);
    if (shares.length) line.append(bar("bar", shares[seat] ?? 0));
    if (scores[seat]) {
      const score = element("span", "score", String(scores[seat]));
      score.title = "score in the match";
      if (target) score.append(" ", element("small", "", target));
      line.append(score);
    }
    return line;
  }

  #name(view: View, seat: number): string { return String(this.names[seat] || (seat === view.seat ? "You" : `Seat ${seat}`)); }

  /** The deadwood that a knock or a spread leaves, as its remark says; gin is 0. */
  #left(action: Action): number { return Number(/\d+/.exec(this.#all.remarks[action] ?? "")?.[0] ?? 0); }

  #seat(view: View, seat: number, children: readonly HTMLElement[]): HTMLElement {
    const turn = "seat" in view.phase && view.phase.seat === seat;
    const made = element("div", `seat${turn ? " turn" : ""}${seat === view.seat ? " own" : ""}`);
    made.dataset["seat"] = String(seat);
    made.append(this.#who(view, seat), ...children);
    return made;
  }

  #fan(cards: readonly Card[], card: (key: string) => HTMLElement, original: ReadonlySet<Card>, label: string): HTMLElement {
    const fan = element("div", "fan");
    fan.setAttribute("role", "group");
    fan.setAttribute("aria-label", `${label}: ${cards.map(spoken).join(", ")}`);
    fan.append(...cards.map((each) => {
      const drawn = still(card(each));
      drawn.classList.toggle("added", !original.has(each));
      return drawn;
    }));
    return fan;
  }

  /** The melds of a seat that lie on the table. */
  #melds(view: View, seat: number, card: (key: string) => HTMLElement): HTMLElement[] {
    const own = view.table.filter((meld) => meld.owner === seat);
    return own.map((meld) => this.#fan(inSequence(cardsOf(meld.cards), meld.kind), card, new Set(cardsOf(meld.original)), "meld"));
  }

  #drawOthers(view: View, card: (key: string) => HTMLElement): void {
    const near = view.seat ?? view.seats - 1, others: HTMLElement[] = [], isOver = view.phase.kind === "round-over";
    for (let step = 1; step < view.seats + (view.seat === undefined ? 1 : 0); step++) {
      const seat = (near + step) % view.seats, row = element("div", "row"), fan = element("div", "fan hold"), melds = element("div", "melds");
      const known = cardsOf(view.known[seat] ?? ""), hidden = Math.max(0, (view.hand_sizes[seat] ?? 0) - known.length);
      fan.setAttribute("role", "group");
      fan.setAttribute("aria-label", [hidden ? `${hidden} hidden cards` : "", known.map(spoken).join(", ")].filter(Boolean).join(", ") || "no card");
      if (!isOver) { // at the end they lie in the sheet
        for (let number = 0; number < hidden; number++) fan.append(card(`back ${seat} ${number}`));
        for (const each of known) {
          fan.append(still(card(each)));
          card(each).classList.add("up");
        }
        melds.append(...this.#melds(view, seat, card));
      }
      arc(fan);
      row.append(fan, melds);
      others.push(this.#seat(view, seat, [row]));
    }
    this.#part("others").classList.toggle("many", others.length > 1);
    this.#part("others").replaceChildren(...others);
  }

  /** The end of a round: who has won, all hands in their melds, the sum, the way to the target, and the page's buttons. */
  #drawSheet(view: View, card: (key: string) => HTMLElement): void {
    const sheet = this.#part("sheet"), isOver = view.phase.kind === "round-over", { scores, shares, hands, cheer, target } = this.#all;
    const prompt = this.#part("prompt"), result = this.#part("result"), host = this.#part("host");
    if (sheet.hidden && isOver) this.#come.set("sheet", performance.now());
    sheet.hidden = !isOver;
    this.#part("sorting").hidden = isOver || cardsOf(view.hand).length < 2;
    this.#part("sorting").title = `Sorted by ${this.#sorting}`;
    for (const dot of this.shadowRoot!.querySelectorAll(".dot")) dot.remove();
    if (!isOver) {
      if (!prompt.parentElement?.matches(".talk")) { this.#part("tip").before(prompt); this.#part("actions").after(host); }
      return sheet.replaceChildren();
    }
    const sides = element("div", view.seats > 3 ? "sides many" : "sides"), seats = [...Array(view.seats).keys()];
    const total = (seat: number) => {
      const score = element("b", "", String(scores[seat] ?? ""));
      score.title = `score in the match${target ? `, ${target}` : ""}`;
      return score;
    };
    for (const seat of seats) {
      const melds = element("div", "melds"), held = cardsOf(view.known[seat] ?? ""), inMelds = (hands[seat]?.melds ?? []).map(cardsOf);
      const rest = held.filter((each) => !inMelds.flat().includes(each)), all = new Set(held);
      melds.append(...this.#melds(view, seat, card), ...inMelds.map((meld) => this.#fan(meld, card, all, "meld")));
      if (rest.length) melds.append(this.#fan(rest, card, all, "deadwood"));
      const left = element("b", "", String(hands[seat]?.deadwood ?? ""));
      left.title = "deadwood";
      sides.append(element("bdi", "", this.#name(view, seat)), melds, left);
      if (view.seats > 3) sides.append(total(seat));
    }
    for (const seat of shares.length && view.seats <= 3 ? seats : []) {
      sides.append(element("bdi", "", this.#name(view, seat)), bar(seat === view.seat ? "race me" : "race", shares[seat] ?? 0), total(seat));
    }
    sheet.replaceChildren(...(cheer ? [markup(CUP)] : []), prompt, result, sides, host);
    if (cheer) this.#part("table").append(...Array.from({ length: DOTS }, dot));
  }

  #drawMiddle(view: View, card: (key: string) => HTMLElement): void {
    const legal = this.#legal, place = (name: string, ...children: HTMLElement[]) => {
      const made = element("div", `place ${name}`);
      made.append(...children);
      return made;
    };
    const stock = element("div", `stock${view.stock_size ? "" : " empty"}`), draws = legal.includes("draw");
    if (view.stock_size) {
      const top = card("stock");
      this.#dress(top, legal.filter((action) => action === "draw"), `stock, ${view.stock_size} cards`, "Draw from the stock");
      stock.append(top);
    }
    const several = this.#all.open_pile || view.legal.some((action) => /^take \d/.test(action));
    const pile = element("div", `pile fan${view.discards ? "" : " empty"}${several ? " several" : ""}`);
    const discards = cardsOf(view.discards), shown = several ? discards : discards.slice(-3);
    shown.forEach((each, at) => {
      const count = shown.length - at, takes = legal.filter((action) => action === (count > 1 ? `take ${count}` : "take") || (count === 1 && action === "take 1"));
      const drawn = card(each);
      if (takes.length) this.#dress(drawn, takes, "", actionWords(takes[0]!, view, spoken));
      else still(drawn);
      pile.append(drawn);
    });
    const facts = element("ul", "facts"), fact = (text: string) => facts.append(element("li", "", text));
    const usual = [view.knock_limit ? `knock with ${view.knock_limit} or less` : "", (view.factor ?? 1) > 1 ? `doubled: × ${view.factor}` : ""];
    for (const text of this.#message.facts ?? usual.filter(Boolean)) fact(text);
    const top = discards.at(-1), takes = top && legal.some((action) => action === "take" || action === "take 1");
    const under = takes && !several ? `Take ${written(top)}` : `${discards.length} ${discards.length === 1 ? "discard" : "discards"}`;
    this.#part("middle").classList.toggle("wide", several);
    this.#part("middle").replaceChildren(
      place("stocked", stock, element("p", "label", `${draws ? "Draw · " : ""}${view.stock_size} left`)), place("open", pile, element("p", "label", under)), facts,
    );
  }

  #drawMine(view: View, card: (key: string) => HTMLElement): void {
    if (view.seat === undefined) return this.#part("mine").replaceChildren();
    const hand = cardsOf(view.hand), fan = element("div", "fan hand"), { hint, note } = this.#all;
    const isOver = view.phase.kind === "round-over";
    fan.setAttribute("role", "group");
    fan.setAttribute("aria-label", `your hand, ${hand.length} cards${note ? `, ${note}` : ""}. Arrows move from card to card, Shift and an arrow move the card, a digit plays the card at its place.`);
    if (isOver) for (const name of ["role", "aria-label"]) fan.removeAttribute(name);
    else {
      const groups = this.#groups(), pointed = hint ? cardOf(hint) : undefined, seen = new Set(cardsOf(view.known[view.seat] ?? ""));
      groups.forEach((group, number) => group.forEach((each, at) => {
        const drawn = card(each), actions = this.#actionsOf(each), first = actions[0];
        drawn.classList.add("own");
        const single = actions.length === 1 && first ? actionWords(first, view, spoken) : spoken(each);
        this.#dress(drawn, actions, "", `${single}${each === this.#drawn ? ", just drawn" : ""}${seen.has(each) ? ", seen by all" : ""}`, true);
        drawn.classList.toggle("gap", number > 0 && at === 0);
        drawn.classList.toggle("new", each === this.#drawn);
        drawn.classList.toggle("seen", seen.has(each) && seen.size < hand.length);
        drawn.classList.toggle("hint", each === pointed);
        drawn.classList.toggle("chosen", this.#chosen !== null && this.#chosen.actions.every((action) => cardOf(action) === each));
        drawn.tabIndex = -1;
        fan.append(drawn);
      }));
      const stop = [...fan.children].find((each) => each === this.shadowRoot!.activeElement) ?? fan.firstElementChild;
      if (stop instanceof HTMLElement) stop.tabIndex = 0;
      arc(fan);
      fan.style.cssText = `--more:${Math.max(1, hand.length - 1)};--gaps:${groups.length - 1}`;
      fan.append(...this.#tags(groups));
    }
    const melds = element("div", "melds");
    if (!isOver) melds.append(...this.#melds(view, view.seat, card));
    const seat = this.#seat(view, view.seat, []);
    seat.prepend(melds, fan);
    this.#part("mine").replaceChildren(seat);
  }

  #groups(): Card[][] {
    const view = this.view!, melds = this.#all.melds.map(cardsOf);
    return grouped(cardsOf(view.hand), this.#sorting, melds, this.#own);
  }

  /** The names of the melds, below the hand. */
  #tags(groups: readonly Card[][]): HTMLElement[] {
    const melds = this.#sorting === "melds" ? this.#all.melds.map(cardsOf) : [];
    return groups.flatMap((group, number) => {
      if (!melds.some((meld) => meld.length === group.length && meld.every((card) => group.includes(card)))) return [];
      const before = groups.slice(0, number).flat().length, isLast = number === groups.length - 1;
      const tag = element("span", isLast ? "tag last" : "tag", group.every((card) => card[0] === group[0]![0]) ? "set" : "run");
      tag.setAttribute("aria-hidden", "true");
      tag.style.cssText = `--at:${before + (group.length - 1) / 2};--before:${number}`;
      return [tag];
    });
  }

  /** Show as a button, or as a still card. */
  #dress(card: HTMLElement, actions: readonly Action[], still_: string, label: string, always = false): void {
    const active = always ? !this.hasAttribute("readonly") : actions.length > 0;
    card.setAttribute("role", active ? "button" : "img");
    card.removeAttribute("aria-hidden");
    card.setAttribute("aria-label", active || always ? label : still_);
    if (active) card.tabIndex = 0; else card.removeAttribute("tabindex");
    card.onclick = null;
    if (card.classList.contains("back")) card.onclick = active ? () => this.#choose(actions, label) : null;
  }

  /** What a press on a card of the hand can mean: a knock has its own button. */
  #actionsOf(card: Card): Action[] {
    const all = this.#legal.filter((action) => cardOf(action) === card), discard = `discard ${card}` as Action;
    return all.includes(discard) ? all.filter((action) => !action.startsWith("knock ")) : all;
  }

  /** Sort the hand in the next of the ways. */
  resort(): void { this.setAttribute("sort", SORTINGS[(SORTINGS.indexOf(this.#sorting) + 1) % SORTINGS.length]!); }

  // --- what the reader does ------------------------------------------------------------------------

  /** A second tap at the same place, or a press on what has just come under the finger, was meant for what was there. */
  #guard(event: MouseEvent): void {
    if (event.detail === 0) return; // of a key or a script
    // the time of the press: on a slow phone the page hears it later
    const now = event.timeStamp, { at, x, y } = this.#pressed, target = (event.composedPath() as Element[]).find((node) => node.matches?.("button"));
    const isSecond = now - at < STILL && Math.hypot(event.clientX - x, event.clientY - y) < NEAR;
    const came = target && this.#part("host").parentElement === this.#part("sheet") && this.contains(target) ? "sheet" : (target as HTMLElement | undefined)?.dataset["place"];
    if (isSecond || (came && now - (this.#come.get(came) ?? -STILL) < STILL)) {
      event.preventDefault();
      return event.stopImmediatePropagation();
    }
    this.#pressed = { at: now, x: event.clientX, y: event.clientY };
  }

  #press(card: HTMLElement, name: Card): void {
    card.addEventListener("click", () => {
      if (card.getAttribute("role") !== "button") return;
      const view = this.view!, count = cardsOf(view.discards).length - cardsOf(view.discards).indexOf(name);
      if (card.classList.contains("own")) this.#choose(this.#actionsOf(name), spoken(name), `discard ${name}`);
      else this.#choose(this.#legal.filter((action) => action === (count > 1 ? `take ${count}` : "take")), spoken(name));
    });
    draggable(card, {
      over: (_, x, y) => this.#part("middle").classList.toggle("target", within(this.#part("middle"), x, y)),
      drop: (_, x, y) => {
        if (within(this.#part("middle"), x, y)) return this.#choose(this.#actionsOf(name).filter((action) => action.startsWith("discard ")), spoken(name), `discard ${name}`);
        this.#sortTo(name, this.#placeAt(name, x, y));
      },
    });
  }

  #placeAt(name: Card, x: number, y: number): number {
    const others = [...this.shadowRoot!.querySelectorAll<HTMLElement>(".hand .card")].filter((card) => card.dataset["card"] !== name);
    const row = others.filter((card) => { const box = card.getBoundingClientRect(); return y > box.top - 8 && y < box.bottom + 8; });
    const after = (row.length ? row : others).filter((card) => card.getBoundingClientRect().left + 12 < x);
    const last = after.at(-1) ?? row[0];
    if (!last) return others.length;
    return others.indexOf(last) + (after.length ? 1 : 0);
  }

  #sortTo(card: Card, place: number): void {
    this.#own = moved(this.#groups().flat(), card, place);
    if (this.#sorting === "own") this.#render();
    else this.setAttribute("sort", "own");
  }

  #choose(actions: readonly Action[], title: string, tried = ""): void {
    if (this.#busy) return;
    if (actions.length === 1) return this.#send(actions[0]!);
    if (actions.length) {
      this.#chosen = { title, actions: [...actions] };
      this.#wantsFocus = true;
      return this.#render();
    }
    const asked = new CustomEvent("gin-illegal", { detail: { action: tried, version: this.version }, bubbles: true, composed: true, cancelable: true });
    if (this.dispatchEvent(asked)) this.error = `Not now. ${promptWords(this.view!, this.names, written)}`;
  }

  #send(action: Action): void {
    if (this.#busy) return;
    this.#busy = true;
    this.#chosen = null;
    this.#wantsFocus = true;
    this.setAttribute("aria-busy", "true");
    this.dispatchEvent(new CustomEvent("gin-action", { detail: { action, version: this.version }, bubbles: true, composed: true }));
  }

  #drawActions(): void {
    const view = this.view!, { remarks, hint } = this.#all, chosen = this.#chosen;
    const button = (text: string, label: string, go: () => void, name = "") => {
      const made = element("button", name), shown = element("span", "", text);
      made.type = "button";
      shown.setAttribute("aria-hidden", "true");
      made.append(shown, element("span", "aloud", label)); // short for the eye, words for the ear
      made.addEventListener("click", go);
      return made;
    };
    const play = (action: Action, isBest = false) => {
      const remark = remarks[action] ? ` · ${String(remarks[action])}` : "";
      const name = [chosen && "choice", action === hint && "hint", isBest && "go"].filter(Boolean).join(" ");
      const made = button(actionWords(action, view, written) + remark.replace("deadwood ", ""), actionWords(action, view, spoken) + remark.replace(" ·", ","), () => this.#send(action), name);
      made.dataset["action"] = action;
      return made;
    };
    const menu = (title: string, actions: Action[]) => button(`${title} …`, title, () => this.#choose(actions, title));
    const made: HTMLElement[] = [];
    if (chosen) {
      const back = () => { this.#chosen = null; this.#wantsFocus = true; this.#render(); };
      made.push(...chosen.actions.map((action) => play(action)), button("Back", "Back", back, "plain"));
    } else {
      const of = (test: RegExp) => this.#legal.filter((action) => test.test(action)), sorted = (actions: Action[]) => [...actions].sort((one, other) => this.#left(one) - this.#left(other));
      const knocks = sorted(of(/^knock /)), spreads = sorted(of(/^spread\b/)), best = spreads.filter((action) => this.#left(action) === this.#left(spreads[0]!));
      const families: [string, Action[]][] = [["Meld", of(/^lay (?!off )/)], ["Lay off", of(/^lay off /)], ["Take", of(/^take /)]];
      const listed = new Set([...knocks, ...spreads, ...families.flatMap(([, actions]) => actions)]);
      if (knocks.length > 1) made.push(menu("Other knocks", knocks.slice(1)));
      else if (of(/^discard /).length) made.push(element("p", "tip", knocks.length ? "or press a card" : "Press a card to discard it"));
      made.push(...this.#legal.filter((action) => !listed.has(action) && !/^discard /.test(action)).map((action) => play(action, action === "big gin")));
      made.push(...knocks.slice(0, 1).map((action) => play(action, true)));
      made.push(...best.slice(0, MOST_BUTTONS).map((action, place) => play(action, place === 0)));
      if (spreads.length > Math.min(best.length, MOST_BUTTONS)) made.push(menu("Other melds", spreads.slice(Math.min(best.length, MOST_BUTTONS))));
      for (const [title, actions] of families) made.push(...(actions.length > MOST_BUTTONS ? [menu(title, actions)] : actions.map((action) => play(action))));
    }
    const before = this.#come, now = performance.now();
    this.#come = new Map([["sheet", before.get("sheet") ?? now]]);
    made.forEach((each, place) => {
      each.dataset["place"] = `${place} ${each.textContent}`;
      this.#come.set(each.dataset["place"], before.get(each.dataset["place"]) ?? now);
    });
    fill(this.#part("actions"), made);
  }

  get #first(): HTMLElement | null {
    const found = [".actions .choice", ".actions button", '.hand .card[tabindex="0"]'].map((selector) => this.shadowRoot!.querySelector<HTMLElement>(selector));
    return found.find(Boolean) ?? null;
  }

  #focusAgain(focused: string | undefined): void {
    const root = this.shadowRoot!, wanted = this.#wantsFocus;
    this.#wantsFocus = this.#busy;
    const isIdle = (wanted || this.#waited) && this.#legal.length > 0 && !this.#actionsOf(focused as Card).length; // at a new turn a card that does nothing
    this.#waited = !this.#legal.length;
    const same = focused && !this.#chosen && !isIdle ? root.querySelector<HTMLElement>(`[data-card="${focused}"][tabindex="0"], [data-card="${focused}"].own, button[data-card="${focused}"]`) : null;
    const next = same ?? this.#first;
    if (next && (same || wanted || !root.activeElement)) {
      if (next.classList.contains("own")) { for (const card of root.querySelectorAll<HTMLElement>(".hand .card")) card.tabIndex = -1; next.tabIndex = 0; }
      next.focus({ preventScroll: true });
    }
  }

  /** Press the card whose place in the hand a key names: 1 to 9, 0 and -. */
  pressAt(key: string): boolean {
    const card = PLACES.includes(key) ? this.shadowRoot!.querySelectorAll<HTMLElement>(".hand .card")[PLACES.indexOf(key)] : undefined;
    card?.click();
    return card !== undefined;
  }

  /** Arrows go from card to card of the hand, with Shift they move the card; Enter and Space press it. A digit presses the card at its place. */
  #key(event: KeyboardEvent): void {
    const card = this.shadowRoot!.activeElement as HTMLElement | null;
    if (event.key === "Escape" && this.#chosen) { this.#chosen = null; this.#wantsFocus = true; return this.#render(); }
    if (!event.ctrlKey && !event.metaKey && !event.altKey && !(event.target instanceof HTMLInputElement) && this.pressAt(event.key)) return;
    if (!card?.classList.contains("card") || card.getAttribute("role") !== "button") return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return card.click();
    }
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -99, End: 99 }[event.key];
    if (step === undefined || !card.classList.contains("own")) return;
    event.preventDefault();
    const cards = [...this.shadowRoot!.querySelectorAll<HTMLElement>(".hand .card")], at = cards.indexOf(card);
    const place = Math.max(0, Math.min(cards.length - 1, at + step));
    if (event.shiftKey) return this.#sortTo(card.dataset["card"] as Card, place);
    card.tabIndex = -1;
    cards[place]!.tabIndex = 0;
    cards[place]!.focus();
  }
}

function bar(name: string, share: number): HTMLElement {
  const made = element("div", name), done = element("i");
  done.style.width = `${Math.max(0, Math.min(1, Number(share) || 0)) * 100}%`;
  made.append(done);
  return made;
}

/** Turn the cards of a fan along a shallow arc. */
function arc(fan: HTMLElement): void {
  const cards = [...fan.querySelectorAll<HTMLElement>(".card")], isOwn = fan.classList.contains("hand");
  cards.forEach((card, place) => {
    const from = place - (cards.length - 1) / 2, turn = (isOwn ? 1.5 : -2) * from, drop = (isOwn ? 0.75 : -0.5) * from * from;
    card.style.setProperty("--turn", `${turn}deg`);
    card.style.setProperty("--drop", `${drop}px`);
  });
}

function dot(_: unknown, number: number): HTMLElement {
  const made = element("i", "dot");
  made.style.cssText = `left:${(number * 37) % 100}%;background:${COLORS[number % COLORS.length]};--later:${((number * 53) % 90) / 100}s;--drift:${((number * 29) % 120) - 60}px`;
  return made;
}

const within = (part: HTMLElement, x: number, y: number): boolean => {
  const box = part.getBoundingClientRect();
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
};

function still(card: HTMLElement): HTMLElement {
  card.setAttribute("role", "img");
  card.setAttribute("aria-label", spoken(card.dataset["card"] ?? ""));
  card.removeAttribute("tabindex");
  return card;
}

/** The cards of a meld as they lie: a run round the corner begins with its lower end. */
function inSequence(cards: readonly Card[], kind: "set" | "run"): Card[] {
  const order = "A23456789TJQK", sorted = [...cards].sort((a, b) => order.indexOf(a[0]!) - order.indexOf(b[0]!));
  if (kind !== "run") return sorted;
  const gap = sorted.findIndex((card, at) => at > 0 && order.indexOf(card[0]!) - order.indexOf(sorted[at - 1]![0]!) > 1);
  return gap > 0 ? [...sorted.slice(gap), ...sorted.slice(0, gap)] : sorted;
}

if (!customElements.get("gin-table")) customElements.define("gin-table", GinTable);

declare global {
  interface HTMLElementTagNameMap { "gin-table": GinTable }
  interface HTMLElementEventMap {
    "gin-action": CustomEvent<{ action: Action; version: number | undefined }>;
    "gin-illegal": CustomEvent<{ action: string; version: number | undefined }>;
  }
}

// <gin-table>: draws the view of one seat, and says by an event what its reader plays. It knows no rule of the game.
import type { Action, Card, Event, View } from "../records.js";
import { element, fill, newCard } from "./cards.js";
import { draggable, grouped, moved, SORTINGS, type Sorting } from "./hand.js";
import { move, placesOf } from "./motion.js";
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
  /** The result of the round, in lines. */
  result?: string;
  /** The fault of the last action; the table can be played on. */
  error?: string;
  /** An action to point at. */
  hint?: Action | "";
}

const MOST_BUTTONS = 8;
const NOTHING: Required<Omit<TableMessage, "view" | "version">> = {
  names: [], events: [], melds: [], note: "", remarks: {}, scores: [], badges: [], facts: [], open_pile: false, heading: "", prompt: "", result: "", error: "", hint: "",
};

const PLACES = [..."1234567890-"]; // keys of the cards of the hand

export class GinTable extends HTMLElement {
  static observedAttributes = ["sort", "covered", "readonly", "heading"];

  #message: TableMessage = { view: null };
  #cards = new Map<string, HTMLElement>();
  #parts: Record<string, HTMLElement> = {};
  #own: Card[] = []; // the order that the reader gave the hand
  #chosen: { title: string; actions: Action[] } | null = null;
  #drawn: Card | undefined;
  #log: string[] = [];
  #wasOver = false;
  #waited = false; // for a turn
  #heard: readonly Event[] = NOTHING.events;
  #busy = false;
  #due = false;
  #wantsFocus = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" }), style = element("style");
    style.textContent = STYLE;
    const part = (tag: keyof HTMLElementTagNameMap, name: string) => (this.#parts[name] = element(tag, name));
    const table = part("div", "table"), host = element("div", "host");
    const aloud = part("p", "live"), error = part("p", "error"), actions = part("div", "actions");
    aloud.setAttribute("role", "status");
    error.setAttribute("role", "alert");
    actions.setAttribute("role", "group");
    actions.setAttribute("aria-label", "What you can do");
    host.append(element("slot"));
    table.append(
      part("p", "title"), part("div", "others"), part("div", "middle"), part("div", "mine"), part("p", "prompt"), part("ol", "log"),
      error, actions, part("div", "result"), host, aloud,
    );
    root.append(style, table);
    root.addEventListener("keydown", (event) => this.#key(event as KeyboardEvent));
    new ResizeObserver(() => this.#fit()).observe(this);
  }

  connectedCallback(): void {
    // a page may have set properties before the element was defined
    for (const name of ["view", "names", "events"] as const) {
      if (Object.hasOwn(this, name)) {
        const value = this[name];
        delete (this as Record<string, unknown>)[name];
        (this as Record<string, unknown>)[name] = value;
      }
    }
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
  get #legal(): readonly Action[] { return this.hasAttribute("readonly") || this.hasAttribute("covered") ? [] : (this.view?.legal ?? []); }
  get #sorting(): Sorting { const sort = this.getAttribute("sort"); return sort === "own" || SORTINGS.includes(sort as Sorting) ? (sort as Sorting) : "melds"; }

  // --- drawing -----------------------------------------------------------------------------------

  #part(name: string): HTMLElement { return this.#parts[name]!; }

  #render(): void {
    this.#due = false;
    const view = this.view, { heading, error, result, hint } = this.#all;
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
      made.className = made.className.replace(/ (own|new|hint|added|seen|gap|chosen)\b/g, "");
      return made;
    };
    this.#part("title").textContent = heading;
    this.#part("title").hidden = !heading;
    this.#drawOthers(view, card);
    this.#drawMiddle(view, card);
    this.#drawMine(view, card);
    this.#part("prompt").textContent = this.#all.prompt || promptWords(view, this.names, written);
    const advice = hint && !this.hasAttribute("readonly") ? [`Hint: ${actionWords(hint, view, written)}.`] : [];
    fill(this.#part("log"), [...this.#log, ...advice].slice(-4).map((line) => element("li", "", line)));
    this.#part("error").textContent = error;
    this.#part("result").textContent = result;
    this.#drawActions();
    if (isNew || hint || !this.#part("live").textContent) this.#tell(view);
    for (const [key, old] of this.#cards) if (!used.has(key)) { old.remove(); this.#cards.delete(key); }
    this.#fit();
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
    if (events.length || this.#wasOver) this.#log = events.map((event) => eventWords(event, view, this.names, written));
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
    const { scores, badges, note } = this.#all, line = element("p", "who");
    const own = seat === view.seat;
    line.append(element("bdi", "name", this.names[seat] ?? (own ? "You" : `Seat ${seat}`)));
    if (seat === view.dealer) line.append(element("span", "badge", "dealer"));
    if (badges[seat]) line.append(element("span", "badge", badges[seat]));
    if (own && note && !this.hasAttribute("covered")) line.append(element("span", "note", note));
    if (scores[seat]) {
      const score = element("span", "score", scores[seat]);
      score.title = "score in the match";
      line.append(score);
    }
    return line;
  }

  /** The deadwood that a knock leaves, as its remark says; gin is 0. */
  #left(action: Action): number { return Number(/\d+/.exec(this.#all.remarks[action] ?? "")?.[0] ?? 0); }

  #seat(view: View, seat: number, children: readonly HTMLElement[]): HTMLElement {
    const turn = "seat" in view.phase && view.phase.seat === seat;
    const made = element("div", `seat${turn ? " turn" : ""}${seat === view.seat ? " own" : ""}`);
    made.dataset["seat"] = String(seat);
    made.append(this.#who(view, seat), ...children);
    return made;
  }

  #melds(view: View, seat: number, card: (key: string) => HTMLElement): HTMLElement {
    const melds = element("div", "melds");
    view.table.forEach((meld) => {
      if (meld.owner !== seat) return;
      const fan = element("div", "fan"), original = new Set(cardsOf(meld.original)), cards = inSequence(cardsOf(meld.cards), meld.kind);
      fan.setAttribute("role", "group");
      fan.setAttribute("aria-label", `meld: ${cards.map(spoken).join(", ")}`);
      fan.append(...cards.map((each) => {
        const drawn = still(card(each));
        if (!original.has(each)) drawn.classList.add("added");
        return drawn;
      }));
      melds.append(fan);
    });
    return melds;
  }

  #drawOthers(view: View, card: (key: string) => HTMLElement): void {
    const near = view.seat ?? view.seats - 1, others: HTMLElement[] = [];
    for (let step = 1; step < view.seats + (view.seat === undefined ? 1 : 0); step++) {
      const seat = (near + step) % view.seats, fan = element("div", "fan");
      const known = cardsOf(view.known[seat] ?? ""), hidden = Math.max(0, (view.hand_sizes[seat] ?? 0) - known.length);
      if (hidden) fan.dataset["backs"] = String(hidden);
      fan.setAttribute("role", "group");
      fan.setAttribute("aria-label", [hidden ? `${hidden} hidden cards` : "", known.map(spoken).join(", ")].filter(Boolean).join(", ") || "no card");
      for (let number = 0; number < hidden; number++) fan.append(card(`back ${seat} ${number}`));
      for (const each of known) {
        const seen = still(card(each));
        fan.append(seen);
        seen.style.setProperty("--step", "var(--seen,26px)");
      }
      const row = element("div", "row");
      row.append(fan, this.#melds(view, seat, card));
      others.push(this.#seat(view, seat, [row]));
    }
    this.#part("others").replaceChildren(...others);
  }

  #drawMiddle(view: View, card: (key: string) => HTMLElement): void {
    const legal = this.#legal, place = (...children: HTMLElement[]) => {
      const made = element("div", "place");
      made.append(...children);
      return made;
    };
    const stock = element("div", `stock${view.stock_size ? "" : " empty"}`);
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
      drawn.style.removeProperty("--step");
      if (takes.length) this.#dress(drawn, takes, "", actionWords(takes[0]!, view, spoken));
      else still(drawn);
      pile.append(drawn);
    });
    const facts = element("ul", "facts"), fact = (text: string) => facts.append(element("li", "", text));
    const usual = [view.knock_limit ? `knock with ${view.knock_limit} or less` : "", (view.factor ?? 1) > 1 ? `doubled: × ${view.factor}` : ""];
    for (const text of this.#message.facts ?? usual.filter(Boolean)) fact(text);
    const piles = place(pile, element("p", "label", `discards ${discards.length}`));
    if (several) piles.classList.add("wide");
    this.#part("middle").replaceChildren(place(stock, element("p", "label", `stock ${view.stock_size}`)), piles, facts);
  }

  #drawMine(view: View, card: (key: string) => HTMLElement): void {
    if (view.seat === undefined) return this.#part("mine").replaceChildren();
    const hand = cardsOf(view.hand), fan = element("div", "fan hand"), { hint, note } = this.#all;
    const hidden = this.hasAttribute("covered");
    fan.setAttribute("role", "group");
    fan.setAttribute("aria-label", `your hand, ${hand.length} cards${note && !hidden ? `, ${note}` : ""}. Arrows move from card to card, Shift and an arrow move the card, a digit plays the card at its place.`);
    if (hidden) hand.forEach((_, at) => fan.append(card(`back own ${at}`)));
    else {
      const groups = this.#groups(), pointed = hint ? cardOf(hint) : undefined, seen = new Set(cardsOf(view.known[view.seat] ?? ""));
      groups.forEach((group, number) => group.forEach((each, at) => {
        const drawn = card(each), actions = this.#actionsOf(each), first = actions[0];
        drawn.style.removeProperty("--step");
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
    }
    const children = [this.#melds(view, view.seat, card), fan];
    if (!hidden && hand.length > 1) children.push(this.#sortButton());
    this.#part("mine").replaceChildren(this.#seat(view, view.seat, children));
  }

  #groups(): Card[][] {
    const view = this.view!, melds = this.#all.melds.map(cardsOf);
    return grouped(cardsOf(view.hand), this.#sorting, melds, this.#own);
  }

  #sortButton(): HTMLElement {
    const next = SORTINGS[(SORTINGS.indexOf(this.#sorting) + 1) % SORTINGS.length]!;
    const button = element("button", "plain sorting", `Sort by ${next}`);
    button.type = "button";
    button.dataset["card"] = "sort"; // where the focus returns to
    button.addEventListener("click", () => this.setAttribute("sort", next));
    return button;
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

  #actionsOf(card: Card): Action[] {
    return this.#legal.filter((action) => cardOf(action) === card);
  }

  #fit(): void {
    const fan = this.shadowRoot!.querySelector<HTMLElement>(".fan.hand");
    if (!fan?.children.length) return;
    const card = fan.firstElementChild as HTMLElement, wide = card.offsetWidth, gaps = fan.querySelectorAll(".gap").length * 8;
    const room = fan.clientWidth - wide - gaps - 2, fits = Math.floor(room / Math.max(1, fan.children.length - 1));
    const rows = fits < 25 ? 2 : 1;
    fan.style.setProperty("--step", `${rows === 1 ? Math.min(wide + 4, fits) : Math.min(wide + 4, Math.max(25, Math.floor(room / Math.ceil(fan.children.length / 2))))}px`);
  }

  // --- what the reader does ------------------------------------------------------------------------

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
    const play = (action: Action) => {
      const remark = remarks[action] ? ` (${remarks[action]})` : "";
      const name = [chosen && "choice", action === hint && "hint"].filter(Boolean).join(" ");
      const made = button(actionWords(action, view, written) + remark, actionWords(action, view, spoken) + remark, () => this.#send(action), name);
      made.dataset["action"] = action;
      return made;
    };
    const menu = (title: string, actions: Action[]) => button(`${title} …`, title, () => this.#choose(actions, title));
    let made: HTMLElement[];
    if (chosen) {
      made = [...chosen.actions.map(play), button("Back", "Back", () => { this.#chosen = null; this.#wantsFocus = true; this.#render(); }, "plain")];
    } else {
      const of = (test: RegExp) => this.#legal.filter((action) => test.test(action));
      const families: [string, Action[]][] = [
        ["Knock", of(/^knock /).sort((one, other) => this.#left(one) - this.#left(other))], ["Lay down", of(/^spread\b/)], ["Meld", of(/^lay (?!off )/)], ["Lay off", of(/^lay off /)], ["Take", of(/^take /)],
      ];
      const listed = new Set(families.flatMap(([, actions]) => actions));
      made = this.#legal.filter((action) => !listed.has(action) && !/^discard /.test(action)).map(play);
      for (const [title, actions] of families) {
        const isKnock = title === "Knock", isLong = actions.length > (isKnock ? 3 : MOST_BUTTONS);
        made.push(...actions.slice(0, isLong ? Number(isKnock) : actions.length).map(play), ...(isLong ? [menu(title, actions)] : [])); // the best knock is one press away
      }
    }
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

  /** Arrows go from card to card of the hand, with Shift they move the card; Enter and Space press it. A digit presses the card at its place. */
  #key(event: KeyboardEvent): void {
    const card = this.shadowRoot!.activeElement as HTMLElement | null;
    if (event.key === "Escape" && this.#chosen) { this.#chosen = null; this.#wantsFocus = true; return this.#render(); }
    const numbered = event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement ? -1 : PLACES.indexOf(event.key);
    if (numbered >= 0) return this.shadowRoot!.querySelectorAll<HTMLElement>(".hand .card")[numbered]?.click();
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

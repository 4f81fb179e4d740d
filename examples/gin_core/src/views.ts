// The view of a seat, and the events of an action as a seat sees them: the JSON of the library's schema.
import type { Card, Event, Outcome, Phase, TableMeld, View as Seen } from "../build/records.js";
import { bit, CARDS, cardsIn, countOf, maskOf, maskText, NONE, textOf } from "./cards.js";
import type { Saved, Table } from "./core.js";
import { LIBRARY } from "./library.js";
import type { View } from "./memory.js";
import type { Read } from "./actions.js";

export const phaseOf = (state: View): string => LIBRARY.phases[state.number("phase")]!;
const cardAt = (state: View, name: string): Card | undefined => CARDS[state.number(name)];
const seatAt = (state: View, name: string): number | undefined => (state.number(name) === NONE ? undefined : state.number(name));
const masks = (state: View, name: string, count: number): bigint[] => Array.from({ length: count }, (_, place) => state.mask(name, place));

export const handsOf = (state: View, seats: number): bigint[] => masks(state, "hand", seats);
export const pileOf = (state: View): number[] => state.numbers("pile", state.number("n_pile"));

/** The facts of the end, or undefined. */
export function outcomeOf(state: View, seats: number): Outcome | undefined {
  if (phaseOf(state) !== "round-over") return undefined;
  const declarer = seatAt(state, "declarer"), reason = LIBRARY.reasons[state.number("reason")], factor = state.number("factor");
  const upcard = cardAt(state, "upcard"), knockCard = cardAt(state, "knock_card");
  return {
    ending: LIBRARY.endings[state.number("ending")] as Outcome["ending"],
    ...(declarer === undefined ? {} : { declarer }),
    deadwood: state.numbers("deadwood", seats),
    ...(reason ? { reason: reason as NonNullable<Outcome["reason"]> } : {}),
    ...(upcard ? { upcard } : {}), ...(knockCard ? { knock_card: knockCard } : {}),
    stock_left: state.number("n_stock"),
    ...(factor > 1 ? { factor } : {}),
  };
}

function seenPhase(state: View, seat: number | null, seats: number): Phase {
  const kind = phaseOf(state) as Phase["kind"], turn = state.number("seat"), taken = cardAt(state, "taken");
  const stockOnly = state.number("stock_only") ? { stock_only: true } : {};
  switch (kind) {
    case "draw-turn": return { kind, seat: turn, ...stockOnly };
    case "play-turn": return { kind, seat: turn, ...(taken ? { taken } : {}), ...(state.number("was_gin") && turn === seat ? { was_gin: true } : {}) };
    case "spread-turn": case "layoff-turn": return { kind, seat: turn, declarer: state.number("declarer"), ending: LIBRARY.endings[state.number("ending")] as Outcome["ending"] };
    case "double-offer": return { kind, seat: turn, by: state.number("doubled_by"), ...stockOnly };
    case "round-over": return { kind, outcome: outcomeOf(state, seats)! };
    default: return { kind, seat: turn };
  }
}

const isSet = (meld: bigint): boolean => new Set(cardsIn(meld).map((card) => card % 13)).size === 1;

function tableOf(state: View): TableMeld[] {
  return Array.from({ length: state.number("n_table") }, (_, place) => {
    const cards = state.mask("table", place), original = state.mask("original", place);
    return { cards: maskText(cards), kind: isSet(original) ? "set" : "run", owner: state.number("owner", place), original: maskText(original) };
  });
}

/** The round as a seat can see it, null for a spectator. */
export function viewOf(table: Table, state: View, seat: number | null, legal: readonly string[]): Seen {
  const { seats } = table, hands = handsOf(state, seats), isOver = phaseOf(state) === "round-over";
  const known = isOver ? hands : masks(state, "known", seats);
  const melds = tableOf(state), pile = pileOf(state), pools = masks(state, "put_back", state.number("reshuffles"));
  let open = maskOf(pile);
  for (let place = 0; place < melds.length; place++) open |= state.mask("table", place);
  for (const cards of known) open |= cards;
  const own = seat === null ? 0n : hands[seat]!;
  const hiddenIn = (hand: bigint): number[] => {
    const later = pools.map((pool) => countOf(hand & pool & ~open));
    return [countOf(hand) - later.reduce((sum, count) => sum + count, 0), ...later];
  };
  const upcard = cardAt(state, "upcard"), knockCard = cardAt(state, "knock_card"), right = seatAt(state, "doubling_right");
  const [takes, returns, factor] = [state.number("takes"), state.number("returns"), state.number("factor")];
  return {
    format: "ginrules/view", version: 2, rules: table.rules.document, seats, dealer: state.number("dealer"),
    ...(upcard ? { upcard } : {}), ...(knockCard ? { knock_card: knockCard } : {}),
    knock_limit: state.number("limit"),
    ...(seat === null ? {} : { seat }),
    hand: maskText(own), hand_sizes: hands.map(countOf), known: known.map(maskText), unseen: maskText(table.pack & ~open & ~own),
    discards: textOf(pile), stock_size: state.number("n_stock"), hidden_counts: hands.map((hand, place) => hiddenIn(hand & ~known[place]!)),
    table: melds, laid: masks(state, "laid", seats).map(maskText),
    ...(takes ? { takes } : {}), ...(returns ? { returns } : {}), ...(pools.length ? { put_back: pools.map(maskText) } : {}),
    ...(factor > 1 ? { factor } : {}), ...(right === undefined ? {} : { doubling_right: right }),
    phase: seenPhase(state, seat, seats),
    legal: seat !== null && !isOver && state.number("seat") === seat ? ([...legal] as Seen["legal"]) : [],
  };
}

/** What an action did, with every card shown. */
export function eventsOf(table: Table, before: View, action: Read, after: View): Event[] {
  const seat = before.number("seat"), { seats } = table, pile = pileOf(before), left = () => maskText(handsOf(after, seats)[seat]!);
  const top = phaseOf(before) === "last-discard" ? [{ kind: "took-discard", seat, cards: textOf(pile.slice(-1)) } as Event] : [];
  const events: Event[] = [];
  const outcome = outcomeOf(after, seats);
  switch (action.verb) {
    case "decline": events.push({ kind: "declined", seat }); break;
    case "take": if (outcome?.reason !== "take-cap") events.push({ kind: "took-discard", seat, cards: textOf(pile.slice(-1)) }); break;
    case "draw": events.push({ kind: "drew-stock", seat, card: CARDS[before.number("stock", before.number("n_stock") - 1)]! }); break;
    case "lay off": events.push({ kind: "laid-off", seat, card: CARDS[action.card]!, onto: action.onto }); break;
    case "discard": events.push({ kind: "discarded", seat, card: CARDS[action.card]! }); break;
    case "knock": events.push(...top, { kind: "knocked", seat, card: CARDS[action.card]!, hand: left() }); break;
    case "big gin": events.push(...top, { kind: "went-big-gin", seat, hand: left() }); break;
    case "spread": events.push({ kind: "melds-spread", seat, melds: action.melds.map(maskText), unmelded: left() }); break;
    case "done": events.push({ kind: "defence-done", seat, hand: maskText(handsOf(before, seats)[seat]!) }); break;
    case "double": events.push({ kind: "doubled", seat }); break;
    case "accept": events.push({ kind: "accepted", seat }); break;
    case "refuse": events.push({ kind: "refused", seat }); break;
    case "lay": case "shuffle": break;
  }
  const pools = after.number("reshuffles");
  if (pools > before.number("reshuffles")) events.push(shuffled(after, pools));
  if (outcome) events.push({ kind: "round-ended", outcome, hands: handsOf(after, seats).map(maskText) });
  return events;
}

/** The event of the reshuffle that has just been. */
export function shuffled(after: View, pools: number): Event {
  const back = after.mask("put_back", pools - 1), stock = after.numbers("stock", after.number("n_stock"));
  return { kind: "stock-shuffled", cards: maskText(back), order: textOf(stock.slice(stock.length - countOf(back)).reverse()) };
}

/** The events as a seat sees them: cards drawn by others and the order of a stock are hidden. */
export function seenBy(events: readonly Event[], seat: number | null): Event[] {
  return events.map((event) => {
    if (event.kind === "drew-stock" && event.seat !== seat) return { ...event, card: "??" };
    return event.kind === "stock-shuffled" ? { ...event, order: "??" } : event;
  });
}

/** A round with another order of the stock that has just been shuffled. */
export function withOrder(table: Table, saved: Saved, order: readonly number[]): Saved | undefined {
  const copy = saved.slice(), state = table.state(copy), pools = state.number("reshuffles");
  const back = state.mask("put_back", pools - 1), first = state.number("n_stock") - countOf(back);
  if (maskOf(order) !== back || order.length !== countOf(back)) return undefined;
  [...order].reverse().forEach((card, place) => state.put("stock", card, first + place));
  return copy;
}

export const holds = (mask: bigint, card: number): boolean => (mask & bit(card)) !== 0n;

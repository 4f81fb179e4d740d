// How likely the other seat holds each card, from what a seat has seen: `ginrules.players.Belief.chances`.
import { CARDS, maskOf, numbersOf } from "./cards.js";
import type { Card } from "../build/records.js";
import { View } from "./memory.js";
import type { Round } from "./round.js";
import { REVIEW, Story } from "./worlds.js";

/** A round so far at a table of two: its positions, the action taken in each but the last, and the seat that has seen it. */
export interface Seen { readonly rounds: readonly Round[]; readonly actions: readonly string[]; readonly seat: number }

const HALVINGS = 60, MOST_ODDS = 1e12;
const cards = (text: string): number[] => numbersOf(text)!;

/** A state that fits the view of a seat: the other has the first of the cards that it may have, the stock has the rest. */
function fitting(round: Round, seat: number): View {
  const { unseen, known, hidden_counts: counts } = round.view(seat), other = 1 - seat, hidden = counts[other]![0]!;
  const state = new View(round.state.form, round.state.bytes.slice()), open = cards(unseen);
  state.put("hand", maskOf([...cards(known[other]!), ...open.slice(0, hidden)]), other);
  open.slice(hidden).forEach((card, place) => state.put("stock", card, place));
  for (const name of ["turns", "plies", "was_gin"]) state.put(name, 0);
  return state;
}

/** The chance of each card that the other seat may hold; null where all hands that fit are equally likely. */
export function chances({ rounds, actions, seat }: Seen, belief: Uint8Array<ArrayBuffer>): Map<Card, number> | null {
  const round = rounds.at(-1)!, { table } = round, { memory } = table.core, { unseen, known, hidden_counts: counts } = round.view(seat), other = 1 - seat;
  const isUnread = round.phase === "play-turn" && round.turn !== seat && table.rules.values["big_gin_needs_gin"];
  if (round.isOver || isUnread || round.state.number("reshuffles")) return null;
  const certain = cards(known[other]!).map((card) => [CARDS[card]!, 1] as const), hidden = counts[other]![0]!;
  if (!hidden) return new Map(certain);
  const story = new Story(rounds[0]!), state = fitting(round, seat);
  actions.forEach((action, place) => story.note(rounds[place]!, action));
  const kept = (bytes: Uint8Array, n = 1) => { const buffer = memory.allocate(bytes.length, n); memory.bytes(buffer.at, bytes.length).set(bytes); return buffer; };
  const room = { beliefs: table.core.folded(belief, table.rules, REVIEW.records.belief, REVIEW.belief), story: kept(story.record.bytes), states: kept(state.bytes), likely: kept(new Uint8Array(4 * CARDS.length), CARDS.length) };
  try {
    memory.call("gin_believe", { ...room, tables: table.everywhere("greedy").tables, nets: null, seat, seed: 0n, tries: REVIEW.tries, stocks: 1, worlds: null });
    const open = cards(unseen), likely = open.map((card) => memory.get("i32", room.likely.at + 4 * card) as number), shares = inTheHand(likely, hidden);
    return new Map([...certain, ...open.map((card, place) => [CARDS[card]!, shares[place]!] as const)]);
  } finally { for (const buffer of Object.values(room)) memory.release(buffer); }
}

/** The chance that each card is among the hidden ones, by how likely it is the next: the odds are such that their number is right. */
function inTheHand(likely: readonly number[], hidden: number): number[] {
  if (hidden >= likely.length) return likely.map(() => 1);
  const highest = Math.max(...likely), shares = likely.map((one) => one / highest);
  const held = (odds: number): number[] => shares.map((share) => (odds * share) / (1 + odds * share)), count = (odds: number) => held(odds).reduce((sum, one) => sum + one, 0);
  let low = 0, high = 1;
  while (count(high) < hidden && high < MOST_ODDS) high *= 4;
  for (let step = 0; step < HALVINGS; step++) {
    const odds = (low + high) / 2;
    if (count(odds) < hidden) low = odds; else high = odds;
  }
  return held(high);
}

// Why an action is refused: the code of the library's error, and a sentence. Whether it is refused, the core has said.
import { codesOf, read, type Read } from "./actions.js";
import { bit, CARDS, compared, maskText } from "./cards.js";
import type { Table } from "./core.js";
import { LIBRARY } from "./library.js";
import type { View } from "./memory.js";
import { handsOf, holds, phaseOf, pileOf } from "./views.js";

/** A refused action: `code` as in the library, such as `not-in-hand`. */
export class Refusal extends Error {
  constructor(readonly code: string, message: string, readonly action: string) { super(message); }
}

const PROMPTS: Readonly<Record<string, string>> = {
  "upcard-offer": "take the upcard or pass", "draw-turn": "draw", "play-turn": "discard, or knock", "spread-turn": "lay down melds",
  "layoff-turn": "lay off, or be done", "last-discard": "knock, or pass", "double-offer": "accept or refuse the double", "reshuffle": "wait for the shuffle",
};

type Why = readonly [code: string, sentence: string];

/** The refusal of an action that is not legal here. */
export function refusalOf(table: Table, state: View, text: string): Refusal {
  const action = read(text);
  const [code, sentence] = action ? why(table, state, action) : (["not-an-action", "this is not an action"] as const);
  return new Refusal(code, sentence, text);
}

function why(table: Table, state: View, action: Read): Why {
  const phase = phaseOf(state), seat = state.number("seat");
  if (phase === "round-over") return ["round-is-over", "the round is over, deal the next one"];
  const wrong: Why = ["wrong-phase", `now is the time to ${PROMPTS[phase]}`];
  if (!LIBRARY.moves[phase]!.includes(action.verb)) return wrong;
  const isLast = phase === "last-discard", pile = pileOf(state), hand = handsOf(state, table.seats)[seat]!;
  const cards = isLast ? hand | bit(pile.at(-1)!) : hand, limit = state.number("limit");
  switch (action.verb) {
    case "take":
      if (phase === "upcard-offer") return ["one-card-only", "only the upcard is offered"];
      if (state.number("stock_only")) return ["must-draw-stock", "this time the card must come from the stock"];
      return action.count > pile.length || action.count < 1 ? ["pile-too-short", `the pile has ${pile.length} cards`] : ["one-card-only", "these rules allow only the top card"];
    case "double": return whyNotDouble(table, state, seat);
    case "discard": case "knock": {
      const card = CARDS[action.card]!, taken = isLast ? pile.at(-1)! : state.number("taken");
      if (!holds(cards, action.card)) return ["not-in-hand", `${card} is not in this hand`];
      if (action.card === taken && !table.rules.values["return_taken_discard"] && cards !== bit(taken)) {
        return ["taken-this-turn", isLast ? `${card} is the last discard, which the knock takes: discard another card` : `${card} was taken from the pile this turn: discard another card`];
      }
      return over(table.deadwood(cards & ~bit(action.card)), limit);
    }
    case "big gin": {
      if (!table.rules.values["big_gin"]) return ["big-gin-not-offered", "these rules have no big gin: knock with the last card"];
      const left = table.deadwood(cards);
      return left ? ["not-big-gin", `${left} points of these cards stay unmelded`] : ["big-gin-needs-gin", "the hand was not all melded before this turn's draw: discard a card for gin"];
    }
    case "spread": return whyNotSpread(table, state, action, hand, limit);
    case "lay off": {
      if (phase === "play-turn" || table.rules.values["layoff"] === "none") return ["layoff-not-allowed", phase === "play-turn" ? "lay-offs come after a knock" : "these rules have no lay-offs"];
      if (!holds(hand, action.card)) return ["not-in-hand", `${CARDS[action.card]} is not in this hand`];
      const owner = state.number("owner", action.onto), isThere = action.onto < state.number("n_table");
      const isOther = isThere && owner !== state.number("declarer") && fits(table, state, action.onto, action.card);
      return isOther ? ["layoff-not-allowed", "lay off on the melds of the knocker"] : ["cannot-lay-off", `${CARDS[action.card]} does not fit there`];
    }
    default: return wrong;
  }
}

/** Whether a card would fit a meld of another defender. */
function fits(table: Table, state: View, place: number, card: number): boolean {
  const base = state.mask(table.rules.values["layoff_chain"] ? "table" : "original", place);
  return !holds(base, card) && table.melds.includes(base | bit(card));
}

const over = (left: number, limit: number): Why => ["too-much-deadwood", `it leaves ${left} points of deadwood, the limit is ${limit}`];

function whyNotDouble(table: Table, state: View, seat: number): Why {
  const { doubling, doubling_limit: most } = table.rules.values, right = state.number("doubling_right");
  if (!doubling) return ["doubling-not-offered", "these rules have no doubling"];
  if (right < table.seats && right !== seat) return ["no-doubling-right", "the other player has accepted a double and alone can double next"];
  return ["doubling-limit-reached", `the round is doubled to ${state.number("factor")}, the limit is ${String(most)}`];
}

function whyNotSpread(table: Table, state: View, action: Extract<Read, { verb: "spread" }>, hand: bigint, knockLimit: number): Why {
  let cards = 0n, repeated = 0n;
  for (const meld of action.melds) { repeated |= cards & meld; cards |= meld; }
  if (cards & ~hand) return ["not-in-hand", `${maskText(cards & ~hand)} is not in this hand`];
  const other = action.melds.find((meld) => !table.melds.includes(meld));
  if (other !== undefined || !codesOf(action, table)) return ["not-a-meld", `${maskText(other ?? 0n)} is not a meld under these rules`];
  if (repeated) return ["melds-overlap", `${maskText(repeated)} is in two melds`];
  if (action.melds.some((meld, place) => place > 0 && compared(action.melds[place - 1]!, meld) > 0)) return ["not-a-meld", "the melds are not in order"];
  const ending = LIBRARY.endings[state.number("ending")], worth = (mask: bigint) => table.value(mask), left = worth(hand & ~cards);
  const isBest = table.rules.values["knocker_melds"] === "best", isOwn = state.number("seat") === state.number("declarer");
  if (isOwn && ending === "knock" && isBest && left <= knockLimit) return ["spread-not-best", `it leaves ${left} points of deadwood, under these rules a knocker leaves the least, ${table.deadwood(hand)}`];
  return over(left, ending === "knock" ? knockLimit : 0);
}


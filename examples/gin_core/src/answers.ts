// The answers of the core to `ginrules conform "node answers.mjs core.wasm"`: a line of JSON in, a line out.
import { maskText } from "./cards.js";
import { Core } from "./core.js";
import { Match } from "./match.js";
import { Refusal } from "./refusals.js";
import { Round, seenBy } from "./round.js";
import { review, UnreviewedError } from "./review.js";
import { clashOf, rulesOf, RulesError } from "./rules.js";

type Question = Record<string, any>; // eslint-disable-line -- JSON from outside

function reached(core: Core, question: Question): Round {
  let round = Round.deal(core.table(question["rules"], question["seats"]), question as any);
  for (const action of question["actions"]) round = round.act(action).round;
  return round;
}

function position(core: Core, question: Question): unknown {
  const round = reached(core, question);
  if (!round.isOver) return { turn: round.turn, legal: round.legal };
  const price = round.price;
  return { outcome: round.outcome, points: price?.points, boxes: price?.boxes };
}

export { Core };

function match(core: Core, question: Question): unknown {
  const folded = Match.of(core, question["rules"], question["players"], question["entries"]), { games, net, payments, totals, weights } = folded.settlement;
  return {
    points: folded.games.map((game) => game.points), is_over: folded.isOver, winners: folded.winners, net,
    ...(question["whole"] ? { settlement: { games, net, payments, totals, weights }, due: folded.due ? [folded.due] : [], sheet: folded.games, accounts: folded.accounts } : {}),
  };
}

/** A whole round: for every position all that this module says of it, and the codes of refused actions. */
function played(core: Core, question: Question): unknown {
  const table = core.table(question["rules"], question["seats"]);
  let round = Round.deal(table, question as any);
  const steps: unknown[] = [];
  const said = (place: number): Record<string, unknown> => ({
    turn: round.turn, legal: round.legal,
    ...(question["views"].includes(place) ? { views: [...Array(table.seats).keys(), null].map((seat) => round.view(seat)) } : {}),
    refused: ((question["refused"][place] ?? []) as string[]).map((text) => round.whyNot(text)?.code ?? null),
  });
  (question["actions"] as string[]).forEach((action, place) => {
    const step = action.startsWith("shuffle ") ? {} : said(place), { round: next, events } = round.act(action);
    steps.push({ ...step, events, seen: seenBy(events, 0) });
    round = next;
  });
  return { steps, end: said(steps.length), outcome: round.outcome, price: round.price };
}

/** A round that one player plays at all seats. */
function bots(core: Core, question: Question): unknown {
  let round = Round.ofSeed(core.table(question["rules"], question["seats"]), BigInt(question["seed"]), question["dealer"]);
  const actions: string[] = [];
  while (!round.isOver && actions.length < question["most"]) {
    const decided = round.decided(question["player"]);
    actions.push(decided.action);
    round = decided.round.act(decided.action).round;
  }
  return { actions, outcome: round.outcome };
}

/** The rules of a text: whether they exclude each other, and a value for every rule. */
function possible(text: string): unknown {
  const rules = rulesOf(text);
  return { clash: clashOf(rules.values), values: rules.values };
}

/** The review of a round, with the net of the belief beside the core. */
function reviewedRound(core: Core, question: Question, belief: Uint8Array<ArrayBuffer>): unknown {
  const first = Round.deal(core.table(question["rules"], question["seats"]), question as any);
  try {
    const { decisions, ...told } = review({ first, actions: question["actions"], names: question["names"], seat: question["seat"], worlds: question["worlds"], seed: question["seed"], belief });
    return { ...told, decisions: decisions.map(({ view, melds, ...one }) => one) };
  } catch (error) {
    if (error instanceof UnreviewedError) return { unreviewed: error.message };
    throw error;
  }
}

export function answer(core: Core, question: Question, belief: Uint8Array<ArrayBuffer>): unknown {
  try {
    switch (question["kind"]) {
      case "hello": return { name: "gin-core" };
      case "round": return played(core, question);
      case "refusal": {
        const round = reached(core, question);
        return round.isShuffled ? { unsupported: true } : { code: round.whyNot(question["action"])?.code ?? null };
      }
      case "view": {
        const round = reached(core, question);
        return round.isShuffled ? { unsupported: true } : round.view(question["seat"]);
      }
      case "position": return position(core, question);
      case "numbering": {
        const { melds, slots } = core.table(question["rules"], question["seats"]);
        return { melds: melds.map(maskText), slots };
      }
      case "bots": return bots(core, question);
      case "match": return match(core, question);
      case "review": return reviewedRound(core, question, belief);
      case "rules": return possible(question["text"]);
      default: return { unsupported: true };
    }
  } catch (error) {
    if (error instanceof RulesError) return { unsupported: true, refused: error.message };
    return { error: error instanceof Refusal ? error.code : String(error) };
  }
}

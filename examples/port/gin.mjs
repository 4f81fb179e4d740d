// A small engine for standard gin and Oklahoma, written from the rule book alone, without the library.
// It answers the questions of `ginrules conform "node examples/port/gin.mjs"`: a line of JSON in, a line out.
import { createInterface } from "node:readline";

const RANKS = "A23456789TJQK";
const RULES = {
  standard: { source: "fixed", spade: 1 },
  oklahoma: { source: "upcard", spade: 2 },
};
const COMMON = { limit: 10, gin: 25, bigGin: 31, undercut: 25, floor: 2, hand: 10, takeCap: 100 };

const rank = (card) => RANKS.indexOf(card[0]);
const value = (card) => Math.min(rank(card) + 1, 10);
const sum = (cards) => cards.reduce((total, card) => total + value(card), 0);
const without = (cards, gone) => cards.filter((card) => !gone.includes(card));
const sorted = (cards) => [...cards].sort((a, b) => order(a) - order(b));
const order = (card) => "cdhs".indexOf(card[1]) * 13 + rank(card);

// --- melds ---------------------------------------------------------------------------------------

/** All melds in these cards: sets of three or four, runs of three and more. */
function meldsIn(cards) {
  const found = [];
  for (const r of RANKS) {
    const same = sorted(cards.filter((card) => card[0] === r));
    if (same.length >= 3) found.push(same);
    if (same.length === 4) for (const left of same) found.push(without(same, [left]));
  }
  for (const suit of "cdhs") {
    const held = sorted(cards.filter((card) => card[1] === suit));
    for (let from = 0; from < held.length; from++) {
      for (let to = from + 1; to < held.length && rank(held[to]) === rank(held[from]) + to - from; to++) {
        if (to - from >= 2) found.push(held.slice(from, to + 1));
      }
    }
  }
  return found;
}

/** All sets of separate melds, each with the cards that are left. */
function arrangements(cards) {
  const all = meldsIn(cards);
  const found = [];
  const add = (from, melds, left) => {
    found.push({ melds, left, deadwood: sum(left) });
    for (let i = from; i < all.length; i++) {
      if (all[i].every((card) => left.includes(card))) add(i + 1, [...melds, all[i]], without(left, all[i]));
    }
  };
  add(0, [], cards);
  return found;
}

const deadwood = (cards) => Math.min(...arrangements(cards).map((way) => way.deadwood));

/** Whether a card can be laid off on a meld of the table. */
function fits(card, meld) {
  if (meld[0][0] === meld[1][0]) return card[0] === meld[0][0] && !meld.includes(card);
  const ranks = meld.map(rank);
  const near = [Math.min(...ranks) - 1, Math.max(...ranks) + 1];
  return card[1] === meld[0][1] && near.includes(rank(card));
}

/** The least deadwood of a defender, melds and lay-offs chosen together. */
function defended(hand, table) {
  let best = deadwood(hand);
  const seen = new Set();
  const lay = (held, melds) => {
    const key = JSON.stringify(melds.map(sorted));
    if (seen.has(key)) return;
    seen.add(key);
    best = Math.min(best, deadwood(held));
    for (const card of held) {
      melds.forEach((meld, i) => {
        if (fits(card, meld)) lay(without(held, [card]), melds.map((m, j) => (j === i ? [...m, card] : m)));
      });
    }
  };
  lay(hand, table);
  return best;
}

// --- a round -------------------------------------------------------------------------------------

function deal({ rules, order: cards, dealer }) {
  const pack = cards.split(" ");
  const first = 1 - dealer;
  const hands = [[], []];
  for (let i = 0; i < 2 * COMMON.hand; i++) hands[(first + i) % 2].push(pack[i]);
  const upcard = pack[2 * COMMON.hand];
  let limit = COMMON.limit;
  if (RULES[rules].source === "upcard") limit = upcard[0] === "A" ? 0 : value(upcard);
  return {
    rules, hands, upcard, limit, pile: [upcard], stock: pack.slice(2 * COMMON.hand + 1),
    turn: first, phase: "offer", declined: 0, taken: null, table: [], mustDraw: false, knocker: null, takes: 0,
  };
}

const byFirst = (a, b) => order(a[0]) - order(b[0]);
const spreadText = (melds) => `spread ${[...melds].sort(byFirst).map((meld) => meld.join(" ")).join(" / ")}`.trim();

/** Every set of melds that the knocker may spread. */
function spreads(state) {
  const limit = state.bigGin ? 0 : state.limit;
  return arrangements(state.hands[state.knocker]).filter((way) => way.deadwood <= limit);
}

function legal(state) {
  const hand = state.hands[state.turn];
  switch (state.phase) {
    case "offer":
      return ["take", "decline"];
    case "draw":
      return state.mustDraw || !state.pile.length ? ["draw"] : ["draw", "take"];
    case "play": {
      const free = without(hand, [state.taken]);
      const knocks = free.filter((card) => deadwood(without(hand, [card])) <= state.limit);
      const big = deadwood(hand) === 0 ? ["big gin"] : [];
      return [...free.map((card) => `discard ${card}`), ...knocks.map((card) => `knock ${card}`), ...big];
    }
    case "spread":
      return spreads(state).map((way) => spreadText(way.melds));
    case "layoff":
      return [
        ...state.table.flatMap((meld, i) => hand.filter((c) => fits(c, meld)).map((c) => `lay off ${c} on ${i}`)),
        "done",
      ];
    default:
      return [];
  }
}

function over(state, ending, declarer, left, reason) {
  Object.assign(state, { phase: "over", turn: null, end: { ending, declarer, deadwood: left, reason } });
}

function play(state, action) {
  const seat = state.turn;
  const hand = state.hands[seat];
  const [verb, card] = action.split(" ");
  if (action === "decline") {
    state.declined += 1;
    state.turn = 1 - seat;
    if (state.declined === 2) Object.assign(state, { phase: "draw", mustDraw: true });
  } else if (verb === "take" || verb === "draw") {
    if (verb === "take" && state.phase === "draw" && ++state.takes === COMMON.takeCap) {
      over(state, "dead", null, state.hands.map(deadwood), "take-cap");
      return;
    }
    const drawn = verb === "take" ? state.pile.pop() : state.stock.shift();
    hand.push(drawn);
    Object.assign(state, { phase: "play", taken: verb === "take" ? drawn : null, mustDraw: false });
  } else if (verb === "discard") {
    state.hands[seat] = without(hand, [card]);
    state.pile.push(card);
    Object.assign(state, { phase: "draw", turn: 1 - seat, taken: null });
    if (state.stock.length <= COMMON.floor) over(state, "dead", null, state.hands.map(deadwood), "stock");
  } else if (verb === "knock") {
    state.hands[seat] = without(hand, [card]);
    state.pile.push(card);
    Object.assign(state, { phase: "spread", knocker: seat });
  } else if (action === "big gin") {
    Object.assign(state, { phase: "spread", knocker: seat, bigGin: true });
  } else if (verb === "spread") {
    spreadOut(state, seat, action.slice("spread".length).trim());
  } else if (verb === "lay") {
    const [, , laid, , onto] = action.split(" ");
    state.hands[seat] = without(hand, [laid]);
    state.table[onto] = [...state.table[onto], laid];
  } else if (action === "done") {
    const left = [0, 0];
    left[state.knocker] = state.kept;
    left[seat] = deadwood(hand);
    over(state, "knock", state.knocker, left);
  }
}

function spreadOut(state, seat, text) {
  state.table = text ? text.split(" / ").map((meld) => meld.split(" ")) : [];
  state.kept = sum(without(state.hands[seat], state.table.flat()));
  if (state.kept > 0) {
    Object.assign(state, { phase: "layoff", turn: 1 - seat });
    return;
  }
  const left = [0, 0];
  left[1 - seat] = deadwood(state.hands[1 - seat]);
  over(state, state.bigGin ? "big-gin" : "gin", seat, left);
}

/** Points and boxes of the end. */
function price({ end, rules, upcard }) {
  const points = [0, 0];
  const boxes = [0, 0];
  if (end.ending === "dead") return { points, boxes };
  const factor = upcard[1] === "s" ? RULES[rules].spade : 1;
  const { declarer: knocker, deadwood: left } = end;
  const [mine, theirs] = [left[knocker], left[1 - knocker]];
  const isUndercut = end.ending === "knock" && theirs <= mine;
  const bonus = { gin: COMMON.gin, "big-gin": COMMON.bigGin, knock: isUndercut ? COMMON.undercut : 0 }[end.ending];
  const winner = isUndercut ? 1 - knocker : knocker;
  points[winner] = (Math.abs(theirs - mine) + bonus) * factor;
  boxes[winner] = 1;
  return { points, boxes };
}

function position(question) {
  const state = deal(question);
  for (const action of question.actions) play(state, action);
  if (state.phase !== "over") return { turn: state.turn, legal: legal(state) };
  const { ending, declarer, deadwood: left, reason } = state.end;
  const outcome = { ending, deadwood: left, upcard: state.upcard, stock_left: state.stock.length };
  if (declarer !== null) outcome.declarer = declarer;
  if (reason) outcome.reason = reason;
  return { outcome, ...price(state) };
}

// --- questions -----------------------------------------------------------------------------------

function answer(question) {
  if (question.kind === "hello") return { name: "port" };
  if (question.rules && !(question.rules in RULES)) return { unsupported: true };
  const cards = (question.hand ?? "").split(" ");
  switch (question.kind) {
    case "position":
      return position(question);
    case "hand":
      return {
        deadwood: deadwood(cards),
        within: arrangements(cards).filter((way) => way.deadwood <= COMMON.limit).length,
      };
    case "defence":
      return { deadwood: defended(cards, question.spread.map((meld) => meld.split(" "))) };
    default:
      return { unsupported: true };
  }
}

/** An answer in any case: an engine that stops is asked nothing more. */
function reply(line) {
  try {
    return answer(JSON.parse(line));
  } catch (error) {
    return { error: String(error) };
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  process.stdout.write(`${JSON.stringify(reply(line))}\n`);
});

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
    rules, hands, upcard, limit, pack, pile: [upcard], stock: pack.slice(2 * COMMON.hand + 1),
    turn: first, phase: "offer", declined: 0, taken: null, table: [], mustDraw: false, knocker: null, takes: 0,
    known: [[], []], laid: [[], []], original: [],
  };
}

const byFirst = (a, b) => order(a[0]) - order(b[0]);
const spreadText = (melds) => `spread ${[...melds].sort(byFirst).map((meld) => meld.join(" ")).join(" / ") || "nothing"}`;
const meldsOf = (text) => (text === "nothing" ? [] : text.split(" / ").map((meld) => meld.split(" ")));

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
    if (verb === "take") state.known[seat].push(drawn);
    Object.assign(state, { phase: "play", taken: verb === "take" ? drawn : null, mustDraw: false });
  } else if (verb === "discard") {
    giveUp(state, seat, [card]);
    state.pile.push(card);
    Object.assign(state, { phase: "draw", turn: 1 - seat, taken: null });
    if (state.stock.length <= COMMON.floor) over(state, "dead", null, state.hands.map(deadwood), "stock");
  } else if (verb === "knock") {
    giveUp(state, seat, [card]);
    state.pile.push(card);
    Object.assign(state, { phase: "spread", knocker: seat });
    state.known[seat] = state.hands[seat];
  } else if (action === "big gin") {
    Object.assign(state, { phase: "spread", knocker: seat, bigGin: true });
    state.known[seat] = hand;
  } else if (verb === "spread") {
    spreadOut(state, seat, action.slice("spread".length).trim());
  } else if (verb === "lay") {
    const [, , laid, , onto] = action.split(" ");
    giveUp(state, seat, [laid]);
    state.laid[seat].push(laid);
    state.table[onto] = [...state.table[onto], laid];
  } else if (action === "done") {
    const left = [0, 0];
    left[state.knocker] = state.kept;
    left[seat] = deadwood(hand);
    over(state, "knock", state.knocker, left);
  }
}

function giveUp(state, seat, cards) {
  state.hands[seat] = without(state.hands[seat], cards);
  state.known[seat] = without(state.known[seat], cards);
}

function spreadOut(state, seat, text) {
  state.table = meldsOf(text);
  state.original = [...state.table];
  state.laid[seat] = state.table.flat();
  giveUp(state, seat, state.laid[seat]);
  state.kept = sum(state.hands[seat]);
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

function replayed(question) {
  const state = deal(question);
  for (const action of question.actions) play(state, action);
  return state;
}

function position(state) {
  if (state.phase !== "over") return { turn: state.turn, legal: legal(state) };
  const { ending, declarer, deadwood: left, reason } = state.end;
  const outcome = { ending, deadwood: left, upcard: state.upcard, stock_left: state.stock.length };
  if (declarer !== null) outcome.declarer = declarer;
  if (reason) outcome.reason = reason;
  return { outcome, ...price(state) };
}

// --- refusals and views ---------------------------------------------------------------------------

const BELONGS = {
  offer: ["take", "decline"], draw: ["take", "draw", "double"], play: ["discard", "knock", "big gin", "lay off"],
  spread: ["spread"], layoff: ["lay off", "done"],
};

/** Why an action is refused: the first code that applies; null if it is legal. */
function refusal(state, action) {
  if (legal(state).includes(action)) return null;
  const hand = state.hands[state.turn];
  const [verb, card, third] = action.split(" ");
  const kind = verb === "lay" && card === "off" ? "lay off" : verb === "big" ? action : verb;
  if (!BELONGS[state.phase].includes(kind)) return "wrong-phase";
  switch (kind) {
    case "take":
      if (state.phase === "offer") return "one-card-only";
      if (state.mustDraw) return "must-draw-stock";
      return Number(card ?? 1) > state.pile.length || card === "0" ? "pile-too-short" : "one-card-only";
    case "double":
      return "doubling-not-offered";
    case "big gin":
      return "not-big-gin";
    case "lay off":
      if (state.phase === "play") return "layoff-not-allowed";
      return hand.includes(third) ? "cannot-lay-off" : "not-in-hand";
    case "spread":
      return spreadRefusal(hand, meldsOf(action.slice("spread ".length)));
    default:
      if (!hand.includes(card)) return "not-in-hand";
      return card === state.taken ? "taken-this-turn" : "too-much-deadwood";
  }
}

function spreadRefusal(hand, melds) {
  const cards = melds.flat();
  if (!cards.every((card) => hand.includes(card))) return "not-in-hand";
  if (!melds.every((meld) => meldsIn(meld).some((all) => all.length === meld.length))) return "not-a-meld";
  return new Set(cards).size < cards.length ? "melds-overlap" : "too-much-deadwood";
}

const text = (cards) => sorted(cards).join(" ");
const kindOf = (meld) => (meld[0][0] === meld[1][0] ? "set" : "run");

/** What a seat sees. */
function view(state, seat) {
  const open = [...state.pile, ...state.known.flat(), ...state.table.flat(), ...state.hands[seat]];
  const seen = {
    upcard: state.upcard, knock_limit: state.limit, hand: text(state.hands[seat]),
    hand_sizes: state.hands.map((hand) => hand.length), known: state.known.map(text),
    unseen: text(without(state.pack, open)), discards: state.pile.join(" "), stock_size: state.stock.length,
    hidden_counts: state.hands.map((hand, i) => [hand.length - state.known[i].length]),
    table: state.table.map((meld, i) => ({
      cards: text(meld), kind: kindOf(meld), owner: state.knocker, original: text(state.original[i]),
    })),
    laid: state.laid.map(text), phase: phaseOf(state), legal: seat === state.turn ? legal(state) : [],
  };
  return state.takes ? { ...seen, takes: state.takes } : seen;
}

function phaseOf(state) {
  const names = { offer: "upcard-offer", draw: "draw-turn", play: "play-turn", spread: "spread-turn", layoff: "layoff-turn" };
  const phase = { kind: names[state.phase], seat: state.turn };
  if (state.phase === "draw" && state.mustDraw) phase.stock_only = true;
  if (state.phase === "play" && state.taken) phase.taken = state.taken;
  if (state.knocker !== null) Object.assign(phase, { declarer: state.knocker, ending: state.bigGin ? "big-gin" : "knock" });
  return phase;
}

// --- questions -----------------------------------------------------------------------------------

function answer(question) {
  if (question.kind === "hello") return { name: "port" };
  if (question.rules && !(question.rules in RULES)) return { unsupported: true };
  const cards = (question.hand ?? "").split(" ");
  switch (question.kind) {
    case "position":
      return position(replayed(question));
    case "refusal":
      return { code: refusal(replayed(question), question.action) };
    case "view":
      return view(replayed(question), question.seat);
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

// The review of a round: every decision beside the choice of the learned player, as `ginrules.lab.review`.
import type { View } from "../build/records.js";
import type { Round } from "./round.js";
import { mixed, REVIEW, Story, UnreviewedError, Worlds } from "./worlds.js";

export interface Estimate { readonly value: number; readonly low: number; readonly high: number }
export interface Decision {
  readonly ply: number; readonly seat: number; readonly action: string; readonly choice: string; readonly kind: string; readonly view: View; readonly melds: readonly string[];
  /** The points that the action gives away, with their interval. */
  readonly lost: Estimate;
  /** What the action gains its seat, compared with the choice: a sum over so many worlds. */
  readonly gained: number; readonly worlds: number;
}
export interface Loss { readonly kind: string | null; readonly decisions: number; readonly different: number; readonly lost: Estimate }
/** What is shown of a review: sentences, a table of whole points, and the decisions that cost most. */
export interface Review {
  readonly decisions: readonly Decision[]; readonly sentences: readonly string[];
  readonly heads: readonly string[]; readonly rows: readonly (readonly string[])[];
  /** Every decision with its figures, by the number of its action. */
  readonly details: readonly (readonly [ply: number, words: string])[];
  readonly worst: readonly { readonly decision: Decision; readonly words: string }[];
}
export interface Asked {
  /** The round as it was dealt, and its actions. */
  readonly first: Round; readonly actions: readonly string[];
  readonly names: readonly string[]; readonly belief: Uint8Array<ArrayBuffer>;
  /** The seat whose decisions are told; all if left out. */
  readonly seat?: number | undefined;
  readonly worlds?: number | undefined; readonly seed?: number | undefined;
}

const NOTHING: Estimate = { value: 0, low: 0, high: 0 };

/** The decisions of a round, one after the other: a page can show how far it is. */
export function* reviewed({ first, actions, belief, worlds = REVIEW.worlds, seed = 1 }: Asked): Generator<Decision, Round> {
  const tried = new Worlds(first.table, belief, worlds), story = new Story(first);
  let round = first;
  try {
    for (const [place, action] of actions.entries()) {
      if (!action.startsWith("shuffle ") && round.legal.length > 1) yield decided(tried, round, story, action, place + 1, mixed(seed, 1, 1, place + 1));
      story.note(round, action);
      round = round.act(action).round;
    }
  } finally { tried.free(); }
  return round;
}

function decided(tried: Worlds, round: Round, story: Story, action: string, ply: number, seed: bigint): Decision {
  const seat = round.turn!, view = round.view(seat), choice = round.advice("learned") as string, kind = kindOf(round.phase, [action, choice]);
  const decision = { ply, seat, action, choice, kind, view, melds: round.counted(seat).melds };
  if (action === choice) return { ...decision, lost: NOTHING, gained: 0, worlds: 0 };
  const first = Math.floor(tried.most / REVIEW.first_part), lost = (from: bigint, count: number): number[] => {
    const [chosen, played] = tried.gains(round, story, [choice, action], from, count);
    return chosen!.map((points, place) => points - played![place]!);
  };
  const count = first < REVIEW.fewest ? tried.most : needed(lost(mixed(seed, 1), first), tried.most - first);
  const differences = lost(seed, count);
  return { ...decision, lost: meanOf(differences), gained: -sumOf(differences), worlds: count };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** The worlds that settle a difference, judged by a first sample: `worlds_needed`. All are whole numbers, so it is exact. */
function needed(differences: readonly number[], most: number): number {
  const n = differences.length, total = sumOf(differences), spread = n * sumOf(differences.map((one) => one * one)) - total * total;
  return Math.min(most, Math.max(2 * n, Math.ceil((REVIEW.needed * spread * n) / ((n - 1) * Math.max(n * n, total * total)))));
}

function meanOf(values: readonly number[]): Estimate {
  const n = values.length, value = sumOf(values) / n, variance = sumOf(values.map((one) => (one - value) ** 2)) / Math.max(1, n - 1);
  const half = REVIEW.critical[Math.max(n, 2)]! * Math.sqrt(variance / n);
  return { value, low: value - half, high: value + half };
}

function kindOf(phase: string, actions: readonly string[]): string {
  const is = (pattern: RegExp) => actions.some((action) => pattern.test(action));
  if (is(/^(double|accept|refuse)$/)) return "doubles";
  if (phase === "upcard-offer" || phase === "draw-turn") return "draws";
  if (phase === "spread-turn" || phase === "layoff-turn") return "lay-offs";
  if (is(/^(knock|big gin)/)) return "knocks";
  return actions.every((action) => /^(discard|decline)\b/.test(action)) ? "discards" : "lay-offs";
}

function lossOf(kind: string | null, decisions: readonly Decision[]): Loss {
  const own = decisions.filter((decision) => kind === null || decision.kind === kind), value = sumOf(own.map(({ lost }) => lost.value));
  const half = Math.sqrt(sumOf(own.map(({ lost }) => Math.max(lost.value - lost.low, lost.high - lost.value) ** 2)));
  return { kind, decisions: own.length, different: own.filter(({ action, choice }) => action !== choice).length, lost: { value, low: value - half, high: value + half } };
}

/** What decisions have gained together, as a fraction. */
function gained(decisions: readonly Decision[]): [sum: bigint, under: bigint] {
  const under = decisions.reduce((all, { worlds }) => all * BigInt(worlds || 1), 1n);
  return [decisions.reduce((sum, one) => sum + (BigInt(one.gained) * under) / BigInt(one.worlds || 1), 0n), under];
}

/** A fraction as the nearest whole number, halves to even: as a float it may fall on the other side. */
function nearest([sum, under]: readonly [bigint, bigint]): number {
  const below = (sum - (((sum % under) + under) % under)) / under, twice = 2n * (sum - below * under);
  return Number(twice > under || (twice === under && below % 2n) ? below + 1n : below);
}

/** What is told of the decisions of a round, at its end. */
export function told(decisions: readonly Decision[], end: Round, { names, seat }: Asked): Review {
  const seats = seat === undefined ? [0, 1] : [seat], shown = decisions.filter((one) => seats.includes(one.seat));
  const gains = end.facts ? end.table.gains(end.facts) : null;
  const losses = seats.map((each) => ({ seat: each, own: shown.filter((one) => one.seat === each) })).filter(({ own }) => own.length);
  const kinds = REVIEW.kinds.filter((kind) => losses.some(({ own }) => lossOf(kind, own).different));
  const rows = !gains || !end.isOver ? [] : losses.map(({ seat: each, own }) => {
    const result = gains[each]!, [play, under] = gained(own), [theirs, over] = gained(decisions.filter((one) => one.seat !== each));
    const luck = nearest([(BigInt(result) * under - play) * over + theirs * under, under * over]), others = nearest([-theirs, over]);
    return [names[each]!, ...[result, luck, others, nearest([play, under]), ...kinds.map((kind) => -lossOf(kind, own).lost.value)].map(whole)];
  });
  const worst = shown.filter(({ lost }) => lost.low > 0).sort((one, other) => other.lost.value - one.lost.value).slice(0, REVIEW.worst);
  return {
    decisions: shown, sentences: losses.map(({ seat: each, own }) => summary(names[each]!, own, lossOf(null, own))),
    heads: ["points", "result", "luck", "others' play", "own play", ...kinds], rows,
    details: shown.map((decision) => [decision.ply, figures(decision)]),
    worst: worst.map((decision) => ({ decision, words: decisionWords(decision, names[decision.seat]!) })),
  };
}

export { UnreviewedError };

/** The whole review at once. */
export function review(asked: Asked): Review {
  const decisions: Decision[] = [], steps = reviewed(asked);
  for (;;) {
    const { value, done } = steps.next();
    if (done) return told(decisions, value, asked);
    decisions.push(value);
  }
}

// --- in words: those of `ginrules.lab.reviews.result` ------------------------------------------

const { past, numbers, one, kinds } = REVIEW;
const SUITS: Readonly<Record<string, string>> = { c: "♣", d: "♦", h: "♥", s: "♠" };
const YOU = "You";

/** A text whose cards are written with the pips of their suits. */
const withPips = (text: string): string => text.replace(/\b([2-9TJQKA])([cdhs])\b/g, (_, rank: string, suit: string) => `${rank === "T" ? "10" : rank}${SUITS[suit]}`);

/** Half to even, as Python rounds. */
function rounded(number: number): number {
  const low = Math.floor(number), part = number - low;
  return part > 0.5 || (part === 0.5 && low % 2 !== 0) ? low + 1 : low;
}

/** An action as people say it, with the card that it takes or declines. */
function actionWords(action: string, view: View, isPast = false): string {
  const top = view.discards ? ` ${view.discards.split(" ").at(-1)}` : "";
  let text = action === "draw" ? "draw from the stock" : action === "done" ? (isPast ? "done" : "lay off no more") : /^(take|decline)\b/.test(action) ? `${action}${top}` : action;
  if (isPast) {
    const [verb, ...rest] = text.split(" ");
    text = `${past[verb!] ?? verb} ${rest.join(" ")}`.trimEnd();
  }
  return withPips(text);
}

/** A number of points in words. */
function about(points: number): string {
  const whole = rounded(Math.abs(points));
  return !whole ? "less than a point" : whole === 1 ? "about a point" : `about ${whole} points`;
}

/** A number of whole points with its sign. */
function whole(points: number): string {
  const number = rounded(points);
  return number ? `${number > 0 ? "+" : "−"}${Math.abs(number)}` : "0";
}

/** What the decisions of a player in a round cost: the clear ones by kind, then all together. */
function summary(name: string, decisions: readonly Decision[], { different, lost }: Loss): string {
  const [whose, whom] = name === YOU ? ["yours", "you"] : [name, name], holds = lost.low <= 0 && 0 <= lost.high;
  if (!different) return `${name} decided as ${REVIEW.reviewer} does.`;
  let sentence = clearCosts(whom!, decisions.filter((decision) => decision.lost.low > 0));
  if (holds && !sentence) return `No decision of ${whose} cost points that can be measured, and neither did all together in the round.`;
  sentence ||= `No single decision of ${whose} cost points that can be measured.`;
  if (holds) return `${sentence} All decisions together cost no points that can be measured in the round.`;
  const [verb, low, high] = lost.value > 0 ? ["gave away", lost.low, lost.high] : ["gained", -lost.high, -lost.low];
  return `${sentence} All decisions together ${verb} ${about(lost.value)} in the round (${rounded(low as number)} to ${rounded(high as number)}).`;
}

function clearCosts(whom: string, clear: readonly Decision[]): string {
  if (!clear.length) return "";
  const found = kinds.filter((kind) => clear.some((decision) => decision.kind === kind));
  const cost = (kind: string) => clear.reduce((sum, decision) => sum + (decision.kind === kind ? decision.lost.value : 0), 0);
  const parts = found.sort((a, b) => cost(b) - cost(a)).map((kind, place) => {
    const count = clear.filter((decision) => decision.kind === kind).length;
    return `${counted(count, kind)} ${place ? "" : `cost ${whom} `}${about(cost(kind))}`;
  });
  const text = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts[0]!;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

const counted = (count: number, kind: string): string =>
  count === 1 ? one[kind]! : `${numbers[count] ?? count} ${kind === "knocks" ? "decisions about a knock" : kind}`;

/** A decision with its figures: `str` of the library's. */
function figures({ action, choice, lost: { value, low, high } }: Decision): string {
  const digits = Math.abs(value) >= 1 ? 0 : 1, half = Math.max(value - low, high - value);
  const fixed = (points: number) => (rounded(points * 10 ** digits) / 10 ** digits).toFixed(digits), points = `${fixed(Math.abs(value))} ± ${fixed(half)} points`;
  if (action === choice) return withPips(`${action}: the reviewer's choice`);
  if (low <= 0 && 0 <= high) return withPips(`${action}: no difference that can be measured to ${choice}`);
  return withPips(value < 0 ? `${action}: ${points} better than ${choice}` : `${action}: gives away ${points}; better: ${choice}`);
}

/** A decision that costs points in a sentence: the action, its cost and the better action. */
const decisionWords = ({ action, choice, view, lost }: Decision, name: string): string =>
  `${name} ${actionWords(action, view, true)}. Better by ${about(lost.value)}: ${actionWords(choice, view)}.`;

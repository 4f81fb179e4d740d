// A review in words: those of `ginrules.lab.reviews.words`.
import type { View } from "../build/records.js";
import type { Decision, Loss } from "./review.js";
import { REVIEW } from "./worlds.js";

const { past, numbers, one, kinds } = REVIEW;
const SUITS: Readonly<Record<string, string>> = { c: "♣", d: "♦", h: "♥", s: "♠" };
export const YOU = "You";

/** A text whose cards are written with the pips of their suits. */
export const withPips = (text: string): string => text.replace(/\b([2-9TJQKA])([cdhs])\b/g, (_, rank: string, suit: string) => `${rank === "T" ? "10" : rank}${SUITS[suit]}`);

/** Half to even, as Python rounds. */
export function rounded(number: number): number {
  const low = Math.floor(number), part = number - low;
  return part > 0.5 || (part === 0.5 && low % 2 !== 0) ? low + 1 : low;
}

/** An action as people say it, with the card that it takes or declines. */
export function actionWords(action: string, view: View, isPast = false): string {
  const top = view.discards ? ` ${view.discards.split(" ").at(-1)}` : "";
  let text = action === "draw" ? "draw from the stock" : action === "done" ? (isPast ? "done" : "lay off no more") : /^(take|decline)\b/.test(action) ? `${action}${top}` : action;
  if (isPast) {
    const [verb, ...rest] = text.split(" ");
    text = `${past[verb!] ?? verb} ${rest.join(" ")}`.trimEnd();
  }
  return withPips(text);
}

/** A number of points in words. */
export function about(points: number): string {
  const whole = rounded(Math.abs(points));
  return !whole ? "less than a point" : whole === 1 ? "about a point" : `about ${whole} points`;
}

/** A number of whole points with its sign. */
export function whole(points: number): string {
  const number = rounded(points);
  return number ? `${number > 0 ? "+" : "−"}${Math.abs(number)}` : "0";
}

/** What the decisions of a player in a round cost: the clear ones by kind, then all together. */
export function summary(name: string, decisions: readonly Decision[], { different, lost }: Loss): string {
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
export function figures({ action, choice, lost: { value, low, high } }: Decision): string {
  const digits = Math.abs(value) >= 1 ? 0 : 1, half = Math.max(value - low, high - value);
  const fixed = (points: number) => (rounded(points * 10 ** digits) / 10 ** digits).toFixed(digits), points = `${fixed(Math.abs(value))} ± ${fixed(half)} points`;
  if (action === choice) return withPips(`${action}: the reviewer's choice`);
  if (low <= 0 && 0 <= high) return withPips(`${action}: no difference that can be measured to ${choice}`);
  return withPips(value < 0 ? `${action}: ${points} better than ${choice}` : `${action}: gives away ${points}; better: ${choice}`);
}

/** A decision that costs points in a sentence: the action, its cost and the better action. */
export const decisionWords = ({ action, choice, view, lost }: Decision, name: string): string =>
  `${name} ${actionWords(action, view, true)}. Better by ${about(lost.value)}: ${actionWords(choice, view)}.`;

// How a round ended, in a player's words: who won how much, and by what sum.
import type { Outcome } from "../../gin_core/build/records.js";
import type { Price, Rules } from "../../gin_core/src/gin-core.js";

export interface Names { readonly of: (seat: number) => string; readonly you: number | null }

const DEAD: Readonly<Record<string, string>> = {
  stock: "the stock is used up", declined: "the last discard was declined", "take-cap": "too many discards were taken",
  "returned-pair": "the same card came back twice", "reshuffle-cap": "the stock was shuffled too often",
};
const BONUS: Readonly<Record<string, readonly [rule: string, word: string]>> = {
  gin: ["gin_bonus", "gin"], "big-gin": ["big_gin_bonus", "big gin"], undercut: ["undercut_bonus", "the undercut"],
  "gin-off": ["gin_off_bonus", "the undercut"], knock: ["knock_bonus", "the knock"],
};

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : noun.endsWith("x") ? "es" : "s"}`;

/** "You win 11 points", or who is charged what. */
export function headline(outcome: Outcome, price: Price, { of, you }: Names): string {
  const { winner, result, points } = price, verb = (seat: number, own: string, other: string) => (seat === you ? own : other);
  if (winner === null) return `Nobody wins${outcome.reason ? `: ${DEAD[outcome.reason]}` : result === "tie" ? ": both have the same deadwood" : ""}`;
  const who = capital(of(winner)), gained = points[winner]!;
  const charged = points.map((more, seat) => [more, seat] as const).filter(([more, seat]) => more > 0 && seat !== winner);
  if (gained <= 0 && charged.length) return `${who} ${verb(winner, "win", "wins")}: ${charged.map(([more, seat]) => `${of(seat)} ${verb(seat, "are", "is")} charged ${more}`).join(", ")}`;
  if (gained <= 0) return `${who} ${verb(winner, "win", "wins")} the round`;
  const declarer = outcome.declarer;
  if ((result === "undercut" || result === "gin-off") && declarer !== undefined) return `${who} ${verb(winner, "undercut", "undercuts")} ${of(declarer)}: ${counted(gained, "point")}`;
  if (result === "gin" || result === "big-gin") return `${who} ${verb(winner, "have", "has")} ${result.replace("-", " ")}: ${counted(gained, "point")}`;
  return `${who} ${verb(winner, "win", "wins")} ${counted(gained, "point")}`;
}

/** The sum that makes the points, such as "20 − 9 = 11"; "" where a line does not tell it. */
export function arithmetic(outcome: Outcome, price: Price, rules: Rules): string {
  const { winner, result } = price, seats = outcome.deadwood.length;
  if (winner === null || seats !== 2 || result === "refused") return "";
  const [most, least] = [Math.max(...outcome.deadwood), Math.min(...outcome.deadwood)], points = Math.max(...price.points.map(Math.abs));
  const [rule, word] = BONUS[result] ?? ["", ""], bonus = rule ? (rules.values[rule] as number) : 0;
  const sum = most - least + bonus, times = sum > 0 && points % sum === 0 ? points / sum : 1;
  if (sum * times !== points) return "";
  const plain = `${most} − ${least}${bonus ? ` + ${bonus} for ${word}` : ""}`;
  return `${times > 1 ? `(${plain}) × ${times}` : plain} = ${points}`;
}

/** The lines below the table at the end of a round. */
export function resultLines(outcome: Outcome, price: Price, rules: Rules, names: Names): string[] {
  const declarer = outcome.declarer, lines = [arithmetic(outcome, price, rules)];
  const left = outcome.deadwood.map((points, seat) => `${capital(names.of(seat))} ${points}`).join(", ");
  if (declarer !== undefined && outcome.ending === "knock") lines.unshift(`${capital(names.of(declarer))} knocked. Deadwood: ${left}.`);
  else if (outcome.ending === "refused") lines.unshift(`${capital(names.of(declarer ?? 0))} doubled and was refused.`);
  else lines.unshift(`Deadwood: ${left}.`);
  const boxes = price.boxes.map((count, seat) => (count ? `${capital(names.of(seat))}: ${counted(count, "box")}` : "")).filter(Boolean);
  return [...lines, boxes.join(", ")].filter(Boolean);
}

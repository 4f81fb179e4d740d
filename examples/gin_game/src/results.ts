// How a round ended, in a player's words: who won how much, and by what sum.
import type { Outcome } from "../../gin_core/build/records.js";
import { LIBRARY, type Match, type Price, type Rules } from "../../gin_core/src/gin-core.js";

export interface Names { readonly of: (seat: number) => string; readonly you: number | null }

const { results: SENTENCES, verbs: VERBS, drawn: DRAWN } = LIBRARY.words;
const BONUS: Readonly<Record<string, readonly [rule: string, word: string]>> = {
  gin: ["gin_bonus", "gin"], "big-gin": ["big_gin_bonus", "big gin"], undercut: ["undercut_bonus", "the undercut"],
  "gin-off": ["gin_off_bonus", "the undercut"], knock: ["knock_bonus", "the knock"],
};

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : noun.endsWith("x") ? "es" : "s"}`;

/** "You win 11 points", or who is charged what: in the library's words. */
export function headline(outcome: Outcome, price: Price, { of, you }: Names): string {
  const { winner, result, points } = price;
  const said = (kind: string, seat: number, more: Readonly<Record<string, string>>): string => SENTENCES[kind]!.replace(/\{(\w+)\}/g, (_, word: string) =>
    more[word] ?? (word === "who" ? of(seat) : seat === you ? VERBS[word]! : word));
  if (winner === null) return outcome.reason ? `${SENTENCES["nobody"]}: ${DRAWN[outcome.reason]}` : SENTENCES[result === "tie" ? "tie" : "nobody"]!;
  const charged = points.flatMap((more, seat) => (more > 0 && seat !== winner ? [said("loser", seat, { points: String(more) })] : []));
  if (points[winner]! <= 0) return capital(said(charged.length ? "charged" : "round", winner, { losers: charged.join(", ") }));
  const declarer = outcome.declarer === undefined ? "" : of(outcome.declarer);
  return capital(said(result in SENTENCES ? result : "points", winner, { declarer, points: counted(points[winner]!, "point") }));
}

/** The sum that makes the points, such as "20 − 9 = 11"; "" where a line does not tell it. */
export function arithmetic(outcome: Outcome, price: Price, rules: Rules): string {
  const { winner, result } = price, { deadwood } = outcome;
  if (winner === null || result === "refused") return "";
  if (deadwood.length > 2) {
    const each = deadwood.filter((_, seat) => seat !== winner).map((left) => left - deadwood[winner]!), points = price.points[winner]!;
    return each.reduce((sum, left) => sum + left, 0) === points ? `${each.join(" + ")} = ${points}` : "";
  }
  const [most, least] = [Math.max(...deadwood), Math.min(...deadwood)], points = Math.max(...price.points.map(Math.abs));
  const [rule, word] = BONUS[result] ?? ["", ""], bonus = rule ? (rules.values[rule] as number) : 0;
  const sum = most - least + bonus, times = sum > 0 && points % sum === 0 ? points / sum : 1;
  if (sum * times !== points) return "";
  const plain = `${most} − ${least}${bonus ? ` + ${bonus} for ${word}` : ""}`, turned = rules.values["knock_source"] === "knock-card" ? outcome.knock_card : outcome.upcard;
  const why = (outcome.factor ?? 1) > 1 ? ", doubled" : turned?.endsWith("s") ? ` for the spade` : "";
  return `${times > 1 ? `(${plain}) × ${times}${why}` : plain} = ${points}`;
}

const KINDS: Readonly<Record<string, string>> = { points: "for the rounds", "game-bonus": "for the game", shutout: "for the shutout", boxes: "for boxes", concession: "for the concession" };

/** Who has won the match and by how much, and the sum of the winner. */
export function matchEnd(match: Match, names: readonly string[]): { title: string; lines: string[] } {
  const { settlement, winners } = match, { totals, games } = settlement, isYou = winners.includes(0) && names[0] === "You";
  if (!winners.length) return { title: "The match is over: nobody wins.", lines: [] };
  const who = winners.map((player) => names[player]).join(" and "), verb = winners.length > 1 || isYou ? "win" : "wins";
  const others = totals.filter((_, player) => !winners.includes(player));
  const lines = games.length === 1 ? games[0]!.lines.filter(({ side }) => side === winners[0]).map(({ kind, points }) => `${points} ${KINDS[kind]}`) : [];
  return {
    title: `${who} ${verb} the match, ${winners.map((player) => totals[player]).join(" and ")} to ${others.join(", ")}.`,
    lines: lines.length > 1 ? [`${lines.join(" + ")} = ${totals[winners[0]!]}`] : [],
  };
}

/** The lines below the headline at the end of a round: who ended it, the sum, and boxes. */
export function resultLines(outcome: Outcome, price: Price, rules: Rules, names: Names): string[] {
  const { declarer, ending } = outcome, who = declarer === undefined ? "" : capital(names.of(declarer));
  const how = who && ending === "knock" ? `${who} knocked with ${outcome.deadwood[declarer!]}.` : ending === "refused" ? `${who} doubled and was refused.` : "";
  const boxes = price.boxes.map((count, seat) => (count ? `${capital(names.of(seat))}: ${counted(count, "box")}` : "")).filter(Boolean);
  return [how, arithmetic(outcome, price, rules), boxes.join(", ")].filter(Boolean);
}

// The settlement of games: points, game bonus, shutout, boxes, the winner and who owes whom, as `ginrules.scoring.settle`.
import { forNumber, type Rules } from "./rules.js";
import { numberIn, textIn, type Game, type Sheet } from "./sheet.js";

export interface SettleLine { readonly kind: "points" | "game-bonus" | "shutout" | "boxes" | "concession"; readonly game: number; readonly side: number; readonly points: number }
export interface Claim { readonly debtor: number; readonly creditor: number; readonly points: number }
export interface GameSettlement {
  readonly number: number; readonly lines: SettleLine[]; readonly totals: number[]; readonly shut_out: number[]; readonly forfeited: boolean;
  readonly claims: Claim[]; readonly winners: number[]; readonly is_final: boolean;
}

type Pair = readonly [number, number];

export function pairsOf(sides: number): Pair[] {
  const all = Array.from({ length: sides }, (_, side) => side);
  return all.flatMap((first) => all.slice(first + 1).map((second): Pair => [first, second]));
}

/** The claim between two sides when the first leads by so many points. */
export const claimOf = ([first, second]: Pair, lead: number): Claim =>
  (lead >= 0 ? { debtor: second, creditor: first, points: lead } : { debtor: first, creditor: second, points: -lead });

export function netOf(claims: readonly Claim[], sides: number): number[] {
  const net = Array<number>(sides).fill(0);
  for (const { debtor, creditor, points } of claims) { net[debtor]! -= points; net[creditor]! += points; }
  return net;
}

/** Settle one game by itself; an open one provisionally. */
export function settleGame(game: Game, rules: Rules): GameSettlement {
  const sides = game.points.map((_, side) => side), shutOut = sides.filter((side) => isShutOut(game, rules, side));
  const lines = sides.flatMap((side) => linesOf(game, rules, side, shutOut)).filter((line) => line.points);
  const totals = sides.map((side) => lines.reduce((sum, line) => sum + (line.side === side ? line.points : 0), 0));
  let winners = game.closed ? winnersOf(game, rules, totals) : [];
  const forfeited = !game.conceded_by.length && forfeits(rules, totals, winners);
  if (forfeited) winners = [1 - winners[0]!];
  const claims = pairsOf(sides.length).map((pair) => claim(game, rules, totals, shutOut, pair, forfeited)).filter(({ points }) => points);
  return { number: game.number, lines, totals, shut_out: shutOut, forfeited, claims, winners, is_final: game.closed };
}

function isShutOut(game: Game, rules: Rules, side: number): boolean {
  const { crossed } = game;
  if (!game.closed || crossed === null || crossed === side || textIn(rules, "shutout") === "none") return false;
  switch (textIn(rules, "shutout_when")) {
    case "loser-no-wins": return !game.entries.some((entry) => entry.winners.includes(side));
    case "loser-no-points": return game.points[side]! <= 0;
    default: return game.drawn === 0 && game.entries.every((entry) => entry.winners.includes(crossed));
  }
}

function linesOf(game: Game, rules: Rules, side: number, shutOut: readonly number[]): SettleLine[] {
  const points = game.points[side]!, boxes = game.boxes[side]! * numberIn(rules, "box_bonus"), crossed = game.closed && side === game.crossed;
  const bonus = crossed ? numberIn(rules, "game_bonus") : 0;
  const extra = crossed && shutOut.length && game.points.length === 2 ? shutoutPoints(rules, points, bonus, boxes) : 0;
  const isOut = textIn(rules, "game_end") === "last-standing" && game.conceded_by.includes(side);
  const charged = isOut ? Math.max(0, forNumber(rules, "target", 1) - points) : 0;
  const line = (kind: SettleLine["kind"], amount: number): SettleLine => ({ kind, game: game.number, side, points: amount });
  return [line("points", points), line("game-bonus", bonus), line("shutout", extra), line("boxes", boxes), line("concession", charged)];
}

function shutoutPoints(rules: Rules, points: number, bonus: number, boxes: number): number {
  switch (textIn(rules, "shutout")) {
    case "double-hand-points": return points;
    case "flat": return numberIn(rules, "shutout_bonus");
    case "double-before-boxes": return points + bonus;
    case "double-total": return points + bonus + boxes;
    case "double-bonuses": return bonus + boxes;
    default: return 0;
  }
}

const withTotal = (totals: readonly number[], total: number): number[] => totals.map((_, side) => side).filter((side) => totals[side] === total);

function winnersOf(game: Game, rules: Rules, totals: readonly number[]): number[] {
  if (textIn(rules, "score_mode") === "penalty") return leastCharged(game, rules, totals);
  const crossed = game.crossed === null ? [] : [game.crossed];
  if (game.conceded_by.length || textIn(rules, "winner_by") === "first-to-target") return crossed;
  const leaders = withTotal(totals, Math.max(...totals));
  if (leaders.length === 1) return leaders;
  return game.crossed !== null && leaders.includes(game.crossed) ? crossed : [];
}

function leastCharged(game: Game, rules: Rules, totals: readonly number[]): number[] {
  if (textIn(rules, "game_end") === "last-standing") return totals.map((_, side) => side).filter((side) => !game.reached.includes(side));
  const least = Math.min(...totals.filter((_, side) => !game.conceded_by.includes(side)));
  return withTotal(totals, least).filter((side) => !game.conceded_by.includes(side));
}

function forfeits(rules: Rules, totals: readonly number[], winners: readonly number[]): boolean {
  const margin = numberIn(rules, "exact_margin_forfeit");
  if (!margin || totals.length !== 2 || winners.length !== 1) return false;
  return totals[winners[0]!]! - totals[1 - winners[0]!]! === margin;
}

function claim(game: Game, rules: Rules, totals: readonly number[], shutOut: readonly number[], pair: Pair, forfeited: boolean): Claim {
  let lead = totals[pair[0]]! - totals[pair[1]]!;
  if (textIn(rules, "score_mode") === "penalty" || forfeited) lead = -lead;
  if (!shutOut.length) return claimOf(pair, lead);
  const shutout = textIn(rules, "shutout");
  if (shutout === "double-difference") lead *= 2;
  if (shutout === "flat" && totals.length > 2) lead += flatShutout(game, rules, shutOut, pair);
  return claimOf(pair, lead);
}

/** What a flat shutout adds to the lead of the first of the pair, among three scores. */
function flatShutout(game: Game, rules: Rules, shutOut: readonly number[], [first, second]: Pair): number {
  const bonus = numberIn(rules, "shutout_bonus");
  if (game.crossed === first && shutOut.includes(second)) return bonus;
  return game.crossed === second && shutOut.includes(first) ? -bonus : 0;
}

/** The factor of the net of a game: that of its column; 1 in an endless game. */
export function weightOf(rules: Rules, number: number): number {
  const weights = rules.values["column_weights"] as number[];
  return rules.values["endless"] ? 1 : weights[(number - 1) % weights.length]!;
}

/** The claims of several games together: one for each pair that is not level. */
export function claimsOver(games: readonly GameSettlement[], rules: Rules, sides: number): Claim[] {
  const leads = pairsOf(sides).map((pair): [Pair, number] => [pair, 0]);
  for (const game of games) {
    for (const { debtor, creditor, points } of game.claims) {
      const lead = leads.find(([[first, second]]) => first === Math.min(debtor, creditor) && second === Math.max(debtor, creditor))!;
      lead[1] += (creditor < debtor ? 1 : -1) * points * weightOf(rules, game.number);
    }
  }
  return leads.filter(([, lead]) => lead).map(([pair, lead]) => claimOf(pair, lead));
}

/** The winners of a single game; of several columns, the sides that gain from all of them. */
export function sheetWinners(rules: Rules, sheet: Sheet, sides: number): number[] {
  if (numberIn(rules, "columns") === 1) return sheet.games[0]!.winners;
  const net = netOf(claimsOver(sheet.games.map((game) => settleGame(game, rules)), rules, sides), sides);
  return net.map((_, side) => side).filter((side) => net[side]! > 0);
}

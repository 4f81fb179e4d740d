// The score sheet: games side by side or one after another, and their settlement, as `ginrules.scoring` keeps them.
import { forNumber, type Rules } from "./rules.js";

/** A round on the sheet, by side. */
export interface SideRound { readonly points: number[]; readonly boxes: number[]; readonly winners: number[] }
export interface Entry { readonly round: number; readonly points: number[]; readonly boxes: number[]; readonly winners: number[] }
/** One game: a column of the sheet. */
export interface Game {
  readonly number: number; readonly entries: readonly Entry[]; readonly points: number[]; readonly boxes: number[];
  /** The points compared with the target: with boxes if they are paid at once. */
  readonly standing: number[];
  readonly drawn: number;
  /** The sides that have reached the target, in that order; or that are out. */
  readonly reached: number[];
  readonly closed: boolean;
  /** Who takes the game; null while it is open or level. */
  readonly crossed: number | null;
  readonly winners: number[];
  readonly conceded_by: number[];
}
export interface Sheet {
  readonly games: readonly Game[]; readonly target: number; readonly rounds: number; readonly wins: number[];
  /** The highest column that each side has entered. */
  readonly highest: number[];
  readonly notice: boolean;
}

export const textIn = (rules: Rules, name: string): string => rules.values[name] as string;
export const numberIn = (rules: Rules, name: string): number => rules.values[name] as number;

export const added = (one: readonly number[], other: readonly number[]): number[] => one.map((number, place) => number + other[place]!);

export function blankGame(number: number, sides: number): Game {
  const nothing = Array<number>(sides).fill(0);
  return { number, entries: [], points: nothing, boxes: nothing, standing: nothing, drawn: 0, reached: [], closed: false, crossed: null, winners: [], conceded_by: [] };
}

export function newSheet(rules: Rules, sides: number, target: number, rounds: number): Sheet {
  const nothing = Array<number>(sides).fill(0);
  const games = Array.from({ length: numberIn(rules, "columns") }, (_, place) => blankGame(place + 1, sides));
  return { games, target, rounds, wins: nothing, highest: nothing, notice: false };
}

/** The sheet with a round written on it, and the games closed that it ends; a drawn round is only counted. */
export function write(sheet: Sheet, rules: Rules, round: number, result: SideRound): Sheet {
  let { wins, highest } = sheet, games: Game[];
  if (result.winners.length) {
    wins = wins.map((count, side) => count + Number(result.winners.includes(side)));
    const columns = columnsEntered(sheet, rules, result, wins), last = Math.max(0, ...columns);
    highest = highest.map((top, side) => (result.winners.includes(side) ? Math.max(top, last) : top));
    const entry = { round, points: result.points, boxes: result.boxes, winners: result.winners };
    games = sheet.games.map((game) => (columns.includes(game.number) ? written(game, entry, sheet.target, rules) : game));
  } else {
    games = sheet.games.map((game) => (game.closed ? game : { ...game, drawn: game.drawn + 1 }));
  }
  games = closed(games, sheet, rules);
  if (rules.values["endless"] && !sheet.notice) {
    const missing = numberIn(rules, "columns") - games.filter((game) => !game.closed).length, last = games.at(-1)!.number;
    for (let place = 1; place <= missing; place++) games.push(blankGame(last + place, result.points.length));
  }
  return { ...sheet, games, wins, highest };
}

export const isClosed = (sheet: Sheet): boolean => sheet.games.every((game) => game.closed);

/** The players who are out, if the last one standing wins. */
export const outOf = (rules: Rules, sheet: Sheet): number[] =>
  (textIn(rules, "game_end") === "target" ? [] : [...sheet.games.at(-1)!.reached].sort((one, other) => one - other));

/** The sheet with every open game conceded by a side. */
export const conceded = (sheet: Sheet, rules: Rules, side: number): Sheet =>
  ({ ...sheet, games: sheet.games.map((game) => (game.closed ? game : concededGame(game, sheet, rules, side))) });

function concededGame(game: Game, sheet: Sheet, rules: Rules, side: number): Game {
  if (textIn(rules, "game_end") === "last-standing") {
    const left: Game = { ...game, reached: [...game.reached, side], conceded_by: [...game.conceded_by, side] };
    return { ...left, closed: hasEnded(left, sheet, rules) };
  }
  if (closesBySide(rules) && game.reached.length) return { ...game, closed: true, crossed: crosser(game, rules) };
  return { ...game, closed: true, crossed: bestOfOthers(game, rules, side), conceded_by: [side] };
}

function bestOfOthers(game: Game, rules: Rules, side: number): number | null {
  if (textIn(rules, "score_mode") === "penalty") return null;
  const others = game.standing.map((_, number) => number).filter((number) => number !== side);
  const leader = leaderOf(others.map((number) => game.standing[number]!));
  return leader === null ? null : others[leader]!;
}

/** Whether a column can close for one side and stay open for the other. */
const closesBySide = (rules: Rules): boolean => textIn(rules, "column_close") === "own" && numberIn(rules, "columns") > 1;

const isOpen = (game: Game, side: number, rules: Rules): boolean => !game.closed && !(closesBySide(rules) && game.reached.includes(side));

function columnsEntered(sheet: Sheet, rules: Rules, result: SideRound, wins: readonly number[]): number[] {
  const columns = numberIn(rules, "columns"), side = result.winners[0]!;
  if (columns === 1) return sheet.games.filter((game) => !game.closed).map((game) => game.number);
  const numbers = sheet.games.filter((game) => isOpen(game, side, rules)).map((game) => game.number);
  if (wins[side]! >= columns) return numbers;
  const last = textIn(rules, "column_entry") === "win-count" ? wins[side]! : Math.max(sheet.highest[side]! + 1, numbers[0]!);
  return numbers.filter((number) => number <= last);
}

function written(game: Game, entry: Entry, target: number, rules: Rules): Game {
  const points = added(game.points, entry.points), boxes = added(game.boxes, entry.boxes);
  const box = textIn(rules, "box_timing") === "immediate" ? numberIn(rules, "box_bonus") : 0;
  const standing = points.map((number, side) => number + box * boxes[side]!);
  return { ...game, entries: [...game.entries, entry], points, boxes, standing, reached: [...game.reached, ...newlyReached(game, standing, target)] };
}

function newlyReached(game: Game, standing: readonly number[], target: number): number[] {
  if (target <= 0) return [];
  const sides = standing.map((_, side) => side).filter((side) => standing[side]! >= target && !game.reached.includes(side));
  return sides.sort((one, other) => standing[other]! - standing[one]!);
}

function leaderOf(standing: readonly number[]): number | null {
  const top = Math.max(...standing);
  return standing.filter((number) => number === top).length === 1 ? standing.indexOf(top) : null;
}

function closed(games: Game[], sheet: Sheet, rules: Rules): Game[] {
  let after = closeWhere(games, rules, (game) => hasEnded(game, sheet, rules));
  if (closesBySide(rules) && sheet.wins.some((_, side) => after.every((game) => game.closed || game.reached.includes(side)))) {
    after = closeWhere(after, rules, () => true);
  }
  return after;
}

const closeWhere = (games: Game[], rules: Rules, ended: (game: Game) => boolean): Game[] =>
  games.map((game) => (!game.closed && ended(game) ? { ...game, closed: true, crossed: crosser(game, rules) } : game));

function hasEnded(game: Game, sheet: Sheet, rules: Rules): boolean {
  if (!sheet.target && !sheet.rounds) return game.entries.length > 0 || game.drawn > 0;
  if (sheet.rounds && game.entries.length >= sheet.rounds) return true;
  if (closesBySide(rules)) return game.reached.length === game.standing.length;
  if (playsOnWhenLevel(game, rules)) return game.reached.length > 0 && leaderOf(game.standing) !== null;
  return textIn(rules, "game_end") === "target" ? game.reached.length > 0 : game.reached.length >= game.standing.length - 1;
}

/** Whether several sides can reach the target in one round; the game goes on until one leads. */
function playsOnWhenLevel(game: Game, rules: Rules): boolean {
  const mode = textIn(rules, "score_mode");
  return mode === "table-count" || (mode === "gain" && textIn(rules, "seating") === "all-play" && game.standing.length > 2);
}

function crosser(game: Game, rules: Rules): number | null {
  if (playsOnWhenLevel(game, rules)) return leaderOf(game.standing);
  if (textIn(rules, "score_mode") === "penalty") return null;
  return game.reached[0] ?? leaderOf(game.standing);
}

// --- the settlement of games: points, game bonus, shutout, boxes, the winner and who owes whom -------------

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

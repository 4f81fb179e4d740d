// Who sits at the tables of a round, who deals, and a round's score by side, as `ginrules.match.seating`.
import { LIBRARY } from "./library.js";
import { RulesError, type Rules } from "./rules.js";
import { numberIn, textIn, type SideRound } from "./sheet.js";

/** A table for one deal: the player at each seat, the dealer, and who sits out. */
export interface Seating { readonly players: number[]; readonly dealer: number; readonly dealer_seat: number; readonly resting: number[]; readonly number: number }
/** A round's sums by seat, or by side in a team round. */
export interface ScoreTotals { readonly points: number[]; readonly boxes: number[]; readonly winner: number | null; readonly multiplier: number; readonly extra_boxes: number }

const upTo = (count: number, from = 0): number[] => Array.from({ length: Math.max(0, count - from) }, (_, place) => place + from);
const seatingOf = (players: number[], dealer: number, dealerSeat: number, resting: number[] = [], number = 0): Seating =>
  ({ players, dealer, dealer_seat: dealerSeat, resting, number });

/** The seats of a table; the number of players is refused if these rules do not seat it. */
export function seatsFor(rules: Rules, players: number): number {
  const seats = LIBRARY.seating[textIn(rules, "seating")]![players];
  if (seats === undefined || !(rules.values["player_counts"] as number[]).includes(players)) throw new RulesError(`these rules do not seat ${players} players`, "player_counts");
  return seats;
}

export function sidesOf(rules: Rules, players: number): number[][] {
  switch (textIn(rules, "seating")) {
    case "partnership": return [0, 1].map((side) => upTo(players).filter((player) => player % 2 === side));
    case "captain": return [[0], upTo(players, 1)];
    default: return upTo(players).map((player) => [player]);
  }
}

function pair(one: number, other: number, dealer: number): Seating {
  const players = [Math.min(one, other), Math.max(one, other)];
  return seatingOf(players, dealer, players.indexOf(dealer), [3 - one - other]);
}

function idleDealer(dealer: number): Seating {
  const last = (dealer + 2) % 3;
  return { ...pair((dealer + 1) % 3, last, last), dealer };
}

const inTheBox = (box: number, captain: number, idle: number): Seating => seatingOf([box, captain], box, 0, [idle]);

const teams = (shift: number, size: number, side: number): Seating[] => upTo(size).map((table) => {
  const players = [2 * table, 2 * ((table + shift) % size) + 1];
  return seatingOf(players, players[side]!, side, [], table);
});

const shiftOf = (rules: Rules, size: number, number: number): number => (textIn(rules, "opponents") === "fixed" ? 0 : number % size);

export function firstTables(rules: Rules, players: number, dealer: number): Seating[] {
  switch (textIn(rules, "seating")) {
    case "sit-out": return [textIn(rules, "next_dealer") === "idle-loser" ? idleDealer(dealer) : pair(dealer, (dealer + 1) % 3, dealer)];
    case "captain": return [seatingOf([0, 1], dealer, dealer, upTo(players, 2))];
    case "rotating-box": return [inTheBox(dealer, (dealer + 1) % 3, (dealer + 2) % 3)];
    case "partnership": return teams(shiftOf(rules, players / 2, 0), players / 2, dealer % 2);
    default: return [seatingOf(upTo(players), dealer, dealer)];
  }
}

const drawnStep = (rules: Rules): number => Number(textIn(rules, "drawn_dealer") === "next");

function thenTables(rules: Rules, tables: readonly Seating[], { winner }: ScoreTotals, number: number): Seating[] {
  const table = tables[0]!, { players, resting } = table, next = textIn(rules, "next_dealer");
  switch (textIn(rules, "seating")) {
    case "sit-out":
      if (winner === null) return [...tables];
      return [next === "idle-loser" ? idleDealer(players[1 - winner]!) : pair(players[winner]!, resting[0]!, resting[0]!)];
    case "captain": {
      if (winner === null) return [...tables];
      const line = winner === 0 ? [...resting, players[1]!] : [players[1]!, ...resting];
      return [seatingOf([players[0]!, line[0]!], line[0]!, 1, line.slice(1))];
    }
    case "rotating-box":
      if (winner === null) return [...tables];
      return [winner === 0 ? inTheBox(players[0]!, resting[0]!, players[1]!) : inTheBox(players[1]!, resting[0]!, players[0]!)];
    case "partnership": {
      const side = winner === null ? (table.dealer_seat + drawnStep(rules)) % 2
        : next === "alternate" ? 1 - table.dealer_seat : next === "winning-side" ? winner : table.dealer_seat;
      return teams(shiftOf(rules, tables.length, number), tables.length, side);
    }
    default: {
      const steps: Record<string, (won: number) => number> = { winner: (won) => won, loser: (won) => won + 1, fixed: () => table.dealer_seat };
      const seat = (winner === null ? table.dealer_seat + drawnStep(rules) : (steps[next]?.(winner) ?? table.dealer_seat + 1)) % players.length;
      return [{ ...table, dealer: players[seat]!, dealer_seat: seat }];
    }
  }
}

/** The tables without the players who are out; the deal goes to the next of them. */
export function without(tables: readonly Seating[], out: readonly number[]): Seating[] {
  const table = tables[0];
  if (!table || !tables.some(({ players }) => players.some((player) => out.includes(player)))) return [...tables];
  const seats = table.players.length, players = table.players.filter((player) => !out.includes(player));
  const dealer = upTo(seats).map((step) => table.players[(table.dealer_seat + step) % seats]!).find((player) => !out.includes(player))!;
  const resting = [...new Set([...table.resting, ...table.players])].filter((player) => !players.includes(player)).sort((one, other) => one - other);
  return [seatingOf(players, dealer, players.indexOf(dealer), resting)];
}

export const nextTables = (rules: Rules, tables: readonly Seating[], score: ScoreTotals, number: number, out: readonly number[]): Seating[] =>
  without(thenTables(rules, tables, score, number), out);

/** A round's score by side. */
export function sideRound(rules: Rules, sides: readonly number[][], table: Seating, score: ScoreTotals): SideRound {
  const seating = textIn(rules, "seating"), { winner } = score;
  if (seating === "partnership" || seating === "head-to-head") return { points: score.points, boxes: score.boxes, winners: winner === null ? [] : [winner], first: 0 };
  if (seating === "rotating-box") { // the idle partner is scored like the captain
    const [box, captain] = table.players as [number, number], seatOf = upTo(3).map((player) => (player === box ? 0 : 1));
    return {
      points: seatOf.map((seat) => score.points[seat]!), boxes: seatOf.map((seat) => score.boxes[seat]!),
      winners: upTo(3).filter((player) => seatOf[player] === winner), first: captain,
    };
  }
  const sideAt = table.players.map((player) => sides.findIndex((side) => side.includes(player)));
  const sums = (by: readonly number[]) => sides.map((_, side) => by.reduce((sum, number, seat) => sum + (sideAt[seat] === side ? number : 0), 0));
  return { points: sums(score.points), boxes: sums(score.boxes), winners: winner === null ? [] : [sideAt[winner]!], first: 0 };
}

/** The tables of a team round netted: the side with the larger sum takes the difference. */
export function teamScore(tables: readonly ScoreTotals[], rules: Rules): ScoreTotals {
  const sums = [0, 1].map((side) => tables.reduce((sum, table) => sum + table.points[side]!, 0)) as [number, number];
  if (sums[0] === sums[1]) return { points: [0, 0], boxes: [0, 0], winner: null, multiplier: 1, extra_boxes: 0 };
  const side = sums[0] > sums[1] ? 0 : 1, points = [0, 0], boxes = [0, 0], sweep = tables.every((table) => table.winner === side);
  const multiplier = Math.min(...tables.map((table) => table.multiplier)), scope = textIn(rules, "spade_scope");
  points[side] = sums[side]! - sums[1 - side]! + (sweep && tables.length > 2 ? numberIn(rules, "team_sweep_bonus") : 0);
  boxes[side] = (scope === "hand-and-all-boxes" ? multiplier : 1) + tables.reduce((sum, table) => sum + (table.winner === side ? table.extra_boxes : 0), 0);
  if (sweep) boxes[side]! += numberIn(rules, "team_sweep_boxes") * (scope === "hand" ? 1 : multiplier);
  return { points, boxes, winner: side, multiplier: 1, extra_boxes: 0 };
}

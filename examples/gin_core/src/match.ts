// A match at one table: a fold of its entries, and its settlement, as `ginrules.match`. Rounds are priced by the core.
import type { Match as Document, Outcome, Score } from "../build/records.js";
import { NONE, numberOf } from "./cards.js";
import type { Core } from "./core.js";
import { LIBRARY } from "./library.js";
import { View } from "./memory.js";
import { forNumber, RulesError, rulesOf, whyNoMatch, type Rules } from "./rules.js";
import {
  blankGame, claimOf, claimsOver, conceded, isClosed, netOf, newSheet, numberIn, outOf, settleGame, sheetWinners, textIn, weightOf, write,
  type Claim, type Game, type GameSettlement, type Sheet,
} from "./sheet.js";

export type MatchEntry = Document["entries"][number];
export interface Payment { readonly payer: number; readonly payee: number; readonly points: number }
export interface Settlement {
  readonly games: GameSettlement[]; readonly weights: number[]; readonly totals: number[]; readonly net: number[]; readonly payments: Payment[];
  readonly winners: number[]; readonly is_final: boolean;
}
/** The table of a deal: the player at each seat, and the dealer, by number and by seat. */
export interface Seating { readonly players: readonly number[]; readonly dealer: number; readonly dealer_seat: number }
/** A round's sums by seat. */
export interface ScoreTotals { readonly points: number[]; readonly boxes: number[]; readonly winner: number | null }

/** Something that cannot be entered in a match. */
export class MatchError extends Error { readonly code = "score-error"; }

export class Match {
  private constructor(
    readonly core: Core, readonly rules: Rules, readonly players: readonly string[], readonly entries: readonly MatchEntry[],
    readonly scores: readonly ScoreTotals[], readonly seatings: readonly Seating[], readonly sheet: Sheet, readonly due: Seating | null,
    readonly accounts: readonly number[], readonly winners: readonly number[], readonly isOver: boolean,
  ) {}

  /** Begin a match of these players. */
  static begin(core: Core, rules: Rules | Document["rules"], players: readonly string[], dealer = 0): Match {
    const read = typeof rules === "object" && "values" in rules ? (rules as Rules) : rulesOf(rules as Document["rules"]);
    const refused = whyNoMatch(read), counts = read.values["player_counts"] as number[], nothing = players.map(() => 0);
    if (refused) throw new RulesError(refused, "seating");
    if (!counts.includes(players.length)) throw new RulesError(`these rules do not seat ${players.length} players`, "player_counts");
    const sheet = newSheet(read, players.length, forNumber(read, "target", 1), forNumber(read, "rounds", players.length));
    const entries: MatchEntry[] = dealer ? [{ kind: "first-dealer", player: dealer }] : [];
    const due: Seating = { players: players.map((_, player) => player), dealer, dealer_seat: dealer };
    return new Match(core, read, players, entries, [], [], sheet, due, nothing, [], false);
  }

  /** Fold a match from its entries. */
  static of(core: Core, rules: Document["rules"], players: readonly string[], entries: readonly MatchEntry[]): Match {
    const first = entries[0]?.kind === "first-dealer" ? entries[0] : null;
    return entries.slice(first ? 1 : 0).reduce((match, entry) => match.with(entry), Match.begin(core, rules, players, first?.player ?? 0));
  }

  get games(): readonly Game[] { return this.sheet.games; }
  get out(): readonly number[] { return this.isOver ? [] : outOf(this.rules, this.sheet); }

  /** The match with one more entry. */
  with(entry: MatchEntry): Match {
    if (this.isOver) throw new MatchError("the match is over: nothing more can be entered");
    switch (entry.kind) {
      case "first-dealer": throw new MatchError("the first dealer must be the first entry");
      case "notice":
        if (!this.rules.values["endless"] || this.sheet.notice) throw new MatchError("notice ends endless columns, once");
        return this.#changed({ entry, sheet: { ...this.sheet, notice: true } });
      case "concession": return this.#conceded(entry);
      case "team-round": throw new MatchError("a page has one table");
      default: return this.#played(entry, this.#totals(entry));
    }
  }

  #changed(to: { entry: MatchEntry } & Partial<Pick<Match, "scores" | "seatings" | "sheet" | "due" | "accounts" | "winners" | "isOver">>): Match {
    const { scores, seatings, sheet, due, accounts, winners, isOver } = { ...(this as Match), ...to };
    return new Match(this.core, this.rules, this.players, [...this.entries, to.entry], scores, seatings, sheet, due, accounts, winners, isOver);
  }

  #totals(result: Outcome | Score): ScoreTotals {
    if ("ending" in result) return totalsOf(this.core, this.rules, result);
    const by = (kind: "points" | "boxes") => Array.from({ length: result.seats }, (_, seat) => result.lines.reduce((sum, line) => sum + (line.seat === seat ? (line[kind] ?? 0) : 0), 0));
    return { points: result.points ?? by("points"), boxes: result.boxes ?? by("boxes"), winner: result.winner ?? null };
  }

  #played(entry: MatchEntry, score: ScoreTotals): Match {
    const { rules, players } = this, table = this.due!, { winner } = score;
    if (score.points.length !== table.players.length) throw new MatchError("the result does not fit the table that is due");
    const bySide = (numbers: readonly number[]) => players.map((_, player) => numbers[table.players.indexOf(player)] ?? 0);
    const round = { points: bySide(score.points), boxes: bySide(score.boxes), winners: winner === null ? [] : [table.players[winner]!] };
    let sheet = withWinners(write(this.sheet, rules, this.scores.length, round), rules);
    const { accounts, isOver, winners } = this.#accounts(sheet);
    if (!isOver && isClosed(sheet)) sheet = { ...sheet, games: [...sheet.games, blankGame(sheet.games.length + 1, players.length)] };
    const due = isOver ? null : without(nextTable(rules, table, winner), outOf(rules, sheet));
    return this.#changed({ entry, scores: [...this.scores, score], seatings: [...this.seatings, table], sheet, due, accounts, winners, isOver });
  }

  #accounts(sheet: Sheet): { accounts: readonly number[]; isOver: boolean; winners: number[] } {
    const { rules } = this, form = textIn(rules, "match_form"), game = sheet.games.at(-1)!;
    if (form === "single") {
      const isOver = isClosed(sheet);
      return { accounts: this.accounts, isOver, winners: isOver ? sheetWinners(rules, sheet, this.players.length) : [] };
    }
    if (!game.closed || game.winners.length !== 1) return { accounts: this.accounts, isOver: false, winners: [] };
    const side = game.winners[0]!, won = [...this.accounts];
    won[side]! += form === "best-of" ? 1 : settleGame(game, rules).totals[side]!;
    const isOver = form === "best-of" ? won[side]! > Math.floor(numberIn(rules, "match_games") / 2) : won[side]! >= numberIn(rules, "match_target");
    if (isOver && form === "points") won[side]! += numberIn(rules, "match_bonus");
    return { accounts: won, isOver, winners: isOver ? [side] : [] };
  }

  #conceded(entry: Extract<MatchEntry, { kind: "concession" }>): Match {
    const { rules } = this, side = entry.player;
    if (this.players[side] === undefined || this.out.includes(side)) throw new MatchError("only a player who is in can concede");
    const sheet = withWinners(conceded(this.sheet, rules, side), rules);
    if (!isClosed(sheet)) return this.#changed({ entry, sheet, due: without(this.due!, outOf(rules, sheet)) });
    const form = textIn(rules, "match_form"), other = 1 - side, accounts = [...this.accounts];
    if (form === "best-of") accounts[other]! += 1;
    if (form === "points") accounts[other]! += settleGame(sheet.games.at(-1)!, rules).totals[other]! + numberIn(rules, "match_bonus");
    const winners = form === "single" ? sheetWinners(rules, sheet, this.players.length) : [other];
    return this.#changed({ entry, sheet, due: null, accounts, winners, isOver: true });
  }

  /** Who owes how much: provisionally, while the match is open. */
  get settlement(): Settlement {
    const { rules } = this, form = textIn(rules, "match_form");
    const games = this.games.map((game) => settleGame(game, rules)), weights = games.map((game) => weightOf(rules, game.number));
    const totals = form === "single" ? this.players.map((_, side) => games.reduce((sum, game, place) => sum + weights[place]! * game.totals[side]!, 0)) : [...this.accounts];
    const claims = this.#claims(games);
    const payments = claims.map(({ debtor, creditor, points }) => ({ payer: debtor, payee: creditor, points }));
    return { games, weights, totals, net: netOf(claims, this.players.length), payments, winners: [...this.winners], is_final: this.isOver };
  }

  #claims(games: readonly GameSettlement[]): Claim[] {
    switch (textIn(this.rules, "match_form")) {
      case "best-of": return [];
      case "points": return [claimOf([0, 1], this.accounts[0]! - this.accounts[1]!)].filter(({ points }) => points);
      default: return claimsOver(games, this.rules, this.players.length);
    }
  }
}

/** The sheet with the winners of the games that have been closed. */
const withWinners = (sheet: Sheet, rules: Rules): Sheet =>
  ({ ...sheet, games: sheet.games.map((game) => (game.closed && !game.winners.length ? { ...game, winners: settleGame(game, rules).winners } : game)) });

/** The price of facts, as the sheet reads it. */
export function totalsOf(core: Core, rules: Rules, outcome: Outcome): ScoreTotals {
  const seats = outcome.deadwood.length, form = LIBRARY.records.facts, facts = new View(form, new Uint8Array(form.size));
  const card = (value: string | undefined) => (value === undefined ? NONE : (numberOf(value) ?? NONE));
  outcome.deadwood.forEach((points, seat) => facts.put("deadwood", points, seat));
  (outcome.laid ?? []).forEach((points, seat) => facts.put("laid", points, seat));
  const values = {
    seats, factor: outcome.factor ?? 1, declarer: outcome.declarer ?? NONE, ending: LIBRARY.endings.indexOf(outcome.ending),
    reason: Math.max(0, LIBRARY.reasons.indexOf(outcome.reason ?? null)), upcard: card(outcome.upcard), knock_card: card(outcome.knock_card), stock_left: outcome.stock_left ?? 0,
  };
  for (const [name, value] of Object.entries(values)) facts.put(name, value);
  const price = core.table(rules, seats).price(facts.bytes);
  if (!price) throw new RulesError("these facts are not possible under these rules", "price");
  return { points: price.points, boxes: price.boxes, winner: price.winner };
}

/** The table after a round that this seat has won, or nobody. */
function nextTable(rules: Rules, table: Seating, winner: number | null): Seating {
  const { players, dealer_seat: dealer } = table, drawnStep = Number(textIn(rules, "drawn_dealer") === "next");
  const steps: Record<string, (won: number) => number> = { winner: (won) => won, loser: (won) => won + 1, fixed: () => dealer };
  const seat = winner === null ? dealer + drawnStep : (steps[textIn(rules, "next_dealer")]?.(winner) ?? dealer + 1);
  return { players, dealer: players[seat % players.length]!, dealer_seat: seat % players.length };
}

/** The table without the players who are out; the deal goes to the next of them. */
function without(table: Seating, out: readonly number[]): Seating {
  const { players, dealer_seat: first } = table, left = players.filter((player) => !out.includes(player));
  if (left.length === players.length) return table;
  const dealer = [...players.slice(first), ...players.slice(0, first)].find((player) => !out.includes(player))!;
  return { players: left, dealer, dealer_seat: left.indexOf(dealer) };
}

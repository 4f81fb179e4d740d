// A match against players of the core, without a page: whose turn it is, what is shown, and what can be taken back.
import type { Event, View } from "../../gin_core/build/records.js";
import { EndlessError, LIBRARY, Match, netKey, readsNet, Round, seenBy, type Core, type Player, type Price, type Rules } from "../../gin_core/src/gin-core.js";
import type { Asked } from "../../gin_core/src/review.js";
import type { TableMessage } from "../../gin_table/src/gin-table.js";
import { isolated, written } from "../../gin_table/src/words.js";
import { matchEnd, headline, resultLines, type Names } from "./results.js";

const OTHERS = ["Mia", "Tom", "Lea", "Ben", "Eva"];
const YOU = 0;
const GOLDEN = 0x9e3779b97f4a7c15n; // the step between the seeds of a match's rounds
const SEEDS = 0x3fffffffffffffffn;

/** A fault that a player is told: nothing can be taken back, it is another's turn, … */
export class GameError extends Error {}

export interface Settings {
  readonly rules: Rules; readonly against: Player; readonly seed: bigint;
  /** The name of the opponents' strength, which is shown. */
  readonly level?: string | undefined;
  readonly players?: number | undefined; readonly name?: string | undefined; readonly dealer?: number | undefined; readonly names?: readonly string[] | undefined;
}

/** A round as it was when the reader had to decide, with what has been shown of it since. */
interface Played { readonly round: Round; readonly events: readonly Event[]; readonly actions: readonly string[] }

/** The deadwood that a remark names; gin is 0. */
const pointsOf = (remark: string | undefined): number => Number(/\d+/.exec(remark ?? "")?.[0] ?? 0);

export class Game {
  readonly names: readonly string[];
  match: Match;
  /** Whether the net of the opponents could not be fetched. */
  isWithoutNet = false;
  /** The positions of the round, the last is now; an action adds one. */
  #played: Played[] = [];
  #rounds: (readonly string[])[] = []; // the actions of the rounds that are over
  #number = 0;
  #version = 0;
  #told = 0; // events of which the page has been told

  constructor(readonly core: Core, readonly settings: Settings) {
    const { rules, name } = settings, count = settings.players ?? Math.min(...(rules.values["player_counts"] as number[]));
    this.names = settings.names ?? [name || "You", ...OTHERS.slice(0, count - 1)];
    this.match = Match.begin(core, rules, this.names, settings.dealer ?? 1);
  }

  get rules(): Rules { return this.settings.rules; }
  get round(): Round | null { return this.#played.at(-1)?.round ?? null; }
  get version(): number { return this.#version; }
  /** The seat of the reader; null if the reader is out. */
  get seat(): number | null {
    const seat = this.#players.indexOf(YOU);
    return seat < 0 ? null : seat;
  }
  get isPlaying(): boolean { return this.round !== null && !this.round.isOver; }
  get isOver(): boolean { return this.match.isOver; }
  get isYourTurn(): boolean { return this.isPlaying && this.round!.turn === this.seat; }
  /** The price of the round, at its end. */
  get price(): Price | null { return this.round?.price ?? null; }
  /** The actions of every round, by which the match can be played again. */
  get rounds(): readonly (readonly string[])[] { return this.isPlaying ? [...this.#rounds, this.#played.at(-1)!.actions] : this.#rounds; }

  /** Whether the opponents play by the net at this table, and it is still to be fetched. */
  get lacksNet(): boolean { return readsNet(this.settings.against) && !this.core.net && !this.isWithoutNet && netKey(this.rules, this.#dealt.table.seats) >= 0; }
  /** Whether the opponents slip: until the net is here expert answers for them, with the same slips. */
  get slips(): boolean { return LIBRARY.players[this.settings.against]!.slip > 0; }

  get #dealt(): Round {
    if (!this.round) throw new GameError("no round has been dealt");
    return this.round;
  }
  /** Who sits at the table: of the round that is shown, or the next. */
  get #players(): readonly number[] { return (this.isPlaying || !this.#played.length ? this.match.due! : this.match.seatings.at(-1)!).players; }

  /** Deal the next round; its cards follow from the seed of the match and the number of the round. */
  deal(): void {
    if (this.isPlaying) throw new GameError("this round is not over yet");
    if (this.isOver) throw new GameError("the match is over");
    const { players, dealer_seat: dealer } = this.match.due!, seed = (this.settings.seed + GOLDEN * BigInt(this.#number++)) & SEEDS;
    this.#played = [{ round: Round.ofSeed(this.core.table(this.rules, players.length), seed, dealer), events: [], actions: [] }];
    this.#told = 0;
    this.#version++;
    if (this.seat === null) while (this.step());
  }

  /** Take an action of the reader, and what follows from it without a choice. */
  act(action: string): void {
    if (!this.isYourTurn) throw new GameError("it is not your turn");
    this.#take(action);
    this.#settle();
  }

  /** Take an action of the seat to act, whoever sits there: of a match that is played again. */
  play(action: string): void { this.#take(action, this.isYourTurn ? this.#dealt : this.#dealt.decided(this.settings.against).round); }

  /** Let the seat to act take an action, if it is not the reader's: false if nothing is to be done. */
  step(): boolean {
    if (!this.isPlaying || this.isYourTurn) return false;
    const { action, round } = this.#dealt.decided(this.settings.against);
    this.#take(action, round);
    this.#settle();
    return true;
  }

  /** Take the actions of the reader that are none of choice: to be done, and to lay down the best melds, unless lay-offs make a difference. */
  #settle(): void {
    while (this.isYourTurn) {
      const { legal, phase } = this.#dealt, spreads = phase === "spread-turn" ? this.#spreads() : [];
      const only = legal.length === 1 && (phase === "layoff-turn" || phase === "spread-turn" || legal[0] === "done") ? legal[0] : undefined;
      const best = only ?? (spreads.length === 1 || (spreads.length && !this.#laysOff(this.#leaves(spreads[0]!))) ? spreads[0] : undefined);
      if (best === undefined) return;
      this.#take(best);
    }
  }

  /** The ways to lay down that leave the least deadwood. */
  #spreads(): string[] {
    const { legal } = this.#dealt, left = legal.map((action) => this.#leaves(action)), least = Math.min(...left);
    return legal.filter((_, place) => left[place] === least);
  }

  #leaves(spread: string): number {
    const held = this.#dealt.hand(this.seat!).split(" "), laid = new Set(spread.split(" ")), values = this.rules.values["card_values"] as number[];
    return held.filter((card) => !laid.has(card)).reduce((sum, card) => sum + values["A23456789TJQK".indexOf(card[0]!)]!, 0);
  }

  /** Whether somebody may lay off on the melds that are laid down now, and leave so much deadwood. */
  #laysOff(left: number): boolean {
    const { phase } = this.#dealt.view(this.seat), layoff = this.rules.values["layoff"];
    if (layoff === "none" || !("declarer" in phase) || phase.declarer !== this.seat) return false;
    return (phase.ending === "knock" && left > 0) || layoff !== "knock-only";
  }

  #take(action: string, round = this.#dealt): void {
    const last = this.#played.at(-1)!;
    let next: ReturnType<Round["act"]>;
    try { next = round.act(action); } catch (error) {
      throw error instanceof EndlessError ? new GameError("This round does not end under these rules: it is given up. Begin a new match.") : error;
    }
    const shuffles = next.events.flatMap((event) => (event.kind === "stock-shuffled" ? [`shuffle ${event.order}`] : []));
    this.#played.push({ round: next.round, events: [...last.events, ...next.events], actions: [...last.actions, action, ...shuffles] });
    this.#version++;
    if (!next.round.isOver) return;
    this.match = this.match.with({ kind: "outcome", ...next.round.outcome! });
    this.#rounds.push(this.#played.at(-1)!.actions);
  }

  /** The place of the position that undo returns to; -1 if the reader has not acted. */
  get #earlier(): number { return this.#played.slice(0, -1).findLastIndex(({ round }) => round.turn === this.seat); }
  get canUndo(): boolean { return this.isPlaying && this.#earlier >= 0; }

  /** Take back the reader's last action, unless the reader has seen a card since. */
  undo(): void {
    const { seat } = this, place = this.#earlier;
    if (!this.isPlaying) throw new GameError("The round is over: nothing can be taken back.");
    if (place < 0 || seat === null) throw new GameError("There is nothing to take back: you have not acted in this round.");
    const earlier = this.#played[place]!, unseen = new Set(this.#dealt.view(seat).unseen.split(" "));
    const news = earlier.round.view(seat).unseen.split(" ").filter((card) => card && !unseen.has(card));
    if (news.length) throw new GameError(`That cannot be taken back: you have seen ${news.map(written).join(" ")} since.`);
    this.#played = this.#played.slice(0, place + 1);
    const before = this.#played.slice(0, place).findLast(({ round }) => round.turn === seat);
    this.#told = before?.events.length ?? 0; // what led to this position is told again
    this.#version++;
  }

  /** What a good player would do in the reader's place, knowing no more. */
  hint(): string {
    if (!this.isYourTurn) throw new GameError("It is not your turn.");
    return this.#dealt.advice("learned");
  }

  /** The best of some actions: that of the hint, else the one that leaves the least deadwood. */
  best(actions: readonly string[]): string | undefined {
    if (actions.length < 2 || this.seat === null) return actions[0];
    const { after } = this.#dealt.counted(this.seat), left = (action: string) => after[action.split(" ").at(-1)!] ?? 0;
    return [...actions].sort((one, other) => left(one) - left(other))[0];
  }

  /** Why the reader cannot take an action now, in a sentence; "" if it is legal. */
  why(action: string): string {
    const refusal = this.isYourTurn && action ? this.#dealt.whyNot(action) : null;
    if (!refusal) return "";
    const sentence = refusal.message.replace(/\b([A2-9TJQK][cdhs])\b/g, (card) => written(card));
    return `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}.`;
  }

  /** The round as a record of the library: it can be replayed there, or shown by the attribute `record`. */
  get record(): Record<string, unknown> {
    const first = this.#played[0]?.round, view = first?.view(null);
    return {
      format: "ginrules/round", version: 2, rules: this.rules.document, names: this.#players.map((player) => this.names[player]),
      seats: first?.seats ?? 2, dealer: first?.dealer ?? 0, ...(view?.knock_card ? { knock_card: view.knock_card } : {}), order: first?.order ?? "",
      actions: this.#played.at(-1)?.actions ?? [], ...(this.round?.outcome ? { outcome: this.round.outcome } : {}),
    };
  }

  /** What a review asks for; null where the net has not read the rules, or the reader is out. */
  get reviewable(): Omit<Asked, "belief"> | null {
    const first = this.#played[0]?.round, { seat } = this;
    if (!first || seat === null || !this.round?.isOver || netKey(this.rules, first.seats) < 0) return null;
    return { first, actions: this.#played.at(-1)!.actions, names: this.#players.map((player) => this.names[player]!), seat };
  }

  /** Everything that the table shows, and the events since the last message. */
  message(): TableMessage {
    const round = this.#dealt, { seat, price, match } = this, players = this.#players, view = round.view(seat), { events } = this.#played.at(-1)!, { outcome } = round;
    const names: Names = { of: (each) => (players[each] === YOU ? "you" : isolated(this.names[players[each]!]!)), you: seat };
    const news = seenBy(events.slice(this.#told), seat), game = match.games.find(({ closed }) => !closed) ?? match.games.at(-1)!, { target } = match.sheet;
    this.#told = events.length;
    const ends = outcome && price ? resultLines(outcome, price, this.rules, names) : [], title = outcome && price ? headline(outcome, price, names) : "";
    const standing = (player: number) => match.games.filter((each) => !each.closed || each === game).map((each) => each.standing[player]).join(" / ");
    const shown = match.isOver && outcome ? matchEnd(match, this.names) : { title: "", lines: [] };
    return {
      view, version: this.#version, names: players.map((player) => this.names[player]!), events: news, heading: this.rules.title,
      scores: players.map(standing), badges: players.map((player) => (player === YOU ? "" : this.#level)), facts: this.#facts(view),
      ...(target ? { target: `of ${target}`, shares: players.map((player) => game.standing[player]! / target) } : {}),
      ...(seat === null || outcome ? {} : this.#hand(seat)),
      prompt: shown.title || (title && `${title}.`) || this.#prompt(view),
      result: (shown.title ? [`${title}.`, ...ends, ...shown.lines] : ends).join("\n"),
      hands: outcome ? outcome.deadwood.map((deadwood, each) => ({ melds: this.#endMelds(each), deadwood })) : [],
      cheer: match.isOver && match.winners.includes(YOU),
    };
  }

  /** The melds among the cards that are left in a hand at the end: those of a declarer lie on the table. */
  #endMelds(seat: number): string[] {
    const isOpen = Boolean(this.rules.values["open_melds"]);
    return isOpen || this.#dealt.outcome?.declarer === seat ? [] : this.#dealt.counted(seat).melds;
  }

  /** What is said above the hand, where the table's own words would be less. */
  #prompt(view: View): string {
    if (!("seat" in view.phase)) return "";
    if (view.phase.seat !== this.seat) return `${this.names[this.#players[view.phase.seat]!]} is thinking.`;
    const knocks = view.legal.filter((action) => action.startsWith("knock "));
    if (!knocks.length || this.seat === null) return "";
    const least = Math.min(...knocks.map((action) => pointsOf(this.#remarks()[action])));
    return least ? `Knock with ${least}, or discard a card.` : "You have gin: knock.";
  }

  /** What the others are called, as they play. */
  get #level(): string {
    const { against, level } = this.settings, plays = this.lacksNet ? against : this.#dealt.table.plays(against);
    return plays === against ? (level ?? against) : plays;
  }

  #facts(view: View): string[] {
    const { knock_source: source, spade_multiplier: times, doubling } = this.rules.values;
    const less = view.knock_limit >= 100 ? "anything" : `${view.knock_limit} or less`, facts = [view.knock_limit ? `knock with ${less}` : "gin only: no knock"];
    const turned = source === "knock-card" ? view.knock_card : view.upcard;
    if (view.knock_card) facts.push(`knock card ${written(view.knock_card)}`);
    else if (source === "upcard" && view.upcard) facts.push(`upcard ${written(view.upcard)}`);
    if ((times as number) > 1 && turned?.endsWith("s")) facts.push(`a spade: counts × ${String(times)}`);
    if (doubling) facts.push((view.factor ?? 1) > 1 ? `doubled: × ${view.factor}` : "not doubled");
    return facts;
  }

  /** What knocks, discards and spreads leave. */
  #remarks(): Record<string, string> {
    const { after } = this.#dealt.counted(this.seat!), remarks: Record<string, string> = {}, said = (points: number) => (points ? `deadwood ${points}` : "gin");
    for (const action of this.isYourTurn ? this.#dealt.legal : []) {
      const [verb, card] = action.split(" ");
      if (verb === "knock") remarks[action] = said(after[card!]!);
      if (verb === "spread") remarks[action] = said(this.#leaves(action));
    }
    return remarks;
  }

  #hand(seat: number): Pick<TableMessage, "melds" | "note" | "remarks"> {
    const { deadwood, melds, after } = this.#dealt.counted(seat), isFull = this.isYourTurn && this.#dealt.legal.some((action) => /^(knock|discard) /.test(action));
    const left = Object.values(after), note = isFull ? (Math.min(...left) ? `deadwood ${Math.min(...left)} at best` : "gin") : `deadwood ${deadwood}`;
    return { melds, note, remarks: this.#remarks() };
  }
}

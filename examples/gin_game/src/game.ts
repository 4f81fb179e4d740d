// A match against players of the core, without a page: whose turn it is, what is shown, and what can be taken back.
import type { Event, View } from "../../gin_core/build/records.js";
import { Match, netKey, Round, seenBy, type Core, type MatchEntry, type Player, type Price, type Rules } from "../../gin_core/src/gin-core.js";
import type { Seen } from "../../gin_core/src/believed.js";
import type { Asked } from "../../gin_core/src/review.js";
import type { TableMessage } from "../../gin_table/src/gin-table.js";
import { isolated, written } from "../../gin_table/src/words.js";
import { headline, resultLines, type Names } from "./results.js";

const OTHERS = ["Mia", "Tom", "Lea", "Ben", "Eva", "Max", "Zoe", "Jan", "Ida"];
const YOU = 0;
const GOLDEN = 0x9e3779b97f4a7c15n; // the step between the seeds of a match's rounds

/** A fault that a player is told: nothing can be taken back, it is another's turn, … */
export class GameError extends Error {}

export interface Settings {
  readonly rules: Rules; readonly against: Player; readonly players?: number | undefined; readonly seed: bigint; readonly name?: string | undefined;
  readonly dealer?: number | undefined; readonly names?: readonly string[] | undefined;
}

/** A round as it was when the reader had to decide, with what has been shown of it since. */
interface Played { readonly round: Round; readonly events: readonly Event[]; readonly actions: readonly string[] }

export class Game {
  readonly names: readonly string[];
  match: Match;
  /** The positions of the round, the last is now; an action adds one. */
  #played: Played[] = [];
  #others: Round[] = []; // the other tables of a team round
  #number = 0;
  #version = 0;
  #told = 0; // actions of which the page has been told

  constructor(readonly core: Core, readonly settings: Settings) {
    const { rules, name } = settings, counts = [...(rules.values["player_counts"] as number[])].sort((one, other) => one - other);
    const count = settings.players ?? counts[0]!;
    this.names = settings.names ?? [name || "You", ...OTHERS.slice(0, count - 1)];
    this.match = Match.begin(core, rules, this.names, settings.dealer ?? (count > 1 ? 1 : 0));
  }

  get rules(): Rules { return this.settings.rules; }
  get round(): Round | null { return this.#played.at(-1)?.round ?? null; }
  get version(): number { return this.#version; }
  /** The seat of the reader; null if the reader sits this round out. */
  get seat(): number | null {
    const seat = this.#table.players.indexOf(YOU);
    return seat < 0 ? null : seat;
  }
  get isPlaying(): boolean { return this.round !== null && !this.round.isOver; }
  get isOver(): boolean { return this.match.isOver; }
  get isYourTurn(): boolean { return this.isPlaying && this.round!.turn === this.seat; }
  get view(): View { return this.#dealt.view(this.seat); }
  /** The price of the round, at its end. */
  get price(): Price | null { return this.round?.price ?? null; }

  get #dealt(): Round {
    if (!this.round) throw new GameError("no round has been dealt");
    return this.round;
  }
  get #tables(): readonly Match["due"][number][] { return this.isPlaying || !this.#played.length ? this.match.due : this.match.seatings.at(-1)!; }
  get #table(): Match["due"][number] { return this.#tables.find(({ players }) => players.includes(YOU)) ?? this.#tables[0]!; }

  /** Deal the next round; its cards follow from the seed of the match and the number of the round. */
  deal(): void {
    if (this.isPlaying) throw new GameError("this round is not over yet");
    if (this.isOver) throw new GameError("the match is over");
    const seed = (this.settings.seed + GOLDEN * BigInt(this.#number++)) & 0x3fffffffffffffffn, own = this.#tableDue();
    const rounds = this.match.due.map((table, place) =>
      Round.ofSeed(this.core.table(this.rules, table.players.length), (seed + BigInt(place - own) * 0x1000193n) & 0x3fffffffffffffffn, table.dealer_seat));
    this.#others = rounds.filter((_, place) => place !== own);
    this.#played = [{ round: rounds[own]!, events: [], actions: [] }];
    this.#told = 0;
    this.#version++;
    if (!this.match.due[own]!.players.includes(YOU)) while (this.isPlaying) this.step();
  }

  #tableDue(): number { return Math.max(0, this.match.due.findIndex(({ players }) => players.includes(YOU))); }

  /** Take an action of the reader. */
  act(action: string): void {
    if (!this.isYourTurn) throw new GameError("it is not your turn");
    this.#take(action);
  }

  /** Take an action of the seat to act, whoever sits there: of a match that is played again. */
  play(action: string): void { this.#take(action, this.isYourTurn ? this.#dealt : this.#dealt.decided(this.settings.against).round); }

  /** Let the seat to act take an action, if it is not the reader's: false if nothing is to be done. */
  step(): boolean {
    if (!this.isPlaying || this.isYourTurn) return false;
    const { action, round } = this.#dealt.decided(this.settings.against);
    this.#take(action, round);
    return true;
  }

  /** Whether the reader has a single action, which tells nothing: to be done, or to lay down the only melds. */
  get isPlain(): boolean {
    const round = this.round;
    return this.isYourTurn && round!.legal.length === 1 && ["layoff-turn", "spread-turn"].includes(round!.phase);
  }

  #take(action: string, round = this.#dealt): void {
    const next = round.act(action), last = this.#played.at(-1)!;
    const shuffles = next.events.flatMap((event) => (event.kind === "stock-shuffled" ? [`shuffle ${event.order}`] : []));
    this.#played.push({ round: next.round, events: [...last.events, ...next.events], actions: [...last.actions, action, ...shuffles] });
    this.#version++;
    if (next.round.isOver) this.#enter();
  }

  #enter(): void {
    const others = this.#others.map((round) => {
      let at = round;
      while (!at.isOver) { const { action, round: drawn } = at.decided(this.settings.against); at = drawn.act(action).round; }
      return { kind: "outcome" as const, ...at.outcome! };
    });
    const own = { kind: "outcome" as const, ...this.#dealt.outcome! }, place = this.#tableDue();
    const results = [...others.slice(0, place), own, ...others.slice(place)];
    this.match = this.match.with(results.length > 1 ? ({ kind: "team-round", results } as MatchEntry) : own);
  }

  /** Take back the reader's last action, unless the reader has seen a card since. */
  undo(): void {
    const { seat } = this, place = this.#played.slice(0, -1).findLastIndex(({ round }) => round.turn === seat);
    if (place < 0 || seat === null) throw new GameError("There is nothing to take back: you have not acted in this round.");
    if (!this.isPlaying) throw new GameError("The round is over: nothing can be taken back.");
    const earlier = this.#played[place]!, unseen = new Set(this.view.unseen.split(" "));
    const news = earlier.round.view(seat).unseen.split(" ").filter((card) => card && !unseen.has(card));
    if (news.length) throw new GameError(`That cannot be taken back: you have seen ${news.map(written).join(" ")} since.`);
    this.#played = this.#played.slice(0, place + 1);
    this.#told = earlier.events.length;
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
    const hint = this.hint(), { after } = this.#dealt.counted(this.seat), left = (action: string) => after[action.split(" ").at(-1)!] ?? 0;
    return actions.includes(hint) ? hint : [...actions].sort((one, other) => left(one) - left(other))[0];
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
    const first = this.#played[0]?.round, { dealer } = first ?? { dealer: 0 };
    const table = first?.table, view = first?.view(null);
    return {
      format: "ginrules/round", version: 2, rules: this.rules.document, names: this.#table.players.map((player) => this.names[player]),
      seats: table?.seats ?? 2, dealer, ...(view?.knock_card ? { knock_card: view.knock_card } : {}), order: first?.order ?? "",
      actions: this.#played.at(-1)?.actions ?? [], ...(this.round?.outcome ? { outcome: this.round.outcome } : {}),
    };
  }

  /** What a review asks for; null where the net has not read the rules, or the reader sat the round out. */
  get reviewable(): Omit<Asked, "belief"> | null {
    const first = this.#played[0]?.round, { seat } = this;
    if (!first || seat === null || !this.round?.isOver || first.seats !== 2 || !this.core.netOf(this.rules, 2)) return null;
    return { first, actions: this.#played.at(-1)!.actions, names: this.#table.players.map((player) => this.names[player]!), seat };
  }

  /** What the reader has seen of the round, for a belief about the other hand; null where its net has not read the rules. */
  get seen(): (Seen & { readonly name: string }) | null {
    const { seat } = this, rounds = this.#played.map(({ round }) => round);
    if (!this.isPlaying || seat === null || rounds[0]!.seats !== 2 || netKey(this.rules, 2) < 0) return null;
    const actions = this.#played.slice(1).map(({ actions }, place) => actions[this.#played[place]!.actions.length]!);
    return { rounds, actions, seat, name: this.names[this.#table.players[1 - seat]!]! };
  }

  #names(): Names {
    const { players } = this.#table;
    return { of: (seat) => (players[seat] === YOU ? "you" : isolated(this.names[players[seat]!]!)), you: this.seat };
  }

  /** Everything that the table shows, and the events since the last message. */
  message(): TableMessage {
    const round = this.#dealt, { seat, view } = this, { events } = this.#played.at(-1)!, table = this.#table, names = this.#names();
    const news = seenBy(events.slice(this.#told), seat), price = this.price, outcome = round.outcome;
    this.#told = events.length;
    const title = outcome && price ? headline(outcome, price, names) : "";
    return {
      view, version: this.#version, names: table.players.map((player) => this.names[player]!), events: news, heading: this.rules.title,
      scores: table.players.map((player) => this.#score(player)), badges: table.players.map((player) => this.#badge(player)),
      ...(this.#facts(view)), ...(seat === null ? {} : this.#hand(seat)),
      ...(title ? { prompt: `${title}.` } : {}),
      result: outcome && price ? resultLines(outcome, price, this.rules, names).join("\n") : "",
    };
  }

  #score(player: number): string {
    const side = this.match.sides.findIndex((members) => members.includes(player)), open = this.match.games.filter((game) => !game.closed);
    return (open.length ? open : this.match.games.slice(-1)).map((game) => game.standing[side]).join(" / ");
  }

  /** Who plays for a name, and its partners. */
  #badge(player: number): string {
    const side = this.match.sides.find((members) => members.includes(player))!.filter((other) => other !== player);
    const plays = player === YOU ? "" : this.#dealt.table.plays(this.settings.against), isNamed = this.names[player]!.toLowerCase() === plays;
    return [isNamed ? "" : plays, side.length ? `with ${side.map((other) => this.names[other]).join(" and ")}` : ""].filter(Boolean).join(", ");
  }

  #facts(view: View): { facts: string[] } {
    const less = view.knock_limit >= 100 ? "anything" : `${view.knock_limit} or less`, facts = [view.knock_limit ? `knock with ${less}` : "gin only: no knock"];
    if (view.knock_card) facts.push(`knock card ${written(view.knock_card)}`);
    else if (this.rules.values["knock_source"] === "upcard" && view.upcard) facts.push(`upcard ${written(view.upcard)}`);
    if (this.rules.values["doubling"]) facts.push((view.factor ?? 1) > 1 ? `doubled: × ${view.factor}` : "not doubled");
    return { facts };
  }

  #hand(seat: number): { melds: string[]; note: string; remarks: Record<string, string> } {
    const { deadwood, melds, after } = this.#dealt.counted(seat), remarks: Record<string, string> = {}, left: number[] = [];
    for (const action of this.isYourTurn ? this.#dealt.legal : []) {
      const [verb, card] = action.split(" "), points = after[card ?? ""];
      if (points === undefined || (verb !== "knock" && verb !== "discard")) continue;
      left.push(points);
      if (verb === "knock") remarks[action] = points ? `deadwood ${points}` : "gin";
    }
    return { melds, remarks, note: left.length ? `deadwood ${Math.min(...left)} after the best discard` : `deadwood ${deadwood}` };
  }
}

// A record that is looked at, position by position: a round, or the rounds of a match, with all cards open.
import type { Event, MatchRecord, Round as RoundRecord, Rules as RulesDocument } from "../../gin_core/build/records.js";
import { Match, Refusal, Round, type Core, type MatchEntry, type Rules, rulesOf } from "../../gin_core/src/gin-core.js";
import type { TableMessage } from "../../gin_table/src/gin-table.js";
import { headline, resultLines, type Names } from "./results.js";

/** A record that cannot be replayed, in a sentence. */
export class RecordError extends Error {}

interface Frame { readonly round: Round; readonly events: readonly Event[]; readonly names: readonly string[]; readonly number: number; readonly dealer: number }
/** What is read of a record, before it is known to be one. */
interface Some { readonly format?: string; readonly rules?: RulesDocument; readonly players?: readonly string[]; readonly dealer?: number; readonly rounds?: MatchRecord["rounds"] }
type Played = Omit<RoundRecord, "format" | "version" | "rules">;

const MOST_BYTES = 1 << 20;

export class Replay {
  readonly frames: readonly Frame[];
  readonly rules: Rules;
  readonly rounds: number;
  at = 0;

  /** Read a record: JSON, or its text. */
  constructor(core: Core, given: unknown) {
    const record = parsed(given) as Some;
    if (record.format !== "ginrules/round" && record.format !== "ginrules/match-record") throw new RecordError("This is not a record of a round or a match of ginrules.");
    this.rules = rulesOf(record.rules ?? "");
    const rounds = (record.format === "ginrules/round" ? [record] : (record.rounds ?? [])) as readonly (Played & { kind?: string })[];
    const frames: Frame[] = [];
    let match = record.format === "ginrules/round" ? null : Match.begin(core, this.rules, record.players ?? [], record.dealer ?? 0);
    rounds.forEach((round, number) => {
      const kind = round.kind ?? "round", due = match?.due;
      if (kind !== "round") { match = match?.with(round as unknown as MatchEntry) ?? null; return; }
      const names = round.names ?? (due && record.players ? due.players.map((player) => record.players![player]!) : []);
      const played = framesOf(core, this.rules, round, names, number, round.dealer ?? due?.dealer_seat ?? 0, round.seats ?? due?.players.length);
      frames.push(...played);
      const outcome = played.at(-1)!.round.outcome;
      if (match && outcome) match = match.with({ kind: "outcome", ...outcome });
    });
    if (!frames.length) throw new RecordError("This record has no round whose cards are known.");
    this.frames = frames;
    this.rounds = new Set(frames.map(({ number }) => number)).size;
  }

  get isFirst(): boolean { return this.at === 0; }
  get isLast(): boolean { return this.at === this.frames.length - 1; }
  go(at: number): void { this.at = Math.max(0, Math.min(this.frames.length - 1, at)); }
  /** Go to the next or the last round. */
  skip(step: number): void {
    const number = this.frames[this.at]!.number, firsts = this.frames.findIndex((frame) => (step > 0 ? frame.number > number : frame.number === number));
    const earlier = this.frames.findLastIndex((frame) => frame.number < number);
    if (step > 0) return this.go(firsts < 0 ? this.frames.length - 1 : firsts);
    this.go(this.at > firsts || earlier < 0 ? firsts : this.frames.findIndex((frame) => frame.number === this.frames[earlier]!.number));
  }

  message(): TableMessage {
    const { round, events, names, number } = this.frames[this.at]!, view = round.view(0), price = round.price, { outcome } = round;
    const hands = Array.from({ length: round.seats }, (_, seat) => round.hand(seat));
    const named: Names = { of: (seat) => names[seat] ?? `seat ${seat}`, you: null };
    const title = outcome && price ? headline(outcome, price, named) : "";
    return {
      view: { ...view, known: view.known.map((cards, seat) => (seat ? hands[seat]! : cards)), legal: [] }, names: Array.from({ length: round.seats }, (_, seat) => names[seat] ?? `Seat ${seat}`), events,
      heading: `${this.rules.title}${this.rounds > 1 ? `, round ${number + 1}` : ""}`, melds: round.counted(0).melds,
      prompt: title ? `${title}.` : (this.isLast ? "The record ends here." : ""),
      result: outcome && price ? resultLines(outcome, price, this.rules, named).join("\n") : "",
      hands: outcome ? outcome.deadwood.map((deadwood, seat) => ({ melds: seat === outcome.declarer ? [] : round.counted(seat).melds, deadwood })) : [],
    };
  }
}

function parsed(given: unknown): unknown {
  if (typeof given !== "string") return given ?? {};
  if (given.length > MOST_BYTES) throw new RecordError("This record is too long to be shown.");
  try { return JSON.parse(given) ?? {}; } catch { throw new RecordError("This record is not JSON."); }
}

function framesOf(core: Core, rules: Rules, record: Played, names: readonly string[], number: number, dealer: number, seats: number | undefined): Frame[] {
  const table = core.table(rules, seats), about = { names, number, dealer };
  const order = record.order ?? (record.seed === undefined ? undefined : Round.ofSeed(table, record.seed, dealer).order);
  if (order === undefined) throw new RecordError(`Round ${number + 1} says neither its cards nor their seed.`);
  let round: Round;
  try { round = Round.deal(table, { order, dealer, ...(record.knock_card ? { knock_card: record.knock_card } : {}) }); }
  catch { throw new RecordError(`The cards of round ${number + 1} are not a whole pack.`); }
  const frames: Frame[] = [{ round, events: [], ...about }];
  record.actions.forEach((action, place) => {
    try {
      const next = round.act(action);
      round = next.round;
      frames.push({ round, events: next.events, ...about });
    } catch (error) {
      if (error instanceof Refusal) throw new RecordError(`Round ${number + 1}, action ${place + 1}, ${action.slice(0, 60)}: ${error.message}.`);
      throw error;
    }
  });
  return frames;
}

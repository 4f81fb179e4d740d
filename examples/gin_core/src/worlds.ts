// Worlds that fit what a seat knows of a round, and actions tried in them by the core: for reviews.
import data from "../build/review.json";
import { bit, cardsIn, NONE, numberOf } from "./cards.js";
import type { Table } from "./core.js";
import type { NetParts, RecordForm } from "./library.js";
import { View, type Buffer } from "./memory.js";
import type { Round } from "./round.js";

/** What `tools.browser_core.review_data` writes. */
export interface ReviewData {
  readonly records: Readonly<Record<"story" | "belief" | "facts", RecordForm>>;
  readonly belief: NetParts;
  readonly reviewer: string;
  readonly tries: number; readonly ply_cap: number;
  /** The worlds of a comparison at most, the part of them of the first sample, and when that is settled. */
  readonly worlds: number; readonly first_part: number; readonly fewest: number; readonly needed: number;
  readonly step: string; readonly seeds: string;
  /** The half-width of an interval in standard errors, by the number of worlds. */
  readonly critical: readonly number[];
  readonly worst: number;
  readonly kinds: readonly string[]; readonly one: Readonly<Record<string, string>>; readonly numbers: readonly string[]; readonly past: Readonly<Record<string, string>>;
}
export const REVIEW = data as unknown as ReviewData;

const MOST_TURNS = 255, CARDS = 52;
const SEEDS = /* @__PURE__ */ BigInt(REVIEW.seeds), STEP = /* @__PURE__ */ BigInt(REVIEW.step);

/** A seed that depends on all of these numbers: `ginrules.lab.reviews.review.mixed`. */
export const mixed = (...numbers: readonly (number | bigint)[]): bigint =>
  numbers.reduce<bigint>((seed, number) => ((((seed + BigInt(number)) * STEP) % SEEDS) + SEEDS) % SEEDS, 0n);

/** What everybody has seen of a round at a table of two: the record `story_t`. */
export class Story {
  readonly record = new View(REVIEW.records.story, new Uint8Array(REVIEW.records.story.size));

  constructor(first: Round) {
    const top = first.state.number("n_pile");
    for (let seat = 0; seat < 2; seat++) for (const name of ["last", "took"]) this.record.put(name, NONE, seat);
    if (top) this.record.put("top", bit(first.state.number("pile", top - 1)));
  }

  #add(name: string, seat: number, cards: bigint): void { this.record.put(name, this.record.mask(name, seat) | cards, seat); }

  /** Note an action of a round before it is done. */
  note({ state, phase }: Round, action: string): void {
    const { record } = this, seat = state.number("seat"), [verb, text] = action.split(" "), top = record.mask("top");
    const turn = Math.min(record.number("turns", seat) + 1, MOST_TURNS);
    if (phase === "round-over" || !["take", "discard", "decline", "draw"].includes(verb!)) return;
    if (verb === "take") {
      const card = state.number("pile", state.number("n_pile") - 1);
      record.put("took", card, seat);
      this.#add("taken", seat, bit(card));
      record.put("top", 0n);
    } else if (verb === "discard") {
      const card = numberOf(text!)!;
      record.put("turns", turn, seat);
      record.put("thrown_in", turn, CARDS * seat + card);
      record.put("last", card, seat);
      for (let other = 0; other < 2; other++) record.put("thrown", record.mask("thrown", other) & ~bit(card), other);
      this.#add("thrown", seat, bit(card));
      record.put("top", bit(card));
      this.#add("refused", seat, bit(card));
    } else {
      if (top) record.put("refused_in", turn, CARDS * seat + cardsIn(top)[0]!);
      record.put("took", NONE, seat);
      this.#add("refused", seat, top);
    }
  }
}

/** A round that the core in a page cannot review: the net has not read its rules, or cards were shuffled back. */
export class UnreviewedError extends Error { override readonly name = "UnreviewedError"; }

/** The working memory in which actions are tried. */
export class Worlds {
  readonly #room: Record<"belief" | "story" | "states" | "likely" | "worlds" | "seeds" | "facts" | "answers", Buffer>;

  /** Whether the net of the belief reads these rules. */
  static read(table: Table): boolean { return table.seats === 2 && table.core.netOf(table.rules, 2) !== null; }

  constructor(readonly table: Table, belief: Uint8Array<ArrayBuffer>, readonly most: number) {
    const { memory } = table.core, { records } = REVIEW, size = table.state(table.save()).form.size, room = (bytes: number, n = 1) => memory.allocate(bytes * n, n);
    if (!Worlds.read(table)) throw new UnreviewedError("the net has not read these rules");
    this.#room = {
      belief: table.core.folded(belief, table.rules, records.belief, REVIEW.belief), story: room(records.story.size), states: room(size), likely: room(4, CARDS),
      worlds: room(size, most), seeds: room(8, most), facts: room(records.facts.size, 2 * most), answers: room(8, 2 * most),
    };
  }

  free(): void { for (const buffer of Object.values(this.#room)) this.table.core.memory.release(buffer); }

  /** For each action what the seat to act gains in each of so many worlds, which are the same for all. */
  gains(round: Round, story: Story, actions: readonly string[], seed: bigint, count: number): number[][] {
    const { table } = this, { memory } = table.core, seat = round.turn!, { size } = round.state.form, room = this.#room;
    if (round.state.number("reshuffles")) throw new UnreviewedError("cards were shuffled back");
    const state = new View(round.state.form, round.state.bytes.slice());
    state.put("turns", 0);
    state.put("plies", 0);
    const everywhere = table.everywhere("learned"), some = (buffer: Buffer, n: number): Buffer => ({ at: buffer.at, n }), worlds = some(room.worlds, count);
    memory.bytes(room.states.at, size).set(state.bytes);
    memory.bytes(room.story.at, story.record.bytes.length).set(story.record.bytes);
    memory.call("gin_believe", {
      tables: everywhere.tables, nets: everywhere.nets, beliefs: room.belief, story: room.story, states: room.states, seat, seed, tries: REVIEW.tries, stocks: 1, likely: room.likely, worlds,
    });
    const seeds = some(room.seeds, count);
    memory.fill(seeds, "u64", Array.from({ length: count }, (_, place) => (seed + 1n + BigInt(place)) % SEEDS));
    const rounds = (tried: readonly number[]): number[] => {
      const n = count * Math.max(1, tried.length), numbers = memory.filled("i64", tried.map(BigInt)), facts = some(room.facts, n);
      memory.call("gin_try", { ...table.everywhere("learned"), story: room.story, worlds, actions: numbers, seeds, depth: 0, ply_cap: REVIEW.ply_cap, facts, answers: some(room.answers, n) });
      memory.release(numbers);
      const { size: bytes } = REVIEW.records.facts;
      return Array.from({ length: n }, (_, place) => this.#gain(memory.bytes(facts.at + bytes * place, bytes).slice(), seat));
    };
    const codes = actions.map((action) => round.codes(action));
    if (codes.every(([code, ...more]) => !more.length && !table.isMeld(code!))) {
      const gains = rounds(codes.map(([code]) => code!));
      return codes.map((_, place) => gains.slice(count * place, count * (place + 1)));
    }
    const before = memory.bytes(worlds.at, size * count).slice(); // numbers of melds depend on the table: done here
    return codes.map((each) => {
      for (let place = 0; place < count; place++) {
        const after = table.after(before.slice(size * place, size * (place + 1)), each), world = new View(round.state.form, after);
        world.put("turns", 0);
        world.put("plies", 0);
        memory.bytes(worlds.at + size * place, size).set(after);
      }
      return rounds([]);
    });
  }

  #gain(facts: Uint8Array, seat: number): number {
    const gains = this.table.gains(facts);
    if (!gains) throw new UnreviewedError("a round in a world is beyond the numbers of the core");
    return gains[seat]!;
  }
}

// The core, loaded; and rules compiled for a table, with the working memory in which its rounds are played.
import type { Rules as Document } from "../build/records.js";
import { bit, cardsIn, compared, NONE } from "./cards.js";
import { LIBRARY, type NetParts, type RecordForm } from "./library.js";
import { CoreError, EndlessError, Memory, View, type Buffer } from "./memory.js";
import { advisedRow, boxWorth, seededRow, netKey, netRecord, readsNet, rowOf, type Player } from "./opponents.js";
import { forNumber, planOf, billOf, rulesOf, RulesError, tableSizes, whyNot, type Rules } from "./rules.js";

const { records, codes, layout, most } = LIBRARY;
const ACTION = 6; // the error number of an illegal action
const RUNS = 160; // of a suit, as the core lists them
const ENDLESS = 1; // the status of a round that was cut short
const KEPT = 8; // tables that have memory at a time

export class Core {
  readonly memory: Memory;
  readonly #tables = new Set<Table>(); // those that have memory, the one used last at the end
  readonly #nets = new Map<number, Buffer>();
  readonly sizes: readonly number[];

  constructor(instance: WebAssembly.Instance, public net: Uint8Array<ArrayBuffer> | null = null) {
    this.memory = new Memory(instance);
    if (this.memory.version !== LIBRARY.core) throw new Error(`the core is of version ${this.memory.version}, its data of ${LIBRARY.core}`);
    const sizes = this.memory.filled("i64", [0n, 0n]);
    this.memory.call("gin_sizes", { sizes });
    this.sizes = [0, 1].map((place) => Number(this.memory.get("i64", sizes.at + 8 * place)));
  }

  /** Start the core from its bytes; with the bytes of the net, `learned` plays by it. */
  static async load(wasm: BufferSource, net: Uint8Array<ArrayBuffer> | null = null): Promise<Core> {
    const { instance } = await WebAssembly.instantiate(wasm, {});
    return new Core(instance, net);
  }

  /** The rules for a table of this many seats, the fewest if left out. Rules that the core does not play are refused. */
  table(document: Document | Rules, seats?: number): Table {
    const rules = typeof document === "object" && "values" in document ? (document as Rules) : rulesOf(document as Document);
    const refused = whyNot(rules), sizes = tableSizes(rules), places = seats ?? sizes[0]!;
    if (refused) throw new RulesError(refused, refused.split(/[ :]/, 1)[0]);
    if (!sizes.includes(places)) throw new RulesError(`these rules have tables of ${sizes.join(", ")} seats, not ${places}`, "player_counts");
    return new Table(this, rules, places);
  }

  /** A table is about to use its memory: the one that has not for longest gives its own back. */
  uses(table: Table): void {
    this.#tables.delete(table);
    this.#tables.add(table);
    if (this.#tables.size <= KEPT) return;
    const [oldest] = this.#tables;
    this.#tables.delete(oldest!);
    oldest!.free();
  }

  /** The net under these rules, or null: the net has not read them, or is not loaded. */
  netOf(rules: Rules, seats: number): Buffer | null {
    const key = this.net ? netKey(rules, seats) : -1;
    if (key < 0) return null;
    let buffer = this.#nets.get(key);
    if (!buffer) this.#nets.set(key, (buffer = this.folded(this.net!, rules, records.net, LIBRARY.net.parts)));
    return buffer;
  }

  /** The net of a file under rules that it has read, in the memory. */
  folded(file: Uint8Array<ArrayBuffer>, rules: Rules, form: RecordForm, parts: NetParts): Buffer {
    const buffer = this.memory.allocate(form.size, 1);
    this.memory.bytes(buffer.at, form.size).set(netRecord(file, netKey(rules, 2), form, parts));
    return buffer;
  }
}

/** A round at rest: its state, an unfinished spread, its chance, and what is noted for players. */
export type Saved = Uint8Array<ArrayBuffer>;

export interface Price { readonly points: number[]; readonly net: number[]; readonly boxes: number[]; readonly winner: number | null; readonly result: string }

/** The places of a table in the memory: its compiled rules, its bill, and where a round is played. */
interface Room { readonly tables: Buffer; readonly bill: Buffer; readonly work: Readonly<Record<string, Buffer>> }

export class Table {
  readonly melds: readonly bigint[];
  readonly slots: number;
  readonly pack: bigint;
  readonly #memory: Memory;
  #room: Room | null = null;
  #own: Buffer[] = [];

  constructor(readonly core: Core, readonly rules: Rules, readonly seats: number) {
    const memory = (this.#memory = core.memory), plan = planOf(rules, seats);
    const { tables } = this.#compiled(plan);
    const held = forNumber(rules, "hand_size", seats) + 1;
    this.pack = memory.get("u64", tables.at + ((4 * plan.length + 7) & ~7)) as bigint;
    this.melds = this.#melds(tables, plan.length).filter((meld) => cardsIn(meld).length <= held);
    const smallest = Math.min(...this.melds.map((meld) => cardsIn(meld).length));
    this.slots = this.melds.length && rules.values["layoff"] !== "none" ? Math.floor(held / smallest) : 0;
    this.free();
  }

  /** Where this table is in the memory; what has been given back is made again. */
  get #here(): Room {
    if (!this.#room) this.#room = this.#furnished();
    this.core.uses(this);
    return this.#room;
  }

  #compiled(plan: readonly number[]): { tables: Buffer; bill: Buffer } {
    const tables = this.#kept(this.#memory.allocate(this.core.sizes[0]!)), given = this.#memory.filled("i32", plan);
    this.#memory.call("gin_compile", { plan: given, compiled: tables });
    this.#memory.release(given);
    return { tables, bill: this.#kept(this.#memory.filled("i32", billOf(this.rules))) };
  }

  #furnished(): Room {
    const memory = this.#memory, { seats } = this, room = (size: number, n = size) => this.#kept(memory.allocate(size, n));
    const numbers = (values: readonly number[]) => this.#kept(memory.filled("i32", values));
    const n = codes.meld + this.melds.length + 52 * this.slots, none = Array<number>(layout.entries).fill(-1);
    const places = this.#kept(memory.filled("i64", [0n]));
    return {
      ...this.#compiled(planOf(this.rules, seats)),
      work: {
        layout: numbers([n, this.melds.length, this.slots, 1, ...none, 1, ...none]), melds: this.#kept(memory.filled("u64", this.melds)),
        seeded: numbers(Array.from({ length: seats }, seededRow).flat()), callers: numbers(Array.from({ length: seats }, advisedRow).flat()),
        advisors: numbers(Array<number>(seats * LIBRARY.caller.length).fill(0)),
        places, codes: room(8, 1), wrong: room(8, 1), flags: room(1), legal: room(4 * Math.ceil(n / 32), Math.ceil(n / 32)), words: room(4, 1),
        acting: room(1), over: room(1), facts: room(records.facts.size, 1), deals: room(records.deal.size, 1), dealers: room(1), seeds: room(8, 1),
        states: room(records.state.size, 1), laid: room(8 * most.own, most.own), chances: room(records.chance.size, 1), players: room(this.core.sizes[1]! * seats),
        advice: room(8, 1), prices: room(records.price.size, 1), hands: room(8, 1), left: room(4 * 52, 52), points: room(2, 1),
      },
    };
  }

  #kept(buffer: Buffer): Buffer { this.#own.push(buffer); return buffer; }
  get #work(): Room["work"] { return this.#here.work; }
  get #tables(): Buffer { return this.#here.tables; }
  #at(name: string): number { return this.#work[name]!.at; }
  /** Where a round is, with its sizes. */
  get #saved(): readonly (readonly [number, number])[] {
    const sizes = { states: records.state.size, laid: 8 * most.own, chances: records.chance.size, players: this.core.sizes[1]! * this.seats };
    return Object.entries(sizes).map(([name, size]) => [this.#at(name), size] as const);
  }

  /** Give the memory back; a round at rest has copies of all that it needs. */
  free(): void {
    this.#room = null;
    for (const buffer of this.#own.splice(0)) this.#memory.release(buffer);
  }

  /** Every meld, in the order of a spread: the runs that the core has listed for a suit, and the sets of a rank. */
  #melds(tables: Buffer, plan: number): bigint[] {
    const memory = this.#memory, head = tables.at + ((4 * plan + 7) & ~7) + 8; // after the rules and the pack
    const count = memory.get("i32", head + 4) as number, runs = head + 4 * (3 + 52), found: bigint[] = [];
    if (count > RUNS) throw new CoreError("gin_compile", 3);
    for (let suit = 0; suit < 4; suit++) {
      const cards = (this.pack >> BigInt(13 * suit)) & 8191n;
      for (let place = 0; cards && place < count; place++) found.push(BigInt(memory.get("u16", runs + 2 * place)) << BigInt(13 * suit));
    }
    for (let rank = 0; rank < 13; rank++) {
      const cards = [0, 1, 2, 3].map((suit) => bit(13 * suit + rank)).filter((card) => card & this.pack);
      for (let chosen = 0; chosen < 1 << cards.length; chosen++) {
        const held = cards.filter((_, place) => (chosen >> place) & 1);
        if (held.length >= (this.rules.values["min_set"] as number)) found.push(held.reduce((all, card) => all | card, 0n));
      }
    }
    return found.sort(compared);
  }

  // --- a round in the working memory ------------------------------------------------------------

  get #round(): Record<string, Buffer> {
    const { states, laid, chances, players, flags, layout, melds } = this.#work as Record<string, Buffer>;
    return { tables: this.#tables, states: states!, laid: laid!, chances: chances!, players: players!, flags: flags!, layout: layout!, melds: melds! };
  }

  save(): Saved {
    const saved = new Uint8Array(this.#saved.reduce((sum, [, size]) => sum + size, 0));
    let place = 0;
    for (const [at, size] of this.#saved) { saved.set(this.#memory.bytes(at, size), place); place += size; }
    return saved;
  }

  restore(saved: Saved): void {
    let place = 0;
    for (const [at, size] of this.#saved) { this.#memory.bytes(at, size).set(saved.subarray(place, place + size)); place += size; }
    this.#memory.put("u8", this.#at("flags"), 0);
  }

  /** The state of a round at rest. */
  state(saved: Saved): View { return new View(records.state, saved.subarray(0, records.state.size)); }

  /** The order of the pack, the knock card and the chance of a seed, as the lab deals it. */
  dealOf(seed: bigint): { order: number[]; knockCard: number; chance: bigint } {
    this.#memory.put("u64", this.#at("seeds"), seed);
    this.#memory.call("gin_deals", { tables: this.#tables, policies: this.#work["seeded"]!, seeds: this.#work["seeds"]!, deals: this.#work["deals"]! });
    const deal = new View(records.deal, this.#memory.bytes(this.#at("deals"), records.deal.size).slice());
    return { order: deal.numbers("order", cardsIn(this.pack).length), knockCard: deal.number("knock_card"), chance: deal.mask("chance") };
  }

  /** Deal these cards, the first to the seat at the dealer's left. */
  deal(order: readonly number[], dealer: number, knockCard = NONE, chance = 0n): Saved {
    const hand = forNumber(this.rules, "hand_size", this.seats), dealt = hand * this.seats;
    const turned = order.map((card, place) => // the core deals to seat 0 first, whoever deals
      place < dealt ? order[place - (place % this.seats) + ((place % this.seats) + this.seats - ((dealer + 1) % this.seats)) % this.seats]! : card);
    const deal = new View(records.deal, this.#memory.bytes(this.#at("deals"), records.deal.size));
    turned.forEach((card, place) => deal.put("order", card, place));
    for (let place = turned.length; place < 52; place++) deal.put("order", 0, place);
    deal.put("knock_card", knockCard);
    deal.put("chance", chance);
    this.#memory.put("u8", this.#at("dealers"), dealer);
    const { places, deals, dealers, seeded } = this.#work as Record<string, Buffer>;
    this.#memory.call("gin_rounds_deal", { ...this.#round, policies: seeded!, places: places!, deals: deals!, dealers: dealers! });
    this.#memory.put("u8", this.#at("flags"), 0);
    return this.save();
  }

  /** Look at a round, or take a code in it: false if the code is illegal. */
  #step(codes: Buffer | null): boolean {
    const { places, wrong, legal, words, acting, over, facts, callers } = this.#work as Record<string, Buffer>;
    const number = this.#memory.ask("gin_rounds_step", {
      ...this.#round, policies: callers!, places: places!, codes, wrong: wrong!, legal: legal!, words: words!, acting: acting!, over: over!, facts: facts!,
    });
    if (number && number !== ACTION) throw new CoreError("gin_rounds_step", number);
    if (this.#memory.get("u8", this.#at("flags"))) throw new EndlessError();
    return !number;
  }

  /** The facts of the round in the working memory, after a step. */
  get facts(): Uint8Array<ArrayBuffer> { return this.#memory.bytes(this.#at("facts"), records.facts.size).slice(); }

  take(code: number): boolean {
    this.#memory.put("i64", this.#at("codes"), BigInt(code));
    return this.#step(this.#work["codes"]!);
  }

  /** The legal codes of the round in the working memory, ascending. */
  legal(): number[] {
    this.#step(null);
    const found: number[] = [];
    for (let word = 0; word < this.#work["legal"]!.n; word++) {
      for (let bits = Number(this.#memory.get("u32", this.#at("legal") + 4 * word)), at = 32 * word; bits; bits >>>= 1, at++) if (bits & 1) found.push(at);
    }
    return found;
  }

  /** Put a meld of an unfinished spread, or take all of them away. */
  lay(melds: readonly bigint[]): void {
    for (let place = 0; place < most.own; place++) this.#memory.put("u64", this.#at("laid") + 8 * place, melds[place] ?? 0n);
  }

  /** The player who plays under a name: `expert` for one with a net, if this has not read the rules. */
  plays(player: Player): Player {
    return readsNet(player) && !this.core.netOf(this.rules, this.seats) ? "expert" : player;
  }

  /** The code that a player would take; -1 at the end. */
  advice(player: Player): number {
    this.#memory.call("gin_rounds_advise", { ...this.#round, ...this.everywhere(player), advice: this.#work["advice"]! });
    return Number(this.#memory.get("i64", this.#at("advice")));
  }

  /** The rules as the core keeps them, with a player at every seat, for its entries. */
  everywhere(player: Player): { tables: Buffer; policies: Buffer; nets: Buffer | null } {
    const net = readsNet(player) ? this.core.netOf(this.rules, this.seats) : null, row = rowOf(player, this.rules, net !== null), policies = this.#work["advisors"]!;
    this.#memory.fill(policies, "i32", Array.from({ length: this.seats }, () => row).flat());
    return { tables: this.#tables, policies, nets: net };
  }

  /** Whether a code lays a meld, or lays off. */
  isMeld(code: number): boolean { return code >= codes.meld; }

  /** A state after some codes, which are legal in it. */
  after(state: Uint8Array, codes: readonly number[]): Uint8Array<ArrayBuffer> {
    const shown = this.#memory.bytes(this.#at("states"), records.state.size);
    shown.set(state);
    this.lay([]);
    this.#memory.put("u8", this.#at("flags"), 0);
    if (!codes.every((code) => this.take(code))) throw new CoreError("gin_rounds_step", ACTION);
    return this.#memory.bytes(this.#at("states"), records.state.size).slice();
  }

  // --- facts of hands and prices ----------------------------------------------------------------

  /** What cards count, melded or not. */
  value(cards: bigint): number {
    const values = this.rules.values["card_values"] as number[];
    return cardsIn(cards).reduce((sum, card) => sum + values[card % 13]!, 0);
  }

  deadwood(hand: bigint): number {
    this.#memory.put("u64", this.#at("hands"), hand);
    this.#memory.call("gin_deadwoods", { tables: this.#tables, hands: this.#work["hands"]!, points: this.#work["points"]! });
    return this.#memory.get("u16", this.#at("points")) as number;
  }

  /** For each card of a hand the deadwood after its discard. */
  afterDiscards(hand: bigint): Map<number, number> {
    this.#memory.put("u64", this.#at("hands"), hand);
    this.#memory.call("gin_after_discards", { tables: this.#tables, hands: this.#work["hands"]!, left: this.#work["left"]! });
    return new Map(cardsIn(hand).map((card) => [card, this.#memory.get("i32", this.#at("left") + 4 * card) as number]));
  }

  /** Melds of a hand that leave its least deadwood. */
  arrangement(hand: bigint): bigint[] {
    const chosen: bigint[] = [], points = this.deadwood(hand);
    let rest = hand;
    for (const meld of this.melds) {
      if ((meld & rest) === meld && this.deadwood(rest & ~meld) === points) { chosen.push(meld); rest &= ~meld; }
    }
    return chosen;
  }

  /** What a round with these facts gains each seat, in points: a box counts if boxes help to win. Nothing if it has not ended. */
  gains(facts: Uint8Array): number[] | null {
    const status = new View(records.facts, facts).number("status"), price = status ? null : this.price(facts);
    if (!price) return status === ENDLESS ? Array<number>(this.seats).fill(0) : null;
    const all = price.boxes.reduce((sum, count) => sum + count, 0), box = boxWorth(this.rules);
    return price.net.map((points, seat) => points + box * (this.seats * price.boxes[seat]! - all));
  }

  /** The price of facts, a record of `facts_t`; null if only the library can price them. */
  price(facts: Uint8Array): Price | null {
    this.#memory.bytes(this.#at("facts"), records.facts.size).set(facts);
    this.#memory.call("gin_price", { bill: this.#here.bill, seats: this.seats, facts: this.#work["facts"]!, prices: this.#work["prices"]! });
    const price = new View(records.price, this.#memory.bytes(this.#at("prices"), records.price.size).slice());
    if (price.number("status")) return null;
    const bySeat = (name: string) => price.numbers(name, this.seats), winner = price.number("winner");
    return { points: bySeat("points"), net: bySeat("net"), boxes: bySeat("boxes"), winner: winner < 0 ? null : winner, result: LIBRARY.results[price.number("result")]! };
  }
}

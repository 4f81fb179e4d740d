// The match of a page that has its own table and buttons: the calls of the playground, answered by the core in the page.
import packedCore from "../../gin_core/build/core.wasm.gz";
import { type Core, isSure, rulesOf, whyNot, type Rules } from "../../gin_core/src/gin-core.js";
import type { TableMessage } from "../../gin_table/src/gin-table.js";
import { Game, GameError } from "./game.js";
import type * as Reviews from "./gin-review.js";
import { unpacked } from "./packed.js";
import { playerOf } from "./players.js";
import { sheetText } from "./sheet.js";
import { coreOf } from "./started.js";

/** What is dealt: as a link has it, all texts. */
export interface Asked { readonly rules?: string; readonly file?: string; readonly vs?: string; readonly seats?: string; readonly seed?: string }
/** What is kept of a match for a reload: its beginning, and the actions of every round. */
export interface Kept { readonly engine: "core"; readonly asked: Asked; readonly rounds: readonly (readonly string[])[] }
export interface Shown {
  readonly table: TableMessage; readonly over: boolean; readonly finished: boolean; readonly waiting: boolean; readonly absent: boolean;
  /** Whether it can be shown what the other may hold. */
  readonly guessable: boolean;
  readonly sheet: string; readonly rules: string; readonly link: Asked; readonly kept: Kept;
}

const OTHERS = ["Ann", "Bo", "Cleo", "Dan", "Eve"];

/** The rules of what is asked, if this module plays them against that opponent; else undefined. */
function playable({ rules = "standard", file, vs = "expert", seats }: Asked): Rules | undefined {
  if (file || !playerOf(vs)) return undefined;
  try {
    const read = rulesOf(rules), counts = read.values["player_counts"] as number[];
    return whyNot(read) === null && isSure(read.values) && (!seats || counts.includes(Number(seats))) ? read : undefined;
  } catch { return undefined; }
}

const reviews = async (): Promise<typeof Reviews | null> => import(new URL("../gin-review.js", import.meta.url).href).catch(() => null);

export class Playing {
  #game: Game | null = null;
  #asked: Asked = {};
  #rounds: (readonly string[])[] = [];

  private constructor(readonly core: Core) {}
  static async load(): Promise<Playing> { return new Playing(await coreOf(packedCore)); }
  static plays(asked: Asked): boolean { return playable(asked) !== undefined; }

  /** Fetch the net, by which the strongest opponent, hints and reviews play: the first move needs none. */
  async learn(): Promise<void> {
    if (this.core.net) return;
    const module = (await import(new URL("./learned.js", import.meta.url).href).catch(() => null)) as { default: Uint8Array<ArrayBuffer> } | null;
    if (!module) throw new GameError("The strongest player could not be fetched: load the page again.");
    this.core.net ??= await unpacked(module.default);
  }

  /** The round as a record of the library, and the reader's seat in it. */
  get record(): [string, number | null] { return [JSON.stringify(this.#now.record), this.#now.seat]; }

  /** The review of the round that has ended, drawn; null if only the library reviews it. */
  async review(theme: string, tell: (text: string) => void): Promise<HTMLElement | null> {
    await this.learn();
    const asked = this.#now.reviewable;
    if (!asked) return null;
    const module = await reviews();
    if (!module) return null; // refused: the library may come
    try {
      return module.drawn(await module.review(asked, tell), asked.names, theme);
    } catch (error) {
      if (error instanceof module.UnreviewedError) return null;
      throw error;
    }
  }

  /** What the other may hold, drawn; null where no belief has read the rules. */
  async held(): Promise<HTMLElement | null> {
    const { seen } = this.#now, module = seen && (await reviews());
    if (seen && !module) throw new GameError("The net of the belief could not be fetched: load the page again.");
    return seen && module!.held(seen);
  }

  get #now(): Game {
    if (!this.#game) throw new GameError("No match has begun: deal first.");
    return this.#game;
  }

  async start(asked: Asked): Promise<Shown> {
    const rules = playable(asked), vs = asked.vs || "expert";
    if (!rules) throw new GameError("These rules are played by the library.");
    if (playerOf(vs) === "learned") await this.learn();
    const seed = asked.seed || String(crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000);
    const count = Number(asked.seats || Math.min(...(rules.values["player_counts"] as number[])));
    const names = ["You", ...(count === 2 ? [vs.slice(0, 1).toUpperCase() + vs.slice(1)] : OTHERS.slice(0, count - 1))];
    this.#asked = { rules: asked.rules ?? "standard", vs, seed, seats: String(count) };
    this.#rounds = [];
    this.#game = new Game(this.core, { rules, against: playerOf(vs)!, players: count, seed: BigInt(seed) & 0x3fffffffffffffffn, names });
    return this.next_round();
  }

  /** The match that was kept: its rounds, played again. */
  async resume({ asked, rounds }: Kept): Promise<Shown> {
    let shown = await this.start(asked);
    rounds.forEach((actions, number) => {
      if (number > 0) shown = this.next_round();
      for (const action of actions) if (this.#now.isPlaying && !action.startsWith("shuffle ")) this.#now.play(action);
      shown = this.#shown();
    });
    return shown;
  }

  next_round(): Shown {
    this.#now.deal();
    this.#rounds.push([]);
    return this.go_on();
  }

  act(action: string, version: number): Shown {
    if (version !== this.#now.version) throw new GameError("The table has changed since.");
    this.#now.act(action);
    return this.#shown();
  }

  /** The others act until the reader must. */
  go_on(): Shown {
    const game = this.#now;
    while (game.step());
    return this.#shown();
  }

  back(): Shown { this.#now.undo(); return this.#shown(); }
  async hint(): Promise<Shown> { await this.learn(); const hint = this.#now.hint(), shown = this.#shown(); return { ...shown, table: { ...shown.table, hint: hint as NonNullable<TableMessage["hint"]> } }; }
  why(action: string): string { return this.#now.why(action); }

  #shown(): Shown {
    const game = this.#now, over = !game.isPlaying;
    this.#rounds[this.#rounds.length - 1] = game.record["actions"] as readonly string[];
    return {
      table: game.message(), over, finished: game.isOver, waiting: !over && !game.isYourTurn, absent: over && game.seat === null, guessable: game.seen !== null,
      sheet: game.match.scores.length ? sheetText(game.match) : "", rules: game.rules.title, link: this.#asked,
      kept: { engine: "core", asked: this.#asked, rounds: [...this.#rounds] },
    };
  }
}

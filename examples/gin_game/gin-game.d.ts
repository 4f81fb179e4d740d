// The types of <gin-game>, for scripts and for JSX.
type Rules = string | Readonly<Record<string, unknown>>;

/** The facts of a round, as `Outcome` of ginrules: https://pypi.org/project/ginrules */
export interface Outcome {
  readonly ending: "knock" | "gin" | "big-gin" | "out" | "dead" | "refused";
  readonly declarer?: number;
  readonly deadwood: number[];
  readonly reason?: string;
  readonly upcard?: string;
  readonly knock_card?: string;
  readonly stock_left?: number;
  readonly factor?: number;
}
/** The price of a round, by seat. */
export interface Price { readonly points: number[]; readonly net: number[]; readonly boxes: number[]; readonly winner: number | null; readonly result: string }

export interface GinGameEvents {
  "gin-deal": CustomEvent<{ seed: string; round: number; dealer: number }>;
  "gin-played": CustomEvent<{ action: string; version: number }>;
  "gin-round-over": CustomEvent<{ outcome: Outcome; price: Price | null; record: Readonly<Record<string, unknown>>; seed: string }>;
  "gin-match-over": CustomEvent<{ winners: readonly number[]; settlement: Readonly<Record<string, unknown>> }>;
  "gin-turn": CustomEvent<{ yours: boolean }>;
  "gin-fault": CustomEvent<{ message: string }>;
}

export interface GinGameAttributes {
  rules?: string;
  against?: "learned" | "expert" | "simple" | "greedy" | "easy" | "medium" | "hard";
  players?: number | string;
  seed?: number | string;
  name?: string;
  dealer?: number | string;
  pace?: number | string;
  record?: string;
  sort?: "melds" | "suits" | "ranks" | "own";
  theme?: "light" | "dark";
  keep?: string;
  beat?: number | string;
}

export class GinGame extends HTMLElement {
  rules: Rules;
  record: unknown;
  seed: string | number | bigint;
  restart(seed?: string | number | bigint): void;
  next(): void;
  hint(): void;
  undo(): void;
  review(): Promise<void>;
  watch(): void;
  readonly link: { rules: string; against: string; players: string; seed: string } | null;
  /** The folder of gin-review.js and gin-net.js, if it is another than that of the script. */
  static folder: string;
  static arranged(hand: string, rules: string): Promise<HTMLElement>;
  addEventListener<K extends keyof GinGameEvents>(type: K, listener: (this: GinGame, event: GinGameEvents[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

/** What JSX takes: the attributes, and what every element has. */
export type GinGameProps = GinGameAttributes & { id?: string; class?: string; className?: string; style?: unknown; ref?: unknown; key?: string | number; children?: unknown };

declare global {
  interface HTMLElementTagNameMap { "gin-game": GinGame }
  namespace JSX { interface IntrinsicElements { "gin-game": GinGameProps } }
}

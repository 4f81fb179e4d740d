// What the library says of itself: rules, presets, records and entries of the core, as tools.browser_core writes them.
import data from "../build/library.json";

/** The value of a rule: a number, a choice, yes or no, numbers, or numbers by the number of seats. */
export type Value = number | string | boolean | readonly number[] | Readonly<Record<string, number>>;
/** Values of a row of refusals: a list, the first of a row of numbers, or the numbers of players that have three or more. */
export type Some = readonly Value[] | number | string;
export type Kind = "u8" | "i8" | "i16" | "u16" | "i32" | "u32" | "i64" | "u64";
/** The weights in the file of a net, in order: the type of each part, and its length. */
export type NetParts = Readonly<Record<string, readonly [string, number]>>;
/** A record of the core: its size in bytes, and for each field its offset, kind and length (0 for a single number). */
export interface RecordForm { readonly size: number; readonly fields: Readonly<Record<string, readonly [number, Kind, number]>> }
export interface RuleForm {
  readonly section: string; readonly affects: string; readonly kind: string; readonly value: Value; readonly choices?: readonly string[];
  readonly least?: number; readonly most?: number;
}
export interface Preset { readonly title: string; readonly values: Readonly<Record<string, Value>> }
/** A number of the prices: that of a rule, or by a table of the values of some rules. */
export type PriceForm = { readonly rule: string; readonly most: number } | { readonly rules: readonly string[]; readonly table: Readonly<Record<string, number>> };

export interface Library {
  readonly version: string;
  readonly core: string;
  readonly entries: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  readonly records: Readonly<Record<"state" | "facts" | "price" | "chance" | "deal" | "net", RecordForm>>;
  readonly errors: readonly string[];
  readonly phases: readonly string[];
  readonly endings: readonly string[];
  readonly reasons: readonly (string | null)[];
  readonly results: readonly string[];
  /** Who wins a round, in words, by the result; the verbs for "you"; why nobody wins. */
  readonly words: Readonly<Record<"results" | "verbs" | "drawn", Readonly<Record<string, string>>>>;
  /** The verbs that a phase knows; others are refused as of another phase. */
  readonly moves: Readonly<Record<string, readonly string[]>>;
  readonly codes: { readonly single: readonly string[]; readonly discard: number; readonly knock: number; readonly meld: number };
  readonly layout: { readonly numbers: number; readonly entries: number };
  readonly most: { readonly seats: number; readonly own: number; readonly melds: number; readonly points: number };
  readonly rules: Readonly<Record<string, RuleForm>>;
  readonly plan: readonly string[];
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly prices: Readonly<Record<string, PriceForm>>;
  readonly bill: readonly string[];
  readonly seating: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly presets: Readonly<Record<string, Preset>>;
  readonly aliases: Readonly<Record<string, string>>;
  /** The presets by their names and aliases without accents, hyphens and the words that say nothing. */
  readonly bare: Readonly<Record<string, string>>;
  readonly players: Readonly<Record<string, { readonly kind: number; readonly threshold: number; readonly slip: number; readonly parameters: readonly number[]; readonly prices: number }>>;
  readonly strengths: Readonly<Record<string, string>>;
  readonly gone: Readonly<Record<string, string>>;
  readonly caller: readonly number[];
  readonly net: { readonly parts: NetParts; readonly keys: readonly string[] };
  readonly without_inputs: readonly string[];
  readonly clashes: readonly (readonly [rule: string, allowed: Some, why: string, when: Readonly<Record<string, Some>>])[];
}

export const LIBRARY = data as unknown as Library;

// Which rules exclude each other, as the library says: its table of refusals, and the combinations that its other checks allow.
import { LIBRARY, type Value } from "./library.js";

type Values = Readonly<Record<string, Value>>;
/** Values of a row of refusals: a list, the first of a row of numbers, or the numbers of players that have three or more. */
export type Some = readonly Value[] | number | string;
/** A combination that a check allows, and for some rules the values that they can have beside it: choices, or the ends of a row of numbers. */
export type Allowed = readonly [values: readonly Value[], free: Readonly<Record<string, readonly Value[]>>];

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const isAmong = (value: Value, some: Some): boolean =>
  typeof some === "number" ? (value as number) >= some : typeof some === "string" ? Math.max(...(value as number[])) > 2 : some.includes(value);

/** Why rules exclude each other, in a sentence without its full stop; null if no row of the table refuses them. */
export function clashOf(values: Values): string | null {
  for (const [rule, allowed, why, when] of LIBRARY.clashes) {
    if (isAmong(values[rule]!, allowed) || !Object.entries(when).every(([name, some]) => isAmong(values[name]!, some))) continue;
    return `${rule} = ${String(values[rule])} does not go with ${Object.keys(when).map((name) => `${name} = ${String(values[name])}`).join(" and ")}: ${why}`;
  }
  return null;
}

function fits(value: Value, some: readonly Value[] | undefined): boolean {
  const [least, most] = some ?? [];
  return typeof least === "number" ? (value as number) >= least && (value as number) <= (most as number) : some?.includes(value) ?? false;
}

/** Whether these values are possible for certain: each check has seen them, or all but one of them. The library knows of others. */
export const isSure = (values: Values): boolean => clashOf(values) === null && LIBRARY.checks.every(([names, known]) =>
  known.some(([those, free]) => {
    const other = names.filter((name, place) => !same(values[name], those[place]));
    return other.length === 0 || (other.length === 1 && fits(values[other[0]!]!, free[other[0]!]));
  }));

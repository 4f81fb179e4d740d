// Actions as texts and as codes: the numbering of `ginrules.fast.Codec`.
import { CARDS, maskOf, maskText, numberOf, numbersOf } from "./cards.js";
import type { Table } from "./core.js";
import { LIBRARY } from "./library.js";

const { codes } = LIBRARY;
export const DONE = codes.single.indexOf("done");
const NOTHING = "nothing";

/** An action that was read. */
export type Read =
  | { verb: "decline" | "draw" | "done" | "big gin" | "double" | "accept" | "refuse" }
  | { verb: "take"; count: number }
  | { verb: "discard" | "knock"; card: number }
  | { verb: "lay off"; card: number; onto: number }
  | { verb: "spread"; melds: bigint[]; sizes: number[] }
  | { verb: "lay"; meld: bigint }
  | { verb: "shuffle"; order: number[] };

/** Read the usual text of an action; undefined if it has none. */
export function read(text: string): Read | undefined {
  const words = text.trim().split(/\s+/), [verb, ...rest] = words;
  const card = numberOf(rest.at(-1) ?? "");
  switch (verb) {
    case "decline": case "draw": case "done": case "double": case "accept": case "refuse": return rest.length ? undefined : { verb };
    case "big": return text.trim() === "big gin" ? { verb: "big gin" } : undefined;
    case "take": return rest.length > 1 || !/^([1-9]\d?)?$/.test(rest[0] ?? "") ? undefined : { verb, count: Number(rest[0] ?? 1) };
    case "discard": case "knock": return rest.length === 1 && card !== undefined ? { verb, card } : undefined;
    case "spread": {
      const parts = rest.length && rest.join(" ") !== NOTHING ? rest.join(" ").split("/").map(numbersOf) : [];
      return parts.some((part) => !part?.length) ? undefined : { verb, melds: parts.map((part) => maskOf(part!)), sizes: parts.map((part) => part!.length) };
    }
    case "lay": {
      const off = /^lay off (\S+) on (\d{1,3})$/.exec(words.join(" ")), laid = off && numberOf(off[1]!);
      if (off) return typeof laid === "number" ? { verb: "lay off", card: laid, onto: Number(off[2]) } : undefined;
      const meld = rest.length ? numbersOf(rest.join(" ")) : undefined;
      return meld ? { verb, meld: maskOf(meld) } : undefined;
    }
    case "shuffle": {
      const order = numbersOf(rest.join(" "));
      return order ? { verb, order } : undefined;
    }
    default: return undefined;
  }
}

/** The codes that make an action, in order; undefined if no code does. */
export function codesOf(action: Read, table: Table): number[] | undefined {
  switch (action.verb) {
    case "take": return action.count === 1 ? [codes.single.indexOf("take")] : undefined;
    case "discard": return [codes.discard + action.card];
    case "knock": return [codes.knock + action.card];
    case "lay off": return action.onto < table.slots ? [codes.meld + table.melds.length + 52 * action.onto + action.card] : undefined;
    case "spread": {
      const places = action.melds.map((meld) => table.melds.indexOf(meld));
      return places.includes(-1) ? undefined : [...places.map((place) => codes.meld + place), DONE];
    }
    case "lay": case "shuffle": return undefined;
    default: return [codes.single.indexOf(action.verb)];
  }
}

/** The meld that a code lays, or undefined. */
export const meldOf = (code: number, table: Table): bigint | undefined => table.melds[code - codes.meld];

/** The text of a code that is not a meld. */
export function textOfCode(code: number, table: Table): string {
  if (code < codes.discard) return codes.single[code]!;
  if (code < codes.knock) return `discard ${CARDS[code - codes.discard]}`;
  if (code < codes.meld) return `knock ${CARDS[code - codes.knock]}`;
  const layoff = code - codes.meld - table.melds.length;
  return `lay off ${CARDS[layoff % 52]} on ${Math.floor(layoff / 52)}`;
}

export const spreadText = (melds: readonly bigint[]): string => `spread ${melds.map(maskText).join(" / ") || NOTHING}`;

const FIRST = ["draw", "take", "decline", "double", "accept", "refuse"];

/** Compare codes of one decision in the order of `ginrules.legal_actions`. */
export function inOrder(table: Table): (one: number, other: number) => number {
  const rank = (code: number): number => {
    if (code < codes.discard) return FIRST.includes(codes.single[code]!) ? 100 + FIRST.indexOf(codes.single[code]!) : 1e6;
    if (code < codes.knock) return code - codes.discard;
    if (code < codes.meld) return 200 + code - codes.knock;
    const layoff = code - codes.meld - table.melds.length;
    return 1000 + 100 * (layoff % 52) + Math.floor(layoff / 52);
  };
  return (one, other) => rank(one) - rank(other);
}

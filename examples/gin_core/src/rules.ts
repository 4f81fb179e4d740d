// Rule sets: a name, an expression such as "oklahoma+knock_limit=7", or the tables of a rule file; and the core's numbers for them.
import type { Rules as Document } from "../build/records.js";
import { LIBRARY, type RuleForm, type Some, type Value } from "./library.js";

/** Rules that cannot be read, or that the core does not play; `rule` is the first of them. */
export class RulesError extends Error {
  readonly code = "rule-set-error";
  constructor(message: string, readonly rule = "") { super(message); }
}

/** A value for every rule. */
export interface Rules {
  readonly name: string;
  readonly title: string;
  /** As it was given, for documents. */
  readonly document: Document;
  readonly values: Readonly<Record<string, Value>>;
}

const TEXTS = new Set(["name", "title", "summary", "family", "confidence", "extends", "sources", "notes", "aliases", "first_dealer"]);
const DEFAULTS: Readonly<Record<string, Value>> = Object.fromEntries(Object.entries(LIBRARY.rules).map(([name, rule]) => [name, rule.value]));

const own = <T>(of: Readonly<Record<string, T>>, name: string): T | undefined => (Object.hasOwn(of, name) ? of[name] : undefined);

export const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The rules of a name, an expression or the tables of a file; unknown names and values are refused. */
export function rulesOf(document: Document): Rules {
  if (typeof document === "string") return ofText(document);
  if (document === null || typeof document !== "object") throw new RulesError("rules are a text or the tables of a rule file");
  const named = [document.extends ?? []].flat().map((name) => ofText(String(name)));
  const values: Record<string, Value> = { ...joined(named, "extends") };
  for (const [section, table] of Object.entries(document)) {
    if (TEXTS.has(section)) continue;
    for (const [name, value] of Object.entries((table ?? {}) as Record<string, Value>)) {
      if (own(LIBRARY.rules, name)?.section !== section) throw new RulesError(`there is no rule ${section}.${name}`, name);
      values[name] = checked(name, value);
    }
  }
  const name = String(document.name ?? "");
  return whole({ name, title: String(document.title || name || "House rules"), document, values });
}

/** Rules whose lists have their lengths, and whose pack has the cards of every hand and one more. */
function whole(rules: Rules): Rules {
  const { card_values: values, ranks, suits } = rules.values, pack = (ranks as number) * (suits as number);
  if ((values as number[]).length !== 13) throw new RulesError("card_values must be 13 numbers, ace to king", "card_values");
  for (const seats of tableSizes(rules)) {
    const dealt = seats * forNumber(rules, "hand_size", seats) + 1 + (rules.values["stock_floor"] as number);
    if (dealt >= pack) throw new RulesError(`hand_size: ${seats} hands leave nothing to draw in a pack of ${pack}`, "hand_size");
  }
  return rules;
}

function ofText(text: string): Rules {
  const known = /[+=/]/.test(text) ? undefined : presetOf(text);
  if (known) return known;
  const names: Rules[] = [], changed: Record<string, Value> = {};
  for (const term of terms(text)) {
    const [name, value] = [term.split("=", 1)[0]!.trim(), term.slice(term.indexOf("=") + 1).trim()];
    if (term.includes("=")) {
      const rule = name.split(".").at(-1)!;
      changed[rule] = checked(rule, typed(rule, value));
    } else {
      const found = presetOf(name);
      if (!found) throw new RulesError(unknown(name), name);
      names.push(found);
    }
  }
  return whole({ name: text, title: text, document: text, values: { ...joined(names, text, changed), ...changed } });
}

/** Words that every game's name can have or lack. */
const GAME = new Set(["gin", "rummy", "ginrummy", "the"]);

const keyOf = (text: string): string => text.toLowerCase().split(/[\s_-]+/).filter(Boolean).join("-");

/** The preset that a person calls so, as the library finds it: exact names first, then what tells games apart. */
function presetOf(text: string): Rules | undefined {
  const key = keyOf(text);
  const plain = text.normalize("NFKD").replace(/[^\0-\x7f]/g, "").toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const bare = plain.filter((word) => !GAME.has(word)).join("") || "standard";
  const exact = own(LIBRARY.presets, key) ? key : own(LIBRARY.aliases, key);
  const name = exact ?? (/[a-z0-9]/.test(key) ? own(LIBRARY.bare, bare) : undefined);
  const found = name === undefined ? undefined : own(LIBRARY.presets, name);
  return found && { name: name!, title: found.title, document: text, values: { ...DEFAULTS, ...found.values } };
}

/** That no rules have this name, with those that are spelt nearly so. */
function unknown(name: string): string {
  const names = [...Object.keys(LIBRARY.presets), ...Object.keys(LIBRARY.aliases)], typed = keyOf(name);
  const holds = (one: string, other: string) => other.length > 3 && one.includes(other);
  const near = names.map((each) => [distance(typed, each), each] as const)
    .filter(([far, each]) => far <= Math.max(1, each.length / 3) || holds(each, typed) || holds(typed, each));
  const best = near.sort(([one], [other]) => one - other).slice(0, 3).map(([, each]) => `"${each}"`);
  return `no rules are called "${name}"${best.length ? `: did you mean ${best.join(" or ")}?` : ""}`;
}

/** How many letters must change. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  [...one].forEach((letter, line) => {
    const next = [line + 1];
    [...other].forEach((each, place) => next.push(Math.min(next[place]! + 1, row[place + 1]! + 1, row[place]! + Number(letter !== each))));
    row = next;
  });
  return row.at(-1)!;
}

/** The parts between the pluses outside brackets. */
const terms = (text: string): string[] => text.split(/\+(?![^[{]*[\]}])/).map((term) => term.trim());

/** What several names say together: each brings the rules in which it differs from standard. */
function joined(named: readonly Rules[], where: string, decided: Readonly<Record<string, Value>> = {}): Record<string, Value> {
  const values: Record<string, Value> = { ...DEFAULTS }, by: Record<string, string> = {};
  for (const rules of named) {
    for (const [name, value] of Object.entries(rules.values)) {
      if (same(value, DEFAULTS[name])) continue;
      if (by[name] !== undefined && !(name in decided) && !same(values[name], value)) {
        throw new RulesError(`${where}: ${by[name]} and ${rules.name} disagree about ${name}`, name);
      }
      [values[name], by[name]] = [value, rules.name];
    }
  }
  return values;
}

/** A value as it is typed in an expression. */
function typed(name: string, text: string): Value {
  const kind = own(LIBRARY.rules, name)?.kind;
  if (kind === "numbers") return text.replace(/[[\]]/g, "").split(",").map(Number);
  if (kind === "by-number" && text.startsWith("{")) {
    return Object.fromEntries(text.slice(1, -1).split(",").map((pair) => pair.split("=").map((part) => part.trim())).map(([key, value]) => [key, Number(value)]));
  }
  if (kind === "choice") return text.replace(/^["']|["']$/g, "");
  return text === "true" || text === "false" ? text === "true" : /^-?\d+$/.test(text) ? Number(text) : text;
}

const isWhole = (value: unknown, rule: RuleForm): boolean =>
  Number.isInteger(value) && (value as number) >= (rule.least ?? 0) && (value as number) <= (rule.most ?? Infinity);

/** A value of its rule's kind and in its bounds. */
function checked(name: string, value: Value): Value {
  const rule = own(LIBRARY.rules, name);
  if (!rule) throw new RulesError(`there is no rule ${shown(name)}`, name);
  const numbers = typeof value === "object" ? Object.values(value) : [value];
  const fits =
    rule.kind === "choice" ? rule.choices!.includes(value as string)
    : rule.kind === "yes-no" ? typeof value === "boolean"
    : rule.kind === "numbers" ? Array.isArray(value) && value.length > 0 && numbers.every((number) => isWhole(number, rule))
    : rule.kind === "by-number" ? !Array.isArray(value) && numbers.every((number) => isWhole(number, rule))
    : isWhole(value, rule);
  if (!fits) throw new RulesError(`${name} = ${shown(value)}: it must be ${rule.choices?.join(", ") ?? (rule.kind === "yes-no" ? "true or false" : `${rule.least} to ${rule.most}`)}`, name);
  return value;
}

/** The value for a number of seats or members. */
export function forNumber(rules: Rules, name: string, number: number): number {
  const value = rules.values[name]!, found = typeof value === "object" ? (value as Record<string, number>)[number] : value;
  if (typeof found !== "number") throw new RulesError(`${name} has no value for ${number}`, name);
  return found;
}

/** The numbers of seats that a table can have. */
export function tableSizes(rules: Rules): number[] {
  const { seating, player_counts, game_end } = rules.values;
  const seats = LIBRARY.seating[seating as string]!;
  const sizes = [...new Set((player_counts as number[]).map((count) => seats[count]).filter((size) => size !== undefined))].sort();
  const largest = Math.max(0, ...sizes);
  return game_end === "last-standing" ? Array.from({ length: Math.max(0, largest - 1) }, (_, place) => place + 2) : sizes;
}

const isAmong = (value: Value, some: Some): boolean =>
  typeof some === "number" ? (value as number) >= some : typeof some === "string" ? Math.max(...(value as number[])) > 2 : some.includes(value);

/** Why rules exclude each other, by the library's table of refusals, in a sentence without its full stop; null if no row refuses them. */
export function clashOf(values: Readonly<Record<string, Value>>): string | null {
  for (const [rule, allowed, why, when] of LIBRARY.clashes) {
    if (isAmong(values[rule]!, allowed) || !Object.entries(when).every(([name, some]) => isAmong(values[name]!, some))) continue;
    return `${rule} = ${String(values[rule])} does not go with ${Object.keys(when).map((name) => `${name} = ${String(values[name])}`).join(" and ")}: ${why}`;
  }
  return null;
}

/** Why these rules exclude each other, or the core does not play or price them, by the name of a rule; null if it does. */
export function whyNot(rules: Rules): string | null {
  const clash = clashOf(rules.values);
  if (clash !== null) return clash;
  for (const [name, { affects, value: usual }] of Object.entries(LIBRARY.rules)) {
    const value = rules.values[name]!;
    const isRead = affects === "play" ? LIBRARY.plan.includes(name) : affects === "price" ? PRICED.has(name) : true;
    const isKnown = LIBRARY.choices[name]?.includes(value as string) ?? true;
    if ((!isRead && !same(value, usual)) || !isKnown) return `${name} = ${shown(value)}: the core has not read this rule`;
  }
  if (Math.max(...(rules.values["card_values"] as number[])) > LIBRARY.most.points) return `card_values: a card counts at most ${LIBRARY.most.points} points`;
  const price = Object.keys(LIBRARY.prices).find((name) => priceOf(rules, name) === undefined);
  return price === undefined ? null : `${price}: the core does not count with this price`;
}

/** Why a page plays no match of these rules, in a sentence without its full stop; null if it does: two to six at one table. */
export function whyNoMatch(rules: Rules): string | null {
  const seating = rules.values["seating"] as string;
  if (seating === "head-to-head" || seating === "all-play") return whyNot(rules);
  return `${seating} needs more than one table, or players who sit out: the web table of ginrules has them`;
}

/** The numbers of `rules_t` for a table of this size. */
export function planOf(rules: Rules, seats: number): number[] {
  return LIBRARY.plan.flatMap((name) =>
    name === "seats" ? seats : name === "hand_size" ? forNumber(rules, name, seats) : name === "card_values" ? [...(rules.values[name] as number[])] : ruleNumber(rules, name));
}

function ruleNumber(rules: Rules, name: string): number {
  const value = rules.values[name]!;
  return LIBRARY.choices[name]?.indexOf(value as string) ?? Number(value);
}

const PRICED = new Set(Object.values(LIBRARY.prices).flatMap((price) => ("rule" in price ? [price.rule] : price.rules)));

function priceOf(rules: Rules, name: string): number | undefined {
  const price = LIBRARY.prices[name]!;
  if ("rule" in price) {
    const value = rules.values[price.rule] as number;
    return value <= price.most ? value : undefined;
  }
  return price.table[price.rules.map((rule) => JSON.stringify(rules.values[rule])).join(" ")];
}

export const pricesOf = (rules: Rules): number[] => Object.keys(LIBRARY.prices).map((name) => priceOf(rules, name)!);

/** The numbers of `bill_t`. */
export const billOf = (rules: Rules): number[] => [
  ...pricesOf(rules),
  ...LIBRARY.bill.map((name) => ruleNumber(rules, name)),
];

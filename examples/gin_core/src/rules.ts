// Rule sets: a name, an expression such as "oklahoma+knock_limit=7", or the tables of a rule file; and the core's numbers for them.
import type { Rules as Document } from "../build/records.js";
import { clashOf } from "./possible.js";
import { LIBRARY, type RuleForm, type Value } from "./library.js";

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

export const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The rules of a name, an expression or the tables of a file; unknown names and values are refused. */
export function rulesOf(document: Document): Rules {
  if (typeof document === "string") return ofText(document);
  const named = [document.extends ?? []].flat().map(ofText);
  const values: Record<string, Value> = { ...joined(named, "extends") };
  for (const [section, table] of Object.entries(document)) {
    if (TEXTS.has(section)) continue;
    for (const [name, value] of Object.entries((table ?? {}) as Record<string, Value>)) {
      if (LIBRARY.rules[name]?.section !== section) throw new RulesError(`there is no rule ${section}.${name}`, name);
      values[name] = checked(name, value);
    }
  }
  return { name: document.name ?? "", title: document.title || document.name || "House rules", document, values };
}

function ofText(text: string): Rules {
  const preset = (name: string) => LIBRARY.presets[LIBRARY.aliases[name] ?? name];
  const whole = preset(text.trim().toLowerCase());
  if (whole) return { name: text.trim().toLowerCase(), title: whole.title, document: text, values: { ...DEFAULTS, ...whole.values } };
  const names: Rules[] = [], own: Record<string, Value> = {};
  for (const term of terms(text)) {
    const [name, value] = [term.split("=", 1)[0]!.trim(), term.slice(term.indexOf("=") + 1).trim()];
    if (term.includes("=")) {
      const rule = name.split(".").at(-1)!;
      own[rule] = checked(rule, typed(rule, value));
    } else {
      const found = preset(name.toLowerCase());
      if (!found) throw new RulesError(`no rules are called ${shown(name)}`, name);
      names.push({ name, title: found.title, document: name, values: { ...DEFAULTS, ...found.values } });
    }
  }
  return { name: text, title: text, document: text, values: { ...joined(names, text, own), ...own } };
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
  const kind = LIBRARY.rules[name]?.kind;
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
  const rule = LIBRARY.rules[name];
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

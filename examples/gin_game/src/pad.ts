// The evening of a score pad: names, rules and what was entered, as the text of a link or of local storage.
import type { Outcome } from "../../gin_core/build/records.js";
import { Match, rulesOf, RulesError, whyNoMatch, type Core, type Rules } from "../../gin_core/src/gin-core.js";
import { forNumber } from "../../gin_core/src/rules.js";

/** What one table's players say of a round. */
export interface Told {
  /** The seat that ended it; null for nobody. */
  readonly declarer: number | null;
  readonly ending: Outcome["ending"];
  readonly deadwood: readonly number[];
  /** Whether a spade set the limit, for rules in which it multiplies. */
  readonly isSpade?: boolean;
  readonly factor?: number;
}

/** An evening that cannot be read, in a sentence. */
export class PadError extends Error {}

interface Written { readonly rules: string; readonly names: readonly string[]; readonly rounds: readonly Told[] }
const MOST_TEXT = 20_000, MOST_NAME = 40;

/** The facts that the players' words say. */
export function factsOf(rules: Rules, { declarer, ending, deadwood, isSpade, factor }: Told): Outcome {
  const how = declarer === null ? "dead" : ending === "knock" && deadwood[declarer] === 0 ? "gin" : ending;
  const card = isSpade ? ({ "knock-card": { knock_card: "Ts" }, upcard: { upcard: "Ts" }, fixed: { upcard: "Ts" } } as const)[rules.values["knock_source"] as string] : {};
  return { ending: how, ...(declarer === null ? {} : { declarer }), deadwood: [...deadwood], ...(how === "dead" ? { reason: "stock" as const } : {}), ...card, ...(factor && factor > 1 ? { factor } : {}) };
}

/** The most deadwood that a hand can hold at a table of this many seats. */
export function mostDeadwood(rules: Rules, seats: number): number {
  const of = (name: string) => rules.values[name] as number, ranks = (rules.values["card_values"] as number[]).slice(0, of("ranks"));
  const unmelded = rules.values["defender_melds"] === "named" || rules.values["open_melds"] ? of("suits") : Math.min(of("suits"), of("min_set") - 1);
  const values = ranks.flatMap((value) => Array<number>(unmelded).fill(value)).sort((a, b) => b - a);
  return values.slice(0, rules.values["open_melds"] ? values.length : forNumber(rules, "hand_size", seats)).reduce((sum, value) => sum + value, 0);
}

export class Pad {
  private constructor(readonly core: Core, readonly written: Written, readonly match: Match) {}

  static begin(core: Core, rules: string, names: readonly string[]): Pad {
    const given = names.map((name) => name.trim().slice(0, MOST_NAME));
    if (given.some((name) => !name) || new Set(given).size < given.length) throw new PadError("Every player needs a name of their own.");
    const read = rulesOf(rules), refused = whyNoMatch(read), counts = read.values["player_counts"] as number[];
    if (refused) throw new RulesError(refused);
    if (!counts.includes(given.length)) throw new PadError(`These rules are for ${counts.join(", ")} players, not for ${given.length}.`);
    return new Pad(core, { rules, names: given, rounds: [] }, Match.begin(core, read, given));
  }

  /** The pad with one more round, as its players say. */
  enter(told: Told): Pad {
    let match: Match;
    const most = mostDeadwood(this.match.rules, told.deadwood.length), above = told.deadwood.find((points) => points > most);
    if (above !== undefined) throw new PadError(`No hand holds more than ${most} points under these rules, not ${above}.`);
    try { match = this.match.with({ kind: "outcome", ...factsOf(this.match.rules, told) }); }
    catch { throw new PadError("No round can end like this under these rules: look at the deadwood, the knock limit and who ended it."); }
    return new Pad(this.core, { ...this.written, rounds: [...this.written.rounds, told] }, match);
  }

  /** The pad without the last round. */
  undo(): Pad { return this.written.rounds.slice(0, -1).reduce((pad, told) => pad.enter(told), Pad.begin(this.core, this.written.rules, this.written.names)); }

  /** The evening as a text that a link can carry. */
  get text(): string {
    const rounds = this.written.rounds.map(({ declarer, ending, deadwood, isSpade, factor }) =>
      [declarer === null ? "n" : declarer, ending[0], deadwood.join("-"), `${isSpade ? "s" : ""}${factor && factor > 1 ? factor : ""}`].join(".")).join("~");
    return new URLSearchParams({ rules: this.written.rules, names: this.written.names.join("|"), rounds }).toString();
  }

  /** Read such a text. */
  static of(core: Core, text: string): Pad {
    if (text.length > MOST_TEXT) throw new PadError("This link is too long for an evening.");
    const values = new URLSearchParams(text), rounds = values.get("rounds") ?? "";
    let pad = Pad.begin(core, values.get("rules") ?? "", (values.get("names") ?? "").split("|"));
    for (const round of rounds ? rounds.split("~") : []) pad = pad.enter(toldIn(round));
    return pad;
  }
}

const ENDINGS: Readonly<Record<string, Outcome["ending"]>> = { k: "knock", g: "gin", b: "big-gin", d: "dead", r: "refused", o: "out" };

function toldIn(text: string): Told {
  const [declarer = "", ending = "", deadwood = "", more = ""] = text.split("."), numbers = deadwood.split("-").map(Number), how = ENDINGS[ending];
  if (!/^(n|\d)$/.test(declarer) || !how || numbers.some((number) => !Number.isInteger(number) || number < 0 || number > 9999) || !/^s?\d{0,4}$/.test(more)) throw new PadError("This link has a round that cannot be read.");
  const factor = Number(more.replace("s", "")) || 1;
  return { declarer: declarer === "n" ? null : Number(declarer), ending: how, deadwood: numbers, isSpade: more.startsWith("s"), factor };
}

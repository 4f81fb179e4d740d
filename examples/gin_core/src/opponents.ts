// The players of the core, with what they read of the rules; and the net.
import { LIBRARY, type NetParts, type RecordForm } from "./library.js";
import type { Rules } from "./rules.js";

/** A player by name: `learned` and `medium` play with the packaged net, or as `expert` where that has not read the rules. */
export type Player = string;
export const PLAYERS: readonly Player[] = Object.keys(LIBRARY.players);

const LAID_OFF = 5; // what a lay-off is worth, in points: ginrules.players.search.knocks

/** What a box is worth in points, if boxes help to win the game. */
export const boxWorth = ({ values }: Rules): number => (values["box_timing"] === "immediate" || values["winner_by"] === "highest-total" ? (values["box_bonus"] as number) : 0);

/** What gin, an undercut and a knock are worth beyond the difference: `stakes_of` of the library. */
export function stakesOf(rules: Rules): number[] {
  const { values } = rules;
  const read = (name: string) => values[name] as number;
  const box = boxWorth(rules);
  const gin = read("gin_bonus") + box * read("gin_boxes") - read("knock_bonus");
  const defended = values["layoff"] === "none" ? 0 : LAID_OFF;
  return [
    Math.max(0, gin + (values["layoff"] === "knock-only" ? LAID_OFF : 0)),
    read("undercut_bonus") + box * read("undercut_boxes") + defended,
    read("knock_bonus") + box,
    Number(values["gain_from"] === "each-with-knocker"),
  ];
}

/** Whether a player plays with the net, where there is one. */
export const readsNet = (player: Player): boolean => LIBRARY.players[player]!.kind === LIBRARY.players["learned"]!.kind;

/** The row of a player, as long as that of a seat which the page decides. Without the net the expert plays, with the same slips. */
export function rowOf(player: Player | null, rules: Rules, hasNet = true): number[] {
  if (player === null) return [...LIBRARY.caller];
  if (!hasNet && readsNet(player)) {
    const row = rowOf("expert", rules);
    row[2] = LIBRARY.players[player]!.slip;
    return row;
  }
  const { kind, threshold, slip, parameters } = LIBRARY.players[player]!;
  const read = kind === LIBRARY.players["expert"]!.kind ? stakesOf(rules) : [];
  const row = [kind, threshold, slip, ...parameters, ...read];
  return [...row, ...Array<number>(LIBRARY.caller.length - row.length).fill(0)];
}

/** The row of a seat that the page decides and that is advised: what the others do is noted for it. */
export const advisedRow = (): number[] => [LIBRARY.caller[0]!, 1, ...LIBRARY.caller.slice(2)];

/** The row of a seat whose player may draw numbers: they are those of the library. */
export const seededRow = (): number[] => rowOf("simple", NO_RULES);
const NO_RULES: Rules = { name: "", title: "", document: "", values: {} };

const BESIDE = ["box_bonus", "box_timing", "winner_by"];

/** The number of the biases of the net under these rules, -1 if it has none: `tools.browser_core.key_of`. */
export function netKey(rules: Rules, seats: number): number {
  if (seats !== 2) return -1;
  const changed = Object.keys(LIBRARY.rules).filter((name) => JSON.stringify(rules.values[name]) !== JSON.stringify(LIBRARY.rules[name]!.value)).sort();
  const read = changed.filter((name) => ["play", "price"].includes(LIBRARY.rules[name]!.affects) && !LIBRARY.without_inputs.includes(name));
  const names = [...read, ...BESIDE.filter((name) => changed.includes(name))];
  return LIBRARY.net.keys.indexOf(JSON.stringify(Object.fromEntries(names.map((name) => [name, rules.values[name]]))));
}

/** The net of a file under the rules of a key, as a record of the core. */
export function netRecord(file: Uint8Array<ArrayBuffer>, key: number, form: RecordForm, parts: NetParts): Uint8Array<ArrayBuffer> {
  const record = new Uint8Array(form.size), made = new DataView(record.buffer);
  const data = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const hidden = form.fields["inputs_bias"]![2];
  let at = 0;
  for (const [name, [code, count]] of Object.entries(parts)) {
    const [offset, kind] = form.fields[name]!;
    for (let place = 0; place < count; place++) {
      const value = code === "b" ? data.getInt8(at) : code === "h" ? data.getInt16(at, true) : data.getInt32(at, true);
      if (kind === "i16") made.setInt16(offset + 2 * place, value, true);
      else made.setInt32(offset + 4 * place, value, true);
      at += code === "b" ? 1 : code === "h" ? 2 : 4;
    }
  }
  at += 2 * hidden * key;
  for (let place = 0; place < hidden; place++) made.setInt16(form.fields["inputs_bias"]![0] + 2 * place, data.getInt16(at + 2 * place, true), true);
  return record;
}

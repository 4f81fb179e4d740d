// The review of a round in a page, fetched when it is asked for: every decision beside the choice of the learned player.
import type { Card } from "../../gin_core/build/records.js";
import packedBelief from "../../gin_core/build/belief.net.gz";
import { chances, type Seen } from "../../gin_core/src/believed.js";
import { reviewed, told, UnreviewedError, type Asked, type Decision, type Review } from "../../gin_core/src/review.js";
import { REVIEW } from "../../gin_core/src/worlds.js";
import { element } from "../../gin_table/src/cards.js";
import type { GinTable } from "../../gin_table/src/gin-table.js";
import { rankOf, spoken } from "../../gin_table/src/words.js";
import { unpacked } from "./packed.js";

const PART = 40; // milliseconds after which the page may draw

let unpackedBelief: Promise<Uint8Array<ArrayBuffer>> | undefined;
const belief = (): Promise<Uint8Array<ArrayBuffer>> => (unpackedBelief ??= unpacked(packedBelief));

/** Review a round; how far it is is told in tenths, so that nobody hears a number for every action. */
export async function review(asked: Omit<Asked, "belief">, tell: (text: string) => void = () => {}): Promise<Review> {
  const all: Asked = { ...asked, belief: await belief() }, steps = reviewed(all), decisions: Decision[] = [];
  let said = 0;
  for (let begun = performance.now(); ; ) {
    const { value, done } = steps.next();
    if (done) return told(decisions, value, all);
    decisions.push(value);
    if (performance.now() - begun < PART) continue;
    const tenths = Math.floor((10 * value.ply) / asked.actions.length);
    if (tenths !== said) tell(`Working … ${10 * (said = tenths)} %`);
    await new Promise((go) => setTimeout(go));
    begun = performance.now();
  }
}

/** A review as a player reads it: what decisions cost, where the points came from, and the worst with their positions. */
export function drawn({ sentences, heads, rows, worst, details }: Review, names: readonly string[], theme: string | null = null): HTMLElement {
  const made = element("div", "review"), line = (tag: "td" | "th", cells: readonly string[]) => {
    const row = element("tr");
    row.append(...cells.map((text, place) => element(place ? tag : "th", place ? "number" : "", text)));
    return row;
  };
  made.append(...sentences.map((text) => element("p", "", text)));
  if (rows.length) {
    const table = element("table"), scroll = element("div", "scroll");
    table.append(element("caption", "", "Where the points came from"), line("th", heads), ...rows.map((row) => line("td", row)));
    scroll.tabIndex = 0;
    scroll.setAttribute("role", "region");
    scroll.setAttribute("aria-label", "Where the points came from");
    scroll.append(table);
    made.append(scroll);
  }
  for (const { decision, words } of worst) {
    const table = document.createElement("gin-table") as GinTable, { view, melds, choice, ply } = decision;
    for (const name of ["readonly", "compact"]) table.setAttribute(name, "");
    if (theme) table.setAttribute("theme", theme);
    table.show({ view: { ...view, legal: [] }, names, melds, prompt: words, heading: `Action ${ply}`, hint: choice as NonNullable<GinTable["hint"]> });
    made.append(table);
  }
  const all = element("details"), list = element("ol");
  list.append(...details.map(([ply, text]) => Object.assign(element("li", "", text), { value: ply })));
  all.append(element("summary", "", "Every decision, with intervals of 95%"), list);
  made.append(all);
  return made;
}

const RANKS = "A23456789TJQK", SUITS = { c: ["♣", "clubs"], d: ["♦", "diamonds"], h: ["♥", "hearts"], s: ["♠", "spades"] } as const;
const MOST_NAMED = 5, MOST_SHADE = 45; // percent of the shade, so that the numbers on it can be read

/** A chance in percent, as `ginrules play` shows it: only what is known is 100 or a dot. */
const percent = (chance: number): string => (chance === 1 ? "100" : chance ? String(Math.min(99, Math.max(1, Math.round(100 * chance)))) : "·");

/** What the other may hold, from what the reader has seen: a shade for each card, and the most likely cards in words. */
export async function held(seen: Seen & { readonly name: string }): Promise<HTMLElement> {
  const found = chances(seen, await belief()), made = element("div", "held");
  if (!found) { made.append(element("p", "", REVIEW.equal)); return made; }
  const table = element("table", "chances"), row = (cells: readonly HTMLElement[]) => { const line = element("tr"); line.append(...cells); return line; };
  const head = (text: string, scope: string, name = "") => { const cell = element("th", "", text); cell.scope = scope; if (name) cell.setAttribute("aria-label", name); return cell; };
  table.style.cssText = "margin:8px 0;border-collapse:collapse;table-layout:fixed;width:100%;max-width:30rem;font-size:12px;font-variant-numeric:tabular-nums;text-align:center";
  table.append(element("caption", "", REVIEW.held.replace("{}", seen.name)), row([element("td"), ...[...RANKS].map((rank) => head(rankOf(rank), "col"))]));
  for (const [suit, [glyph, name]] of Object.entries(SUITS)) {
    table.append(row([head(`${glyph}\uFE0E`, "row", name), ...[...RANKS].map((rank) => {
      const chance = found.get(`${rank}${suit}` as Card) ?? 0, cell = element("td", "", percent(chance));
      cell.style.background = `color-mix(in srgb,var(--gin-accent,#17694a) ${(MOST_SHADE * chance).toFixed(1)}%,transparent)`;
      return cell;
    })]));
  }
  for (const cell of table.querySelectorAll<HTMLElement>("th,td")) cell.style.padding = "4px 0";
  const likely = [...found].filter(([, chance]) => chance < 1).sort(([, one], [, other]) => other - one).slice(0, MOST_NAMED);
  const words = likely.map(([card, chance]) => `${spoken(card)} ${percent(chance)}%`).join(", ");
  made.append(table, element("p", "", words ? `Most likely: ${words}.` : ""));
  return made;
}

export { UnreviewedError };

// The review of a round in a page, fetched when it is asked for: every decision beside the choice of the learned player.
import packedBelief from "../../gin_core/build/belief.net.gz";
import { reviewed, told, UnreviewedError, type Asked, type Decision, type Review } from "../../gin_core/src/review.js";
import { element } from "../../gin_table/src/cards.js";
import type { GinTable } from "../../gin_table/src/gin-table.js";
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

export { UnreviewedError };

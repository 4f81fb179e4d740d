// One card, face up or face down. The same element is a card for as long as the card is seen.
import { rankOf, spoken } from "./words.js";

// pips in a box of 20 by 20 around the origin, drawn because fonts differ in their suits
const PIPS: Record<string, string> = {
  c: "M0-9a4.3 4.3 0 0 1 3.3 7.1a4.4 4.4 0 1 1-2.3 6.6q.3 2.6 2.4 4.3h-6.8q2.1-1.7 2.4-4.3a4.4 4.4 0 1 1-2.3-6.6A4.3 4.3 0 0 1 0-9z",
  d: "M0-10Q3-4.5 7 0Q3 4.5 0 10Q-3 4.5-7 0Q-3-4.5 0-10z",
  h: "M0 9.5C-2.5 5.5-9 1.5-9-4C-9-7.2-6.7-9-4.5-9C-2.4-9-.7-7.8 0-5.8C.7-7.8 2.4-9 4.5-9C6.7-9 9-7.2 9-4C9 1.5 2.5 5.5 0 9.5z",
  s: "M0-10C2.4-6 9-2.6 9 2.4C9 5.2 7.1 6.8 5 6.8C3.2 6.8 1.8 5.9 1 4.4Q1.2 7.5 3.2 9.5H-3.2Q-1.2 7.5-1 4.4C-1.8 5.9-3.2 6.8-5 6.8C-7.1 6.8-9 5.2-9 2.4C-9-2.6-2.4-6 0-10z",
};
// where the pips of a rank lie on a face of 100 by 142: rows of the left and right column, and of the middle
const SPOTS: Record<string, readonly [sides: readonly number[], middle: readonly number[]]> = {
  A: [[], [71]], 2: [[], [36, 106]], 3: [[], [36, 71, 106]], 4: [[38, 104], []], 5: [[38, 104], [71]], 6: [[36, 71, 106], []],
  7: [[36, 71, 106], [53]], 8: [[36, 71, 106], [53, 89]], 9: [[33, 58, 84, 109], [71]], T: [[33, 58, 84, 109], [45, 97]],
};
const GOLD = "#e3b341", SKIN = "#f4d6b4", DARK = "#3b2616";
// the head of a figure, above its shoulders: hair, face and what it wears
const HEADS: Record<string, (ink: string) => string> = {
  K: (ink) => `<path d="M-11-37q-3 14 3 19h16q6-5 3-19z" fill="#6d4a2b"/><ellipse cy="-31" rx="8" ry="9" fill="${SKIN}"/>
<path d="M-8-31q-2 13 8 15 10-2 8-15-3 5-8 4-5 1-8-4z" fill="#8a6340"/><path d="M-11-37l-2-12 7 6 6-9 6 9 7-6-2 12z" fill="${GOLD}" stroke="${DARK}"/>
<circle cy="-41" r="1.8" fill="${ink}"/>`,
  Q: (ink) => `<path d="M-11-37q-7 15-2 22h26q5-7-2-22z" fill="#a5652a"/><ellipse cy="-30" rx="7.6" ry="9" fill="${SKIN}"/>
<path d="M-8-36q8-7 16 0-2-9-8-9t-8 9z" fill="#a5652a"/><path d="M-10-38q10-6 20 0l1-9-5 3-6-7-6 7-5-3z" fill="${GOLD}" stroke="${DARK}"/>
<circle cy="-45" r="1.8" fill="${ink}"/><path d="M-2-24.5q2 1.8 4 0" fill="none" stroke="#b3202c" stroke-width="1.6"/>`,
  J: (ink) => `<path d="M-10-38v17q2 3 5 2v-18zM10-38v17q-2 3-5 2v-18z" fill="#c48a3a"/><ellipse cy="-30" rx="7.6" ry="9" fill="${SKIN}"/>
<path d="M-12-35q-1-12 11-12 13 0 14 10l-4 3q-10-5-21-1z" fill="${ink}" stroke="${DARK}"/><path d="M6-45q10-9 14 1-6-2-11 3z" fill="${GOLD}" stroke="${DARK}" stroke-width=".7"/>
<path d="M-2-24q2 1 4 0" fill="none" stroke="${DARK}"/>`,
};

export function element<K extends keyof HTMLElementTagNameMap>(tag: K, name = "", text = ""): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text) made.textContent = text;
  return made;
}

/** Drawings and parts that stand in these scripts: what a game or a person says is text, and never read as HTML. */
export const markup = (text: string): DocumentFragment => document.createRange().createContextualFragment(text);

/** Set properties again that a page has set before the element was defined. */
export function takeOver(made: HTMLElement, names: readonly string[]): void {
  for (const name of names.filter((each) => Object.hasOwn(made, each))) {
    const value = Reflect.get(made, name) as unknown;
    Reflect.deleteProperty(made, name);
    Reflect.set(made, name, value);
  }
}

const pip = (suit: string, x: number, y: number, scale: number): string =>
  `<path d="${PIPS[suit]}" transform="translate(${x} ${y}) scale(${scale})${y > 75 ? " rotate(180)" : ""}"/>`;

/** A court card: one half of the figure, and the same turned round. */
function figure(rank: string, suit: string): string {
  const ink = "dh".includes(suit) ? "#b8122b" : "#22407a", other = "dh".includes(suit) ? "#22407a" : "#b8122b";
  const half = `<g><path d="M-26 0q1-15 14-18l12 2 12-2q13 3 14 18z" fill="${ink}"/><path d="M-26 0q1-15 14-18l3 18zM26 0q-1-15-14-18l-3 18z" fill="${other}"/>
<path d="M-9-19l9 8 9-8 4 3-10 16h-6l-10-16z" fill="${GOLD}"/><path d="M-1 0v-10h2v10z" fill="${DARK}"/>${HEADS[rank]!(ink)}
<path d="M-4.5-31.5h2m5 0h2" stroke="${DARK}" stroke-width="1.6"/></g>`;
  return `<rect x="21" y="17" width="58" height="108" rx="4" fill="#fbf3dc" stroke="${ink}" stroke-width="1.2"/>${pip(suit, 31, 29, 0.75)}${pip(suit, 69, 113, 0.75)}
<g transform="translate(50 71)">${half}<g transform="rotate(180)">${half}</g></g>`;
}

function face(card: string): string {
  const rank = card[0]!, suit = card[1]!, [sides, middle] = SPOTS[rank] ?? [[], []];
  const corner = pip(suit, 12, 38, 0.8);
  const pips = [...sides.flatMap((y) => [pip(suit, 36, y, 1), pip(suit, 64, y, 1)]), ...middle.map((y) => pip(suit, 50, y, rank === "A" ? 2.2 : 1))];
  return `<svg viewBox="0 0 100 142" aria-hidden="true">${SPOTS[rank] ? pips.join("") : figure(rank, suit)}${corner}<g transform="rotate(180 50 71)">${corner}</g></svg>`;
}

/** A card face up ("7h"), or face down (any other text). */
export function newCard(card: string): HTMLElement {
  const up = /^[A2-9TJQK][cdhs]$/.test(card);
  const made = element("div", up ? `card ${"dh".includes(card[1]!) ? "red" : "black"}` : "card back");
  made.setAttribute("role", "img");
  if (up) {
    made.dataset["card"] = card;
    made.setAttribute("aria-label", spoken(card));
    const rank = element("span", "rank", rankOf(card));
    rank.setAttribute("aria-hidden", "true");
    rank.dataset["rank"] = rankOf(card); // for the lower corner
    made.append(rank, markup(face(card)));
  } else {
    made.setAttribute("aria-hidden", "true");
  }
  return made;
}

/** Give an element exactly these children, in this order, moving as few as possible. */
export function fill(parent: HTMLElement, children: readonly HTMLElement[]): void {
  const wanted = new Set<Node>(children);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  children.forEach((child, place) => {
    if (parent.childNodes[place] !== child) parent.insertBefore(child, parent.childNodes[place] ?? null);
  });
}

// One card, face up or face down. The same element is a card for as long as the card is seen.
import { rankOf, spoken } from "./words.js";

// pips in a box of 20 by 20 around the origin, drawn because fonts differ in their suits
const PIPS: Record<string, string> = {
  c: "M0-9a4.3 4.3 0 0 1 3.3 7.1a4.4 4.4 0 1 1-2.3 6.6q.3 2.6 2.4 4.3h-6.8q2.1-1.7 2.4-4.3a4.4 4.4 0 1 1-2.3-6.6A4.3 4.3 0 0 1 0-9z",
  d: "M0-10Q3-4.5 7 0Q3 4.5 0 10Q-3 4.5-7 0Q-3-4.5 0-10z",
  h: "M0 9.5C-2.5 5.5-9 1.5-9-4C-9-7.2-6.7-9-4.5-9C-2.4-9-.7-7.8 0-5.8C.7-7.8 2.4-9 4.5-9C6.7-9 9-7.2 9-4C9 1.5 2.5 5.5 0 9.5z",
  s: "M0-10C2.4-6 9-2.6 9 2.4C9 5.2 7.1 6.8 5 6.8C3.2 6.8 1.8 5.9 1 4.4Q1.2 7.5 3.2 9.5H-3.2Q-1.2 7.5-1 4.4C-1.8 5.9-3.2 6.8-5 6.8C-7.1 6.8-9 5.2-9 2.4C-9-2.6-2.4-6 0-10z",
};
const SVG = "http://www.w3.org/2000/svg";

export function element<K extends keyof HTMLElementTagNameMap>(tag: K, name = "", text = ""): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text) made.textContent = text;
  return made;
}

function pip(suit: string, name: string): SVGElement {
  const svg = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "-10 -10 20 20");
  svg.setAttribute("class", name);
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", PIPS[suit] ?? "");
  svg.append(path);
  return svg;
}

/** A card face up ("7h"), or face down (any other text). */
export function newCard(card: string): HTMLElement {
  const suit = card[1] ?? "", up = /^[A2-9TJQK][cdhs]$/.test(card);
  const made = element("div", up ? `card ${"dh".includes(suit) ? "red" : "black"}` : "card back");
  made.setAttribute("role", "img");
  if (up) {
    const rank = element("span", "rank", rankOf(card));
    rank.setAttribute("aria-hidden", "true");
    made.dataset["card"] = card;
    made.setAttribute("aria-label", spoken(card));
    made.append(rank, pip(suit, "small"), pip(suit, "large"));
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

// The order of the own hand, the drag that changes it, and the motion of cards.
import type { Card } from "../records.js";

export type Sorting = "melds" | "suits" | "ranks" | "own";
export const SORTINGS: readonly Sorting[] = ["melds", "suits", "ranks"];

const rank = (card: string): number => "A23456789TJQK".indexOf(card[0] ?? "");
const suit = (card: string): number => "cdhs".indexOf(card[1] ?? "");
const bySuit = (a: Card, b: Card): number => suit(a) - suit(b) || rank(a) - rank(b);
const byRank = (a: Card, b: Card): number => rank(a) - rank(b) || suit(a) - suit(b);

/** The hand in groups: melds first where they are known; an own order keeps its cards, with new ones at its end. */
export function grouped(hand: readonly Card[], sorting: Sorting, melds: readonly Card[][], own: readonly Card[]): Card[][] {
  switch (sorting) {
    case "own": return [[...own.filter((card) => hand.includes(card)), ...hand.filter((card) => !own.includes(card))]];
    case "suits": return [[...hand].sort(bySuit)];
    case "ranks": return [[...hand].sort(byRank)];
    case "melds": {
      const whole = melds.filter((meld) => meld.every((card) => hand.includes(card)));
      const melded = new Set(whole.flat());
      return [...whole, hand.filter((card) => !melded.has(card)).sort(byRank)].filter((group) => group.length);
    }
  }
}

/** The cards with one of them moved to another place. */
export function moved(cards: readonly Card[], card: Card, place: number): Card[] {
  const rest = cards.filter((other) => other !== card);
  rest.splice(Math.max(0, Math.min(rest.length, place)), 0, card);
  return rest;
}

export interface Drag {
  /** A card is held at a point, moved from where it was held. */
  over(card: HTMLElement, x: number, y: number): void;
  drop(card: HTMLElement, x: number, y: number): void;
}

const SLACK = 7; // pixels that a press may wander

/** Let a card be dragged; a press that does not move stays a click. */
export function draggable(card: HTMLElement, drag: Drag): void {
  card.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || !card.classList.contains("own")) return;
    let held = false;
    const go = (event: PointerEvent) => {
      const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!held && Math.hypot(x, y) < SLACK) return;
      if (!held) {
        held = true;
        card.setPointerCapture(down.pointerId);
        card.classList.add("held");
      }
      card.style.transform = `translate(${x}px,${y}px)`;
      drag.over(card, event.clientX, event.clientY);
    };
    const end = (event: PointerEvent) => {
      card.removeEventListener("pointermove", go);
      card.removeEventListener("pointerup", end);
      card.removeEventListener("pointercancel", end);
      if (!held) return;
      card.classList.remove("held");
      if (event.type === "pointerup") {
        const guard = (click: Event) => click.stopImmediatePropagation(); // the click that ends the drag
        card.addEventListener("click", guard, { capture: true });
        setTimeout(() => card.removeEventListener("click", guard, { capture: true }), 0);
        drag.drop(card, event.clientX, event.clientY);
      }
      card.style.transform = "";
    };
    card.addEventListener("pointermove", go);
    card.addEventListener("pointerup", end);
    card.addEventListener("pointercancel", end);
  });
}

// --- cards move from where they were to where they are: first and last places are measured, and the way is animated.

const DURATION = 260; // milliseconds

export type Places = ReadonlyMap<HTMLElement, DOMRect>;

export const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function placesOf(cards: Iterable<HTMLElement>): Places {
  const places = new Map<HTMLElement, DOMRect>();
  for (const card of cards) if (card.isConnected) places.set(card, card.getBoundingClientRect());
  return places;
}

/** Move each card from its place before, or from where it came from. The first cards of a table lie there at once. */
export function move(cards: Iterable<HTMLElement>, before: Places, origin: (card: HTMLElement) => DOMRect | undefined): void {
  if (isStill() || !before.size) return;
  let entered = 0;
  for (const [card, to] of placesOf(cards)) { // all are measured before the first is animated
    const old = before.get(card), from = old ?? origin(card);
    if (!from || !to.width) continue;
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) + Math.abs(y) < 1) continue;
    card.animate(
      [{ transform: `translate(${x}px,${y}px)`, zIndex: 5 }, { transform: "none", zIndex: 5 }],
      { duration: DURATION, delay: old ? 0 : Math.min(entered++ * 25, 400), easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" },
    );
  }
}

// The order of the own hand, and the drag that changes it.
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

// Cards move from where they were to where they are: first and last places are measured, and the way is animated.

const DURATION = 260;

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

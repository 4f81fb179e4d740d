// The sentences of the table: what happened, who must act, and what an action is called.
import type { Action, Card, Event, View } from "../records.js";

const SUITS: Record<string, readonly [string, string]> = {
  c: ["♣", "clubs"], d: ["♦", "diamonds"], h: ["♥", "hearts"], s: ["♠", "spades"],
};
const RANKS: Record<string, string> = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };

const OVER = "The round is over."; // who has won how much, a message says as its prompt

export type Naming = (card: string) => string;

/** The rank as it is printed on a card. */
export const rankOf = (card: string): string => (card[0] === "T" ? "10" : (card[0] ?? "?"));

/** "9 of hearts" */
export const spoken: Naming = (card) => `${RANKS[card[0] ?? ""] ?? card[0]} of ${SUITS[card[1] ?? ""]?.[1] ?? "?"}`;

/** "9♥", the suit as a text and never as a colored picture */
export const written: Naming = (card) => `${rankOf(card)}${SUITS[card[1] ?? ""]?.[0] ?? "?"}\uFE0E`;

/** The cards of a text such as "7h 8h"; the backs in it are left out. */
export const cardsOf = (text: string): Card[] => text.split(" ").filter((card) => /^[A2-9TJQK][cdhs]$/.test(card)) as Card[];

const listed = (cards: string, name: Naming): string => cardsOf(cards).map(name).join(name === spoken ? ", " : " ");

/** The last card that a take reaches, or the top of the pile. */
export const taken = (view: View, count = 1): Card | undefined => cardsOf(view.discards).at(-count);

/** A name that is not of Latin letters, so that it does not turn the words around it. */
export const isolated = (name: string): string => (/[^\u0000-\u024f]/.test(name) ? `\u2068${name}\u2069` : name);

/** Whom a sentence speaks of. */
const subject = (view: View, names: readonly string[], seat: number): string => (seat === view.seat ? "You" : isolated(names[seat] ?? `Seat ${seat}`));

/** An event as a sentence. */
export function eventWords(event: Event, view: View, names: readonly string[], name: Naming): string {
  if (event.kind === "stock-shuffled") return "The discards were shuffled into a new stock.";
  if (event.kind === "round-ended") return OVER;
  const who = subject(view, names, event.seat);
  const the = (card: string) => (name === spoken ? `the ${name(card)}` : name(card));
  switch (event.kind) {
    case "declined": return `${who} passed.`;
    case "took-discard": {
      const cards = cardsOf(event.cards);
      return cards.length === 1 ? `${who} took ${the(cards[0]!)}.` : `${who} took ${cards.length} cards: ${listed(event.cards, name)}.`;
    }
    case "drew-stock": return event.card === "??" ? `${who} drew from the stock.` : `${who} drew ${the(event.card)}.`;
    case "laid-down": return `${who} laid down ${listed(event.meld, name)}.`;
    case "laid-off": return `${who} laid off ${the(event.card)}.`;
    case "discarded": return `${who} discarded ${the(event.card)}.`;
    case "knocked": return `${who} knocked, discarding ${the(event.card)}.`;
    case "went-big-gin": return `${who} declared big gin.`;
    case "melds-spread":
      return event.melds.length ? `${who} laid down ${event.melds.map((meld) => listed(meld, name)).join("; ")}.` : `${who} laid down no meld.`;
    case "defence-done": return `${who} ${who === "You" ? "are" : "is"} done.`;
    case "doubled": return `${who} doubled.`;
    case "accepted": return `${who} accepted the double.`;
    case "refused": return `${who} refused the double.`;
  }
}

/** Who must act, and how. */
export function promptWords(view: View, names: readonly string[], name: Naming): string {
  const phase = view.phase;
  if (phase.kind === "round-over") return OVER;
  if (phase.kind === "reshuffle") return "The discards are shuffled.";
  if (phase.seat !== view.seat) {
    const verbs: Record<typeof phase.kind, string> = {
      "upcard-offer": "take the upcard or pass", "draw-turn": "draw", "play-turn": "discard", "spread-turn": "lay down melds",
      "layoff-turn": "lay off", "last-discard": "knock or pass", "double-offer": "accept or refuse the double",
    };
    return `${subject(view, names, phase.seat)} must ${verbs[phase.kind]}.`;
  }
  const can = new Set(view.legal.map((action) => action.split(" ")[0]));
  const top = taken(view);
  const the = top ? (name === spoken ? `the ${name(top)}` : name(top)) : "the upcard";
  switch (phase.kind) {
    case "upcard-offer": return `Take ${the}, or pass.`;
    case "draw-turn":
      if (!can.has("draw")) return `Take ${the}.`;
      return can.has("take") ? `Draw a card, or take ${the}.` : "Draw a card.";
    case "play-turn": {
      const ways = [
        can.has("discard") ? "discard a card" : "", can.has("knock") ? "knock" : "", can.has("big") ? "declare big gin" : "",
        view.legal.some((action) => action.startsWith("lay ") && !action.startsWith("lay off ")) ? "meld" : "",
        view.legal.some((action) => action.startsWith("lay off ")) ? "lay off" : "",
      ].filter(Boolean);
      const text = ways.length > 1 ? `${ways.slice(0, -1).join(", ")} or ${ways.at(-1)}` : (ways[0] ?? "play");
      return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
    }
    case "spread-turn": return "Lay down your melds.";
    case "layoff-turn": return can.has("lay") ? "Lay off what fits, or be done." : "You are done.";
    case "last-discard": return "Knock, or pass.";
    case "double-offer": return "Accept or refuse the double.";
  }
}

/** What an action is called, on a button or aloud. */
export function actionWords(action: Action | string, view: View, name: Naming): string {
  const [verb, ...rest] = action.split(" ");
  const the = (card: string) => (name === spoken ? `the ${name(card)}` : name(card));
  const groups = (text: string) => text.split(" / ").map((meld) => listed(meld, name)).join(" and ");
  switch (verb) {
    case "draw": return "Draw a card";
    case "take": {
      const count = Number(rest[0] ?? 1), card = taken(view, count);
      return count > 1 ? `Take ${count} cards, down to ${card ? the(card) : "?"}` : `Take ${card ? the(card) : "the discard"}`;
    }
    case "decline": return "Pass";
    case "discard": return `Discard ${the(rest[0] ?? "")}`;
    case "knock": return `Knock with ${the(rest[0] ?? "")}`;
    case "big": return "Big gin";
    case "done": return "Done";
    case "double": return "Double";
    case "accept": return "Accept the double";
    case "refuse": return "Refuse the double";
    case "spread": return rest.length ? `Lay down ${groups(rest.join(" "))}` : "Lay down no meld";
    case "lay": {
      if (rest[0] !== "off") return `Meld ${listed(rest.join(" "), name)}`;
      const meld = view.table[Number(rest[3])];
      return `Lay off ${the(rest[1] ?? "")} on ${meld ? listed(meld.cards, name) : `meld ${rest[3]}`}`;
    }
    default: return action;
  }
}

/** The card of the own hand that an action plays alone. */
export function cardOf(action: string): Card | undefined {
  return /^(?:discard|knock|lay off) ([A2-9TJQK][cdhs])/.exec(action)?.[1] as Card | undefined;
}

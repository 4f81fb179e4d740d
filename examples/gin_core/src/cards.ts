// Cards as numbers, masks and texts: card 13 × suit + rank − 1, bit i of a mask is card i.
import type { Card } from "../build/records.js";

const RANKS = "A23456789TJQK", SUITS = "cdhs";
export const CARDS: readonly Card[] = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => (rank + suit) as Card));
export const NONE = 255;
const NUMBERS = new Map<string, number>(CARDS.map((card, number) => [card, number]));

export const bit = (card: number): bigint => 1n << BigInt(card);

/** The number of a card, or undefined. */
export const numberOf = (card: string): number | undefined => NUMBERS.get(card);

/** The cards of a mask, ascending. */
export function cardsIn(mask: bigint): number[] {
  const cards: number[] = [];
  for (let low = Number(mask & 0x3ffffffn), at = 0; low; low >>>= 1, at++) if (low & 1) cards.push(at);
  for (let high = Number(mask >> 26n), at = 26; high; high >>>= 1, at++) if (high & 1) cards.push(at);
  return cards;
}

export const countOf = (mask: bigint): number => cardsIn(mask).length;
export const maskOf = (cards: Iterable<number>): bigint => { let mask = 0n; for (const card of cards) mask |= bit(card); return mask; };
export const textOf = (cards: Iterable<number>): string => [...cards].map((card) => CARDS[card]).join(" ");
export const maskText = (mask: bigint): string => textOf(cardsIn(mask));

/** The cards of a text such as "7h 8h", or undefined if it has anything else. */
export function numbersOf(text: string): number[] | undefined {
  const numbers = text.split(/\s+/).filter(Boolean).map((card) => NUMBERS.get(card));
  return numbers.includes(undefined) ? undefined : (numbers as number[]);
}

/** Compare sets of cards by their ascending card numbers, as the core orders melds. */
export function compared(one: bigint, other: bigint): number {
  if (one === other) return 0;
  const low = (one ^ other) & -(one ^ other), above = ~(low | (low - 1n));
  return one & low ? (other & above ? -1 : 1) : one & above ? 1 : -1;
}

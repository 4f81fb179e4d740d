// A round as a value: every action gives the next round and its events, and leaves this one as it was.
import type { Action, Event, Outcome, View as Seen } from "../build/records.js";
import { codesOf, DONE, inOrder, meldOf, read, spreadText, textOfCode } from "./actions.js";
import { CARDS, maskText, NONE, numberOf, numbersOf, textOf } from "./cards.js";
import type { Price, Saved, Table } from "./core.js";
import { LIBRARY } from "./library.js";
import type { View } from "./memory.js";
import type { Player } from "./opponents.js";
import { Refusal, refusalOf } from "./refusals.js";
import { eventsOf, handsOf, outcomeOf, phaseOf, seenBy, shuffled, viewOf, withOrder } from "./views.js";

export interface Deal { readonly order: string; readonly dealer: number; readonly knock_card?: string; readonly chance?: bigint }

export class Round {
  readonly #state: View;
  #legal: readonly Action[] | undefined;

  private constructor(readonly table: Table, readonly saved: Saved, readonly order: string, readonly isShuffled: boolean, readonly facts: Uint8Array | null) {
    this.#state = table.state(saved);
  }

  /** Deal a round: the cards in their order, the first to the seat left of the dealer. */
  static deal(table: Table, { order, dealer, knock_card: card, chance = 0n }: Deal): Round {
    const cards = numbersOf(order), knockCard = card === undefined ? NONE : numberOf(card);
    if (!cards || knockCard === undefined) throw new Error("a deal is a text of cards, such as \"7h 2c …\"");
    if (dealer < 0 || dealer >= table.seats) throw new Error(`there is no seat ${dealer} to deal`);
    return new Round(table, table.deal(cards, dealer, knockCard, chance), textOf(cards), false, null);
  }

  /** The cards of a seed, which are those that the library deals by it. */
  static ofSeed(table: Table, seed: bigint | number, dealer = 0): Round {
    const { order, knockCard, chance } = table.dealOf(BigInt(seed));
    return new Round(table, table.deal(order, dealer, knockCard, chance), textOf(order), false, null);
  }

  get seats(): number { return this.table.seats; }
  get phase(): string { return phaseOf(this.#state); }
  get isOver(): boolean { return this.phase === "round-over"; }
  /** The seat to act; null at the end. */
  get turn(): number | null { return this.isOver ? null : this.#state.number("seat"); }
  get dealer(): number { return this.#state.number("dealer"); }
  get outcome(): Outcome | undefined { return outcomeOf(this.#state, this.seats); }
  hand(seat: number): string { return maskText(handsOf(this.#state, this.seats)[seat] ?? 0n); }

  /** The price of the round; null before its end. */
  get price(): Price | null { return this.isOver && this.facts ? this.table.price(this.facts) : null; }

  /** Every legal action, in the order of the library. */
  get legal(): readonly Action[] {
    this.#legal ??= this.isOver ? [] : this.#listed();
    return this.#legal;
  }

  #listed(): Action[] {
    const { table } = this;
    table.restore(this.saved);
    if (this.phase !== "spread-turn") return table.legal().sort(inOrder(table)).map((code) => textOfCode(code, table) as Action);
    const found: Action[] = [], search = (laid: bigint[]): void => {
      table.lay(laid);
      const codes = table.legal();
      if (codes.includes(DONE)) found.push(spreadText(laid) as Action);
      for (const code of codes) if (code !== DONE) search([...laid, meldOf(code, table)!]);
    };
    search([]);
    table.lay([]);
    return found;
  }

  /** The round after an action of the seat to act, and what happened, all cards shown. A `Refusal` says why not. */
  act(text: string): { round: Round; events: Event[] } {
    const action = read(text), { table } = this;
    if (action?.verb === "shuffle") {
      const saved = this.isShuffled ? withOrder(table, this.saved, action.order) : undefined;
      if (!saved) throw this.isShuffled ? new Refusal("not-the-due-shuffle", "these are not the cards to shuffle", text) : refusalOf(table, this.#state, text);
      const state = table.state(saved);
      return { round: new Round(table, saved, this.order, false, this.facts), events: [shuffled(state, state.number("reshuffles"))] };
    }
    const isKnown = action && LIBRARY.moves[this.phase]!.includes(action.verb); // a spread has codes of its own
    const codes = isKnown ? codesOf(action, table) : undefined;
    if (codes) table.restore(this.saved);
    if (!action || !codes || !codes.every((code) => table.take(code))) throw refusalOf(table, this.#state, text);
    const facts = table.facts, saved = table.save(), after = table.state(saved);
    const events = eventsOf(table, this.#state, action, after);
    return { round: new Round(table, saved, this.order, after.number("reshuffles") > this.#state.number("reshuffles"), facts), events };
  }

  /** The codes of an action, which is legal. */
  codes(action: string): number[] { return codesOf(read(action)!, this.table)!; }

  /** The state, as the core keeps it. */
  get state(): View { return this.#state; }

  /** Why an action is refused, or null if it is legal. */
  whyNot(text: string): Refusal | null {
    if (this.legal.includes(text as Action)) return null;
    try { this.act(text); } catch (error) { if (error instanceof Refusal) return error; throw error; }
    return null;
  }

  /** What a player would do in the place of the seat to act, from what that seat knows. */
  advice(player: Player): Action { return this.decided(player).action; }

  /** The action of a player, and the round in which it has drawn its numbers, for players that draw some. */
  decided(player: Player): { action: Action; round: Round } {
    const { table } = this, laid: bigint[] = [], isSpread = this.phase === "spread-turn";
    table.restore(this.saved);
    for (;;) {
      const code = table.advice(player), meld = isSpread ? meldOf(code, table) : undefined;
      if (code < 0) throw new Error("there is nothing to decide");
      if (meld !== undefined) { laid.push(meld); table.lay(laid); continue; }
      if (isSpread) table.lay([]);
      return { action: (isSpread ? spreadText(laid) : textOfCode(code, table)) as Action, round: new Round(table, table.save(), this.order, this.isShuffled, this.facts) };
    }
  }

  /** The round as a seat sees it; null for a spectator. */
  view(seat: number | null): Seen { return viewOf(this.table, this.#state, seat, this.legal); }

  /** The least deadwood of a seat's hand, the melds of an arrangement that leaves it, and the deadwood after each discard. */
  counted(seat: number): { deadwood: number; melds: string[]; after: Record<string, number> } {
    const hand = handsOf(this.#state, this.seats)[seat]!, after = this.table.afterDiscards(hand);
    return {
      deadwood: this.table.deadwood(hand), melds: this.table.arrangement(hand).map(maskText),
      after: Object.fromEntries([...after].map(([card, left]) => [CARDS[card]!, left])),
    };
  }
}

export { seenBy };

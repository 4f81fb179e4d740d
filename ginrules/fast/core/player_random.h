/* ginrules.lab.RandomPlayer: every legal action with equal chance. */
#ifndef GIN_PLAYER_RANDOM_H
#define GIN_PLAYER_RANDOM_H

#include "legal.h"

static int nth_card(mask cards, int n) {
    while (n--) cards &= cards - 1;
    return LOW(cards);
}

/* the same as a list and a place in it, counted only: most plies of a random round are here */
static int random_end_of_turn(const tables_t *t, const state_t *g, chance_t *chance) {
    int is_last = g->phase == LAST_DISCARD_PHASE;
    mask cards = is_last ? with_top(g) : g->hand[g->seat];
    mask allowed = discardable(t, cards, is_last ? g->pile[g->n_pile - 1] : g->taken);
    mask knocks = discards_within(t, cards, g->limit) & allowed;
    int others = is_last ? 1 : COUNT(allowed), n_knocks = COUNT(knocks);
    int n = random_below(chance, others + n_knocks + is_big_gin(t, g, cards));
    if (n >= others + n_knocks) return BIG_GIN_ACTION;
    if (n >= others) return KNOCK_ACTION + nth_card(knocks, n - others);
    return is_last ? DECLINE_ACTION : DISCARD_ACTION + nth_card(allowed, n);
}

/* The action; -1 if there are too many. A spread is at its number in the room. */
static int random_action(const tables_t *t, const state_t *g, chance_t *chance, room_t *room) {
    switch (g->phase) {
    case OFFER_PHASE: return random_below(chance, 2) ? DECLINE_ACTION : TAKE_ACTION;
    case DRAW_PHASE:
        if (t->rules.doubling) break;
        return random_below(chance, g->stock_only || !g->n_pile ? 1 : 2) ? TAKE_ACTION : DRAW_ACTION;
    case PLAY_PHASE:
    case LAST_DISCARD_PHASE: return random_end_of_turn(t, g, chance);
    default: break;
    }
    int count = list_actions(t, g, room);
    return count < 0 ? -1 : room->actions[random_below(chance, count)];
}

#endif

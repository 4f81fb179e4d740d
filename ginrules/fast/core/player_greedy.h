/* ginrules.lab.Greedy: the least deadwood at every step, knocking at a threshold. */
#ifndef GIN_PLAYER_GREEDY_H
#define GIN_PLAYER_GREEDY_H

#include "legal.h"

static int greedy_takes(const tables_t *t, const state_t *g) {
    mask cards = with_top(g);
    int left = least_after_discard(t, cards, discardable(t, cards, g->pile[g->n_pile - 1]));
    return left < deadwood(t, g->hand[g->seat]);
}

/* the most deadwood to knock with now: the limit itself where no turn may follow */
static int greedy_limit(const tables_t *t, const state_t *g, int threshold) {
    int is_last = g->n_stock <= t->rules.stock_floor && t->rules.stock_exhausted != RESHUFFLE;
    return threshold < 0 || is_last || threshold > g->limit ? g->limit : threshold;
}

static int greedy_end_of_turn(const tables_t *t, const state_t *g, mask cards, mask allowed, int threshold) {
    int left, card = best_discard(t, g, cards, allowed, &left);
    return (left <= greedy_limit(t, g, threshold) ? KNOCK_ACTION : DISCARD_ACTION) + card;
}

static int greedy_spread(const tables_t *t, const state_t *g, room_t *room) {
    arrangement best;
    if (!best_arrangement(t, room->spreads, g->hand[g->seat], &best)) return -1;
    room->spreads[0] = best;
    return SPREAD_ACTION;
}

#endif

/* From a pack to the first turn: ginrules.play.deal and run_deals. */
#ifndef GIN_DEAL_H
#define GIN_DEAL_H

#include "state.h"

static int limit_in_force(const rules_t *r, int upcard, int knock_card) {
    int setter = r->knock_source == BY_UPCARD ? upcard : r->knock_source == BY_KNOCK_CARD ? knock_card : NONE;
    if (setter == NONE) return r->knock_limit;
    int rank = setter % RANKS + 1;
    int limit = rank == 1 ? r->ace_upcard : rank < 10 ? rank : 10;
    return limit < r->knock_limit ? limit : r->knock_limit;
}

static int pack_of(const tables_t *t, uint8_t *order) {
    int size = 0;
    for (mask rest = t->pack; rest; rest &= rest - 1) order[size++] = (uint8_t)LOW(rest);
    return size;
}

/* With `same_hands` every seat gets what it gets when the last seat deals: run_deals.with_dealer. */
static void deal(const tables_t *t, state_t *g, const uint8_t *order, int dealer, int knock_card, int same_hands) {
    const rules_t *r = &t->rules;
    int seats = r->seats, first = (dealer + 1) % seats, at = 0, left = r->ranks * r->suits;
    memset(g, 0, sizeof *g);
    for (int i = 0; i < r->hand_size; i++)
        for (int place = 0; place < seats; place++)
            g->hand[same_hands ? place : (place + first) % seats] |= BIT(order[at++]);
    if (r->opening == ELEVEN_CARDS) g->hand[first] |= BIT(order[at++]);
    g->upcard = NONE;
    if (r->opening == UPCARD_OFFER || r->opening == OPEN_CARD) {
        g->upcard = order[at++];
        put_on_pile(g, g->upcard);
    }
    while (left > at) g->stock[g->n_stock++] = order[--left];
    g->knock_card = (uint8_t)knock_card;
    g->limit = limit_in_force(r, g->upcard, knock_card);
    g->dealer = (uint8_t)dealer;
    g->seat = (uint8_t)first;
    g->taken = g->declarer = g->doubling_right = NONE;
    g->factor = 1;
    g->phase = r->opening == UPCARD_OFFER ? OFFER_PHASE : r->opening == ELEVEN_CARDS ? PLAY_PHASE : DRAW_PHASE;
    g->stock_only = r->opening == NO_UPCARD;
}

#endif

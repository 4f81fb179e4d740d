/* Doubles offered and answered, by an estimate of who is ahead: ginrules.lab.search.knocks.doubling. */
#ifndef GIN_DOUBLING_CHOICE_H
#define GIN_DOUBLING_CHOICE_H

#include "legal.h"

enum { EXPECTED = 29, A_HAND = 10, KNOWN_CARD = 4, OFFER_AT = 10, REFUSE_AT = 30 };

/* the deadwood of ten cards after so many draws of both seats */
static const int expected_deadwood[EXPECTED] = {50, 45, 41, 37, 33, 31, 28, 26, 25, 23, 22, 20, 19, 18, 17,
                                                16, 15, 15, 14, 14, 14, 13, 13, 13, 13, 12, 12, 12, 12};

/* by how many points of deadwood the seat is likely to be ahead of the other */
static int lead(const tables_t *t, const state_t *g) {
    const rules_t *r = &t->rules;
    int drawn = COUNT(t->pack) - r->hand_size * r->seats - (g->upcard != NONE) - g->n_stock;
    drawn = drawn < 0 ? 0 : drawn < EXPECTED ? drawn : EXPECTED - 1;
    int left = expected_deadwood[drawn] * r->hand_size / A_HAND - KNOWN_CARD * COUNT(g->known[1 - g->seat]);
    return (left > 0 ? left : 0) - deadwood(t, g->hand[g->seat]);
}

static int offers_double(const tables_t *t, const state_t *g) { return can_double(t, g) && lead(t, g) >= OFFER_AT; }

static int accepts_double(const tables_t *t, const state_t *g) { return lead(t, g) > -REFUSE_AT; }

#endif

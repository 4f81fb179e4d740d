/* Queries of a round's state, state_t of plan.h: ginrules.play.state and phases. */
#ifndef GIN_STATE_H
#define GIN_STATE_H

#include "arrange.inc"
#include "defence.inc"
#include "random.inc"

/* Room for the longest lists of a decision, and the nets of the players; every call has its own. */
typedef struct {
    arrangement spreads[GIN_MOST_SPREADS];
    way_t ways[GIN_MOST_WAYS];
    int32_t actions[GIN_CARDS * GIN_MOST_MELDS + GIN_MOST_SPREADS];
    const net_t *nets; /* of the players, given by the caller */
} room_t;

static inline mask with_top(const state_t *g) { return g->hand[g->seat] | BIT(g->pile[g->n_pile - 1]); }

static inline void put_on_pile(state_t *g, int card) {
    g->pile[g->n_pile++] = (uint8_t)card;
    g->in_pile |= BIT(card);
}

static inline int take_from_pile(state_t *g) {
    int card = g->pile[--g->n_pile];
    g->in_pile &= ~BIT(card);
    return card;
}

/* the cards that can be discarded: not the card just taken, unless the rules allow it or the hand has no other */
static inline mask discardable(const tables_t *t, mask cards, int taken) {
    if (t->rules.return_taken_discard || taken == GIN_NONE) return cards;
    mask others = cards & ~BIT(taken);
    return others ? others : cards;
}

/* before a draw: the seat has the right to double, and the factor is below the limit */
static inline int can_double(const tables_t *t, const state_t *g) {
    return t->rules.doubling && (g->doubling_right == GIN_NONE || g->doubling_right == g->seat) &&
           g->factor <= t->rules.doubling_limit / 2;
}

/* big gin with these cards: all are melded, and if big gin requires gin, so was the hand before the draw */
static inline int is_big_gin(const tables_t *t, const state_t *g, mask cards) {
    if (!t->rules.big_gin || deadwood(t, cards)) return 0;
    if (!t->rules.big_gin_needs_gin) return 1;
    return g->phase == PHASE_LAST_DISCARD ? !deadwood(t, g->hand[g->seat]) : g->was_gin;
}

#endif

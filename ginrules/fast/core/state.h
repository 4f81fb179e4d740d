/* A round as plain numbers: ginrules.play.state and phases. Python reads it as ginrules.fast.batch._states.STATE. */
#ifndef GIN_STATE_H
#define GIN_STATE_H

#include "arrange.h"
#include "defence.h"
#include "random.h"

enum { OFFER_PHASE, DRAW_PHASE, PLAY_PHASE, SPREAD_PHASE, LAYOFF_PHASE, LAST_DISCARD_PHASE, SHUFFLE_PHASE, OVER_PHASE, DOUBLE_PHASE };
enum { KNOCK, GIN, BIG_GIN, OUT, DEAD, REFUSED };
enum { NO_REASON, STOCK, DECLINED, TAKE_CAP, RETURNED_PAIR, RESHUFFLE_CAP };

/* Actions: a kind, with a card, a place of the table or a number of the list of spreads. */
enum {
    DECLINE_ACTION,
    TAKE_ACTION,
    DRAW_ACTION,
    DONE_ACTION,
    BIG_GIN_ACTION,
    DOUBLE_ACTION,
    ACCEPT_ACTION,
    REFUSE_ACTION,
    DISCARD_ACTION = 64,   /* + card */
    KNOCK_ACTION = 128,    /* + card */
    LAYOFF_ACTION = 1024,  /* + 64 * place + card */
    SPREAD_ACTION = 4096   /* + number */
};

typedef struct {
    mask hand[MOST_SEATS], known[MOST_SEATS], laid[MOST_SEATS];
    mask table[MOST_MELDS], original[MOST_MELDS], put_back[MOST_POOLS], in_pile;
    int32_t deadwood[MOST_SEATS];
    int32_t limit, takes, returns, reshuffles, turns, plies, factor;
    uint8_t owner[MOST_MELDS], stock[CARDS], pile[CARDS];
    uint8_t n_stock, n_pile, n_table, phase, seat, declarer, ending, reason;
    uint8_t stock_only, taken, dealer, upcard, knock_card, is_out_of_bounds, was_gin;
    uint8_t doubling_right, doubled_by; /* the seat that alone can double, NONE for either; the seat that has doubled */
} state_t;

/* Room for the longest lists of a decision; one for each call. */
typedef struct {
    arrangement spreads[MOST_SPREADS];
    way_t ways[MOST_WAYS];
    int32_t actions[CARDS * MOST_MELDS + MOST_SPREADS];
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

/* the cards that can be discarded: not the one just taken, unless the rules allow it or it is the only one */
static inline mask discardable(const tables_t *t, mask cards, int taken) {
    if (t->rules.return_taken_discard || taken == NONE) return cards;
    mask others = cards & ~BIT(taken);
    return others ? others : cards;
}

/* before a draw: the right to double is the seat's own, and the factor below the limit */
static inline int can_double(const tables_t *t, const state_t *g) {
    return t->rules.doubling && (g->doubling_right == NONE || g->doubling_right == g->seat) &&
           g->factor <= t->rules.doubling_limit / 2;
}

/* big gin with these cards: all melded, and where it needs gin the hand before the draw too */
static inline int is_big_gin(const tables_t *t, const state_t *g, mask cards) {
    if (!t->rules.big_gin || deadwood(t, cards)) return 0;
    if (!t->rules.big_gin_needs_gin) return 1;
    return g->phase == LAST_DISCARD_PHASE ? !deadwood(t, g->hand[g->seat]) : g->was_gin;
}

#endif

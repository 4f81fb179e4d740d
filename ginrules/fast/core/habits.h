/* What single cards have shown of each seat, and what a seat does not see: ginrules.lab.search.hidden.opponents. */
#ifndef GIN_HABITS_H
#define GIN_HABITS_H

#include "discard_choice.h"

/* What everybody has seen of single cards: ginrules.lab.search.hidden.opponents.Habits. */
typedef struct {
    mask refused[MOST_SEATS], taken[MOST_SEATS], top;
    int32_t has_begun;
} habits_t;

/* what a seat's action says of it, before it acts */
static void note_action(habits_t *h, const state_t *g, int action) {
    if (!h->has_begun) {
        h->has_begun = 1;
        h->top = g->n_pile ? BIT(g->pile[g->n_pile - 1]) : 0;
    }
    if (action == TAKE_ACTION) {
        h->taken[g->seat] |= BIT(g->pile[g->n_pile - 1]);
        h->top = 0;
        return;
    }
    if (action >= DISCARD_ACTION && action < KNOCK_ACTION) h->top = BIT(action - DISCARD_ACTION);
    else if (action != DECLINE_ACTION && action != DRAW_ACTION) return;
    h->refused[g->seat] |= h->top;
}

/* the cards of the smallest melds with one of these cards */
static mask next_to(const tables_t *t, mask cards) {
    mask near = 0;
    for (; cards; cards &= cards - 1) near |= t->near[LOW(cards)];
    return near;
}

static inline mask unseen_by(const tables_t *t, const state_t *g) {
    return t->pack & ~(unavailable(t, g) | g->hand[g->seat]);
}

static int cards_gone(const tables_t *t, const state_t *g) {
    const rules_t *r = &t->rules;
    int gone = COUNT(t->pack) - r->hand_size * r->seats - (g->upcard != NONE) - g->n_stock;
    return gone > 0 ? gone : 0;
}

#endif

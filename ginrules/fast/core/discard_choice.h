/* The choice of a discard: ginrules.melds.arrange.discards_within and ginrules.lab.search.discards.discard_choice. */
#ifndef GIN_DISCARD_CHOICE_H
#define GIN_DISCARD_CHOICE_H

#include "state.h"

/* the cards whose discard leaves at most `limit` points */
static mask discards_within(const tables_t *t, mask cards, int limit) {
    int too_much = deadwood(t, cards) - limit;
    if (too_much > t->top_value) return 0;
    mask discards = 0;
    for (mask rest = cards; rest; rest &= rest - 1) {
        mask low = rest & -rest;
        if (t->values[LOW(low)] >= too_much && deadwood(t, cards ^ low) <= limit) discards |= low;
    }
    return discards;
}

/* the least deadwood after a discard, and the cards whose discard leaves it; the highest values first */
static int least_discards(const tables_t *t, mask cards, mask allowed, mask *equal) {
    int whole = deadwood(t, cards), best = INT32_MAX;
    *equal = 0;
    for (int i = 0; i < t->n_values && whole - t->by_value[i].value <= best; i++)
        for (mask rest = allowed & t->by_value[i].cards; rest; rest &= rest - 1) {
            mask low = rest & -rest;
            int left = deadwood(t, cards ^ low);
            if (left < best) {
                best = left;
                *equal = low;
            } else if (left == best)
                *equal |= low;
        }
    return best;
}

/* the least deadwood after a discard, and one of the cards that leave it: the first, the highest values first */
static inline int quick_discard(const tables_t *t, mask cards, mask allowed, mask *chosen) {
    int whole = deadwood(t, cards), best = INT32_MAX;
    *chosen = 0;
    for (int i = 0; i < t->n_values && whole - t->by_value[i].value < best; i++)
        for (mask rest = allowed & t->by_value[i].cards; rest; rest &= rest - 1) {
            int left = deadwood(t, cards ^ (rest & -rest));
            if (left < best) {
                best = left;
                *chosen = rest & -rest;
            }
            if (left == whole - t->by_value[i].value) return left; /* no other card can save more */
        }
    return best;
}

static int least_after_discard(const tables_t *t, mask cards, mask allowed) {
    mask chosen;
    return quick_discard(t, cards, allowed, &chosen);
}

/* how many of the smallest melds with this card lack at most one card, and not one that is gone */
static int one_card_short(const tables_t *t, int card, mask cards, mask gone) {
    int count = 0;
    for (int i = 0; i < t->n_small[card]; i++) {
        mask missing = t->small[card][i] & ~cards;
        count += !(missing & (missing - 1)) && !(missing & gone);
    }
    return count;
}

/* the cards that are unlikely to come: in the pile, on the table, or known in another hand */
static mask unavailable(const tables_t *t, const state_t *g) {
    mask gone = g->in_pile;
    for (int seat = 0; seat < t->rules.seats; seat++) gone |= g->known[seat];
    for (int place = 0; place < g->n_table; place++) gone |= g->table[place];
    return gone & ~g->hand[g->seat];
}

/* among cards that leave the same: the fewest possible melds, then the highest value, then the highest card */
static int best_discard(const tables_t *t, const state_t *g, mask cards, mask allowed, int *left) {
    mask equal;
    *left = least_discards(t, cards, allowed, &equal);
    if (!(equal & (equal - 1))) return LOW(equal);
    mask gone = unavailable(t, g);
    int best = NONE, fewest = 0;
    for (mask rest = equal; rest; rest &= rest - 1) {
        int card = LOW(rest), melds = one_card_short(t, card, cards, gone);
        if (best == NONE || melds < fewest || (melds == fewest && t->values[card] >= t->values[best])) {
            best = card;
            fewest = melds;
        }
    }
    return best;
}

#endif

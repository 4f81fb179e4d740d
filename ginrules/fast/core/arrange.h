/* Every way to meld a hand, and the best: ginrules.melds.arrange. */
#ifndef GIN_ARRANGE_H
#define GIN_ARRANGE_H

#include "deadwood.h"

typedef struct {
    int32_t n;
    mask melds[MOST_OWN]; /* in the order of a spread */
} arrangement;

typedef struct {
    const tables_t *tables;
    int limit, n_melds, n, is_full;
    mask melds[MOST_IN_HAND];
    arrangement *list; /* room for MOST_SPREADS */
} partition_t;

static inline int is_set(mask meld) {
    return COUNT(meld) > 1 && LOW(meld) % RANKS == (63 - __builtin_clzll(meld)) % RANKS;
}

/* Compare ascending card numbers, as Meld.order does. */
static int compare_melds(mask a, mask b) {
    if (a == b) return 0;
    mask low = (a ^ b) & -(a ^ b), above = ~(low | (low - 1));
    return a & low ? (b & above ? -1 : 1) : (a & above ? 1 : -1);
}

static int compare_arrangements(const void *first, const void *second) {
    const arrangement *a = first, *b = second;
    for (int i = 0; i < a->n && i < b->n; i++) {
        int order = compare_melds(a->melds[i], b->melds[i]);
        if (order) return order;
    }
    return a->n - b->n;
}

static void keep(partition_t *p, const arrangement *chosen) {
    if (p->n == MOST_SPREADS) {
        p->is_full = 1;
        return;
    }
    p->list[p->n++] = *chosen; /* in order: divide takes the lowest card first */
}

static void divide(partition_t *p, mask rest, arrangement *chosen, int points) {
    if (p->is_full || points + deadwood(p->tables, rest) > p->limit) return;
    if (!rest) {
        keep(p, chosen);
        return;
    }
    mask low = rest & -rest;
    for (int i = 0; i < p->n_melds && chosen->n < MOST_OWN; i++)
        if ((p->melds[i] & -p->melds[i]) == low && !(p->melds[i] & ~rest)) {
            chosen->melds[chosen->n++] = p->melds[i];
            divide(p, rest ^ p->melds[i], chosen, points);
            chosen->n--;
        }
    divide(p, rest ^ low, chosen, points + p->tables->values[LOW(low)]);
}

static void add_meld(partition_t *p, mask meld) {
    if (p->n_melds == MOST_IN_HAND) p->is_full = 1;
    else p->melds[p->n_melds++] = meld;
}

static void find_melds(partition_t *p, mask cards) {
    const tables_t *t = p->tables;
    for (int rank = 0; rank < t->rules.ranks; rank++) {
        unsigned held = 0;
        for (int suit = 0; suit < SUITS; suit++) held |= (unsigned)(cards >> (13 * suit + rank) & 1) << suit;
        for (unsigned suits = held; suits; suits = (suits - 1) & held)
            if (COUNT(suits) >= t->rules.min_set) add_meld(p, one_rank(rank, suits));
    }
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned held = cards >> 13 * suit & SUIT;
        for (int i = 0; t->in_runs[held] && i < t->n_runs; i++)
            if (!(t->runs[i] & ~held)) add_meld(p, (mask)t->runs[i] << 13 * suit);
    }
}

/* Every way to meld these cards that leaves at most `limit` points, in no order; `is_full` if there are too many. */
static void partition(partition_t *p, const tables_t *t, arrangement *list, mask cards, int limit) {
    p->tables = t;
    p->list = list;
    p->limit = limit;
    p->n_melds = p->n = p->is_full = 0;
    find_melds(p, cards);
    mask melding = 0;
    for (int i = 0; i < p->n_melds; i++) melding |= p->melds[i];
    arrangement chosen = {0};
    divide(p, melding, &chosen, value_of(t, cards & ~melding));
}

/* The arrangement with the least deadwood and the fewest places to lay off; then more sets, then the order. */
static int best_arrangement(const tables_t *t, arrangement *list, mask hand, arrangement *best) {
    partition_t p;
    partition(&p, t, list, hand, deadwood(t, hand));
    if (p.is_full) return 0;
    int fewest = INT32_MAX, most_sets = 0;
    for (int i = 0; i < p.n; i++) {
        mask open = 0;
        int sets = 0;
        for (int j = 0; j < list[i].n; j++) {
            open |= fits(t, list[i].melds[j]);
            sets += is_set(list[i].melds[j]);
        }
        int places = COUNT(open & ~hand);
        if (places > fewest || (places == fewest && sets < most_sets)) continue;
        if (places == fewest && sets == most_sets && compare_arrangements(list + i, best) > 0) continue;
        *best = list[i];
        fewest = places;
        most_sets = sets;
    }
    return 1;
}

#endif

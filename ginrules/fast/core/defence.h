/* A defender's best lay-offs, own melds and lay-offs searched together: ginrules.play.table.defence. */
#ifndef GIN_DEFENCE_H
#define GIN_DEFENCE_H

#include "deadwood.h"

typedef struct {
    mask left, melds[MOST_MELDS];
    uint64_t key; /* of the table, to compare it quickly */
    int32_t n;
    uint8_t card, onto; /* of the first */
} way_t;

static inline mask open_places(const tables_t *t, mask meld, mask original) {
    return t->rules.layoff_chain ? fits(t, meld) : fits(t, original) & ~meld;
}

/* of ways that leave the same with as many lay-offs, by the first: no more is asked for */
static int compare_ways(const way_t *a, int left_a, const way_t *b, int left_b) {
    if (left_a != left_b) return left_a - left_b;
    if (a->n != b->n) return a->n - b->n;
    return a->card != b->card ? a->card - b->card : a->onto - b->onto;
}

static int is_reached(const way_t *ways, int count, const way_t *way, int n_melds) {
    for (int i = 0; i < count; i++)
        if (ways[i].key == way->key && !memcmp(ways[i].melds, way->melds, (size_t)n_melds * sizeof(mask))) return 1;
    return 0;
}

/* The first lay-off of the best defence: the card, or NONE, and in `onto` its meld; -1 if there are too many ways. */
static int first_layoff(const tables_t *t, way_t *ways, mask hand, int n_melds, const mask *melds,
                        const mask *originals, int *onto) {
    if (t->rules.layoff == NO_LAYOFFS || !n_melds) return NONE;
    int count = 1;
    ways[0].left = hand;
    ways[0].n = 0;
    ways[0].key = 0;
    memcpy(ways[0].melds, melds, (size_t)n_melds * sizeof(mask));
    for (int i = 0; i < count; i++) /* grows while it is read: fewest lay-offs first */
        for (int m = 0; m < n_melds; m++)
            for (mask rest = open_places(t, ways[i].melds[m], originals[m]) & ways[i].left; rest; rest &= rest - 1) {
                if (count == MOST_WAYS) return -1;
                way_t *next = ways + count;
                int card = LOW(rest);
                *next = ways[i];
                next->melds[m] |= BIT(card);
                next->key += (BIT(card) * (uint64_t)(2 * m + 3)) * 0x9e3779b97f4a7c15u;
                if (is_reached(ways, count, next, n_melds)) continue;
                next->left ^= BIT(card);
                if (!next->n++) {
                    next->card = (uint8_t)card;
                    next->onto = (uint8_t)m;
                }
                count++;
            }
    int best = 0, least = deadwood(t, hand);
    for (int i = 1; i < count; i++) {
        int left = deadwood(t, ways[i].left);
        if (compare_ways(ways + i, left, ways + best, least) < 0) {
            best = i;
            least = left;
        }
    }
    if (!ways[best].n) return NONE;
    *onto = ways[best].onto;
    return ways[best].card;
}

#endif

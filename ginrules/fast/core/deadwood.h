/* The least deadwood of a hand: ginrules.solver.deadwood. */
#ifndef GIN_DEADWOOD_H
#define GIN_DEADWOOD_H

#include "meld_tables.h"

static inline int unset(const tables_t *t, const unsigned s[4]) {
    return t->least[s[0]] + t->least[s[1]] + t->least[s[2]] + t->least[s[3]];
}

/* the ranks held in enough suits for a set */
static inline unsigned set_ranks(const unsigned s[4], int min_set) {
    unsigned c = s[0], d = s[1], h = s[2], p = s[3];
    if (min_set == 3) return (c & d & (h | p)) | ((c | d) & h & p);
    if (min_set == 4) return c & d & h & p;
    return (c & (d | h | p)) | (d & (h | p)) | (h & p);
}

/* One rank that could be a set. What a suit pays for its card is what its runs lose; the cards that would cost
   most stay where the set can spare them. */
static inline int with_one_set(const tables_t *t, const unsigned s[4], unsigned rank, int without) {
    int change = 0, most = 0, second = 0, spare = -t->rules.min_set;
    for (int suit = 0; suit < SUITS; suit++) {
        int cost = t->least[s[suit] & ~rank] - t->least[s[suit]]; /* 0 for a suit without the rank */
        change += cost;
        if (cost > most) {
            second = most;
            most = cost;
        } else if (cost > second)
            second = cost;
        spare += (s[suit] & rank) != 0;
    }
    if (spare > 0) change -= most;
    if (spare > 1) change -= second;
    return change < 0 ? without + change : without;
}

/* For each rank that could be a set: none, or any admissible choice of its cards. A card that is in no run of its
   suit joins every set of its rank; no answer is below the floor, the cards that nothing melds. */
static int with_sets(const tables_t *t, const unsigned s[4], unsigned sets, int floor) {
    int best = unset(t, s);
    if (!sets) return best;
    unsigned rank = sets & -sets, others = sets ^ rank;
    if (!others) return with_one_set(t, s, rank, best);
    unsigned holders = 0, tied = 0;
    for (int suit = 0; suit < SUITS; suit++)
        if (s[suit] & rank) {
            holders |= 1u << suit;
            if (t->in_runs[s[suit]] & rank) tied |= 1u << suit;
        }
    unsigned untied = holders & ~tied;
    for (unsigned some = tied;; some = (some - 1) & tied) {
        unsigned givers = untied | some;
        if (COUNT(givers) >= t->rules.min_set) {
            unsigned rest[4];
            for (int suit = 0; suit < SUITS; suit++) rest[suit] = givers >> suit & 1 ? s[suit] & ~rank : s[suit];
            int left = with_sets(t, rest, others, floor);
            if (left < best) best = left;
            if (best <= floor) return best;
        }
        if (!some) break;
    }
    int left = with_sets(t, s, others, floor);
    return left < best ? left : best;
}

static inline int deadwood(const tables_t *t, mask hand) {
    unsigned s[4] = {(unsigned)(hand & SUIT), (unsigned)(hand >> 13 & SUIT), (unsigned)(hand >> 26 & SUIT),
                     (unsigned)(hand >> 39)};
    unsigned sets = set_ranks(s, t->rules.min_set);
    if (!sets) return unset(t, s);
    if (!(sets & (sets - 1))) return with_one_set(t, s, sets, unset(t, s));
    int floor = 0;
    for (int suit = 0; suit < SUITS; suit++) floor += t->least[s[suit] & ~t->in_runs[s[suit]] & ~sets];
    return with_sets(t, s, sets, floor);
}

#endif

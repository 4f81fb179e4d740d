/* The best few draws of a hand, incrementally: ginrules.lab.search.best_draws. */
#ifndef GIN_BEST_DRAWS_H
#define GIN_BEST_DRAWS_H

#include "discard_choice.h"

typedef struct {
    int now, later, gins; /* points; sixteenths of a point; cards */
} prospect_t;

/* the cards that complete a meld with cards of this hand; some are in the hand */
static mask completions(const tables_t *t, mask hand) {
    unsigned s[4] = {(unsigned)(hand & SUIT), (unsigned)(hand >> 13 & SUIT), (unsigned)(hand >> 26 & SUIT),
                     (unsigned)(hand >> 39)};
    mask cards = t->ends[s[0]] | (mask)t->ends[s[1]] << 13 | (mask)t->ends[s[2]] << 26 | (mask)t->ends[s[3]] << 39;
    mask ranks;
    if (t->rules.min_set == 3) ranks = (s[0] & s[1]) | (s[2] & s[3]) | ((s[0] | s[1]) & (s[2] | s[3]));
    else if (t->rules.min_set == 2) ranks = s[0] | s[1] | s[2] | s[3];
    else ranks = (s[0] & s[1] & (s[2] | s[3])) | ((s[0] | s[1]) & s[2] & s[3]);
    if (t->rules.suits < t->rules.min_set) ranks = 0;
    return (cards | ranks | ranks << 13 | ranks << 26 | ranks << 39) & t->pack;
}

static inline int larger(int a, int b) { return a > b ? a : b; }

/* Without a set, suits are apart from each other: the discard is the card that saves most in its own suit. */
static inline int unset_after(const tables_t *t, const unsigned s[4], int fourth) {
    int most = larger(larger(t->saves[s[0]], t->saves[s[1]]), larger(t->saves[s[2]], t->saves[s[3]]));
    return unset(t, s) - larger(most, fourth);
}

/* for each rank that could be a set: none, or any admissible choice of its cards, as in with_sets; a card more than
   a set needs can be the discard, and saves nothing */
static int set_after(const tables_t *t, const unsigned s[4], unsigned sets, int fourth) {
    if (!sets) return unset_after(t, s, fourth);
    unsigned rank = sets & -sets, others = sets ^ rank, holders = 0, tied = 0;
    int best = set_after(t, s, others, fourth);
    for (unsigned suit = 0; suit < SUITS; suit++)
        if (s[suit] & rank) {
            holders |= 1u << suit;
            if (t->in_runs[s[suit]] & rank) tied |= 1u << suit;
        }
    unsigned untied = holders & ~tied;
    for (unsigned some = tied;; some = (some - 1) & tied) {
        unsigned givers = untied | some;
        int count = COUNT(givers);
        if (count >= t->rules.min_set) {
            unsigned rest[4];
            for (int suit = 0; suit < SUITS; suit++) rest[suit] = givers >> suit & 1 ? s[suit] & ~rank : s[suit];
            int left = set_after(t, rest, others, count > t->rules.min_set ? 0 : fourth);
            if (left < best) best = left;
        }
        if (!some) break;
    }
    return best;
}

/* the least deadwood after the discard of any of these cards */
static inline int least_after_any(const tables_t *t, mask cards) {
    unsigned s[4] = {(unsigned)(cards & SUIT), (unsigned)(cards >> 13 & SUIT), (unsigned)(cards >> 26 & SUIT),
                     (unsigned)(cards >> 39)};
    unsigned sets = set_ranks(s, t->rules.min_set);
    return sets ? set_after(t, s, sets, NO_SAVING) : unset_after(t, s, NO_SAVING);
}

/* the least of some numbers, ascending; at most `most` of them */
typedef struct {
    int32_t least[CARDS];
    int n, most;
} ascending_t;

static inline void insert(ascending_t *a, int number) {
    int at = a->n;
    if (at == a->most) {
        if (number >= a->least[at - 1]) return;
        at--;
    } else
        a->n++;
    for (; at && a->least[at - 1] > number; at--) a->least[at] = a->least[at - 1];
    a->least[at] = number;
}

static prospect_t best_draws(const tables_t *t, mask hand, mask live, int count) {
    prospect_t p = {deadwood(t, hand), 0, 0};
    ascending_t best = {.n = 0, .most = count};
    mask outs = completions(t, hand) & live, plain = live & ~outs;
    for (mask rest = outs; rest; rest &= rest - 1) {
        int left = least_after_any(t, hand | (rest & -rest));
        p.gins += !left;
        insert(&best, left);
    }
    if (!p.now) p.gins = COUNT(live);
    /* a card that completes nothing is discarded itself, or replaces the highest loose card */
    int spare = p.now - least_after_any(t, hand);
    for (int i = t->n_values - 1, coming = 0; i >= 0 && coming < count; i--) {
        int value = t->by_value[i].value, left = value < spare ? p.now - spare + value : p.now;
        int here = COUNT(plain & t->by_value[i].cards);
        coming += here;
        for (int j = 0; j < here && j < count; j++) insert(&best, left);
    }
    int64_t sum = 0;
    for (int i = 0; i < best.n; i++) sum += best.least[i];
    p.later = best.n ? (int)(16 * sum / best.n) : 16 * p.now;
    return p;
}

#endif

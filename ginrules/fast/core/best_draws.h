/* The best few draws of a hand, incrementally: ginrules.lab.search.discards.best_draws. */
#ifndef GIN_BEST_DRAWS_H
#define GIN_BEST_DRAWS_H

#include "discard_choice.h"

typedef struct {
    int now, later, gins, ready; /* points; sixteenths of a point; cards; cards */
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
    int held = !!(s[0] & rank) + !!(s[1] & rank) + !!(s[2] & rank) + !!(s[3] & rank);
    int best = set_after(t, s, others, fourth);
    if (held == t->rules.min_set) { /* all of them, or none */
        const unsigned rest[4] = {s[0] & ~rank, s[1] & ~rank, s[2] & ~rank, s[3] & ~rank};
        int left = set_after(t, rest, others, fourth);
        return left < best ? left : best;
    }
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

/* The same for all ranks that could be sets. Where some card is in no meld and can be the discard, a set that no run
   wants is best whole. */
static inline int after_any(const tables_t *t, const unsigned s[4], unsigned sets) {
    if (!sets) return unset_after(t, s, NO_SAVING);
    int least = t->rules.min_set;
    unsigned loose = 0, tied = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        loose |= s[suit] & ~t->in_runs[s[suit]];
        tied |= sets & t->in_runs[s[suit]];
    }
    unsigned whole = sets ^ tied;
    if (!whole || !(loose & ~sets)) return set_after(t, s, sets, NO_SAVING);
    const unsigned rest[4] = {s[0] & ~whole, s[1] & ~whole, s[2] & ~whole, s[3] & ~whole};
    int fourth = least < SUITS && set_ranks(s, least + 1) & whole ? 0 : NO_SAVING;
    return tied ? set_after(t, rest, tied, fourth) : unset_after(t, rest, fourth);
}

/* the least deadwood after the discard of any of these cards */
static inline int least_after_any(const tables_t *t, mask cards) {
    unsigned s[4] = {(unsigned)(cards & SUIT), (unsigned)(cards >> 13 & SUIT), (unsigned)(cards >> 26 & SUIT),
                     (unsigned)(cards >> 39)};
    return after_any(t, s, set_ranks(s, t->rules.min_set));
}

/* how many draws leave each number of points; a count is 0 until its number is marked */
enum { MOST_LEFT = MOST_HELD * 1000 };
typedef struct {
    uint64_t marked[MOST_LEFT / 64 + 1];
    int words;
    uint8_t count[MOST_LEFT + 1];
} tally_t;

static inline void clear(tally_t *tally, int most) {
    tally->words = most / 64 + 1;
    for (int i = 0; i < tally->words; i++) tally->marked[i] = 0;
}

static inline void add(tally_t *tally, int left, int draws) {
    uint64_t bit = (uint64_t)1 << left % 64, *marked = tally->marked + left / 64;
    tally->count[left] = (uint8_t)((*marked & bit ? tally->count[left] : 0) + draws);
    *marked |= bit;
}

/* sixteen times the mean of the least of them, rounded down */
static inline int mean_of_least(const tally_t *tally, int count, int none) {
    int64_t sum = 0;
    int wanted = count;
    for (int i = 0; i < tally->words; i++)
        for (uint64_t rest = tally->marked[i]; rest && wanted; rest &= rest - 1) {
            int left = 64 * i + LOW(rest), draws = tally->count[left] < wanted ? tally->count[left] : wanted;
            sum += (int64_t)left * draws;
            wanted -= draws;
        }
    return wanted == count ? none : (int)(16 * sum / (count - wanted));
}

static prospect_t best_draws(const tables_t *t, mask hand, mask live, int count, int limit) {
    prospect_t p = {deadwood(t, hand), 0, 0, 0};
    tally_t tally;
    clear(&tally, p.now); /* no draw leaves more: it can be the discard itself */
    mask outs = completions(t, hand) & live, plain = live & ~outs;
    unsigned s[4] = {(unsigned)(hand & SUIT), (unsigned)(hand >> 13 & SUIT), (unsigned)(hand >> 26 & SUIT),
                     (unsigned)(hand >> 39)};
    unsigned sets = set_ranks(s, t->rules.min_set);
    for (mask rest = outs; rest; rest &= rest - 1) {
        /* a draw changes one suit, and one rank that could be a set */
        int card = LOW(rest), suit = card / RANKS, left;
        unsigned rank = 1u << card % RANKS, before = s[suit];
        s[suit] |= rank;
        int held = !!(s[0] & rank) + !!(s[1] & rank) + !!(s[2] & rank) + !!(s[3] & rank);
        unsigned now = held >= t->rules.min_set ? sets | rank : sets;
        left = after_any(t, s, now);
        s[suit] = before;
        p.gins += !left;
        p.ready += left <= limit;
        add(&tally, left, 1);
    }
    if (!p.now) p.gins = COUNT(live);
    /* a card that completes nothing is discarded itself, or replaces the highest loose card */
    int spare = p.now - least_after_any(t, hand);
    for (int i = t->n_values - 1, coming = 0; i >= 0 && coming < count; i--) {
        int value = t->by_value[i].value, left = value < spare ? p.now - spare + value : p.now;
        int here = COUNT(plain & t->by_value[i].cards);
        coming += here;
        if (here) add(&tally, left, here);
    }
    p.later = mean_of_least(&tally, count, 16 * p.now);
    if (p.now <= limit) p.ready = COUNT(live);
    else
        for (int i = t->n_values - 1; i >= 0 && p.now - spare + t->by_value[i].value <= limit; i--)
            p.ready += COUNT(plain & t->by_value[i].cards);
    return p;
}

#endif

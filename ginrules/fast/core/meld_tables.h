/* The rules of play as numbers, and what they say about runs and sets: ginrules.solver.meld_tables and runs. */
#ifndef GIN_MELD_TABLES_H
#define GIN_MELD_TABLES_H

#include "cards.h"

/* One number for each rule, in the order of ginrules.fast._plan.PLAN. */
typedef struct {
    int32_t ranks, suits, ace_rank, min_set, min_run, card_values[RANKS];
    int32_t seats, hand_size, opening, both_pass_draw, return_taken_discard;
    int32_t knock_limit, knock_source, ace_upcard, big_gin, knocker_melds, big_gin_needs_gin, doubling, doubling_limit;
    int32_t layoff, layoff_chain, defender_melds;
    int32_t stock_floor, stock_exhausted, take_cap, return_pair, reshuffle_cap;
} rules_t;

enum { ACE_LOW, ACE_HIGH_OR_LOW, ACE_ROUND_THE_CORNER };
enum { UPCARD_OFFER, ELEVEN_CARDS, OPEN_CARD, NO_UPCARD };
enum { STOCK_ONLY, ANY };
enum { FIXED, BY_UPCARD, BY_KNOCK_CARD };
enum { NAMED, BEST };
enum { BEST_MELDS, NAMED_MELDS };
enum { KNOCK_ONLY, INCLUDING_GIN, NO_LAYOFFS };
enum { DRAW, LAST_DISCARD_OPTION, RESHUFFLE };

typedef struct {
    rules_t rules;
    mask pack;
    int32_t top_value, n_runs, n_values;
    int32_t values[CARDS];
    uint16_t runs[MOST_RUNS];  /* of one suit, as masks of ranks, ascending */
    uint16_t least[SUIT + 1];  /* the least points that runs leave of a suit */
    uint16_t in_runs[SUIT + 1]; /* the ranks of a suit that are in some run */
    uint16_t ends[SUIT + 1];   /* the ranks that complete one of the shortest runs of a suit; some are held */
    int16_t saves[SUIT + 1];   /* the most points that the discard of a card saves; NO_SAVING without a card */
    struct {
        int32_t value;
        mask cards;
    } by_value[RANKS]; /* highest first */
    int32_t n_small[CARDS];
    mask small[CARDS][MOST_SMALL]; /* melds with a card that contain no smaller meld */
    mask near[CARDS];              /* the cards of these melds */
} tables_t;

static void add_run(tables_t *t, unsigned run) {
    int at = 0;
    while (at < t->n_runs && t->runs[at] < run) at++;
    if ((at < t->n_runs && t->runs[at] == run) || t->n_runs == MOST_RUNS) return;
    memmove(t->runs + at + 1, t->runs + at, (size_t)(t->n_runs - at) * sizeof *t->runs);
    t->runs[at] = (uint16_t)run;
    t->n_runs++;
}

static int run_starts(const rules_t *r, int length) {
    if (r->ace_rank == ACE_ROUND_THE_CORNER) return r->ranks;
    int starts = r->ranks - length + 1 + (r->ace_rank == ACE_HIGH_OR_LOW);
    return starts < r->ranks ? starts : r->ranks;
}

static void find_runs(tables_t *t) {
    unsigned all = (1u << t->rules.ranks) - 1;
    for (int length = t->rules.min_run; length <= t->rules.ranks; length++)
        for (int start = 0; start < run_starts(&t->rules, length); start++) {
            unsigned arc = ((1u << length) - 1) << start;
            add_run(t, (arc | arc >> t->rules.ranks) & all);
        }
}

static void find_least(tables_t *t) {
    for (unsigned held = 1; held < 1u << t->rules.ranks; held++) {
        int top = 31 - __builtin_clz(held);
        int best = t->least[held ^ 1u << top] + t->rules.card_values[top];
        unsigned in_runs = 0;
        for (int i = 0; i < t->n_runs; i++) {
            unsigned run = t->runs[i];
            if (run & ~held) continue;
            in_runs |= run;
            if (run >> top & 1 && t->least[held ^ run] < best) best = t->least[held ^ run];
        }
        t->least[held] = (uint16_t)best;
        t->in_runs[held] = (uint16_t)in_runs;
    }
}

enum { NO_SAVING = INT16_MIN };

static void find_saves(tables_t *t) {
    for (unsigned held = 0; held < 1u << t->rules.ranks; held++) {
        int most = NO_SAVING;
        for (unsigned rest = held; rest; rest &= rest - 1) {
            int saved = t->least[held] - t->least[held ^ (rest & -rest)];
            if (saved > most) most = saved;
        }
        t->saves[held] = (int16_t)most;
        for (int i = 0; i < t->n_runs; i++) {
            unsigned missing = t->runs[i] & ~held;
            if (COUNT(t->runs[i]) == t->rules.min_run && !(missing & (missing - 1))) t->ends[held] |= (uint16_t)missing;
        }
    }
}

static mask one_rank(int rank, unsigned suits) {
    mask cards = 0;
    for (int suit = 0; suit < SUITS; suit++)
        if (suits >> suit & 1) cards |= BIT(13 * suit + rank);
    return cards;
}

static void add_small(tables_t *t, mask meld) {
    for (mask rest = meld; rest; rest &= rest - 1) {
        int card = LOW(rest);
        if (t->n_small[card] < MOST_SMALL) t->small[card][t->n_small[card]++] = meld;
        t->near[card] |= meld;
    }
}

static void find_small(tables_t *t) {
    const rules_t *r = &t->rules;
    for (int rank = 0; rank < r->ranks; rank++)
        for (unsigned suits = 0; suits < 1u << r->suits; suits++)
            if (COUNT(suits) == r->min_set) add_small(t, one_rank(rank, suits));
    for (int suit = 0; suit < r->suits; suit++)
        for (int i = 0; i < t->n_runs; i++)
            if (COUNT(t->runs[i]) == r->min_run) add_small(t, (mask)t->runs[i] << 13 * suit);
}

static void find_values(tables_t *t) {
    for (int card = 0; card < CARDS; card++) t->values[card] = t->rules.card_values[card % RANKS];
    for (int below = INT32_MAX;;) {
        int value = 0;
        for (int rank = 0; rank < t->rules.ranks; rank++)
            if (t->rules.card_values[rank] < below && t->rules.card_values[rank] > value) value = t->rules.card_values[rank];
        if (!value) break;
        for (mask rest = t->pack; rest; rest &= rest - 1)
            if (t->values[LOW(rest)] == value) t->by_value[t->n_values].cards |= rest & -rest;
        t->by_value[t->n_values++].value = value;
        below = value;
    }
    t->top_value = t->by_value[0].value;
}

static void compile_tables(const rules_t *rules, tables_t *t) {
    memset(t, 0, sizeof *t);
    t->rules = *rules;
    for (int suit = 0; suit < rules->suits; suit++) t->pack |= (mask)((1u << rules->ranks) - 1) << 13 * suit;
    find_values(t);
    find_runs(t);
    find_least(t);
    find_saves(t);
    find_small(t);
}

/* the cards that can be laid off on a meld: ginrules.solver.runs.run_ends, or the rest of the rank */
static mask fits(const tables_t *t, mask meld) {
    int suit = LOW(meld) / RANKS, ranks = t->rules.ranks;
    mask of_suit = meld >> 13 * suit;
    if (of_suit & ~(mask)SUIT) return one_rank(LOW(meld) % RANKS, 15) & t->pack & ~meld;
    unsigned run = (unsigned)of_suit, all = (1u << ranks) - 1, top = 1u << (ranks - 1);
    unsigned ends = (run << 1 | run >> 1) & all & ~run;
    if (run == all) ends = 0;
    else if (t->rules.ace_rank == ACE_ROUND_THE_CORNER)
        ends |= ((run & top ? 1u : 0) | (run & 1 ? top : 0)) & ~run;
    else if (t->rules.ace_rank == ACE_HIGH_OR_LOW && run & top)
        ends = run & 1 ? (run & ~1u) >> 1 & ~run : ends | 1; /* with an ace on top only the low end is open */
    return (mask)ends << 13 * suit;
}

static inline int value_of(const tables_t *t, mask cards) {
    int total = 0;
    for (; cards; cards &= cards - 1) total += t->values[LOW(cards)];
    return total;
}

#endif

/* What a round pays: ginrules.scoring.price without its lines, and ginrules.lab.search.knocks.payoff. */
#ifndef GIN_PAYOFF_H
#define GIN_PAYOFF_H

#include "discard_choice.h"

/* The prices of the rules, in the order of ginrules.scoring.numbers.PRICE_NUMBERS. */
typedef struct {
    int32_t settlement, gin, knock, undercut, gin_off, big_gin, refusal, gin_boxes, undercut_boxes, big_gin_boxes;
    int32_t spade, spade_scope, tie, charges_knocker, void_gin, is_pooled, charges_all, goes_out;
} prices_t;

enum { WINNER_TAKES_ALL, WITH_KNOCKER, PENALTIES, TABLE_COUNT };
enum { LEVEL_UNDERCUT, LEVEL_UNPAID, LEVEL_KNOCK, LEVEL_NOBODY };
enum { SPADE_HAND, SPADE_EXTRA_BOXES, SPADE_ALL_BOXES };
enum { WON_BY_KNOCK, WON_BY_GIN, WON_BY_BIG_GIN, WON_BY_UNDERCUT, WON_BY_GIN_OFF, TIED, VOID, WON_BY_OUT, DIED, WON_BY_REFUSAL };

static int are_prices(const prices_t *p) {
    enum { MOST = 16384 };
    const int32_t *numbers = &p->settlement;
    static const int32_t most[] = {TABLE_COUNT, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, SPADE_ALL_BOXES,
                                   LEVEL_NOBODY, 1, 1, 1, 1, 1};
    for (unsigned i = 0; i < sizeof most / sizeof *most; i++)
        if (numbers[i] < 0 || numbers[i] > most[i]) return 0;
    return 1;
}

/* A round that is over. */
typedef struct {
    int seats, declarer, ending, factor, spade; /* what doubles and the card that sets the limit multiply it by */
    int points[MOST_SEATS], laid[MOST_SEATS];
} finished_t;

/* What each seat scores: points gained, a charge below zero. */
typedef struct {
    int result, winner;
    int64_t scored[MOST_SEATS], boxes[MOST_SEATS];
} score_t;

/* Who wins a round and how, with the bonus and the boxes besides the one of the round. */
typedef struct {
    int result, winner;
    int64_t bonus, boxes;
} verdict_t;

static verdict_t level(const prices_t *p, verdict_t knock, verdict_t undercut) {
    const verdict_t nobody = {TIED, NONE, 0, 0};
    if (p->tie == LEVEL_NOBODY) return nobody;
    if (p->tie == LEVEL_KNOCK) return knock;
    if (p->tie == LEVEL_UNPAID) undercut.bonus = 0;
    return undercut;
}

/* the defender with the least points, of equals the nearest to the knocker's left */
static int lowest_defender(const finished_t *f) {
    int lowest = (f->declarer + 1) % f->seats;
    for (int step = 2; step < f->seats; step++)
        if (f->points[(f->declarer + step) % f->seats] < f->points[lowest]) lowest = (f->declarer + step) % f->seats;
    return lowest;
}

static verdict_t gin_verdict(const prices_t *p, const finished_t *f) {
    const verdict_t nobody = {VOID, NONE, 0, 0}, big = {WON_BY_BIG_GIN, f->declarer, p->big_gin, p->big_gin_boxes};
    int all = 0, is_alike = f->seats == 2 || p->settlement == PENALTIES; /* at a larger table gin is never void */
    verdict_t gin = {WON_BY_GIN, f->declarer, p->gin, p->gin_boxes};
    for (int seat = 0; seat < f->seats; seat++) all += f->points[seat];
    if (is_alike && p->void_gin && !all) return nobody;
    if (f->ending == BIG_GIN) return big;
    if (is_alike && p->goes_out) gin.result = WON_BY_OUT;
    return gin;
}

static verdict_t verdict(const prices_t *p, const finished_t *f) {
    int lowest = lowest_defender(f), left = f->points[f->declarer], held = f->points[lowest];
    verdict_t knock = {WON_BY_KNOCK, f->declarer, p->knock, 0};
    verdict_t undercut = {WON_BY_UNDERCUT, lowest, p->undercut, p->undercut_boxes};
    const verdict_t refused = {WON_BY_REFUSAL, f->declarer, p->refusal, 0};
    if (f->ending == REFUSED) return refused;
    if (!left) return gin_verdict(p, f);
    if (held > left) return knock;
    if (held == left) return level(p, knock, undercut);
    if (f->seats == 2 && !held && p->gin_off && p->settlement != PENALTIES) {
        undercut.result = WON_BY_GIN_OFF;
        undercut.bonus = p->gin_off;
    }
    return undercut;
}

static void settle_two(const prices_t *p, const finished_t *f, verdict_t v, score_t *s) {
    int ahead = f->points[1 - f->declarer] - f->points[f->declarer];
    int is_charged = v.winner != f->declarer && p->charges_knocker, spade = f->spade;
    if (f->ending == REFUSED && ahead < 0) ahead = 0; /* a doubler who was behind gains the bonus alone */
    int64_t base = (int64_t)f->factor * spade * (abs(ahead) + v.bonus);
    if (is_charged) s->scored[f->declarer] = -base;
    else s->scored[v.winner] = base;
    s->boxes[v.winner] = (p->spade_scope == SPADE_ALL_BOXES ? spade : 1) + v.boxes * (p->spade_scope == SPADE_HAND ? 1 : spade);
}

static void take_all(const finished_t *f, verdict_t v, score_t *s) {
    int64_t total = 0;
    for (int seat = 0; seat < f->seats; seat++) total += f->points[seat] - f->points[v.winner];
    /* gin is paid by each of the others */
    s->scored[v.winner] = total + v.bonus * (f->points[f->declarer] ? 1 : f->seats - 1);
    s->boxes[v.winner] = 1 + v.boxes;
}

static void settle_with_knocker(const prices_t *p, const finished_t *f, score_t *s) {
    int winner = f->declarer;
    for (int step = 1; step < f->seats; step++) {
        int seat = (f->declarer + step) % f->seats, lead = f->points[seat] - f->points[f->declarer];
        if (lead > 0 || (!lead && p->tie == LEVEL_KNOCK)) s->scored[f->declarer] += lead + p->knock;
        else if (lead < 0 || p->tie == LEVEL_UNDERCUT) s->scored[seat] += p->undercut - lead;
    }
    for (int step = 1; step < f->seats; step++)
        if (s->scored[(f->declarer + step) % f->seats] > s->scored[winner]) winner = (f->declarer + step) % f->seats;
    s->winner = s->scored[winner] ? winner : NONE;
    s->result = s->winner == NONE ? TIED : winner == f->declarer ? WON_BY_KNOCK : WON_BY_UNDERCUT;
    if (s->winner != NONE) s->boxes[winner] = 1 + (winner == f->declarer ? 0 : p->undercut_boxes);
}

static void charge_losers(const prices_t *p, const finished_t *f, verdict_t v, score_t *s) {
    int least = f->points[v.winner], is_undercut = v.winner != f->declarer;
    int64_t all = -2 * (int64_t)least, bonus = !f->points[f->declarer] || is_undercut ? v.bonus : 0;
    for (int seat = 0; seat < f->seats; seat++) all += f->points[seat];
    for (int seat = 0; seat < f->seats; seat++) {
        if (seat == v.winner) continue;
        int is_knocker = seat == f->declarer;
        int64_t charge = is_knocker && p->charges_all ? f->points[seat] : p->is_pooled ? all : f->points[seat] - least;
        s->scored[seat] = -charge - (is_knocker || !is_undercut ? bonus : 0);
    }
}

static void count_tables(const prices_t *p, const finished_t *f, score_t *s) {
    s->winner = f->declarer;
    s->result = WON_BY_OUT;
    for (int seat = 0; seat < f->seats; seat++) s->scored[seat] = f->laid[seat] - f->points[seat];
    s->scored[f->declarer] += p->gin;
}

/* the price of a round at two to six seats */
static void score(const prices_t *p, const finished_t *f, score_t *s) {
    memset(s, 0, sizeof *s);
    s->result = DIED;
    s->winner = NONE;
    if (f->ending == DEAD) return;
    if (p->settlement == TABLE_COUNT) {
        count_tables(p, f, s);
        return;
    }
    if (f->seats > 2 && p->settlement == WITH_KNOCKER && f->points[f->declarer]) {
        settle_with_knocker(p, f, s);
        return;
    }
    verdict_t v = verdict(p, f);
    s->result = v.result;
    s->winner = v.winner;
    if (v.winner == NONE) return;
    if (p->settlement == PENALTIES) charge_losers(p, f, v, s);
    else if (f->seats == 2) settle_two(p, f, v, s);
    else take_all(f, v, s);
}

/* each number's lead over all the others together */
static void find_margins(const int64_t *numbers, int seats, int64_t *margins) {
    int64_t all = 0;
    for (int seat = 0; seat < seats; seat++) all += numbers[seat];
    for (int seat = 0; seat < seats; seat++) margins[seat] = seats * numbers[seat] - all;
}

/* what a seat gains if a round ends like this, with what a box counts */
static double paid(const prices_t *p, int box, const finished_t *f, int seat) {
    score_t s;
    int64_t points[MOST_SEATS], boxes[MOST_SEATS];
    score(p, f, &s);
    find_margins(s.scored, f->seats, points);
    find_margins(s.boxes, f->seats, boxes);
    return (double)(points[seat] + box * boxes[seat]);
}

/* the last meld of ginrules.solver.meld_tables.melds without which the hand still leaves the same; 0 for none */
static mask last_meld(const tables_t *t, mask hand, int left) {
    static const unsigned choices[] = {15, 14, 13, 11, 7, 12, 10, 6, 9, 5, 3}; /* of suits, the last of a rank first */
    for (int suit = SUITS - 1; suit >= 0; suit--) {
        unsigned held = hand >> 13 * suit & SUIT;
        for (int i = t->n_runs - 1; t->in_runs[held] && i >= 0; i--) {
            mask meld = (mask)t->runs[i] << 13 * suit;
            if (!(t->runs[i] & ~held) && deadwood(t, hand ^ meld) == left) return meld;
        }
    }
    for (int rank = t->rules.ranks - 1; rank >= 0; rank--)
        for (unsigned i = 0; i < sizeof choices / sizeof *choices; i++) {
            mask meld = one_rank(rank, choices[i]);
            if (COUNT(meld) >= t->rules.min_set && !(meld & ~hand) && deadwood(t, hand ^ meld) == left) return meld;
        }
    return 0;
}

/* the melds of one arrangement that leaves the least */
static int spread_melds(const tables_t *t, mask hand, mask *melds) {
    int n = 0, left = deadwood(t, hand);
    for (mask meld; n < MOST_OWN && (meld = last_meld(t, hand, left)); hand ^= meld) melds[n++] = meld;
    return n;
}

/* the points of a defender after laying off whatever lowers them */
static int defended_deadwood(const tables_t *t, mask hand, const mask *melds, int n) {
    mask grown[MOST_OWN];
    int now = deadwood(t, hand), goes_on = now > 0;
    memcpy(grown, melds, (size_t)n * sizeof *grown);
    while (goes_on) {
        goes_on = 0;
        for (int i = 0; i < n; i++)
            for (mask rest = fits(t, t->rules.layoff_chain ? grown[i] : melds[i]) & hand; rest; rest &= rest - 1) {
                mask low = rest & -rest;
                int left = deadwood(t, hand ^ low);
                if (left >= now) continue;
                hand ^= low;
                grown[i] |= low;
                now = left;
                goes_on = t->rules.layoff_chain;
            }
    }
    return now;
}

/* what a seat gains if a seat knocks, or has gin, and these are the hands */
static double payoff(const tables_t *t, const state_t *g, const prices_t *p, int box, int knocker, const mask *hands, int seat) {
    mask melds[MOST_OWN];
    int left = deadwood(t, hands[knocker]), n = 0;
    int card = t->rules.knock_source == BY_KNOCK_CARD ? g->knock_card : g->upcard;
    int is_spade = card != NONE && card / RANKS == SUITS - 1;
    finished_t f = {t->rules.seats, knocker, left ? KNOCK : GIN, 1, is_spade ? p->spade : 1, {0}, {0}};
    if (t->rules.layoff == INCLUDING_GIN || (t->rules.layoff == KNOCK_ONLY && left)) n = spread_melds(t, hands[knocker], melds);
    for (int other = 0; other < t->rules.seats; other++)
        f.points[other] = other == knocker ? left : defended_deadwood(t, hands[other], melds, n);
    return paid(p, box, &f, seat);
}

#endif

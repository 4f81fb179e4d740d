/* What a knock pays: ginrules.scoring.price without its lines, and ginrules.lab.search.knocks.payoff. */
#ifndef GIN_PAYOFF_H
#define GIN_PAYOFF_H

#include "discard_choice.h"

/* The prices of the rules, in the order of ginrules.lab.search.knocks.payoff.price_numbers. */
typedef struct {
    int32_t settlement, gin, knock, undercut, gin_off, gin_boxes, undercut_boxes, box, spade, spade_scope;
    int32_t tie, charges_knocker, void_gin, is_pooled, charges_all;
} prices_t;

enum { WINNER_TAKES_ALL, WITH_KNOCKER, PENALTIES };
enum { LEVEL_UNDERCUT, LEVEL_UNPAID, LEVEL_KNOCK, LEVEL_NOBODY };
enum { SPADE_HAND, SPADE_EXTRA_BOXES, SPADE_ALL_BOXES };

static int are_prices(const prices_t *p) {
    const int32_t *numbers = &p->settlement;
    static const int32_t most[] = {PENALTIES, 16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384, SPADE_ALL_BOXES,
                                   LEVEL_NOBODY, 1, 1, 1, 1};
    for (unsigned i = 0; i < sizeof most / sizeof *most; i++)
        if (numbers[i] < 0 || numbers[i] > most[i]) return 0;
    return 1;
}

/* Who wins a round, with the bonus and the boxes besides the one of the round. */
typedef struct {
    int winner;
    int64_t bonus, boxes;
} verdict_t;

static verdict_t level(const prices_t *p, verdict_t knock, verdict_t undercut) {
    const verdict_t nobody = {NONE, 0, 0};
    if (p->tie == LEVEL_NOBODY) return nobody;
    if (p->tie == LEVEL_KNOCK) return knock;
    if (p->tie == LEVEL_UNPAID) undercut.bonus = 0;
    return undercut;
}

/* the defender with the least points, of equals the nearest to the knocker's left */
static int lowest_defender(const int *points, int seats, int knocker) {
    int lowest = (knocker + 1) % seats;
    for (int step = 2; step < seats; step++)
        if (points[(knocker + step) % seats] < points[lowest]) lowest = (knocker + step) % seats;
    return lowest;
}

static verdict_t verdict(const prices_t *p, const int *points, int seats, int knocker) {
    int lowest = lowest_defender(points, seats, knocker), left = points[knocker], held = points[lowest], all = 0;
    verdict_t knock = {knocker, p->knock, 0}, undercut = {lowest, p->undercut, p->undercut_boxes};
    const verdict_t gin = {knocker, p->gin, p->gin_boxes}, nobody = {NONE, 0, 0};
    for (int seat = 0; seat < seats; seat++) all += points[seat];
    if (!left) return p->void_gin && !all && (seats == 2 || p->settlement == PENALTIES) ? nobody : gin;
    if (held > left) return knock;
    if (held == left) return level(p, knock, undercut);
    if (seats == 2 && !held && p->gin_off && p->settlement != PENALTIES) undercut.bonus = p->gin_off;
    return undercut;
}

static void settle_two(const prices_t *p, const int *points, int knocker, int factor, int64_t *scored, int64_t *boxes) {
    verdict_t v = verdict(p, points, 2, knocker);
    if (v.winner == NONE) return;
    int is_charged = v.winner != knocker && p->charges_knocker;
    int64_t base = factor * (abs(points[0] - points[1]) + v.bonus);
    if (is_charged) scored[knocker] = -base;
    else scored[v.winner] = base;
    boxes[v.winner] = (p->spade_scope == SPADE_ALL_BOXES ? factor : 1) + v.boxes * (p->spade_scope == SPADE_HAND ? 1 : factor);
}

static void take_all(const prices_t *p, const int *points, int seats, int knocker, int64_t *scored, int64_t *boxes) {
    verdict_t v = verdict(p, points, seats, knocker);
    if (v.winner == NONE) return;
    int64_t total = 0;
    for (int seat = 0; seat < seats; seat++) total += points[seat] - points[v.winner];
    scored[v.winner] = total + v.bonus * (points[knocker] ? 1 : seats - 1); /* gin is paid by each of the others */
    boxes[v.winner] = 1 + v.boxes;
}

static void settle_with_knocker(const prices_t *p, const int *points, int seats, int knocker, int64_t *scored,
                                int64_t *boxes) {
    int winner = knocker;
    for (int step = 1; step < seats; step++) {
        int seat = (knocker + step) % seats, lead = points[seat] - points[knocker];
        if (lead > 0 || (!lead && p->tie == LEVEL_KNOCK)) scored[knocker] += lead + p->knock;
        else if (lead < 0 || p->tie == LEVEL_UNDERCUT) scored[seat] += p->undercut - lead;
    }
    for (int step = 1; step < seats; step++)
        if (scored[(knocker + step) % seats] > scored[winner]) winner = (knocker + step) % seats;
    if (scored[winner]) boxes[winner] = 1 + (winner == knocker ? 0 : p->undercut_boxes);
}

/* as points gained: a charge is below zero */
static void charge_losers(const prices_t *p, const int *points, int seats, int knocker, int64_t *scored) {
    verdict_t v = verdict(p, points, seats, knocker);
    if (v.winner == NONE) return;
    int least = points[v.winner], is_undercut = v.winner != knocker;
    int64_t all = -2 * (int64_t)least, bonus = !points[knocker] ? p->gin : is_undercut ? v.bonus : 0;
    for (int seat = 0; seat < seats; seat++) all += points[seat];
    for (int seat = 0; seat < seats; seat++) {
        if (seat == v.winner) continue;
        int64_t charge = seat == knocker && p->charges_all ? points[seat] : p->is_pooled ? all : points[seat] - least;
        scored[seat] = -charge - (seat == knocker || !is_undercut ? bonus : 0);
    }
}

/* what a seat gains if a seat knocks with these points at the table */
static double paid(const tables_t *t, const prices_t *p, const int *points, int knocker, int seat, int is_spade) {
    int64_t scored[MOST_SEATS] = {0}, boxes[MOST_SEATS] = {0}, all = 0, all_boxes = 0;
    int seats = t->rules.seats;
    if (p->settlement == PENALTIES) charge_losers(p, points, seats, knocker, scored);
    else if (seats == 2) settle_two(p, points, knocker, is_spade ? p->spade : 1, scored, boxes);
    else if (p->settlement == WITH_KNOCKER && points[knocker])
        settle_with_knocker(p, points, seats, knocker, scored, boxes);
    else take_all(p, points, seats, knocker, scored, boxes);
    for (int other = 0; other < seats; other++) {
        all += scored[other];
        all_boxes += boxes[other];
    }
    return (double)(seats * scored[seat] - all + p->box * (seats * boxes[seat] - all_boxes));
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
static double payoff(const tables_t *t, const state_t *g, const prices_t *p, int knocker, const mask *hands, int seat) {
    mask melds[MOST_OWN];
    int points[MOST_SEATS], left = deadwood(t, hands[knocker]), n = 0;
    int card = t->rules.knock_source == BY_KNOCK_CARD ? g->knock_card : g->upcard;
    if (t->rules.layoff == INCLUDING_GIN || (t->rules.layoff == KNOCK_ONLY && left)) n = spread_melds(t, hands[knocker], melds);
    for (int other = 0; other < t->rules.seats; other++)
        points[other] = other == knocker ? left : defended_deadwood(t, hands[other], melds, n);
    return paid(t, p, points, knocker, seat, card != NONE && card / RANKS == SUITS - 1);
}

#endif

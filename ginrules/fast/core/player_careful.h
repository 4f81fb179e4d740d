/* ginrules.lab.Careful: one draw ahead, and knocks weighed in sampled positions; with discards.next_draw, hidden.sampling
   and knocks.knock_decision of ginrules.lab.search. Every sum is in the order of Python's, so that fractions are the same. */
#ifndef GIN_PLAYER_CAREFUL_H
#define GIN_PLAYER_CAREFUL_H

#include "best_draws.h"
#include "habits.h"
#include "payoff.h"

/* The parameters as the halves of fractions, low first, in the order of ginrules.lab.Careful.numbers; what a box counts; the
   prices. */
typedef struct {
    uint32_t draws[2], knock_worth[2], feed_cost[2], take_cost[2];
    int32_t box;
    prices_t prices;
} careful_t;

enum { SAMPLES = 16, MARGIN = 12, MOST_TURNS = 12 };

static inline double fraction(const uint32_t halves[2]) {
    uint64_t bits = halves[0] | (uint64_t)halves[1] << 32;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* A hand before its next draw. */
typedef struct {
    int deadwood;
    double expected, knock, gin;
} outlook_t;

static outlook_t outlook(const tables_t *t, mask hand, mask live, int limit) {
    int draws = COUNT(live), now = deadwood(t, hand);
    outlook_t o = {now, now, now <= limit, !now};
    if (!draws) return o;
    int spare = now - least_after_any(t, hand);
    mask outs = completions(t, hand) & live, plain = live & ~outs;
    int64_t total = (int64_t)now * COUNT(plain);
    int knocks = now <= limit ? COUNT(plain) : 0, gins = now ? 0 : COUNT(plain);
    for (int i = 0; i < t->n_values; i++) {
        int value = t->by_value[i].value, coming = COUNT(plain & t->by_value[i].cards);
        if (value >= spare) continue;
        total -= (int64_t)(spare - value) * coming;
        if (now > limit && now - spare + value <= limit) knocks += coming;
    }
    for (; outs; outs &= outs - 1) {
        int left = least_after_any(t, hand | (outs & -outs));
        total += left;
        knocks += left <= limit;
        gins += !left;
    }
    o.expected = (double)total / draws;
    o.knock = (double)knocks / draws;
    o.gin = (double)gins / draws;
    return o;
}

/* how likely the next seat holds each card */
static void holding_chances(const tables_t *t, const state_t *g, const habits_t *h, mask unseen, double *chances) {
    int next = (g->seat + 1) % t->rules.seats, hidden = COUNT(g->hand[next] & ~g->known[next]);
    double base = unseen ? (double)hidden / COUNT(unseen) : 0.0;
    mask unlikely = next_to(t, h->refused[next]), likely = next_to(t, h->taken[next]);
    for (int card = 0; card < CARDS; card++) chances[card] = 0.0;
    for (mask rest = unseen; rest; rest &= rest - 1) {
        int card = LOW(rest);
        double chance = base * ((unlikely >> card & 1 ? 0.5 : 1.0) * (likely >> card & 1 ? 2.0 : 1.0));
        chances[card] = chance < 1.0 ? chance : 1.0;
    }
    for (mask rest = g->known[next]; rest; rest &= rest - 1) chances[LOW(rest)] = 1.0;
}

static double meld_chance(const tables_t *t, const double *chances, int card) {
    double unmelded = 1.0;
    for (int i = 0; i < t->n_small[card]; i++) {
        double held = 1.0;
        for (mask rest = t->small[card][i] ^ BIT(card); rest; rest &= rest - 1) held *= chances[LOW(rest)];
        unmelded *= 1.0 - held;
    }
    return 1.0 - unmelded;
}

/* the best discard and its cost */
static double careful_discard(const tables_t *t, const state_t *g, const careful_t *c, const habits_t *h, mask cards,
                              mask allowed, int *card) {
    double chances[CARDS], least = 0.0, draws = fraction(c->draws), worth = fraction(c->knock_worth);
    mask live = unseen_by(t, g);
    int left[CARDS], most = INT32_MAX;
    holding_chances(t, g, h, live, chances);
    for (mask rest = allowed; rest; rest &= rest - 1) {
        left[LOW(rest)] = deadwood(t, cards ^ (rest & -rest));
        if (left[LOW(rest)] < most) most = left[LOW(rest)];
    }
    *card = NONE;
    for (mask rest = allowed; rest; rest &= rest - 1) {
        int one = LOW(rest);
        if (left[one] > most + MARGIN) continue;
        outlook_t o = outlook(t, cards ^ BIT(one), live, g->limit);
        double ready = o.deadwood <= g->limit ? 1.0 : o.knock;
        double cost = o.deadwood - draws * (o.deadwood - o.expected) - worth * ready;
        cost += fraction(c->feed_cost) * meld_chance(t, chances, one);
        if (*card == NONE || cost < least || (cost == least && t->values[one] > t->values[*card])) {
            least = cost;
            *card = one;
        }
    }
    return least;
}

static int careful_takes(const tables_t *t, const state_t *g, const careful_t *c, const habits_t *h) {
    mask cards = with_top(g), allowed = discardable(t, cards, g->pile[g->n_pile - 1]), equal;
    outlook_t o = outlook(t, g->hand[g->seat], unseen_by(t, g), g->limit);
    int left = least_discards(t, cards, allowed, &equal), card;
    if (left >= o.deadwood) return 0;
    if (!left) return 1;
    double taken = careful_discard(t, g, c, h, cards, allowed, &card);
    double drawn = o.expected - fraction(c->draws) * (o.deadwood - o.expected) - fraction(c->knock_worth) * o.knock;
    return taken < drawn - fraction(c->take_cost);
}

/* A position that fits what the seat sees; the next card of the stock is the last. */
typedef struct {
    mask hands[MOST_SEATS];
    uint8_t stock[CARDS];
    int n;
} position_t;

/* the unseen cards in the hidden places: those of the first stock, and those that each reshuffle has put back */
static void place_hidden(const tables_t *t, const state_t *g, chance_t *chance, position_t *p) {
    mask pools[MOST_POOLS + 1], unseen = unseen_by(t, g);
    uint8_t cards[CARDS];
    int from[MOST_POOLS + 1], to[MOST_POOLS + 1], n_pools = 1 + g->reshuffles, n = 0;
    pools[0] = unseen;
    for (int i = 1; i < n_pools; i++) {
        pools[i] = g->put_back[i - 1] & unseen;
        pools[0] &= ~pools[i];
    }
    for (int i = 0; i < n_pools; i++) {
        from[i] = n;
        for (mask rest = pools[i]; rest && n < CARDS; rest &= rest - 1) cards[n++] = (uint8_t)LOW(rest);
        to[i] = n;
        shuffle(chance, cards + from[i], n - from[i]);
    }
    for (int seat = 0; seat < t->rules.seats; seat++) {
        mask hidden = g->hand[seat] & ~g->known[seat];
        p->hands[seat] = seat == g->seat ? g->hand[seat] : g->known[seat];
        for (int i = 0; i < n_pools && seat != g->seat; i++)
            for (int left = COUNT(hidden & pools[i]); left && from[i] < to[i]; left--) p->hands[seat] |= BIT(cards[from[i]++]);
    }
    p->n = 0;
    for (int i = 0; i < n_pools; i++)
        while (to[i] > from[i]) p->stock[p->n++] = cards[--to[i]];
}

/* a greedy turn: the least points, the hand, and the discard */
static int turn_with(const tables_t *t, mask *hand, mask drawn, mask kept, mask *worst) {
    mask cards = *hand | drawn;
    int left = quick_discard(t, cards, cards & ~kept, worst);
    *hand = cards ^ *worst;
    return left;
}

/* hidden hands are improved for as many turns as have been played, and stop before they could knock */
static void sample_position(const tables_t *t, const state_t *g, chance_t *chance, position_t *p) {
    place_hidden(t, g, chance, p);
    int turns = cards_gone(t, g) / t->rules.seats;
    if (turns > MOST_TURNS) turns = MOST_TURNS;
    if (turns > p->n) turns = p->n;
    for (int seat = 0; seat < t->rules.seats; seat++) {
        if (seat == g->seat || p->hands[seat] == g->known[seat]) continue;
        for (int i = 0; i < turns; i++) {
            int place = random_below(chance, p->n);
            mask improved = p->hands[seat], worst;
            if (turn_with(t, &improved, BIT(p->stock[place]), g->known[seat], &worst) <= g->limit) break;
            p->hands[seat] = improved;
            p->stock[place] = (uint8_t)LOW(worst);
        }
    }
}

/* a turn from the stock for each of the others; the seat that could knock then, or NONE */
static int next_turns(const tables_t *t, const state_t *g, position_t *p) {
    for (int step = 1; step < t->rules.seats && p->n; step++) {
        int seat = (g->seat + step) % t->rules.seats;
        mask worst;
        if (turn_with(t, p->hands + seat, BIT(p->stock[--p->n]), 0, &worst) <= g->limit) return seat;
    }
    return NONE;
}

static double value_of_waiting(int turns, double now, double as_gin, double lost, double slip, double ended, double hope) {
    double stays[CARDS + 1], value = 0.0;
    stays[0] = 1.0;
    for (int turn = 1; turn <= turns; turn++) stays[turn] = stays[turn - 1] * (1.0 - ended);
    for (int turn = turns; turn > 0; turn--) {
        double later = now - turn * slip, stop = later > value ? later : value, over = 1.0 - stays[turn];
        value = over * lost + (1.0 - over) * (hope * (as_gin - turn * slip) + (1.0 - hope) * stop);
    }
    return value;
}

static int knock_pays(const tables_t *t, const state_t *g, const careful_t *c, chance_t *chance, mask hand) {
    int seat = g->seat, ends = 0, turns = g->n_stock > t->rules.stock_floor ? (g->n_stock - t->rules.stock_floor) / t->rules.seats : 0;
    double now = 0.0, as_gin = 0.0, lost = 0.0, slip = 0.0;
    for (int i = 0; i < SAMPLES; i++) {
        position_t p;
        sample_position(t, g, chance, &p);
        p.hands[seat] = hand;
        double pays = payoff(t, g, &c->prices, c->box, seat, p.hands, seat);
        now += pays;
        p.hands[seat] = 0;
        as_gin += payoff(t, g, &c->prices, c->box, seat, p.hands, seat);
        p.hands[seat] = hand;
        int declarer = next_turns(t, g, &p);
        if (declarer == NONE) slip += pays - payoff(t, g, &c->prices, c->box, seat, p.hands, seat);
        else {
            ends++;
            lost += payoff(t, g, &c->prices, c->box, declarer, p.hands, seat);
        }
    }
    now /= SAMPLES;
    if (!turns) return now > 0;
    slip = ends < SAMPLES && slip > 0 ? slip / (SAMPLES - ends) : 0.0;
    return now >= value_of_waiting(turns, now, as_gin / SAMPLES, ends ? lost / ends : 0.0, slip, (double)ends / SAMPLES,
                                   outlook(t, hand, unseen_by(t, g), g->limit).gin);
}

static int careful_end_of_turn(const tables_t *t, const state_t *g, const careful_t *c, const habits_t *h,
                               chance_t *chance, mask cards, mask allowed) {
    mask equal;
    int left = least_discards(t, cards, allowed, &equal), card = 63 - __builtin_clzll(equal);
    if (left <= g->limit && (!left || knock_pays(t, g, c, chance, cards ^ BIT(card)))) return KNOCK_ACTION + card;
    if (g->phase == LAST_DISCARD_PHASE) return DECLINE_ACTION;
    careful_discard(t, g, c, h, cards, allowed, &card);
    return DISCARD_ACTION + card;
}

#endif

/* ginrules.lab.Expert: the best few draws, gin and undercuts waited for, in whole numbers; with
   ginrules.lab.search.hidden.feeding and knock_lead. */
#ifndef GIN_PLAYER_EXPERT_H
#define GIN_PLAYER_EXPERT_H

#include "best_draws.h"
#include "doubling_choice.h"
#include "habits.h"

enum { CERTAIN = 256, USUAL = 30, USUAL_DANGER = 20, BOLD = 10, USUAL_LIMIT = 10, CLOSED = 2 };

/* The parameters, in the order of ginrules.lab.Expert.numbers; the last four are stakes of the rules. */
typedef struct {
    int32_t outlook, draws, haste, ease, gin_out, ready, laying_off, feeding, refused, taken, margin, take_gain, shelter, caution,
        hope;
    int32_t gin, undercut, knock, settles_alone;
} expert_t;

static int is_expert(const expert_t *e) {
    const int32_t *numbers = &e->outlook;
    static const int32_t most[] = {4096, CARDS, 4096, 4096, 4096, 4096, 4096, 4096, 256, 256, 1000, 1000, 4096, 16384, 4096,
                                   16384, 16384, 16384, 1};
    for (unsigned i = 0; i < sizeof most / sizeof *most; i++)
        if (numbers[i] < 0 || numbers[i] > most[i]) return 0;
    return e->draws > 0;
}

static inline void put_chance(int32_t *chances, mask cards, int chance) {
    if (chance > CERTAIN) chance = CERTAIN;
    for (; cards; cards &= cards - 1) chances[LOW(cards)] = chance;
}

/* how likely the next seat holds each card, in 256ths */
static void held_chances(const tables_t *t, const state_t *g, const expert_t *e, const habits_t *h, mask unseen,
                         int32_t *chances) {
    int next = (g->seat + 1) % t->rules.seats, hidden = COUNT(g->hand[next] & ~g->known[next]);
    int plain = unseen ? CERTAIN * hidden / COUNT(unseen) : 0, doubtful = plain * e->refused / 16;
    mask unlikely = next_to(t, h->refused[next]) & unseen, likely = next_to(t, h->taken[next]) & unseen;
    memset(chances, 0, CARDS * sizeof *chances);
    put_chance(chances, unseen & ~(unlikely | likely), plain);
    put_chance(chances, unlikely & ~likely, doubtful);
    put_chance(chances, likely & ~unlikely, plain * e->taken / 16);
    put_chance(chances, likely & unlikely, doubtful * e->taken / 16);
    put_chance(chances, g->known[next], CERTAIN);
}

/* about how likely the next seat can meld a card, in 256ths */
static int feeding_chance(const tables_t *t, const int32_t *chances, int card) {
    int total = 0;
    for (int i = 0; i < t->n_small[card]; i++) {
        int chance = CERTAIN;
        for (mask rest = t->small[card][i] ^ BIT(card); rest; rest &= rest - 1) chance = chance * chances[LOW(rest)] / CERTAIN;
        total += chance;
    }
    return total < CERTAIN ? total : CERTAIN;
}

/* the least deadwood that another seat is likely to hold, or the average one */
static int best_of_others(const tables_t *t, const state_t *g, int is_average) {
    static const int rivals[] = {0, 0, 0, 7, 10, 12, 14}; /* by seats */
    const rules_t *r = &t->rules;
    int drawn = 2 * cards_gone(t, g) / r->seats, known = 0;
    int expected = expected_deadwood[drawn < EXPECTED ? drawn : EXPECTED - 1] * r->hand_size / A_HAND;
    for (int seat = 0; seat < r->seats; seat++)
        if (seat != g->seat) known = larger(known, COUNT(g->known[seat]));
    return larger(0, expected - (is_average ? 0 : rivals[r->seats]) - KNOWN_CARD * known);
}

static int gin_worth(const expert_t *e, int limit) { return e->gin + CLOSED * larger(0, USUAL_LIMIT - limit); }

static int expert_takes(const tables_t *t, const state_t *g, const expert_t *e) {
    int top = g->pile[g->n_pile - 1], now = deadwood(t, g->hand[g->seat]);
    mask cards = with_top(g), equal;
    int left = least_discards(t, cards, discardable(t, cards, top), &equal);
    if (left >= now) return 0;
    return !left || now - left >= e->take_gain || deadwood(t, cards) < now + t->values[top];
}

/* the knock, or -1 where waiting is worth more */
static int expert_knock(const tables_t *t, const state_t *g, const expert_t *e, mask cards, mask allowed) {
    mask equal;
    int left = least_discards(t, cards, allowed, &equal), card = 63 - __builtin_clzll(equal);
    if (left > g->limit) return -1;
    if (!left) return KNOCK_ACTION + card;
    int lead = 16 * (best_of_others(t, g, e->settles_alone) - left + e->knock);
    int needed = t->rules.seats == 2 ? e->caution * larger(0, e->undercut - BOLD) / USUAL_DANGER : 0;
    int is_last = t->rules.stock_exhausted != RESHUFFLE && g->n_stock - t->rules.stock_floor < t->rules.seats;
    if (lead < needed) return -1;
    if (!is_last) {
        int gins = best_draws(t, cards ^ BIT(card), unseen_by(t, g), e->draws, g->limit).gins;
        needed += (int)((int64_t)e->hope * gins * gin_worth(e, g->limit) / (USUAL * (t->rules.seats - 1)));
    }
    return lead >= needed ? KNOCK_ACTION + card : -1;
}

/* how many of the smallest melds with this card the next seat can still make of cards unseen or known to be its own */
static int live_melds(const tables_t *t, int card, mask others) {
    int count = 0;
    for (int i = 0; i < t->n_small[card]; i++) count += !(t->small[card][i] & ~(others | BIT(card)));
    return count;
}

/* the cards of a hand that are in no run and in no set */
static mask unmelded(const tables_t *t, mask hand) {
    unsigned s[4] = {(unsigned)(hand & SUIT), (unsigned)(hand >> 13 & SUIT), (unsigned)(hand >> 26 & SUIT),
                     (unsigned)(hand >> 39)};
    mask sets = set_ranks(s, t->rules.min_set);
    mask melded = (mask)t->in_runs[s[0]] | (mask)t->in_runs[s[1]] << 13 | (mask)t->in_runs[s[2]] << 26 |
                  (mask)t->in_runs[s[3]] << 39 | sets | sets << 13 | sets << 26 | sets << 39;
    return hand & ~melded;
}

static int expert_discard(const tables_t *t, const state_t *g, const expert_t *e, const habits_t *h, mask cards,
                          mask allowed) {
    int32_t chances[CARDS], left[CARDS], laid_off[CARDS];
    mask live = unseen_by(t, g), others = live | g->known[(g->seat + 1) % t->rules.seats];
    int turn = cards_gone(t, g) / t->rules.seats, most = INT32_MAX, best = NONE;
    int weight = e->haste * turn - e->ease, feeding = e->feeding * larger(0, turn - 1);
    int gin_out = e->gin_out * gin_worth(e, g->limit) / USUAL, ready = e->ready * e->undercut / USUAL;
    int shelter = e->shelter * e->undercut / USUAL, sheltered = g->limit < USUAL_LIMIT ? g->limit : USUAL_LIMIT;
    int can_lay_off = t->rules.layoff == INCLUDING_GIN || (g->limit > 0 && t->rules.layoff == KNOCK_ONLY);
    int64_t least = INT64_MAX;
    if (can_lay_off) held_chances(t, g, e, h, live, chances);
    for (mask rest = allowed; rest; rest &= rest - 1) {
        int card = LOW(rest);
        left[card] = deadwood(t, cards ^ BIT(card));
        if (left[card] < most) most = left[card];
    }
    most += e->margin;
    mask weighed = 0; /* the cards whose lay-offs are known */
    for (mask rest = allowed; rest; rest &= rest - 1) {
        int card = LOW(rest);
        if (left[card] > most) continue;
        mask hand = cards ^ BIT(card), loose = can_lay_off ? unmelded(t, hand) : 0;
        prospect_t p = best_draws(t, hand, live, e->draws, g->limit);
        int64_t off = 0;
        for (mask next = loose & ~weighed; next; next &= next - 1)
            laid_off[LOW(next)] = feeding_chance(t, chances, LOW(next)) * t->values[LOW(next)];
        weighed |= loose;
        for (; loose; loose &= loose - 1) off += laid_off[LOW(loose)];
        int64_t cost = (int64_t)weight * left[card] + (int64_t)feeding * live_melds(t, card, others) -
                       (int64_t)gin_out * p.gins - (int64_t)ready * p.ready -
                       (int64_t)shelter * larger(0, sheltered - left[card]);
        cost = (int64_t)e->outlook * p.later + 16 * cost - e->laying_off * off / 16;
        if (best == NONE || cost < least || (cost == least && t->values[card] >= t->values[best])) {
            least = cost;
            best = card;
        }
    }
    return DISCARD_ACTION + best;
}

static int expert_end_of_turn(const tables_t *t, const state_t *g, const expert_t *e, const habits_t *h, mask cards,
                              mask allowed) {
    int knock = expert_knock(t, g, e, cards, allowed);
    if (knock >= 0) return knock;
    return g->phase == LAST_DISCARD_PHASE ? DECLINE_ACTION : expert_discard(t, g, e, h, cards, allowed);
}

#endif

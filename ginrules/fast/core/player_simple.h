/* ginrules.lab.Simple: the simple player of the EAAI-2021 gin rummy challenge. */
#ifndef GIN_PLAYER_SIMPLE_H
#define GIN_PLAYER_SIMPLE_H

#include "legal.h"

/* What the player remembers: its hand before the draw, and the pairs of cards drawn and discarded in a turn. */
typedef struct {
    mask before, pairs[CARDS];
    int32_t has_before;
} simple_t;

static int simple_takes(const tables_t *t, const state_t *g) {
    int top = g->pile[g->n_pile - 1], rank = top % RANKS, suit = top / RANKS;
    mask cards = with_top(g);
    if (COUNT(cards & one_rank(rank, 15)) >= t->rules.min_set) return 1;
    return t->in_runs[cards >> 13 * suit & SUIT] >> rank & 1;
}

static int simple_end_of_turn(const tables_t *t, const state_t *g, simple_t *memory, chance_t *chance, mask cards,
                              mask allowed) {
    mask drawn = memory->has_before ? cards & ~memory->before : 0; /* one card, or none in a first turn of eleven */
    mask repeated = drawn ? memory->pairs[LOW(drawn)] & allowed : 0, equal;
    int left = least_discards(t, cards, repeated == allowed ? allowed : allowed & ~repeated, &equal);
    int card = nth_card(equal, random_below(chance, COUNT(equal)));
    if (drawn) {
        memory->pairs[LOW(drawn)] |= BIT(card);
        memory->pairs[card] |= drawn;
    }
    return (left <= g->limit ? KNOCK_ACTION : DISCARD_ACTION) + card;
}

static int simple_last_knock(const tables_t *t, const state_t *g, mask cards, mask allowed) {
    mask equal;
    return least_discards(t, cards, allowed, &equal) <= g->limit ? KNOCK_ACTION + LOW(equal) : DECLINE_ACTION;
}

/* the first of the arrangements that leave the least */
static int simple_spread(const tables_t *t, const state_t *g, room_t *room) {
    partition_t p;
    mask hand = g->hand[g->seat];
    partition(&p, t, room->spreads, hand, deadwood(t, hand));
    if (p.is_full) return -1;
    arrangement first = room->spreads[0];
    for (int i = 1; i < p.n; i++)
        if (compare_arrangements(room->spreads + i, &first) < 0) first = room->spreads[i];
    room->spreads[0] = first;
    return SPREAD_ACTION;
}

#endif

/* Functions of the core that no entry gives, for `test_inner.py` and `test_decisions.py`: compiled from the sources. */
#include "core.c"

#include "../../../tools/training/payoff.inc"

#define SHOWN __attribute__((visibility("default")))

static room_t room;

/* the melds of the best arrangement; gives their number, -1 if there are too many ways */
SHOWN int arranged(const tables_t *t, mask hand, mask *melds) {
    arrangement best;
    if (!best_arrangement(t, room.spreads, hand, &best)) return -1;
    memcpy(melds, best.melds, (size_t)best.n * sizeof *melds);
    return best.n;
}

/* how many spreads there are for a hand that has declared big gin, or knocked with this limit; their melds, 0 after
   the last of a spread, if there is room for so many */
SHOWN int spreads(const tables_t *t, mask hand, int is_big_gin, int limit, int most, mask *melds) {
    state_t state = {.ending = is_big_gin ? ENDING_BIG_GIN : ENDING_KNOCK, .limit = limit};
    state.hand[0] = hand;
    int count = list_spreads(t, &state, &room);
    for (int i = 0; i < count && count <= most; i++)
        for (int j = 0; j < room.spreads[i].n; j++) melds[i * GIN_MOST_OWN + j] = room.spreads[i].melds[j];
    return count;
}

/* the first lay-off of the best defence */
SHOWN int laid_off(const tables_t *t, mask hand, int n, const mask *melds, const mask *originals, int32_t *onto) {
    int place = 0, card = first_layoff(t, room.ways, hand, n, melds, originals, &place);
    *onto = place;
    return card;
}

/* the best few draws of a hand */
SHOWN void prospect(const tables_t *t, mask hand, mask live, int count, int limit, prospect_t *found) {
    *found = best_draws(t, hand, live, count, limit);
}

/* what each seat gains if a seat knocks, of n tables of hands; -1 if these are no prices */
SHOWN int payoffs(const tables_t *t, const int32_t *numbers, int upcard, int knock_card, int n, const int32_t *knockers,
                  const mask *hands, double *gained) {
    state_t state = {.upcard = (uint8_t)upcard, .knock_card = (uint8_t)knock_card};
    int seats = t->rules.seats;
    const prices_t *p = (const prices_t *)(numbers + 1);
    if (!are_prices(p)) return -1;
    for (int i = 0; i < n; i++)
        for (int seat = 0; seat < seats; seat++)
            gained[i * seats + seat] = payoff(t, &state, p, numbers[0], knockers[i], hands + i * seats, seat);
    return 0;
}

SHOWN int are_in_range(const prices_t *p) { return are_prices(p); }

/* the melds that a knock is weighed with; gives their number */
SHOWN int weighed_melds(const tables_t *t, mask hand, mask *melds) { return spread_melds(t, hand, melds); }

/* --- players */

/* the first action of a player that begins with this decision, a spread in `melds`; the pairs that Simple remembers */
SHOWN int decided(const tables_t *t, const state_t *g, const policy_t *policy, uint64_t seed, mask *melds, mask *pairs) {
    player_t player;
    start_player(&player, *policy, seed);
    int action = choose(t, g, &player, &room);
    if (action >= ACTION_SPREAD) memcpy(melds, room.spreads[action - ACTION_SPREAD].melds, GIN_MOST_OWN * sizeof *melds);
    memcpy(pairs, player.memory.pairs, sizeof player.memory.pairs);
    return action;
}

/* numbers of generators that are seeded side by side, generator by generator; then the same number of each again, from
   its first number on */
SHOWN void drawn(const uint64_t *seeds, int generators, int n, uint32_t *numbers) {
    static chance_t chances[RANDOM_LANES];
    static keys_t keys;
    seed_lanes(chances, &keys, seeds, generators);
    for (int turn = 0; turn < 2; turn++)
        for (int lane = 0; lane < generators; lane++) {
            begin_again(chances + lane);
            for (int i = 0; i < n; i++) *numbers++ = random_bits(chances + lane);
        }
}

/* --- codes */

/* the row of legal codes, and whether each is legal by itself; gives whether the core has room for the list */
SHOWN int legal_rows(const tables_t *t, const layout_t *l, const mask *melds, const state_t *g, const mask *laid,
                     uint8_t *row, uint8_t *alone) {
    for (int code = 0; code < l->n_codes; code++) alone[code] = is_legal(t, l, melds, g, laid, code) != 0;
    uint32_t legal[128];
    int has_room = fill_legal(t, l, melds, g, laid, legal);
    fill_mask(l, legal, row);
    return has_room;
}

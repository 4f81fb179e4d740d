/* Functions of the core that no entry gives, for `test_inner.py`: compiled from the sources. */
#include "best_draws.h"
#include "legal.h"
#include "payoff.h"

#define SHOWN __attribute__((visibility("default")))

static room_t room;

/* the melds of the best arrangement; gives their number, -1 if there are too many ways */
SHOWN int arranged(const tables_t *t, mask hand, mask *melds) {
    arrangement best;
    if (!best_arrangement(t, room.spreads, hand, &best)) return -1;
    memcpy(melds, best.melds, (size_t)best.n * sizeof *melds);
    return best.n;
}

/* how many spreads there are for a hand that has declared big gin, or knocked with this limit */
SHOWN int spreads(const tables_t *t, mask hand, int is_big_gin, int limit) {
    state_t state = {.ending = is_big_gin ? BIG_GIN : KNOCK, .limit = limit};
    state.hand[0] = hand;
    return list_spreads(t, &state, &room);
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
SHOWN int payoffs(const tables_t *t, const prices_t *p, int upcard, int knock_card, int n, const int32_t *knockers,
                  const mask *hands, double *gained) {
    state_t state = {.upcard = (uint8_t)upcard, .knock_card = (uint8_t)knock_card};
    int seats = t->rules.seats;
    if (!are_prices(p)) return -1;
    for (int i = 0; i < n; i++)
        for (int seat = 0; seat < seats; seat++)
            gained[i * seats + seat] = payoff(t, &state, p, knockers[i], hands + i * seats, seat);
    return 0;
}

SHOWN int are_in_range(const prices_t *p) { return are_prices(p); }

/* The core's pay-offs of a knock, for `test_payoffs.py`: compiled from the sources, as no entry gives them. */
#include "payoff.h"

#define SHOWN __attribute__((visibility("default")))

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

SHOWN int are(const prices_t *p) { return are_prices(p); }

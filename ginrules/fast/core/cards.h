/* What every file of the core shares: sets of cards as masks, bounds, errors. As in ginrules, bit i is card i,
   card = 13 * suit + rank - 1. */
#ifndef GIN_CARDS_H
#define GIN_CARDS_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define GIN_API __declspec(dllexport)
#else
#define GIN_API __attribute__((visibility("default")))
#endif

typedef uint64_t mask;

#define SUIT 8191u
#define LOW(m) __builtin_ctzll(m)
#define BIT(card) ((mask)1 << (card))
#define COUNT(m) count_bits(m)

/* how many cards: in line, as the compiler's own is a call where any processor of its kind must run it */
static inline int count_bits(mask m) {
    m -= m >> 1 & 0x5555555555555555u;
    m = (m & 0x3333333333333333u) + (m >> 2 & 0x3333333333333333u);
    m = (m + (m >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(m * 0x0101010101010101u >> 56);
}

static inline int is_in(int value, int least, int most) { return value >= least && value <= most; }

enum {
    CARDS = 52,
    RANKS = 13,
    SUITS = 4,
    MOST_SEATS = 6,
    MOST_HELD = 27,      /* cards of a hand with the one drawn */
    MOST_MELDS = 26,     /* melds on the table: two cards each */
    MOST_OWN = 13,       /* melds of one hand */
    MOST_IN_HAND = 512,  /* melds that a hand contains, overlapping ones included */
    MOST_RUNS = 160,     /* runs of a suit */
    MOST_SMALL = 24,     /* smallest melds with one card */
    MOST_SPREADS = 16384,
    MOST_WAYS = 4096,    /* tables that a defender's lay-offs can reach */
    MOST_POOLS = 64,     /* reshuffles that a round can remember */
    NONE = 255
};

/* What an entry returns; ginrules.fast._load turns them into errors. */
enum { DONE_WELL, WRONG_SIZE, NO_MEMORY, WRONG_RULES, WRONG_PLAYER, WRONG_CARDS, WRONG_ACTION };

/* What becomes of a round; the engine plays those that are out of bounds. */
enum { ENDED, ENDLESS, OUT_OF_BOUNDS };

#endif

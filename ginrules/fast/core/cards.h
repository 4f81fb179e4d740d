/* Shared by every file of the core: sets of cards as masks, and bounds. As in ginrules, bit i is card i,
   card = 13 * suit + rank - 1. */
#ifndef GIN_CARDS_H
#define GIN_CARDS_H

#include <stdlib.h>
#include <string.h>

#include "plan.h"

#ifdef _WIN32
#define GIN_API __declspec(dllexport)
#else
#define GIN_API __attribute__((visibility("default")))
#endif

typedef uint64_t mask;

#define GIN_SUIT 8191u
#define LOW(m) __builtin_ctzll(m)
#define BIT(card) ((mask)1 << (card))
#define COUNT(m) count_bits(m)

/* the ranks held in each suit, to begin an array with */
#define BY_SUIT(m) \
    {(unsigned)((m) & GIN_SUIT), (unsigned)((m) >> 13 & GIN_SUIT), (unsigned)((m) >> 26 & GIN_SUIT), (unsigned)((m) >> 39)}

/* The number of cards. It is written inline: in builds for any processor of a family, the compiler's own function is
   a call. */
static inline int count_bits(mask m) {
    m -= m >> 1 & 0x5555555555555555u;
    m = (m & 0x3333333333333333u) + (m >> 2 & 0x3333333333333333u);
    m = (m + (m >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(m * 0x0101010101010101u >> 56);
}

static inline int larger(int a, int b) { return a > b ? a : b; }
static inline int is_in(int value, int least, int most) { return value >= least && value <= most; }

enum {
    GIN_MOST_HELD = 27,      /* cards of a hand, the card drawn included */
    GIN_MOST_IN_HAND = 512,  /* melds that a hand contains, overlapping ones included */
    GIN_MOST_RUNS = 160,     /* runs of a suit */
    GIN_MOST_SMALL = 24,     /* smallest melds that contain a given card */
    GIN_MOST_SPREADS = 16384,
    GIN_MOST_WAYS = 4096     /* tables that a defender's lay-offs can reach */
};

#endif

/* Python's random.Random: the Mersenne Twister (Matsumoto and Nishimura), seeded by whole numbers. */
#ifndef GIN_RANDOM_H
#define GIN_RANDOM_H

#include "cards.h"

enum { WORDS = 624, SHIFT = 397, LANES = 8 };

typedef struct {
    uint32_t words[WORDS];
    int32_t at;
    int32_t is_seeded;
    uint64_t seed;
} chance_t;

/* init_by_array of the reference implementation */
static void seed_by_words(chance_t *chance, const uint32_t *key, int length) {
    uint32_t *words = chance->words;
    words[0] = 19650218u;
    for (int i = 1; i < WORDS; i++) words[i] = 1812433253u * (words[i - 1] ^ words[i - 1] >> 30) + (uint32_t)i;
    int i = 1, j = 0;
    for (int k = length > WORDS ? length : WORDS; k; k--) {
        words[i] = (words[i] ^ (words[i - 1] ^ words[i - 1] >> 30) * 1664525u) + key[j] + (uint32_t)j;
        if (++i == WORDS) { words[0] = words[WORDS - 1]; i = 1; }
        if (++j == length) j = 0;
    }
    for (int k = WORDS - 1; k; k--) {
        words[i] = (words[i] ^ (words[i - 1] ^ words[i - 1] >> 30) * 1566083941u) - (uint32_t)i;
        if (++i == WORDS) { words[0] = words[WORDS - 1]; i = 1; }
    }
    words[0] = 0x80000000u;
    chance->at = WORDS;
    chance->is_seeded = 1;
}

/* Some generators, seeded side by side: one alone waits at every word for the word before. */
static void seed_together(chance_t *chances, const uint64_t *seeds, int count) {
    uint32_t words[WORDS][LANES], key[2][LANES] = {{0}}, last[LANES], word = 19650218u;
    for (int lane = 0; lane < count; lane++) {
        uint32_t low = (uint32_t)seeds[lane], high = (uint32_t)(seeds[lane] >> 32);
        key[0][lane] = low;
        key[1][lane] = high ? high + 1 : low;
    }
    for (int lane = 0; lane < LANES; lane++) last[lane] = word;
    for (int i = 1; i < WORDS; i++) {
        word = 1812433253u * (word ^ word >> 30) + (uint32_t)i;
        for (int lane = 0; lane < LANES; lane++)
            words[i][lane] = last[lane] = (word ^ (last[lane] ^ last[lane] >> 30) * 1664525u) + key[(i - 1) % 2][lane];
    }
    for (int lane = 0; lane < LANES; lane++) /* the word that begins again */
        words[1][lane] = last[lane] = (words[1][lane] ^ (last[lane] ^ last[lane] >> 30) * 1664525u) + key[1][lane];
    for (int i = 2; i < WORDS; i++)
        for (int lane = 0; lane < LANES; lane++)
            words[i][lane] = last[lane] = (words[i][lane] ^ (last[lane] ^ last[lane] >> 30) * 1566083941u) - (uint32_t)i;
    for (int lane = 0; lane < LANES; lane++)
        words[1][lane] = (words[1][lane] ^ (last[lane] ^ last[lane] >> 30) * 1566083941u) - 1u;
    for (int lane = 0; lane < count; lane++) {
        for (int i = 1; i < WORDS; i++) chances[lane].words[i] = words[i][lane];
        chances[lane].words[0] = 0x80000000u;
        chances[lane].at = WORDS;
        chances[lane].is_seeded = 1;
    }
}

/* random.Random(seed); the work is put off to the first number, as most players never draw one */
static void seed_chance(chance_t *chance, uint64_t seed) {
    chance->seed = seed;
    chance->is_seeded = 0;
}

static void seed_now(chance_t *chance) {
    uint32_t key[2] = {(uint32_t)chance->seed, (uint32_t)(chance->seed >> 32)};
    seed_by_words(chance, key, key[1] ? 2 : 1);
}

static inline uint32_t twisted(uint32_t high, uint32_t low, uint32_t far) {
    uint32_t y = (high & 0x80000000u) | (low & 0x7fffffffu);
    return far ^ y >> 1 ^ (-(y & 1) & 0x9908b0dfu);
}

static void next_words(chance_t *chance) {
    uint32_t *words = chance->words;
    int k = 0;
    for (; k < WORDS - SHIFT; k++) words[k] = twisted(words[k], words[k + 1], words[k + SHIFT]);
    for (; k < WORDS - 1; k++) words[k] = twisted(words[k], words[k + 1], words[k + SHIFT - WORDS]);
    words[WORDS - 1] = twisted(words[WORDS - 1], words[0], words[SHIFT - 1]);
    chance->at = 0;
}

static uint32_t random_bits(chance_t *chance) {
    if (!chance->is_seeded) seed_now(chance);
    if (chance->at >= WORDS) next_words(chance);
    uint32_t y = chance->words[chance->at++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
}

/* int(random() * count) */
static inline int random_below(chance_t *chance, int count) {
    uint32_t a = random_bits(chance) >> 5, b = random_bits(chance) >> 6;
    return (int)((a * 67108864.0 + b) * (1.0 / 9007199254740992.0) * count);
}

/* getrandbits(62) */
static uint64_t random_62(chance_t *chance) {
    uint64_t low = random_bits(chance);
    return (uint64_t)(random_bits(chance) >> 2) << 32 | low;
}

/* ginrules.play.deal.in_random_order */
static void shuffle(chance_t *chance, uint8_t *cards, int count) {
    for (int last = count - 1; last > 0; last--) {
        int other = random_below(chance, last + 1);
        uint8_t card = cards[last];
        cards[last] = cards[other];
        cards[other] = card;
    }
}

#endif

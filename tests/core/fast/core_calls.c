/* Wrong calls of the core's entries, a million in minutes: test_sanitized.py compiles this file together
   with core.c and both sanitizers, and gives it the cases of tests/core/fast/core_entries.py.

       core_calls CASES ENTRY SEED FIRST CALLS

   A call takes a case, draws its seeds, keys and hands anew, and spoils one argument, two, or nothing if some were drawn: a buffer one item
   short or one long, other bytes, other numbers, other tables. Every buffer is an allocation of just its length, so that a sanitizer notices
   the first byte beside it; no item at all is a null pointer. Tables are what the core has compiled itself: their length
   is spoiled, or they are empty or of other rules, but no byte of them is. A seed and a call's number make the same call
   again. What is printed at the end is how often each number was returned. */
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>

/* The core's one allocation at a call: the same room again and again, as mapping it anew takes longer than most calls.
   What is freed cannot be touched until it is given out again. */
static void *lent_room(size_t size);
static void take_back(void *room);

#define malloc lent_room
#define free take_back
#include "core.c"
#undef malloc
#undef free

enum { MOST_ARGUMENTS = 32, ANSWERS = GIN_ERROR_ACTION + 1 };
enum { NUMBER, WIDE_NUMBER, BUFFER, TABLES };  /* kinds of arguments */
enum { AS_IT_IS, ANY_BITS, HANDS, ANSWER }; /* what is drawn anew at each call; ANSWER: room, only to be written to */

typedef struct {
    uint32_t offset, width, count;
} field_t;

typedef struct {
    uint32_t kind, drawn, is_filled, width, layout, unused;
    int64_t n; /* the items of a buffer, the place of tables, or the number itself */
    const uint8_t *data;
} argument_t;

typedef struct {
    uint32_t n_arguments, unused;
    uint64_t pack;
    argument_t arguments[MOST_ARGUMENTS];
} case_t;

typedef struct {
    uint32_t n;
    field_t *fields;
} layout_of_records;

/* An argument as it is passed. */
typedef struct {
    void *data;
    int64_t n;
    int is_ours; /* to be freed */
} passed_t;

static layout_of_records *layouts;
static tables_t **every_table, *no_rules;
static void *short_table, *long_table;
static case_t *cases;
static uint32_t n_layouts, n_tables, n_cases;
static const char *entry;
static int64_t number_of_call;

/* --- the core's room */

static struct {
    void *room;
    size_t size;
    int is_lent;
} rooms[4];

static void fail(const char *why) {
    fprintf(stderr, "%s at call %lld: %s\n", entry, (long long)number_of_call, why);
    exit(1);
}

static void *lent_room(size_t size) {
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        if (rooms[i].is_lent || (rooms[i].room && rooms[i].size != size)) continue;
        if (!rooms[i].room) rooms[i].room = malloc(size);
        ASAN_UNPOISON_MEMORY_REGION(rooms[i].room, size);
        rooms[i].size = size;
        rooms[i].is_lent = 1;
        return rooms[i].room;
    }
    fail("more allocations than are expected");
    return NULL;
}

static void take_back(void *room) {
    if (!room) return;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        if (rooms[i].is_lent && rooms[i].room == room) {
            ASAN_POISON_MEMORY_REGION(room, rooms[i].size);
            rooms[i].is_lent = 0;
            return;
        }
    fail("freed what was not allocated");
}

static void need_all_back(void) {
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        if (rooms[i].is_lent) fail("not all that was allocated is freed");
}

/* --- numbers: splitmix64 (Steele, Lea and Flood) */

static uint64_t state_of_chance;

static uint64_t any(void) {
    uint64_t z = state_of_chance += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static uint64_t below(uint64_t count) { return any() % count; }

static const int64_t NUMBERS[] = {INT32_MIN, -1000, -1, 0, 1, 2, 5, 6, 7, 13, 52, 255, 256, 65536, 1 << 30, INT32_MAX};
static const uint64_t WIDE[] = {0, 1, UINT32_MAX, (uint64_t)1 << 32, INT64_MAX, (uint64_t)1 << 63, UINT64_MAX};

static int64_t special(void) { return NUMBERS[below(sizeof NUMBERS / sizeof *NUMBERS)]; }
static uint64_t wide(void) { return WIDE[below(sizeof WIDE / sizeof *WIDE)]; }

static uint64_t any_seed(void) { return below(5) ? any() : wide(); }

static uint64_t another(uint64_t number, uint32_t width) {
    switch (below(7)) {
    case 0: return (uint64_t)special();
    case 1: return wide();
    case 2: return (uint64_t)1 << below(8 * width);
    case 3: return number ^ (uint64_t)1 << below(8 * width);
    case 4: return number + (below(2) ? 1 : UINT64_MAX);
    case 5: return below(8);
    default: return any();
    }
}

static void change(uint8_t *place, uint32_t width) {
    uint64_t number = 0;
    memcpy(&number, place, width);
    number = another(number, width);
    memcpy(place, &number, width);
}

/* --- buffers */

static void *room_for(size_t size) {
    void *data = malloc(size);
    if (!data) exit(3);
    return data;
}

static void fill_with_chance(uint8_t *data, size_t size) {
    for (size_t i = 0; i < size; i += 8) {
        uint64_t bits = any();
        memcpy(data + i, &bits, size - i < 8 ? size - i : 8);
    }
}

static uint64_t any_hand(uint64_t pack) {
    uint64_t hand = 0;
    uint8_t cards[GIN_CARDS];
    int size = 0, count;
    for (int card = 0; card < GIN_CARDS; card++)
        if (pack >> card & 1) cards[size++] = (uint8_t)card;
    count = (int)below((uint64_t)(size < GIN_MOST_HELD ? size : GIN_MOST_HELD) + 1);
    for (int i = 0; i < count; i++) {
        int other = i + (int)below((uint64_t)(size - i));
        hand |= BIT(cards[other]);
        cards[other] = cards[i];
    }
    return hand;
}

static void resize(passed_t *passed, int64_t n, uint32_t width) {
    uint8_t *data = n ? room_for((size_t)n * width) : NULL;
    size_t kept = (size_t)(n < passed->n ? n : passed->n) * width;
    if (kept) memcpy(data, passed->data, kept);
    if (n) memset(data + kept, 0, (size_t)n * width - kept);
    if (passed->is_ours) free(passed->data);
    passed->data = data;
    passed->n = n;
    passed->is_ours = 1;
}

static passed_t taken_from(const argument_t *argument, uint64_t pack) {
    passed_t passed = {NULL, argument->n, 0};
    uint64_t drawn;
    if (argument->kind == TABLES) {
        passed.data = every_table[argument->n];
        passed.n = sizeof(tables_t);
    } else if (argument->kind != BUFFER) {
        if (argument->drawn) {
            drawn = any_seed();
            memcpy(&passed.n, &drawn, sizeof drawn);
        }
    } else if (argument->n) {
        size_t size = (size_t)argument->n * argument->width;
        passed.data = room_for(size);
        passed.is_ours = 1;
        if (argument->drawn == ANY_BITS && argument->width == sizeof drawn)
            for (int64_t i = 0; i < argument->n; i++) ((uint64_t *)passed.data)[i] = any_seed();
        else if (argument->drawn == ANY_BITS) fill_with_chance(passed.data, size);
        else if (argument->drawn == HANDS)
            for (int64_t i = 0; i < argument->n; i++) ((uint64_t *)passed.data)[i] = any_hand(pack);
        else if (argument->is_filled) memcpy(passed.data, argument->data, size);
        else if (argument->drawn != ANSWER) memset(passed.data, 0, size);
    }
    return passed;
}

/* --- what is spoiled */

static void spoil_tables(passed_t *passed) {
    int64_t size = sizeof(tables_t);
    switch (below(5)) {
    case 0: *passed = (passed_t){short_table, size - 1, 0}; return;
    case 1: *passed = (passed_t){long_table, size + 1, 0}; return;
    case 2: *passed = (passed_t){NULL, 0, 0}; return;
    case 3: *passed = (passed_t){no_rules, size, 0}; return;
    default: *passed = (passed_t){every_table[below(n_tables)], size, 0};
    }
}

static void spoil_bytes(const argument_t *argument, passed_t *passed) {
    static const int several[] = {1, 1, 2, 8};
    const layout_of_records *layout = layouts + argument->layout;
    uint8_t *data = passed->data;
    if (below(5) == 0) {
        fill_with_chance(data, (size_t)passed->n * argument->width);
        return;
    }
    for (int i = several[below(4)]; i; i--) {
        const field_t *field = layout->fields + below(layout->n);
        uint8_t *item = data + below((uint64_t)passed->n) * argument->width;
        change(item + field->offset + below(field->count) * field->width, field->width);
    }
}

static void spoil(const argument_t *argument, passed_t *passed) {
    uint64_t number = (uint64_t)passed->n;
    if (argument->kind == TABLES) spoil_tables(passed);
    else if (argument->kind == NUMBER || argument->kind == WIDE_NUMBER) {
        number = another(number, argument->kind == NUMBER ? 4 : 8);
        memcpy(&passed->n, &number, sizeof number);
    } else if (argument->drawn == ANSWER || below(5) < 2 || !passed->n)
        resize(passed, passed->n + (passed->n && below(2) ? -1 : 1), argument->width);
    else spoil_bytes(argument, passed);
}

/* --- calls */

#define B(i) a[i].data, a[i].n
#define N(i) (int32_t)(uint32_t)(uint64_t)a[i].n
#define W(i) (uint64_t)a[i].n
#define CALL(name, ...) if (!strcmp(entry, #name)) return name(&(name##_t){__VA_ARGS__})

static int call_entry(const passed_t *a) {
    CALL(gin_sizes, B(0));
    CALL(gin_compile, B(0), B(1));
    CALL(gin_play, B(0), B(1), B(2), B(3), B(4), B(5), N(6), B(7));
    CALL(gin_play_random, B(0), B(1), N(2), N(3), B(4));
    CALL(gin_play_on, B(0), B(1), B(2), B(3), B(4), N(5), B(6));
    CALL(gin_seed, W(0), B(1));
    CALL(gin_draw, B(0), N(1), B(2));
    CALL(gin_trace, B(0), B(1), B(2), W(3), N(4), N(5), B(6), B(7), B(8));
    CALL(gin_deadwoods, B(0), B(1), B(2));
    CALL(gin_after_discards, B(0), B(1), B(2));
    CALL(gin_price, B(0), N(1), B(2), B(3));
    CALL(gin_deals, B(0), B(1), B(2), B(3));
    CALL(gin_rounds_deal, B(0), B(1), B(2), B(3), B(4), B(5), B(6), B(7), B(8));
    CALL(gin_rounds_step, B(0), B(1), B(2), B(3), B(4), B(5), B(6), B(7), B(8), B(9), B(10), B(11), B(12), B(13), B(14),
         B(15), B(16), B(17), B(18), B(19), B(20), B(21), B(22));
    CALL(gin_rounds_choose, B(0), W(1), B(2));
    CALL(gin_rounds_advise, B(0), B(1), B(2), B(3), B(4), B(5), B(6), B(7), B(8), B(9));
    CALL(gin_believe, B(0), B(1), B(2), B(3), B(4), N(5), W(6), N(7), N(8), B(9), B(10));
    CALL(gin_try, B(0), B(1), B(2), B(3), B(4), B(5), B(6), N(7), N(8), B(9), B(10));
    fprintf(stderr, "no call of %s in tests/core/fast/core_calls.c\n", entry);
    exit(3);
}

static int call_wrongly(uint64_t seed) {
    static const int spoils[] = {0, 1, 1, 1, 2}, some[] = {1, 1, 1, 1, 2};
    passed_t passed[MOST_ARGUMENTS];
    state_of_chance = seed ^ (uint64_t)number_of_call * 0xd1342543de82ef95u;
    any();
    const case_t *taken = cases + below(n_cases);
    for (uint32_t i = 0; i < taken->n_arguments; i++) passed[i] = taken_from(taken->arguments + i, taken->pack);
    int has_chance = 0;
    for (uint32_t i = 0; i < taken->n_arguments; i++)
        has_chance |= taken->arguments[i].drawn == ANY_BITS || taken->arguments[i].drawn == HANDS;
    for (int i = (has_chance ? spoils : some)[below(5)]; i; i--) {
        uint64_t place = below(taken->n_arguments);
        spoil(taken->arguments + place, passed + place);
    }
    int answer = call_entry(passed);
    need_all_back();
    for (uint32_t i = 0; i < taken->n_arguments; i++)
        if (passed[i].is_ours) free(passed[i].data);
    return answer;
}

static void tell_the_call(void) { fprintf(stderr, "\nfault of %s at call %lld\n", entry, (long long)number_of_call); }

static void tell_at_abort(int signal) {
    (void)signal;
    tell_the_call();
}

/* --- the file of cases */

static void read_into(FILE *file, void *data, size_t size) {
    if (size && fread(data, size, 1, file) != 1) exit(3);
}

static void *read_new(FILE *file, size_t size) {
    void *data = room_for(size ? size : 1);
    read_into(file, data, size);
    return data;
}

static void read_cases(FILE *file) {
    size_t size = sizeof(tables_t);
    read_into(file, &n_layouts, sizeof n_layouts);
    layouts = room_for(n_layouts * sizeof *layouts);
    for (uint32_t i = 0; i < n_layouts; i++) {
        read_into(file, &layouts[i].n, sizeof layouts[i].n);
        layouts[i].fields = read_new(file, layouts[i].n * sizeof(field_t));
    }
    read_into(file, &n_tables, sizeof n_tables);
    every_table = room_for(n_tables * sizeof *every_table);
    for (uint32_t i = 0; i < n_tables; i++) every_table[i] = read_new(file, size);
    no_rules = calloc(1, size);
    short_table = room_for(size - 1);
    long_table = room_for(size + 1);
    memcpy(short_table, every_table[0], size - 1);
    memcpy(long_table, every_table[0], size);
    ((uint8_t *)long_table)[size] = 0;
    read_into(file, &n_cases, sizeof n_cases);
    cases = calloc(n_cases, sizeof *cases);
    for (case_t *one = cases; one < cases + n_cases; one++) {
        read_into(file, one, offsetof(case_t, arguments));
        if (one->n_arguments > MOST_ARGUMENTS) exit(3);
        for (uint32_t i = 0; i < one->n_arguments; i++) {
            argument_t *argument = one->arguments + i;
            read_into(file, argument, offsetof(argument_t, data));
            if (argument->is_filled) argument->data = read_new(file, (size_t)argument->n * argument->width);
        }
    }
}

int main(int n, char **texts) {
    if (n != 6) return 2;
    FILE *file = fopen(texts[1], "rb");
    if (!file) return 2;
    entry = texts[2];
    read_cases(file);
    fclose(file);
    uint64_t seed = 14695981039346656037u + strtoull(texts[3], NULL, 10);
    for (const char *letter = entry; *letter; letter++) seed = (seed ^ (uint8_t)*letter) * 1099511628211u;
    int64_t first = strtoll(texts[4], NULL, 10), calls = strtoll(texts[5], NULL, 10), answers[ANSWERS] = {0};
    __sanitizer_set_death_callback(tell_the_call);
    signal(SIGABRT, tell_at_abort); /* UBSan's runtime is one of its own */
    for (number_of_call = first; number_of_call < first + calls; number_of_call++) {
        int answer = call_wrongly(seed);
        if (answer < 0 || answer >= ANSWERS) fail("no such error number");
        answers[answer]++;
    }
    for (int i = 0; i < ANSWERS; i++) printf("%lld ", (long long)answers[i]);
    printf("\n");
    return 0;
}

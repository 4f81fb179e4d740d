/* What Python calls. Every buffer comes with its length, every entry returns an error number, and no state is kept:
   the one allocation is the room for lists, of a constant size. */
#include "players.h"
#include "deal.h"

#ifndef GIN_VERSION
#define GIN_VERSION "unknown"
#endif

typedef struct {
    int32_t deadwood[MOST_SEATS], laid[MOST_SEATS]; /* laid is open melding's, the engine's */
    int32_t turns, plies, factor;
    uint8_t seats, dealer, declarer, ending, reason, upcard, knock_card, stock_left, status;
} facts_t;

GIN_API const char *gin_version(void) { return GIN_VERSION; }

/* the sizes in bytes of tables, state, facts and chance, in this order, to be compared with Python's */
GIN_API int32_t gin_sizes(int64_t *sizes, int64_t n) {
    if (n != 4) return WRONG_SIZE;
    sizes[0] = sizeof(tables_t);
    sizes[1] = sizeof(state_t);
    sizes[2] = sizeof(facts_t);
    sizes[3] = sizeof(chance_t);
    return DONE_WELL;
}

static int are_playable(const rules_t *r) {
    for (int rank = 0; rank < RANKS; rank++)
        if (!is_in(r->card_values[rank], 1, 1000)) return 0;
    return is_in(r->ranks, 3, RANKS) && is_in(r->suits, 1, SUITS) && is_in(r->ace_rank, 0, 2) &&
           is_in(r->min_set, 2, 4) && is_in(r->min_run, 2, RANKS) && is_in(r->seats, 2, MOST_SEATS) &&
           is_in(r->hand_size, 1, MOST_HELD - 1) && is_in(r->opening, 0, 3) && is_in(r->knock_source, 0, 2) &&
           is_in(r->ace_upcard, 0, 1) && is_in(r->layoff, 0, 2) && is_in(r->stock_exhausted, 0, 2) &&
           r->knock_limit >= 0 && (!r->doubling || r->seats == 2) && is_in(r->stock_floor, 0, CARDS) &&
           is_in(r->seats * r->hand_size + 1 + r->stock_floor, 0, r->ranks * r->suits - 1);
}

GIN_API int32_t gin_compile(const int32_t *plan, int64_t n, tables_t *tables, int64_t size) {
    if (n != (int64_t)(sizeof(rules_t) / sizeof(int32_t)) || size != (int64_t)sizeof(tables_t)) return WRONG_SIZE;
    rules_t rules;
    memcpy(&rules, plan, sizeof rules);
    if (!are_playable(&rules)) return WRONG_RULES;
    compile_tables(&rules, tables);
    return DONE_WELL;
}

static int are_tables(const tables_t *t, int64_t size) {
    return size == (int64_t)sizeof(tables_t) && t->pack && are_playable(&t->rules);
}

static void note(const tables_t *t, facts_t *facts, const state_t *g) {
    memset(facts, 0, sizeof *facts);
    for (int seat = 0; seat < MOST_SEATS; seat++) facts->deadwood[seat] = g->deadwood[seat];
    facts->turns = g->turns;
    facts->plies = g->plies;
    facts->factor = g->phase == OVER_PHASE ? g->factor : 1;
    facts->seats = (uint8_t)t->rules.seats;
    facts->dealer = g->dealer;
    facts->declarer = g->phase == OVER_PHASE ? g->declarer : NONE;
    facts->ending = g->phase == OVER_PHASE ? g->ending : DEAD;
    facts->reason = g->reason;
    facts->upcard = g->upcard;
    facts->knock_card = g->knock_card;
    facts->stock_left = g->n_stock;
    facts->status = g->is_out_of_bounds ? OUT_OF_BOUNDS : g->phase == OVER_PHASE ? ENDED : ENDLESS;
}

static void play_out(const tables_t *t, state_t *g, player_t *players, chance_t *chance, int ply_cap, room_t *room) {
    while (g->phase != OVER_PHASE && g->plies < ply_cap && !g->is_out_of_bounds) play(t, g, players, chance, room);
}

/* What chance decides after the shuffle of a deal: run_deals.new_deal. The key is the number that Python makes of
   a text, its lowest byte first. */
enum { KEY_BYTES = 96 };

static void later_chance(const tables_t *t, chance_t *chance, const uint8_t *key, int *knock_card, uint64_t *seed) {
    uint8_t pack[CARDS];
    uint32_t words[KEY_BYTES / 4];
    int size = pack_of(t, pack), length = KEY_BYTES / 4;
    for (int i = 0; i < length; i++)
        words[i] = key[4 * i] | (uint32_t)key[4 * i + 1] << 8 | (uint32_t)key[4 * i + 2] << 16 |
                   (uint32_t)key[4 * i + 3] << 24;
    while (length > 1 && !words[length - 1]) length--;
    seed_by_words(chance, words, length);
    int card = pack[random_below(chance, size)];
    *knock_card = t->rules.knock_source == BY_KNOCK_CARD ? card : NONE;
    *seed = random_62(chance);
}

static int are_policies(const policy_t *policies, int64_t n, int seats) {
    if (n != POLICY_NUMBERS * seats) return 0;
    for (int seat = 0; seat < seats; seat++)
        if (!is_policy(policies + seat)) return 0;
    return 1;
}

typedef struct {
    room_t room;
    player_t players[MOST_SEATS];
    chance_t shuffles, later, packs[LANES];
    state_t state;
} workshop_t;

static void start_round(const tables_t *t, workshop_t *w, const policy_t *policies, const uint8_t *order, int dealer,
                        int knock_card, uint64_t seed) {
    for (int seat = 0; seat < t->rules.seats; seat++) start_player(w->players + seat, policies[seat], seed + (uint64_t)seat);
    seed_chance(&w->shuffles, seed);
    deal(t, &w->state, order, dealer, knock_card, 1);
}

static void shuffle_pack(const tables_t *t, chance_t *chance, uint8_t *order) {
    int size = pack_of(t, order);
    shuffle(chance, order, size);
}

static void shuffle_deal(const tables_t *t, workshop_t *w, uint64_t seed, const uint8_t *key, uint8_t *order,
                         int *knock_card, uint64_t *later) {
    *knock_card = NONE;
    *later = 0;
    if (key) later_chance(t, &w->later, key, knock_card, later);
    seed_chance(&w->later, seed);
    shuffle_pack(t, &w->later, order);
}

/* The rounds of deals as the lab plays them: each seat deals in turn, all hold the same cards. Keys can be left out
   where chance decides nothing after the shuffle. */
GIN_API int32_t gin_play(const tables_t *t, int64_t size, const policy_t *policies, int64_t n_policies,
                         const uint64_t *seeds, int64_t n, const uint8_t *keys, int64_t n_keys, int32_t ply_cap,
                         facts_t *facts, int64_t n_facts) {
    if (!are_tables(t, size)) return WRONG_SIZE;
    int seats = t->rules.seats;
    if (n < 0 || n_facts != n * seats || (n_keys && n_keys != n * KEY_BYTES)) return WRONG_SIZE;
    if (!are_policies(policies, n_policies, seats)) return WRONG_PLAYER;
    workshop_t *w = malloc(sizeof *w);
    if (!w) return NO_MEMORY;
    for (int64_t i = 0; i < n; i++) {
        uint8_t order[CARDS];
        int knock_card = NONE, lane = (int)(i % LANES);
        uint64_t later = 0;
        if (!lane) seed_together(w->packs, seeds + i, n - i < LANES ? (int)(n - i) : LANES);
        shuffle_pack(t, w->packs + lane, order);
        if (n_keys) later_chance(t, &w->later, keys + i * KEY_BYTES, &knock_card, &later);
        for (int dealer = 0; dealer < seats; dealer++) {
            start_round(t, w, policies, order, dealer, knock_card, later);
            play_out(t, &w->state, w->players, &w->shuffles, ply_cap, &w->room);
            note(t, facts + i * seats + dealer, &w->state);
        }
    }
    free(w);
    return DONE_WELL;
}

/* Random rounds whose packs, knock cards, actions and reshuffles come from one generator, which the caller keeps. */
GIN_API int32_t gin_play_random(const tables_t *t, int64_t size, chance_t *chance, int64_t chance_size, int32_t dealer,
                                int32_t ply_cap, facts_t *facts, int64_t n) {
    if (!are_tables(t, size) || chance_size != (int64_t)sizeof *chance || n < 0) return WRONG_SIZE;
    if (!is_in(dealer, 0, t->rules.seats - 1) || !is_in(chance->at, 0, WORDS)) return WRONG_RULES;
    workshop_t *w = malloc(sizeof *w);
    if (!w) return NO_MEMORY;
    policy_t policy = {.kind = RANDOM_PLAYER, .threshold = -1};
    for (int seat = 0; seat < MOST_SEATS; seat++) {
        start_player(w->players + seat, policy, 0);
        w->players[seat].chance = chance;
    }
    for (int64_t i = 0; i < n; i++) {
        uint8_t order[CARDS], pack[CARDS];
        int count = pack_of(t, order);
        pack_of(t, pack);
        shuffle(chance, order, count);
        int knock_card = t->rules.knock_source == BY_KNOCK_CARD ? pack[random_below(chance, count)] : NONE;
        deal(t, &w->state, order, dealer, knock_card, 0);
        play_out(t, &w->state, w->players, chance, ply_cap, &w->room);
        note(t, facts + i, &w->state);
    }
    free(w);
    return DONE_WELL;
}

/* whether every card of the pack is in one place, and the hands are as large as the phase has them */
static int is_divided(const tables_t *t, const state_t *g) {
    mask all = 0, pile = 0;
    int count = g->n_stock + g->n_pile;
    if (g->n_stock > CARDS || g->n_pile > CARDS || g->n_table > MOST_MELDS || g->seat >= t->rules.seats) return 0;
    for (int i = 0; i < g->n_stock; i++)
        if (g->stock[i] < CARDS) all |= BIT(g->stock[i]);
    for (int i = 0; i < g->n_pile; i++)
        if (g->pile[i] < CARDS) pile |= BIT(g->pile[i]);
    for (int i = 0; i < g->n_table; i++) {
        if (!g->original[i] || (g->original[i] & ~g->table[i])) return 0;
        all |= g->table[i];
        count += COUNT(g->table[i]);
    }
    int is_declared = g->phase == SPREAD_PHASE || g->phase == LAYOFF_PHASE || g->phase == OVER_PHASE;
    for (int seat = 0; seat < t->rules.seats; seat++) {
        int held = COUNT(g->hand[seat]), has_drawn = g->phase == PLAY_PHASE && seat == g->seat;
        if (is_declared ? held > MOST_HELD : held != t->rules.hand_size + has_drawn) return 0;
        all |= g->hand[seat];
        count += held;
    }
    return (all | pile) == t->pack && count == COUNT(t->pack) && pile == g->in_pile && (is_declared || !g->n_table);
}

static int is_card(int card) { return card < CARDS || card == NONE; }

static int is_state(const tables_t *t, const state_t *g) {
    enum { MOST = 1 << 29 }; /* of what is counted */
    int seats = t->rules.seats, phase = g->phase;
    int has_stock = phase == OFFER_PHASE || phase == DRAW_PHASE || phase == DOUBLE_PHASE;
    int has_pile = phase == OFFER_PHASE || phase == LAST_DISCARD_PHASE || phase == SHUFFLE_PHASE;
    int is_declared = phase == SPREAD_PHASE || phase == LAYOFF_PHASE;
    mask known = 0;
    for (int seat = 0; seat < seats; seat++) known |= g->known[seat];
    return is_divided(t, g) && !(known & ~t->pack) && is_in(phase, 0, DOUBLE_PHASE) && g->n_stock >= has_stock &&
           g->n_pile >= has_pile && g->dealer < seats && (!is_declared || g->declarer < seats) &&
           (phase != DOUBLE_PHASE || (seats == 2 && g->doubled_by < seats)) && is_in(g->reshuffles, 0, MOST_POOLS) &&
           is_in(g->ending, 0, REFUSED) && is_in(g->reason, 0, RESHUFFLE_CAP) && is_in(g->factor, 1, MOST) &&
           is_in(g->plies, 0, MOST) && is_in(g->turns, 0, MOST) && is_in(g->takes, 0, MOST) &&
           is_in(g->returns, 0, MOST) && g->limit >= 0 && is_card(g->taken) && is_card(g->upcard) &&
           is_card(g->knock_card) && g->stock_only <= 1 && g->was_gin <= 1 && !g->is_out_of_bounds;
}

/* Rounds from any positions to their ends, each with players and reshuffles from a seed. What is no position of these
   rules is out of bounds. */
GIN_API int32_t gin_play_on(const tables_t *t, int64_t size, const policy_t *policies, int64_t n_policies,
                            const state_t *states, int64_t n, const uint64_t *seeds, int64_t n_seeds, int32_t ply_cap,
                            facts_t *facts, int64_t n_facts) {
    if (!are_tables(t, size) || n < 0 || n_seeds != n || n_facts != n) return WRONG_SIZE;
    if (!are_policies(policies, n_policies, t->rules.seats)) return WRONG_PLAYER;
    workshop_t *w = malloc(sizeof *w);
    if (!w) return NO_MEMORY;
    for (int64_t i = 0; i < n; i++) {
        for (int seat = 0; seat < t->rules.seats; seat++)
            start_player(w->players + seat, policies[seat], seeds[i] + (uint64_t)seat);
        seed_chance(&w->shuffles, seeds[i]);
        w->state = states[i];
        w->state.is_out_of_bounds = !is_state(t, states + i);
        play_out(t, &w->state, w->players, &w->shuffles, ply_cap, &w->room);
        note(t, facts + i, &w->state);
    }
    free(w);
    return DONE_WELL;
}

/* random.Random(seed), ready to be handed to gin_play_random */
GIN_API int32_t gin_seed(uint64_t seed, chance_t *chance, int64_t size) {
    if (size != (int64_t)sizeof *chance) return WRONG_SIZE;
    seed_chance(chance, seed);
    seed_now(chance);
    return DONE_WELL;
}

/* numbers of a generator: int(random() * below), for the tests */
GIN_API int32_t gin_draw(chance_t *chance, int64_t size, int32_t below, int32_t *numbers, int64_t n) {
    if (size != (int64_t)sizeof *chance || below < 1 || n < 0 || !is_in(chance->at, 0, WORDS)) return WRONG_SIZE;
    for (int64_t i = 0; i < n; i++) numbers[i] = random_below(chance, below);
    return DONE_WELL;
}

/* One round of a deal ply by ply, for the tests: before each ply the state, and in `log` its list of actions: the
   length, the place of the one taken (-1 for chance), then each action; a spread with its number of melds and the
   melds, as pairs of numbers, the lower half first. The last state is the end. */
GIN_API int32_t gin_trace(const tables_t *t, int64_t size, const policy_t *policies, int64_t n_policies, uint64_t seed,
                          const uint8_t *key, int64_t n_key, int32_t dealer, int32_t ply_cap, state_t *states,
                          int64_t n_states, int32_t *log, int64_t n_log, int64_t *lengths, int64_t n_lengths) {
    if (!are_tables(t, size) || n_key != KEY_BYTES || n_lengths != 2) return WRONG_SIZE;
    if (!is_in(dealer, 0, t->rules.seats - 1)) return WRONG_RULES;
    if (!are_policies(policies, n_policies, t->rules.seats)) return WRONG_PLAYER;
    workshop_t *w = malloc(sizeof *w);
    if (!w) return NO_MEMORY;
    int32_t error = DONE_WELL;
    uint8_t order[CARDS];
    int knock_card;
    uint64_t later;
    shuffle_deal(t, w, seed, key, order, &knock_card, &later);
    start_round(t, w, policies, order, dealer, knock_card, later);
    state_t *g = &w->state;
    int64_t plies = 0, at = 0;
    while (!error) {
        if (plies == n_states) { error = WRONG_SIZE; break; }
        states[plies++] = *g;
        if (g->phase == OVER_PHASE || g->plies >= ply_cap || g->is_out_of_bounds) break;
        int count = list_actions(t, g, &w->room), place = -1;
        if (count < 0 || at + 2 + count > n_log) { error = WRONG_SIZE; break; }
        int64_t head = at;
        at += 2;
        log[head] = count;
        for (int i = 0; i < count; i++) {
            log[at++] = w->room.actions[i];
            if (w->room.actions[i] < SPREAD_ACTION) continue;
            const arrangement *a = w->room.spreads + i;
            if (at + 1 + 2 * a->n + (count - i) > n_log) { error = WRONG_SIZE; break; }
            log[at++] = a->n;
            for (int j = 0; j < a->n; j++) {
                log[at++] = (int32_t)(a->melds[j] & 0x3ffffff);
                log[at++] = (int32_t)(a->melds[j] >> 26);
            }
        }
        if (error) break;
        int before = g->n_table, seat = g->seat, was_spread = g->phase == SPREAD_PHASE;
        int action = play(t, g, w->players, &w->shuffles, &w->room);
        if (was_spread) { /* what the player has shown, looked up in the list made again */
            arrangement shown = {0};
            for (int i = before; i < g->n_table; i++) shown.melds[shown.n++] = g->table[i];
            state_t again = states[plies - 1];
            again.seat = (uint8_t)seat;
            list_actions(t, &again, &w->room);
            for (int i = 0; i < count; i++)
                if (!compare_arrangements(w->room.spreads + i, &shown)) place = i;
        } else {
            list_actions(t, states + plies - 1, &w->room);
            for (int i = 0; i < count; i++)
                if (w->room.actions[i] == action) place = i;
        }
        log[head + 1] = place;
    }
    free(w);
    lengths[0] = plies;
    lengths[1] = at;
    return error;
}

GIN_API int32_t gin_deadwoods(const tables_t *t, int64_t size, const mask *hands, int64_t n, uint16_t *points,
                              int64_t n_points) {
    if (!are_tables(t, size) || n < 0 || n_points != n) return WRONG_SIZE;
    mask all = 0;
    for (int64_t i = 0; i < n; i++) all |= hands[i];
    if (all & ~t->pack) return WRONG_CARDS;
    for (int64_t i = 0; i < n; i++) points[i] = (uint16_t)deadwood(t, hands[i]);
    return DONE_WELL;
}

/* for each hand a row of 52: what the discard of a card leaves, -1 for a card not held */
GIN_API int32_t gin_after_discards(const tables_t *t, int64_t size, const mask *hands, int64_t n, int32_t *points,
                                   int64_t n_points) {
    if (!are_tables(t, size) || n < 0 || n_points != n * CARDS) return WRONG_SIZE;
    for (int64_t i = 0; i < n; i++) {
        if (hands[i] & ~t->pack) return WRONG_CARDS;
        for (int card = 0; card < CARDS; card++)
            points[i * CARDS + card] = hands[i] >> card & 1 ? deadwood(t, hands[i] ^ BIT(card)) : -1;
    }
    return DONE_WELL;
}

/* What finished rounds pay, a row for each. */
typedef struct {
    int64_t points[MOST_SEATS], net[MOST_SEATS], boxes[MOST_SEATS], lead;
    int32_t knock;
    int8_t winner;
    uint8_t result, status;
} paid_t;

/* The prices, and what play makes possible: ginrules.fast._prices. */
typedef struct {
    prices_t prices;
    int32_t knock_limit, knock_source, ace_upcard, doubling_limit, big_gin;
} bill_t;

/* whether play can end like this, as ginrules.scoring.facts.ensure_possible asks */
static int is_possible(const bill_t *b, const facts_t *f, int seats) {
    enum { MOST = 1 << 20 }; /* of the points of a hand */
    int ending = f->ending, goes_out = b->prices.goes_out;
    if (f->status != ENDED || f->seats != seats || ending > REFUSED || (f->declarer == NONE) != (ending == DEAD)) return 0;
    if (f->factor < 1 || (f->factor & (f->factor - 1)) || f->factor > b->doubling_limit / (ending == REFUSED ? 2 : 1)) return 0;
    for (int seat = 0; seat < seats; seat++)
        if (!is_in(f->deadwood[seat], 0, MOST) || !is_in(f->laid[seat], 0, goes_out ? MOST : 0)) return 0;
    if (ending == DEAD) return 1;
    if (f->declarer >= seats) return 0;
    int left = f->deadwood[f->declarer];
    if (ending == REFUSED) return seats == 2 && b->prices.settlement < PENALTIES;
    if (ending == KNOCK) {
        rules_t rules = {.knock_limit = b->knock_limit, .knock_source = b->knock_source, .ace_upcard = b->ace_upcard};
        return !goes_out && is_in(left, 1, limit_in_force(&rules, f->upcard, f->knock_card));
    }
    if (ending == BIG_GIN) return !goes_out && b->big_gin && !left;
    return !left && (ending == GIN || goes_out);
}

/* 0 if a number is larger than Python's price allows */
static int put_price(const bill_t *b, const facts_t *f, paid_t *row) {
    enum { MOST = 1000000000 };
    int seats = f->seats, card = b->knock_source == BY_KNOCK_CARD ? f->knock_card : f->upcard;
    int is_spade = card != NONE && card / RANKS == SUITS - 1;
    finished_t round = {seats, f->declarer, f->ending, f->factor, is_spade ? b->prices.spade : 1, {0}, {0}};
    score_t s;
    for (int seat = 0; seat < seats; seat++) {
        round.points[seat] = f->deadwood[seat];
        round.laid[seat] = f->laid[seat];
    }
    score(&b->prices, &round, &s);
    find_margins(s.scored, seats, row->net);
    for (int seat = 0; seat < seats; seat++) {
        int64_t scored = s.scored[seat];
        if (scored > MOST || scored < -MOST || s.boxes[seat] > MOST) return 0;
        row->points[seat] = b->prices.settlement == PENALTIES ? -scored : scored;
        row->boxes[seat] = s.boxes[seat];
    }
    row->winner = s.winner == NONE ? -1 : (int8_t)s.winner;
    row->lead = s.winner == NONE ? 0 : row->net[s.winner];
    row->result = (uint8_t)s.result;
    row->knock = f->ending == KNOCK ? f->deadwood[f->declarer] : -1;
    return 1;
}

/* What rounds of this number of seats pay; the status of a row that Python must judge is 1. */
GIN_API int32_t gin_price(const int32_t *numbers, int64_t n_numbers, int32_t seats, const facts_t *facts, int64_t n,
                          paid_t *rows, int64_t n_rows) {
    bill_t bill;
    if (n_numbers != (int64_t)(sizeof bill / sizeof *numbers) || n < 0 || n_rows != n) return WRONG_SIZE;
    memcpy(&bill, numbers, sizeof bill);
    if (!is_in(seats, 2, MOST_SEATS) || !are_prices(&bill.prices)) return WRONG_RULES;
    for (int64_t i = 0; i < n; i++) {
        memset(rows + i, 0, sizeof *rows);
        rows[i].status = !is_possible(&bill, facts + i, seats) || !put_price(&bill, facts + i, rows + i);
    }
    return DONE_WELL;
}

#include "step.h"

/* The entries that Python calls. Every buffer comes with its length, every entry returns an error number, and no state
   is kept between calls. The only allocation is the room for lists, of constant size. */
#include "belief.inc"
#include "checks.inc"
#include "payoffs.inc"
#include "rounds.inc"
#include "step.inc"
#include "try.inc"

#ifndef GIN_VERSION
#define GIN_VERSION "unknown"
#endif

GIN_API const char *gin_version(void) { return GIN_VERSION; }

/* the sizes in bytes of the structs that Python keeps without reading them: tables and players */
GIN_API int32_t gin_sizes(const gin_sizes_t *a) {
    if (a->n_sizes != 2) return GIN_ERROR_SIZE;
    a->sizes[0] = sizeof(tables_t);
    a->sizes[1] = sizeof(player_t);
    return GIN_ERROR_NONE;
}

GIN_API int32_t gin_compile(const gin_compile_t *a) {
    rules_t rules;
    if (a->n_plan != (int64_t)(sizeof rules / sizeof *a->plan)) return GIN_ERROR_SIZE;
    if (a->n_compiled != (int64_t)sizeof *a->compiled) return GIN_ERROR_SIZE;
    memcpy(&rules, a->plan, sizeof rules);
    if (!are_playable(&rules)) return GIN_ERROR_RULES;
    compile_tables(&rules, a->compiled);
    return GIN_ERROR_NONE;
}

/* The rounds of deals as the lab plays them: each seat deals in turn, and every seat holds the same cards in all of
   them. Knock cards, if there are any, are those of the second pack of a match, one for each deal. A round that is not
   wanted is not played, and its facts stay as they are. */
GIN_API int32_t gin_play(const gin_play_t *a) {
    const tables_t *t = a->tables;
    int64_t n = a->n_seeds;
    if (!are_tables(t, a->n_tables)) return GIN_ERROR_SIZE;
    int seats = t->rules.seats;
    if (n < 0 || a->n_facts != n * seats || (a->n_knock_cards && a->n_knock_cards != n)) return GIN_ERROR_SIZE;
    if (a->n_wanted && a->n_wanted != n * seats) return GIN_ERROR_SIZE;
    if (!are_policies(a->policies, a->n_policies, seats, a->n_nets) || !are_nets(t, a->nets, a->n_nets))
        return GIN_ERROR_PLAYER;
    for (int64_t i = 0; i < a->n_knock_cards; i++)
        if (t->rules.knock_source != KNOCK_SOURCE_KNOCK_CARD || a->knock_cards[i] >= GIN_CARDS ||
            !(t->pack & BIT(a->knock_cards[i])))
            return GIN_ERROR_CARDS;
    workshop_t *w = malloc(sizeof *w);
    if (!w) return GIN_ERROR_MEMORY;
    w->room.nets = a->nets;
    for (int64_t i = 0; i < n; i++) {
        int lane = (int)(i % RANDOM_LANES), count = n - i < RANDOM_LANES ? (int)(n - i) : RANDOM_LANES;
        if (!lane) {
            make_deals(t, w, a->policies, a->seeds + i, count, w->deals);
            for (int j = 0; a->n_knock_cards && j < count; j++) w->deals[j].knock_card = a->knock_cards[i + j];
            seed_players(t, w, a->policies, w->deals, count);
        }
        for (int dealer = 0; dealer < seats; dealer++) {
            if (a->n_wanted && !a->wanted[i * seats + dealer]) continue;
            start_round(t, w, a->policies, lane, dealer);
            play_out(t, &w->state, w->players, &w->shuffles, a->ply_cap, &w->room);
            note_facts(t, a->facts + i * seats + dealer, &w->state);
        }
    }
    free(w);
    return GIN_ERROR_NONE;
}

/* Random rounds whose packs, knock cards, actions and reshuffles all come from one generator, kept by the caller. */
GIN_API int32_t gin_play_random(const gin_play_random_t *a) {
    const tables_t *t = a->tables;
    chance_t *chance = a->chance;
    if (!are_tables(t, a->n_tables) || a->n_chance != 1 || a->n_facts < 0) return GIN_ERROR_SIZE;
    if (!is_in(a->dealer, 0, t->rules.seats - 1) || !is_chance(chance)) return GIN_ERROR_RULES;
    workshop_t *w = malloc(sizeof *w);
    if (!w) return GIN_ERROR_MEMORY;
    policy_t policy = {.kind = PLAYER_RANDOM, .threshold = -1};
    for (int seat = 0; seat < GIN_MOST_SEATS; seat++) {
        start_player(w->players + seat, policy, 0);
        w->players[seat].chance = chance;
    }
    for (int64_t i = 0; i < a->n_facts; i++) {
        uint8_t order[GIN_CARDS], pack[GIN_CARDS];
        int count = pack_of(t, order);
        pack_of(t, pack);
        shuffle(chance, order, count);
        int knock_card = t->rules.knock_source == KNOCK_SOURCE_KNOCK_CARD ? pack[random_below(chance, count)]
                : GIN_NONE;
        deal(t, &w->state, order, a->dealer, knock_card, 0);
        play_out(t, &w->state, w->players, chance, a->ply_cap, &w->room);
        note_facts(t, a->facts + i, &w->state);
    }
    free(w);
    return GIN_ERROR_NONE;
}

/* Rounds from any positions to their ends, each with players and reshuffles from a seed. An impossible position under
   these rules is reported as out of bounds. */
GIN_API int32_t gin_play_on(const gin_play_on_t *a) {
    const tables_t *t = a->tables;
    int64_t n = a->n_states;
    if (!are_tables(t, a->n_tables) || n < 0 || a->n_seeds != n || a->n_facts != n) return GIN_ERROR_SIZE;
    if (!are_policies(a->policies, a->n_policies, t->rules.seats, a->n_nets) || !are_nets(t, a->nets, a->n_nets))
        return GIN_ERROR_PLAYER;
    workshop_t *w = malloc(sizeof *w);
    if (!w) return GIN_ERROR_MEMORY;
    w->room.nets = a->nets;
    for (int64_t i = 0; i < n; i++) {
        start_players(t, w->players, a->policies, a->seeds[i]);
        seed_chance(&w->shuffles, a->seeds[i]);
        w->state = a->states[i];
        w->state.is_out_of_bounds = !is_state(t, a->states + i);
        play_out(t, &w->state, w->players, &w->shuffles, a->ply_cap, &w->room);
        note_facts(t, a->facts + i, &w->state);
    }
    free(w);
    return GIN_ERROR_NONE;
}

/* random.Random(seed), ready for gin_play_random */
GIN_API int32_t gin_seed(const gin_seed_t *a) {
    if (a->n_chance != 1) return GIN_ERROR_SIZE;
    seed_chance(a->chance, a->seed);
    seed_now(a->chance);
    return GIN_ERROR_NONE;
}

/* numbers of a generator: int(random() * below), for the tests */
GIN_API int32_t gin_draw(const gin_draw_t *a) {
    if (a->n_chance != 1 || a->below < 1 || a->n_drawn < 0 || !is_chance(a->chance)) return GIN_ERROR_SIZE;
    for (int64_t i = 0; i < a->n_drawn; i++) a->drawn[i] = random_below(a->chance, a->below);
    return GIN_ERROR_NONE;
}

/* One round of a deal ply by ply, for the tests. Before each ply the state is stored, and `log` gets the list of
   actions: its length, the place of the action taken (-1 for chance), then each action. A spread is written as its
   number of melds and the melds, as pairs of numbers, the lower half first. The last state is the end. */
GIN_API int32_t gin_trace(const gin_trace_t *a) {
    const tables_t *t = a->tables;
    int32_t *log = a->log;
    if (!are_tables(t, a->n_tables) || a->n_lengths != 2) return GIN_ERROR_SIZE;
    if (!is_in(a->dealer, 0, t->rules.seats - 1)) return GIN_ERROR_RULES;
    if (!are_policies(a->policies, a->n_policies, t->rules.seats, a->n_nets) || !are_nets(t, a->nets, a->n_nets))
        return GIN_ERROR_PLAYER;
    workshop_t *w = malloc(sizeof *w);
    if (!w) return GIN_ERROR_MEMORY;
    w->room.nets = a->nets;
    int32_t error = GIN_ERROR_NONE;
    make_deals(t, w, a->policies, &a->seed, 1, w->deals);
    seed_players(t, w, a->policies, w->deals, 1);
    start_round(t, w, a->policies, 0, a->dealer);
    state_t *g = &w->state;
    int64_t plies = 0, at = 0;
    while (!error) {
        if (plies == a->n_states) { error = GIN_ERROR_SIZE; break; }
        a->states[plies++] = *g;
        if (g->phase == PHASE_ROUND_OVER || g->plies >= a->ply_cap || g->is_out_of_bounds) break;
        int count = list_actions(t, g, &w->room), place = -1;
        if (count < 0 || at + 2 + count > a->n_log) { error = GIN_ERROR_SIZE; break; }
        int64_t head = at;
        at += 2;
        log[head] = count;
        for (int i = 0; i < count; i++) {
            log[at++] = w->room.actions[i];
            if (w->room.actions[i] < ACTION_SPREAD) continue;
            const arrangement *one = w->room.spreads + i;
            if (at + 1 + 2 * one->n + (count - i) > a->n_log) { error = GIN_ERROR_SIZE; break; }
            log[at++] = one->n;
            for (int j = 0; j < one->n; j++) {
                log[at++] = (int32_t)(one->melds[j] & 0x3ffffff);
                log[at++] = (int32_t)(one->melds[j] >> 26);
            }
        }
        if (error) break;
        int before = g->n_table, seat = g->seat, was_spread = g->phase == PHASE_SPREAD_TURN;
        int action = play_action(t, g, w->players, &w->shuffles, &w->room);
        if (was_spread) { /* the spread that the player has laid, looked up in a new list */
            arrangement shown = {0};
            for (int i = before; i < g->n_table; i++) shown.melds[shown.n++] = g->table[i];
            state_t again = a->states[plies - 1];
            again.seat = (uint8_t)seat;
            list_actions(t, &again, &w->room);
            for (int i = 0; i < count; i++)
                if (!compare_arrangements(w->room.spreads + i, &shown)) place = i;
        } else {
            list_actions(t, a->states + plies - 1, &w->room);
            for (int i = 0; i < count; i++)
                if (w->room.actions[i] == action) place = i;
        }
        log[head + 1] = place;
    }
    free(w);
    a->lengths[0] = plies;
    a->lengths[1] = at;
    return error;
}

GIN_API int32_t gin_deadwoods(const gin_deadwoods_t *a) {
    const tables_t *t = a->tables;
    int64_t n = a->n_hands;
    if (!are_tables(t, a->n_tables) || n < 0 || a->n_points != n) return GIN_ERROR_SIZE;
    mask all = 0;
    for (int64_t i = 0; i < n; i++) all |= a->hands[i];
    if (all & ~t->pack) return GIN_ERROR_CARDS;
    for (int64_t i = 0; i < n; i++) a->points[i] = (uint16_t)deadwood(t, a->hands[i]);
    return GIN_ERROR_NONE;
}

/* for each hand a row of 52: the deadwood after the discard of a card, -1 if the card is not held */
GIN_API int32_t gin_after_discards(const gin_after_discards_t *a) {
    const tables_t *t = a->tables;
    int64_t n = a->n_hands;
    if (!are_tables(t, a->n_tables) || n < 0 || a->n_left != n * GIN_CARDS) return GIN_ERROR_SIZE;
    for (int64_t i = 0; i < n; i++) {
        mask hand = a->hands[i];
        if (hand & ~t->pack) return GIN_ERROR_CARDS;
        for (int card = 0; card < GIN_CARDS; card++)
            a->left[i * GIN_CARDS + card] = hand >> card & 1 ? deadwood(t, hand ^ BIT(card)) : -1;
    }
    return GIN_ERROR_NONE;
}

/* The players: ginrules.lab.players.by_phase, and a row for each player in ginrules.fast._players. */
#ifndef GIN_PLAYERS_H
#define GIN_PLAYERS_H

#include "doubling_choice.h"
#include "player_random.h"
#include "player_greedy.h"
#include "player_simple.h"
#include "player_expert.h"
#include "player_careful.h"

enum { RANDOM_PLAYER, GREEDY_PLAYER, SIMPLE_PLAYER, EXPERT_PLAYER, CAREFUL_PLAYER, PLAYERS };

/* A row of ginrules.fast._players. */
typedef struct {
    int32_t kind, threshold; /* of the greedy player, -1 to knock whenever allowed */
    union { /* by kind; a row of Python's is as long as the longer one */
        expert_t expert;
        careful_t careful;
    };
} policy_t;

enum { POLICY_NUMBERS = sizeof(policy_t) / sizeof(int32_t) };

typedef struct {
    policy_t policy;
    simple_t memory;
    habits_t habits;
    chance_t *chance, own;
} player_t;

static void start_player(player_t *player, policy_t policy, uint64_t seed) {
    player->policy = policy;
    player->chance = &player->own;
    memset(&player->memory, 0, sizeof player->memory);
    memset(&player->habits, 0, sizeof player->habits);
    seed_chance(&player->own, seed);
}

/* the parameters and the prices of a player are in their ranges */
static int is_policy(const policy_t *policy) {
    if (policy->kind == EXPERT_PLAYER) return is_expert(&policy->expert);
    if (policy->kind == CAREFUL_PLAYER) return is_in(policy->careful.box, 0, 16384) && are_prices(&policy->careful.prices);
    return policy->kind >= 0 && policy->kind < PLAYERS;
}

/* a seat without a player can be advised by one that does */
static int watches(const player_t *player) {
    int kind = player->policy.kind;
    return kind == EXPERT_PLAYER || kind == CAREFUL_PLAYER || kind < 0;
}

static int takes_top(const tables_t *t, const state_t *g, const player_t *player) {
    switch (player->policy.kind) {
    case EXPERT_PLAYER: return expert_takes(t, g, &player->policy.expert);
    case CAREFUL_PLAYER: return careful_takes(t, g, &player->policy.careful, &player->habits);
    case GREEDY_PLAYER: return greedy_takes(t, g);
    default: return simple_takes(t, g);
    }
}

static int end_of_turn(const tables_t *t, const state_t *g, player_t *player) {
    int is_last = g->phase == LAST_DISCARD_PHASE, is_greedy = player->policy.kind == GREEDY_PLAYER;
    mask cards = is_last ? with_top(g) : g->hand[g->seat];
    if (is_big_gin(t, g, cards)) return BIG_GIN_ACTION;
    mask allowed = discardable(t, cards, is_last ? g->pile[g->n_pile - 1] : g->taken);
    if (player->policy.kind == EXPERT_PLAYER)
        return expert_end_of_turn(t, g, &player->policy.expert, &player->habits, cards, allowed);
    if (player->policy.kind == CAREFUL_PLAYER)
        return careful_end_of_turn(t, g, &player->policy.careful, &player->habits, player->chance, cards, allowed);
    if (!is_greedy && is_last) return simple_last_knock(t, g, cards, allowed);
    if (!is_greedy) return simple_end_of_turn(t, g, &player->memory, player->chance, cards, allowed);
    int action = greedy_end_of_turn(t, g, cards, allowed, player->policy.threshold);
    return is_last && action < KNOCK_ACTION ? DECLINE_ACTION : action;
}

static int best_layoff(const tables_t *t, const state_t *g, room_t *room) {
    int melds = 0, onto = 0; /* the declarer spreads first: the first melds of the table */
    while (melds < g->n_table && g->owner[melds] == g->declarer) melds++;
    int card = first_layoff(t, room->ways, g->hand[g->seat], melds, g->table, g->original, &onto);
    return card < 0 ? -1 : card == NONE ? DONE_ACTION : LAYOFF_ACTION + 64 * onto + card;
}

/* The action of the player whose turn it is; -1 where the lists are too long. A spread is at its number in the room. */
static int choose(const tables_t *t, const state_t *g, player_t *player, room_t *room) {
    if (player->policy.kind == RANDOM_PLAYER) return random_action(t, g, player->chance, room);
    switch (g->phase) {
    case OFFER_PHASE:
    case DRAW_PHASE:
        player->memory.before = g->hand[g->seat];
        player->memory.has_before = 1;
        if (g->phase == DRAW_PHASE && offers_double(t, g)) return DOUBLE_ACTION;
        if (g->phase == OFFER_PHASE) return takes_top(t, g, player) ? TAKE_ACTION : DECLINE_ACTION;
        return !g->stock_only && g->n_pile && takes_top(t, g, player) ? TAKE_ACTION : DRAW_ACTION;
    case DOUBLE_PHASE: return accepts_double(t, g) ? ACCEPT_ACTION : REFUSE_ACTION;
    case SPREAD_PHASE:
        return player->policy.kind == SIMPLE_PLAYER ? simple_spread(t, g, room) : greedy_spread(t, g, room);
    case LAYOFF_PHASE: return best_layoff(t, g, room);
    default: return end_of_turn(t, g, player);
    }
}

/* an action that everybody has seen, before it is done */
static void take_note(const tables_t *t, const state_t *g, player_t *players, int action) {
    for (int seat = 0; seat < t->rules.seats; seat++)
        if (watches(players + seat)) note_action(&players[seat].habits, g, action);
}

/* one action, chance included; a list that is too long leaves the round out of bounds */
static int play(const tables_t *t, state_t *g, player_t *players, chance_t *chance, room_t *room) {
    if (g->phase == SHUFFLE_PHASE) {
        reshuffle(g, chance);
        return 0;
    }
    int action = choose(t, g, players + g->seat, room);
    if (action >= 0) take_note(t, g, players, action);
    if (action < 0) g->is_out_of_bounds = 1;
    else if (action >= SPREAD_ACTION) spread(t, g, room->spreads + (action - SPREAD_ACTION));
    else act(t, g, action);
    return action;
}

#endif

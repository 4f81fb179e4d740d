/* Rounds side by side, stepped by codes: ginrules.fast.numbering.codec, ginrules.fast.numbering.layout and ginrules.fast.batch.stepping.
   It is the last part of core.c. */
#ifndef GIN_STEP_H
#define GIN_STEP_H

#include "players.h"

/* the codes that are the same under all rules; lay-offs follow the melds */
enum {
    DECLINE_CODE,
    DRAW_CODE,
    DONE_CODE,
    BIG_GIN_CODE,
    DOUBLE_CODE,
    ACCEPT_CODE,
    REFUSE_CODE,
    TAKE_CODE,
    DISCARD_CODE,
    KNOCK_CODE = DISCARD_CODE + CARDS,
    MELD_CODE = KNOCK_CODE + CARDS
};

/* the parts of an observation, in the order of ginrules.fast.numbering.layout.ENTRIES; those of cards first */
enum {
    HAND_ENTRY,
    TOP_ENTRY,
    PILE_ENTRY,
    UNSEEN_ENTRY,
    KNOWN_ENTRY,
    LAID_ENTRY,
    TABLE_ENTRY,
    SPREAD_ENTRY,
    TAKEN_ENTRY,
    OWED_ENTRY,
    UPCARD_ENTRY,
    KNOCK_CARD_ENTRY,
    PUT_BACK_ENTRY,
    ORDER_ENTRY,
    PHASE_ENTRY,
    DEALER_ENTRY,
    TURN_ENTRY,
    DECLARER_ENTRY,
    HAND_SIZES_ENTRY,
    STOCK_ENTRY,
    LIMIT_ENTRY,
    DEADWOOD_ENTRY,
    STOCK_ONLY_ENTRY,
    WAS_GIN_ENTRY,
    TAKES_ENTRY,
    RETURNS_ENTRY,
    RESHUFFLES_ENTRY,
    FACTOR_ENTRY,
    DOUBLING_RIGHT_ENTRY,
    ENTRIES
};

typedef struct {
    int32_t n_codes, n_melds, slots, row; /* row: numbers of an observation */
    int32_t at[ENTRIES];                  /* the place of an entry in a row, -1 for none */
} layout_t;

enum { CALLER = -1 }; /* the kind of player of a seat that the caller's codes decide */

static int entry_size(const tables_t *t, const layout_t *l, int entry) {
    switch (entry) {
    case KNOWN_ENTRY:
    case LAID_ENTRY: return CARDS * t->rules.seats;
    case TABLE_ENTRY: return CARDS * l->slots;
    case PHASE_ENTRY: return DOUBLE_PHASE + 1;
    case DEALER_ENTRY:
    case TURN_ENTRY:
    case DECLARER_ENTRY:
    case HAND_SIZES_ENTRY:
    case DOUBLING_RIGHT_ENTRY: return t->rules.seats;
    default: return entry <= ORDER_ENTRY ? CARDS : 1;
    }
}

static int is_layout(const tables_t *t, const layout_t *l, int64_t size, const mask *melds, int64_t n_melds) {
    if (size != (int64_t)(sizeof *l / sizeof(int32_t)) || n_melds != l->n_melds) return 0;
    if (!is_in(l->slots, 0, MOST_MELDS) || !is_in(l->n_melds, 0, 1 << 16) || !is_in(l->row, 1, 1 << 16)) return 0;
    if (l->n_codes != MELD_CODE + l->n_melds + CARDS * l->slots) return 0;
    for (int entry = 0; entry < ENTRIES; entry++)
        if (l->at[entry] != -1 && !is_in(l->at[entry], 0, l->row - entry_size(t, l, entry))) return 0;
    for (int64_t i = 0; i < n_melds; i++)
        if (!melds[i] || (melds[i] & ~t->pack)) return 0;
    return 1;
}

/* --- spreads, meld by meld: ginrules.play.turns.spread.next_melds */

static int laid_count(const mask *laid) {
    int n = 0;
    while (n < MOST_OWN && laid[n]) n++;
    return n;
}

/* the melds that can come next, in p->melds; whether the spread can end here */
static int next_melds(const tables_t *t, const state_t *g, const mask *laid, partition_t *p) {
    mask hand = g->hand[g->seat], rest = hand, open = hand;
    int limit = spread_limit(t, g), n = 0, count = laid_count(laid);
    for (int i = 0; i < count; i++) {
        rest &= ~laid[i];
        open &= ~(laid[i] | ((laid[i] & -laid[i]) - 1));
    }
    int points = value_of(t, rest), passed = points - value_of(t, open);
    p->tables = t;
    p->n_melds = p->is_full = 0;
    if (count < MOST_OWN) find_melds(p, open);
    for (int i = 0; i < p->n_melds; i++) {
        mask meld = p->melds[i], below = (meld & -meld) - 1;
        if (passed + value_of(t, open & below) + deadwood(t, open & ~meld & ~below) <= limit) p->melds[n++] = meld;
    }
    p->n_melds = n;
    return points <= limit;
}

static int code_of_meld(const layout_t *l, const mask *melds, mask meld) {
    int low = 0, high = l->n_melds;
    while (low < high) {
        int middle = (low + high) / 2;
        if (compare_melds(melds[middle], meld) < 0) low = middle + 1;
        else high = middle;
    }
    return low < l->n_melds && melds[low] == meld ? MELD_CODE + low : -1;
}

/* the action of a code without a meld */
static int action_of(const layout_t *l, int code) {
    static const int single[] = {DECLINE_ACTION, DRAW_ACTION,   DONE_ACTION,   BIG_GIN_ACTION,
                                 DOUBLE_ACTION,  ACCEPT_ACTION, REFUSE_ACTION, TAKE_ACTION};
    if (code >= MELD_CODE) {
        int lay = code - MELD_CODE - l->n_melds;
        return LAYOFF_ACTION + 64 * (lay / CARDS) + lay % CARDS;
    }
    if (code >= KNOCK_CODE) return KNOCK_ACTION + code - KNOCK_CODE;
    return code >= DISCARD_CODE ? DISCARD_ACTION + code - DISCARD_CODE : single[code];
}

/* the code of an action, a spread apart */
static int code_of(const layout_t *l, int action) {
    static const int single[] = {DECLINE_CODE, TAKE_CODE,   DRAW_CODE,   DONE_CODE,
                                 BIG_GIN_CODE, DOUBLE_CODE, ACCEPT_CODE, REFUSE_CODE};
    if (action >= LAYOFF_ACTION) {
        int lay = action - LAYOFF_ACTION;
        return MELD_CODE + l->n_melds + CARDS * (lay / 64) + lay % 64;
    }
    if (action >= KNOCK_ACTION) return KNOCK_CODE + action - KNOCK_ACTION;
    return action >= DISCARD_ACTION ? DISCARD_CODE + action - DISCARD_ACTION : single[action];
}

/* --- which codes are legal: those of the actions in the list, and in a spread the melds that can come next */

/* the row of legal codes; 0 if the hand has more melds than there is room for */
static int fill_mask(const tables_t *t, const layout_t *l, const mask *melds, const state_t *g, const mask *laid,
                     uint8_t *row) {
    memset(row, 0, (size_t)l->n_codes);
    if (g->phase != SPREAD_PHASE) {
        int32_t actions[MOST_PLAIN];
        int n = list_plain(t, g, actions);
        for (int i = 0; i < n; i++) {
            int code = code_of(l, actions[i]);
            if (code < l->n_codes) row[code] = 1; /* a state of the caller's can have more melds than there are slots */
        }
        return 1;
    }
    partition_t p;
    row[DONE_CODE] = next_melds(t, g, laid, &p) != 0;
    for (int i = 0; i < p.n_melds; i++) {
        int code = code_of_meld(l, melds, p.melds[i]);
        if (code >= 0) row[code] = 1;
    }
    return !p.is_full;
}

/* the same as the row of fill_mask at one code */
static int is_legal(const tables_t *t, const layout_t *l, const mask *melds, const state_t *g, const mask *laid,
                    int64_t code) {
    if (code < 0 || code >= l->n_codes) return 0;
    int is_meld = code >= MELD_CODE && code < MELD_CODE + l->n_melds;
    if (g->phase == SPREAD_PHASE) {
        partition_t p;
        int can_end = next_melds(t, g, laid, &p);
        for (int i = 0; is_meld && i < p.n_melds; i++)
            if (p.melds[i] == melds[code - MELD_CODE]) return 1;
        return code == DONE_CODE && can_end;
    }
    if (is_meld) return 0;
    int32_t actions[MOST_PLAIN];
    int n = list_plain(t, g, actions), action = action_of(l, (int)code);
    for (int i = 0; i < n; i++)
        if (actions[i] == action) return 1;
    return 0;
}

/* the code of the next meld of a spread, or of its end; -1 where it does not begin with the melds laid */
static int next_code(const layout_t *l, const mask *melds, const arrangement *a, const mask *laid) {
    int n = laid_count(laid);
    if (n > a->n) return -1;
    for (int i = 0; i < n; i++)
        if (a->melds[i] != laid[i]) return -1;
    return n == a->n ? DONE_CODE : code_of_meld(l, melds, a->melds[n]);
}

/* a legal code, done; the players of a round, if it has any, take note of it */
static void take_code(const tables_t *t, const layout_t *l, const mask *melds, state_t *g, mask *laid,
                      player_t *players, int code) {
    if (code >= MELD_CODE && code < MELD_CODE + l->n_melds) {
        laid[laid_count(laid)] = melds[code - MELD_CODE];
        return;
    }
    if (g->phase != SPREAD_PHASE) {
        int action = action_of(l, code);
        if (players) take_note(t, g, players, action);
        act(t, g, action);
        return;
    }
    arrangement shown = {0};
    shown.n = laid_count(laid);
    memcpy(shown.melds, laid, sizeof shown.melds);
    memset(laid, 0, MOST_OWN * sizeof *laid);
    spread(t, g, &shown);
}

/* --- observations: ginrules.fast.numbering.layout */

typedef struct {
    const layout_t *l;
    float *row;
} sheet_t;

/* Rows of cards; every number is 0 before. Where most cards are set it is done four at a time. */
static void put_cards(const sheet_t *s, int entry, int place, mask cards) {
    if (s->l->at[entry] < 0) return;
    float *row = s->row + s->l->at[entry] + CARDS * place;
    for (; cards; cards &= cards - 1) row[LOW(cards)] = 1;
}

static void put_many(const sheet_t *s, int entry, mask cards) {
    static const float four[16][4] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0}, {1, 0, 1, 0},
                                      {0, 1, 1, 0}, {1, 1, 1, 0}, {0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1},
                                      {0, 0, 1, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 1, 1}};
    if (s->l->at[entry] < 0) return;
    float *row = s->row + s->l->at[entry];
    for (int i = 0; i < CARDS; i += 4) memcpy(row + i, four[cards >> i & 15], sizeof *four);
}

static void put(const sheet_t *s, int entry, int place, double value) {
    if (s->l->at[entry] >= 0) s->row[s->l->at[entry] + place] = (float)value;
}

static void put_seat(const tables_t *t, const sheet_t *s, const state_t *g, int entry, int seat) {
    if (seat < t->rules.seats) put(s, entry, (seat - g->seat + t->rules.seats) % t->rules.seats, 1);
}

static void observe_cards(const tables_t *t, const sheet_t *s, const state_t *g, const mask *laid) {
    int seats = t->rules.seats, in_play = g->phase == PLAY_PHASE;
    mask public = g->in_pile, back = 0, laying = 0;
    for (int place = 0; place < g->n_table; place++) public |= g->table[place];
    for (int seat = 0; seat < seats; seat++) public |= g->known[seat];
    for (int i = 0; i < g->reshuffles; i++) back |= g->put_back[i];
    for (int i = 0; i < MOST_OWN; i++) laying |= laid[i];
    mask unseen = t->pack & ~public & ~g->hand[g->seat];
    put_cards(s, HAND_ENTRY, 0, g->hand[g->seat]);
    put_cards(s, TOP_ENTRY, 0, g->n_pile ? BIT(g->pile[g->n_pile - 1]) : 0);
    put_cards(s, PILE_ENTRY, 0, g->in_pile);
    put_many(s, UNSEEN_ENTRY, unseen);
    for (int place = 0; place < seats; place++) {
        int seat = (g->seat + place) % seats;
        put_cards(s, KNOWN_ENTRY, place, g->known[seat]);
        put_cards(s, LAID_ENTRY, place, g->laid[seat]);
        put(s, HAND_SIZES_ENTRY, place, COUNT(g->hand[seat]) / (double)CARDS);
    }
    for (int place = 0; place < s->l->slots && place < g->n_table; place++)
        put_cards(s, TABLE_ENTRY, place, g->table[place]);
    put_cards(s, SPREAD_ENTRY, 0, laying);
    put_cards(s, TAKEN_ENTRY, 0, in_play && g->taken != NONE ? BIT(g->taken) : 0);
    put_cards(s, UPCARD_ENTRY, 0, g->upcard != NONE ? BIT(g->upcard) : 0);
    put_cards(s, KNOCK_CARD_ENTRY, 0, g->knock_card != NONE ? BIT(g->knock_card) : 0);
    put_cards(s, PUT_BACK_ENTRY, 0, back & unseen);
    for (int depth = 0; depth < g->n_pile; depth++)
        put(s, ORDER_ENTRY, g->pile[g->n_pile - 1 - depth], (CARDS - depth) / (double)CARDS);
}

/* the observation of the seat to act */
static void observe(const tables_t *t, const layout_t *l, const state_t *g, const mask *laid, float *row) {
    const rules_t *r = &t->rules;
    sheet_t sheet = {l, row}, *s = &sheet;
    memset(row, 0, (size_t)l->row * sizeof *row); /* open melding's entry, what is owed, stays so: it is the engine's */
    if (g->phase == OVER_PHASE) return;
    observe_cards(t, s, g, laid);
    int before_draw = g->phase == DRAW_PHASE || g->phase == DOUBLE_PHASE;
    put(s, PHASE_ENTRY, g->phase, 1);
    put_seat(t, s, g, DEALER_ENTRY, g->dealer);
    put_seat(t, s, g, TURN_ENTRY, g->seat);
    if (g->phase == SPREAD_PHASE || g->phase == LAYOFF_PHASE) put_seat(t, s, g, DECLARER_ENTRY, g->declarer);
    put(s, STOCK_ENTRY, 0, g->n_stock / (double)CARDS);
    put(s, LIMIT_ENTRY, 0, g->limit / 100.0);
    put(s, DEADWOOD_ENTRY, 0, deadwood(t, g->hand[g->seat]) / 100.0);
    put(s, STOCK_ONLY_ENTRY, 0, before_draw && g->stock_only);
    put(s, WAS_GIN_ENTRY, 0, g->phase == PLAY_PHASE && g->was_gin);
    put(s, TAKES_ENTRY, 0, g->takes / (double)(r->take_cap ? r->take_cap : 1));
    put(s, RETURNS_ENTRY, 0, g->returns / 2.0);
    put(s, RESHUFFLES_ENTRY, 0, g->reshuffles / (g->reshuffles + 1.0));
    put(s, FACTOR_ENTRY, 0, g->factor / (double)(r->doubling_limit > 1 ? r->doubling_limit : 1));
    put_seat(t, s, g, DOUBLING_RIGHT_ENTRY, g->doubling_right);
}

/* --- what Python calls. A round whose flag is set is played by the engine and left alone. */

static int are_places(const int64_t *places, int64_t n_places, int64_t n) {
    for (int64_t i = 0; i < n_places; i++)
        if (places[i] < 0 || places[i] >= n) return 0;
    return 1;
}

static int are_kinds(const policy_t *policies, int64_t n, int seats) {
    if (n != POLICY_NUMBERS * seats) return 0;
    for (int seat = 0; seat < seats; seat++)
        if (policies[seat].kind != CALLER && !are_policies(policies + seat, POLICY_NUMBERS, 1)) return 0;
    return 1;
}

/* a generator that can be drawn from; and the players of a round, with the policies that the caller gives */
static int is_chance(const chance_t *chance) { return is_in(chance->at, 0, WORDS); }

static int are_players(player_t *players, const policy_t *policies, int seats) {
    for (int seat = 0; seat < seats; seat++) {
        players[seat].policy = policies[seat];
        if (!is_chance(&players[seat].own)) return 0;
    }
    return 1;
}

/* the size of what a player remembers, in bytes */
GIN_API int32_t gin_player_size(int64_t *size, int64_t n) {
    if (n != 1) return WRONG_SIZE;
    *size = sizeof(player_t);
    return DONE_WELL;
}

/* New rounds in these places, as the lab deals them: a seed, a key (as for gin_play) and a dealer for each. */
GIN_API int32_t gin_rounds_deal(const tables_t *t, int64_t size, const policy_t *policies, int64_t n_policies,
                                const int64_t *places, int64_t n_places, const uint64_t *seeds, int64_t n_seeds,
                                const uint8_t *keys, int64_t n_keys, const uint8_t *dealers, int64_t n_dealers,
                                state_t *states, int64_t n, mask *laid, int64_t n_laid, chance_t *chances,
                                int64_t n_chances, player_t *players, int64_t n_players) {
    if (!are_tables(t, size)) return WRONG_SIZE;
    int seats = t->rules.seats;
    if (n < 0 || n_places < 0 || n_seeds != n_places || n_dealers != n_places || n_laid != n * MOST_OWN ||
        n_chances != n * (int64_t)sizeof *chances || (n_keys && n_keys != n_places * KEY_BYTES) ||
        (n_players && n_players != n * seats * (int64_t)sizeof *players) || !are_places(places, n_places, n))
        return WRONG_SIZE;
    if (!are_kinds(policies, n_policies, seats)) return WRONG_PLAYER;
    for (int64_t i = 0; i < n_places; i++)
        if (dealers[i] >= seats) return WRONG_RULES;
    for (int seat = 0; seat < seats; seat++)
        if (policies[seat].kind != CALLER && !n_players) return WRONG_SIZE;
    workshop_t *w = malloc(sizeof *w);
    if (!w) return NO_MEMORY;
    for (int64_t i = 0; i < n_places; i++) {
        uint8_t order[CARDS];
        int knock_card;
        uint64_t later;
        int64_t place = places[i];
        shuffle_deal(t, w, seeds[i], n_keys ? keys + i * KEY_BYTES : NULL, order, &knock_card, &later);
        deal(t, states + place, order, dealers[i], knock_card, 1);
        memset(laid + place * MOST_OWN, 0, MOST_OWN * sizeof *laid);
        seed_chance(chances + place, later);
        for (int seat = 0; seat < seats && n_players; seat++)
            start_player(players + place * seats + seat, policies[seat], later + (uint64_t)seat);
    }
    free(w);
    return DONE_WELL;
}

/* chance and the players until a seat of the caller must act; 0 where only the engine can go on */
static int go_on(const tables_t *t, const policy_t *policies, state_t *g, player_t *players, chance_t *chance,
                 room_t *room) {
    while (g->phase != OVER_PHASE) {
        if (g->phase == SHUFFLE_PHASE) {
            if (g->reshuffles == MOST_POOLS) return 0;
            reshuffle(g, chance);
        } else if (policies[g->seat].kind == CALLER) return 1;
        else {
            for (int seat = 0; seat < t->rules.seats; seat++) players[seat].chance = &players[seat].own;
            play(t, g, players, chance, room);
            if (g->is_out_of_bounds) return 0;
        }
    }
    return 1;
}

/* Codes are all looked at before the first is done; the place of one that is not legal is put into `wrong`. */
static int32_t check_codes(const tables_t *t, const layout_t *l, const mask *melds, const state_t *states,
                           const mask *laid, const uint8_t *flags, const int64_t *codes, int64_t n, int64_t *wrong) {
    for (int64_t i = 0; i < n; i++) {
        if (flags[i] || states[i].phase == OVER_PHASE) continue;
        *wrong = i;
        if (!is_state(t, states + i)) return WRONG_CARDS;
        if (!is_legal(t, l, melds, states + i, laid + i * MOST_OWN, codes[i])) return WRONG_ACTION;
    }
    return DONE_WELL;
}

/* Take a code in every round that is not over, if there are codes: then the places are all, in order, and nothing is
   done if one is not legal. Play chance and the players' turns in these places, and fill in what the seats to act see
   and can do. The flag of a round that only the engine can play on is set. */
GIN_API int32_t gin_rounds_step(const tables_t *t, int64_t size, const layout_t *l, int64_t n_layout,
                                const mask *melds, int64_t n_melds, const policy_t *policies, int64_t n_policies,
                                const int64_t *places, int64_t n_places, const int64_t *codes, int64_t n_codes,
                                int64_t *wrong, int64_t n_wrong, state_t *states, int64_t n, mask *laid,
                                int64_t n_laid, chance_t *chances, int64_t n_chances, player_t *players,
                                int64_t n_players, uint8_t *flags, int64_t n_flags, uint8_t *masks, int64_t n_masks,
                                float *observed, int64_t n_observed, int8_t *acting, int64_t n_acting, uint8_t *over,
                                int64_t n_over, facts_t *facts, int64_t n_facts) {
    if (!are_tables(t, size) || n_layout < 1 || !is_layout(t, l, n_layout, melds, n_melds)) return WRONG_SIZE;
    int seats = t->rules.seats, has_players = 0;
    if (n < 0 || n_places < 0 || n_wrong != 1 || n_flags != n || n_laid != n * MOST_OWN ||
        n_masks != n * l->n_codes || n_observed != n * l->row || n_acting != n || n_over != n || n_facts != n ||
        n_chances != n * (int64_t)sizeof *chances || !are_places(places, n_places, n))
        return WRONG_SIZE;
    if (n_codes && (n_codes != n || n_places != n)) return WRONG_SIZE;
    for (int64_t i = 0; i < n_codes; i++)
        if (places[i] != i) return WRONG_SIZE;
    if (!are_kinds(policies, n_policies, seats)) return WRONG_PLAYER;
    for (int seat = 0; seat < seats; seat++) has_players |= policies[seat].kind != CALLER;
    if (n_players ? n_players != n * seats * (int64_t)sizeof *players : has_players) return WRONG_SIZE;
    for (int64_t i = 0; i < n_places; i++) {
        int64_t place = places[i];
        if (!n_codes) flags[place] |= !is_state(t, states + place);
        if (!flags[place] &&
            (!is_chance(chances + place) || (n_players && !are_players(players + place * seats, policies, seats))))
            return WRONG_CARDS;
    }
    int32_t error = check_codes(t, l, melds, states, laid, flags, codes, n_codes, wrong);
    if (error) return error;
    room_t *room = has_players ? malloc(sizeof *room) : NULL;
    if (has_players && !room) return NO_MEMORY;
    for (int64_t i = 0; i < n_places; i++) {
        int64_t place = places[i];
        state_t *g = states + place;
        player_t *at_table = n_players ? players + place * seats : NULL;
        mask *shown = laid + place * MOST_OWN;
        if (flags[place]) continue;
        if (n_codes && g->phase != OVER_PHASE) take_code(t, l, melds, g, shown, at_table, (int)codes[i]);
        if (g->is_out_of_bounds || !go_on(t, policies, g, at_table, chances + place, room) ||
            !fill_mask(t, l, melds, g, shown, masks + place * l->n_codes)) {
            flags[place] = 1;
            continue;
        }
        observe(t, l, g, shown, observed + place * l->row);
        over[place] = g->phase == OVER_PHASE;
        acting[place] = over[place] ? -1 : (int8_t)g->seat;
        note(t, facts + place, g);
    }
    free(room);
    return DONE_WELL;
}

static int are_advisors(const policy_t *policies, int64_t n, int seats) {
    if (!are_policies(policies, n, seats)) return 0;
    for (int seat = 0; seat < seats; seat++)
        if (policies[seat].kind != GREEDY_PLAYER && policies[seat].kind != EXPERT_PLAYER) return 0;
    return 1;
}

/* For each round the code that a player of the policy of its seat would choose, -1 where there is none: the round is
   over, or a spread has begun in another way. Players that use chance or a memory of their own give no advice. */
GIN_API int32_t gin_rounds_advise(const tables_t *t, int64_t size, const layout_t *l, int64_t n_layout,
                                  const mask *melds, int64_t n_melds, const policy_t *policies, int64_t n_policies,
                                  const uint8_t *flags, int64_t n_flags, const state_t *states, int64_t n,
                                  const mask *laid, int64_t n_laid, player_t *players, int64_t n_players,
                                  int64_t *advice, int64_t n_advice) {
    if (!are_tables(t, size) || n_layout < 1 || !is_layout(t, l, n_layout, melds, n_melds)) return WRONG_SIZE;
    int seats = t->rules.seats;
    if (n < 0 || n_flags != n || n_laid != n * MOST_OWN || n_players != n * seats * (int64_t)sizeof *players ||
        n_advice != n)
        return WRONG_SIZE;
    if (!are_advisors(policies, n_policies, seats)) return WRONG_PLAYER;
    room_t *room = malloc(sizeof *room);
    if (!room) return NO_MEMORY;
    for (int64_t i = 0; i < n; i++) {
        const state_t *g = states + i;
        advice[i] = -1;
        if (flags[i] || !is_state(t, g) || g->phase == OVER_PHASE || g->phase == SHUFFLE_PHASE) continue;
        player_t *player = players + i * seats + g->seat, advisor;
        advisor.policy = policies[g->seat];
        advisor.habits = player->habits;
        for (int seat = 0; seat < seats; seat++) { /* they come from the caller */
            advisor.habits.refused[seat] &= t->pack;
            advisor.habits.taken[seat] &= t->pack;
        }
        memset(&advisor.memory, 0, sizeof advisor.memory);
        advisor.chance = NULL; /* these players draw no numbers */
        int action = choose(t, g, &advisor, room);
        if (action >= SPREAD_ACTION) advice[i] = next_code(l, melds, room->spreads + action - SPREAD_ACTION, laid + i * MOST_OWN);
        else if (action >= 0) advice[i] = code_of(l, action);
    }
    free(room);
    return DONE_WELL;
}

#endif

/* Every legal action, in the order of ginrules.legal_actions. */
#ifndef GIN_LEGAL_H
#define GIN_LEGAL_H

#include "discard_choice.h"
#include "turns.h"

static int list_cards(int32_t *actions, int n, mask cards, int kind) {
    for (; cards; cards &= cards - 1) actions[n++] = kind + LOW(cards);
    return n;
}

/* how many points a spread can leave: a defender's any number, big gin's none; a knocker's the least, where the
   best melds are shown */
static int spread_limit(const tables_t *t, const state_t *g) {
    mask hand = g->hand[g->seat];
    if (g->seat != g->declarer) return value_of(t, hand);
    if (g->ending == BIG_GIN) return 0;
    return t->rules.knocker_melds == BEST ? deadwood(t, hand) : g->limit;
}

/* all spreads in the room, in order; -1 if there are too many */
static int list_spreads(const tables_t *t, const state_t *g, room_t *room) {
    partition_t p;
    partition(&p, t, room->spreads, g->hand[g->seat], spread_limit(t, g));
    if (p.is_full) return -1;
    qsort(room->spreads, (size_t)p.n, sizeof *room->spreads, compare_arrangements);
    return p.n;
}

static int list_layoffs(const tables_t *t, const state_t *g, int32_t *actions) {
    mask open[MOST_MELDS];
    int n = 0;
    for (int place = 0; place < g->n_table; place++) {
        int is_open = t->rules.layoff != NO_LAYOFFS && g->owner[place] == g->declarer;
        open[place] = is_open ? open_places(t, g->table[place], g->original[place]) : 0;
    }
    for (mask rest = g->hand[g->seat]; rest; rest &= rest - 1)
        for (int place = 0; place < g->n_table; place++)
            if (open[place] & rest & -rest) actions[n++] = LAYOFF_ACTION + 64 * place + LOW(rest);
    return n;
}

enum { MOST_PLAIN = CARDS * MOST_MELDS };

/* the actions that are no spreads, in order; a phase without one has none */
static int list_plain(const tables_t *t, const state_t *g, int32_t *actions) {
    int n = 0, is_last = g->phase == LAST_DISCARD_PHASE;
    switch (g->phase) {
    case OFFER_PHASE:
        actions[n++] = TAKE_ACTION;
        actions[n++] = DECLINE_ACTION;
        return n;
    case DRAW_PHASE:
        actions[n++] = DRAW_ACTION;
        if (!g->stock_only && g->n_pile) actions[n++] = TAKE_ACTION;
        if (can_double(t, g)) actions[n++] = DOUBLE_ACTION;
        return n;
    case DOUBLE_PHASE:
        actions[n++] = ACCEPT_ACTION;
        actions[n++] = REFUSE_ACTION;
        return n;
    case PLAY_PHASE:
    case LAST_DISCARD_PHASE: {
        mask cards = is_last ? with_top(g) : g->hand[g->seat];
        mask allowed = discardable(t, cards, is_last ? g->pile[g->n_pile - 1] : g->taken);
        if (is_last) actions[n++] = DECLINE_ACTION;
        else n = list_cards(actions, n, allowed, DISCARD_ACTION);
        n = list_cards(actions, n, discards_within(t, cards, g->limit) & allowed, KNOCK_ACTION);
        if (is_big_gin(t, g, cards)) actions[n++] = BIG_GIN_ACTION;
        return n;
    }
    case LAYOFF_PHASE:
        n = list_layoffs(t, g, actions);
        actions[n++] = DONE_ACTION;
        return n;
    default:
        return 0;
    }
}

/* the actions in the room, spreads by their number there; -1 if there are too many */
static int list_actions(const tables_t *t, const state_t *g, room_t *room) {
    if (g->phase != SPREAD_PHASE) return list_plain(t, g, room->actions);
    int count = list_spreads(t, g, room);
    for (int i = 0; i < count; i++) room->actions[i] = SPREAD_ACTION + i;
    return count;
}

#endif

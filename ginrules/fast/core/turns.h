/* What an action does, phase by phase: ginrules.play.turns and ginrules.play.table.endings. Open melding is the
   engine's. A caller gives a legal action. */
#ifndef GIN_TURNS_H
#define GIN_TURNS_H

#include "state.h"

static void end_round(const tables_t *t, state_t *g, int declarer, int ending, int reason) {
    int is_refused = ending == REFUSED; /* both hands count at their best, without lay-offs */
    int named = t->rules.defender_melds == NAMED_MELDS && declarer != NONE;
    for (int seat = 0; seat < t->rules.seats; seat++)
        g->deadwood[seat] = !is_refused && (named || seat == declarer) ? value_of(t, g->hand[seat]) : deadwood(t, g->hand[seat]);
    g->declarer = (uint8_t)declarer;
    g->ending = (uint8_t)ending;
    g->reason = (uint8_t)reason;
    g->phase = OVER_PHASE;
}

static void next_defender(const tables_t *t, state_t *g) {
    int seat = (g->seat + 1) % t->rules.seats;
    int can_lay_off = g->ending == KNOCK || t->rules.layoff == INCLUDING_GIN;
    if (seat == g->declarer || !(can_lay_off || t->rules.defender_melds == NAMED_MELDS)) {
        end_round(t, g, g->declarer, g->ending, NO_REASON);
        return;
    }
    g->seat = (uint8_t)seat;
    g->phase = can_lay_off ? LAYOFF_PHASE : SPREAD_PHASE;
}

static void declare(state_t *g, int ending) {
    g->known[g->seat] = g->hand[g->seat];
    g->declarer = g->seat;
    g->ending = (uint8_t)ending;
    g->phase = SPREAD_PHASE;
}

static void begin_draw(state_t *g, int seat, int stock_only) {
    g->phase = DRAW_PHASE;
    g->seat = (uint8_t)seat;
    g->stock_only = (uint8_t)stock_only;
    g->taken = NONE;
}

static void end_turn(const tables_t *t, state_t *g) {
    const rules_t *r = &t->rules;
    int next = (g->seat + 1) % r->seats;
    if (r->return_pair && g->returns == 2) end_round(t, g, NONE, DEAD, RETURNED_PAIR);
    else if (g->n_stock > r->stock_floor) begin_draw(g, next, 0);
    else if (r->stock_exhausted == DRAW) end_round(t, g, NONE, DEAD, STOCK);
    else if (r->stock_exhausted == RESHUFFLE && r->reshuffle_cap && g->reshuffles == r->reshuffle_cap)
        end_round(t, g, NONE, DEAD, RESHUFFLE_CAP);
    else {
        g->phase = r->stock_exhausted == RESHUFFLE ? SHUFFLE_PHASE : LAST_DISCARD_PHASE;
        g->seat = (uint8_t)next;
        g->taken = NONE;
    }
}

static void discard(const tables_t *t, state_t *g, int card) {
    g->hand[g->seat] &= ~BIT(card);
    g->known[g->seat] &= ~BIT(card);
    put_on_pile(g, card);
    if (t->rules.return_pair) g->returns = g->taken == card ? g->returns + 1 : 0;
    end_turn(t, g);
}

/* a knock, or big gin without a card; after the stock has ended it takes the last discard first */
static void declare_with(state_t *g, int card) {
    if (g->phase == LAST_DISCARD_PHASE) g->hand[g->seat] |= BIT(take_from_pile(g));
    if (card != NONE) {
        g->hand[g->seat] &= ~BIT(card);
        put_on_pile(g, card);
    }
    declare(g, card == NONE ? BIG_GIN : KNOCK);
}

/* whether the hand before the draw is all melded, where big gin needs it */
static void remember_gin(const tables_t *t, state_t *g) {
    g->was_gin = t->rules.big_gin && t->rules.big_gin_needs_gin && !deadwood(t, g->hand[g->seat]);
}

static void take(const tables_t *t, state_t *g) {
    if (g->phase == DRAW_PHASE && t->rules.take_cap) {
        if (g->takes + 1 == t->rules.take_cap) { /* it ends the round before a card moves */
            end_round(t, g, NONE, DEAD, TAKE_CAP);
            return;
        }
        g->takes++;
    }
    int card = take_from_pile(g);
    remember_gin(t, g);
    g->hand[g->seat] |= BIT(card);
    g->known[g->seat] |= BIT(card);
    g->phase = PLAY_PHASE;
    g->taken = (uint8_t)card;
}

static void draw(const tables_t *t, state_t *g) {
    remember_gin(t, g);
    g->hand[g->seat] |= BIT(g->stock[--g->n_stock]);
    g->phase = PLAY_PHASE;
    g->taken = NONE;
}

static void offer_double(state_t *g) {
    g->doubled_by = g->seat;
    g->seat = 1 - g->seat; /* tables of two only */
    g->phase = DOUBLE_PHASE;
}

static void accept_double(state_t *g) {
    g->factor *= 2;
    g->doubling_right = g->seat;
    begin_draw(g, g->doubled_by, g->stock_only);
}

static void decline(const tables_t *t, state_t *g) {
    if (g->phase == LAST_DISCARD_PHASE) {
        end_round(t, g, NONE, DEAD, DECLINED);
        return;
    }
    int next = (g->seat + 1) % t->rules.seats;
    if (g->seat == g->dealer) begin_draw(g, next, t->rules.both_pass_draw == STOCK_ONLY);
    else g->seat = (uint8_t)next;
}

static void lay_off(state_t *g, int card, int onto) {
    mask bit = BIT(card);
    g->hand[g->seat] &= ~bit;
    g->known[g->seat] &= ~bit;
    g->laid[g->seat] |= bit;
    g->table[onto] |= bit;
}

static void end_layoffs(const tables_t *t, state_t *g) {
    g->known[g->seat] = g->hand[g->seat];
    if (t->rules.defender_melds == NAMED_MELDS) g->phase = SPREAD_PHASE;
    else next_defender(t, g);
}

static void act(const tables_t *t, state_t *g, int action) {
    g->plies++;
    if (action >= LAYOFF_ACTION) lay_off(g, action % 64, (action - LAYOFF_ACTION) / 64);
    else if (action >= KNOCK_ACTION || action == BIG_GIN_ACTION) {
        g->turns++;
        declare_with(g, action == BIG_GIN_ACTION ? NONE : action - KNOCK_ACTION);
    } else if (action >= DISCARD_ACTION) {
        g->turns++;
        discard(t, g, action - DISCARD_ACTION);
    } else if (action == DRAW_ACTION) draw(t, g);
    else if (action == TAKE_ACTION) take(t, g);
    else if (action == DECLINE_ACTION) decline(t, g);
    else if (action == DOUBLE_ACTION) offer_double(g);
    else if (action == ACCEPT_ACTION) accept_double(g);
    else if (action == REFUSE_ACTION) end_round(t, g, g->doubled_by, REFUSED, NO_REASON);
    else end_layoffs(t, g);
}

static void spread(const tables_t *t, state_t *g, const arrangement *melds) {
    mask cards = 0;
    g->plies++;
    if (g->n_table + melds->n > MOST_MELDS) {
        g->is_out_of_bounds = 1;
        return;
    }
    for (int i = 0; i < melds->n; i++) {
        g->table[g->n_table] = g->original[g->n_table] = melds->melds[i];
        g->owner[g->n_table++] = g->seat;
        cards |= melds->melds[i];
    }
    g->hand[g->seat] &= ~cards;
    g->laid[g->seat] |= cards;
    g->known[g->seat] = g->hand[g->seat];
    if (g->seat == g->declarer && g->ending == KNOCK && !g->hand[g->seat]) g->ending = GIN;
    next_defender(t, g);
}

/* the shuffle of the discards below the top one into the stock: ginrules.play.turns.exhausted */
static void reshuffle(state_t *g, chance_t *chance) {
    uint8_t order[CARDS];
    int count = g->n_pile - 1, top = g->pile[count];
    g->plies++;
    if (g->reshuffles == MOST_POOLS) {
        g->is_out_of_bounds = 1;
        return;
    }
    mask back = g->in_pile & ~BIT(top);
    memcpy(order, g->pile, (size_t)count);
    shuffle(chance, order, count);
    for (int i = count; i--;) g->stock[g->n_stock++] = order[i];
    g->pile[0] = (uint8_t)top;
    g->n_pile = 1;
    g->in_pile = BIT(top);
    for (int i = 0; i < g->reshuffles; i++) g->put_back[i] &= ~back;
    g->put_back[g->reshuffles++] = back;
    begin_draw(g, g->seat, 0);
}

#endif

/* Shared by Python and the core, generated from Python by python -m tools.package: the
   rules; the values of choices, phases, endings and actions; the entries of an observation; records; and the
   arguments of every entry of the core, as one struct per entry. */
#ifndef GIN_PLAN_H
#define GIN_PLAN_H

#include <stdint.h>

enum {
    GIN_CARDS = 52, GIN_RANKS = 13, GIN_SUITS = 4, GIN_MOST_SEATS = 6, GIN_MOST_MELDS = 26, GIN_MOST_OWN = 13,
    GIN_MOST_POOLS = 64, GIN_MOST_PRICE = 16384, GIN_NONE = 255,
};

enum {
    GIN_ERROR_NONE, GIN_ERROR_SIZE, GIN_ERROR_MEMORY, GIN_ERROR_RULES, GIN_ERROR_PLAYER, GIN_ERROR_CARDS,
    GIN_ERROR_ACTION,
};

enum { ACE_RANK_LOW, ACE_RANK_HIGH_OR_LOW, ACE_RANK_ROUND_THE_CORNER };

enum { OPENING_UPCARD_OFFER, OPENING_ELEVEN_CARDS, OPENING_OPEN_CARD, OPENING_NO_UPCARD };

enum { BOTH_PASS_DRAW_STOCK_ONLY, BOTH_PASS_DRAW_ANY };

enum { KNOCK_SOURCE_FIXED, KNOCK_SOURCE_UPCARD, KNOCK_SOURCE_KNOCK_CARD };

enum { ACE_UPCARD_GIN_ONLY, ACE_UPCARD_ONE };

enum { KNOCKER_MELDS_NAMED, KNOCKER_MELDS_BEST };

enum { LAYOFF_KNOCK_ONLY, LAYOFF_INCLUDING_GIN, LAYOFF_NONE };

enum { DEFENDER_MELDS_BEST, DEFENDER_MELDS_NAMED };

enum { STOCK_EXHAUSTED_DRAW, STOCK_EXHAUSTED_LAST_DISCARD_OPTION, STOCK_EXHAUSTED_RESHUFFLE };

enum {
    PHASE_UPCARD_OFFER, PHASE_DRAW_TURN, PHASE_PLAY_TURN, PHASE_SPREAD_TURN, PHASE_LAYOFF_TURN, PHASE_LAST_DISCARD,
    PHASE_RESHUFFLE, PHASE_ROUND_OVER, PHASE_DOUBLE_OFFER, PHASE_COUNT,
};

enum { ENDING_KNOCK, ENDING_GIN, ENDING_BIG_GIN, ENDING_OUT, ENDING_DEAD, ENDING_REFUSED };

enum { REASON_NONE, REASON_STOCK, REASON_DECLINED, REASON_TAKE_CAP, REASON_RETURNED_PAIR, REASON_RESHUFFLE_CAP };

enum { STATUS_ENDED, STATUS_ENDLESS, STATUS_OUT_OF_BOUNDS };

enum {
    RESULT_KNOCK, RESULT_GIN, RESULT_BIG_GIN, RESULT_UNDERCUT, RESULT_GIN_OFF, RESULT_TIE, RESULT_VOID, RESULT_OUT,
    RESULT_DEAD, RESULT_REFUSED,
};

enum { SETTLEMENT_WINNER_TAKES_ALL, SETTLEMENT_EACH_WITH_KNOCKER, SETTLEMENT_PENALTY, SETTLEMENT_TABLE_COUNT };

enum { TIE_UNDERCUT, TIE_UNDERCUT_NO_BONUS, TIE_KNOCKER_WINS, TIE_NOBODY };

enum { SPADE_SCOPE_HAND, SPADE_SCOPE_HAND_AND_EXTRA_BOXES, SPADE_SCOPE_HAND_AND_ALL_BOXES };

enum {
    ENTRY_HAND, ENTRY_TOP, ENTRY_PILE, ENTRY_UNSEEN, ENTRY_KNOWN, ENTRY_LAID, ENTRY_TABLE, ENTRY_SPREAD, ENTRY_TAKEN,
    ENTRY_OWED, ENTRY_UPCARD, ENTRY_KNOCK_CARD, ENTRY_PUT_BACK, ENTRY_ORDER, ENTRY_PHASE, ENTRY_DEALER, ENTRY_TURN,
    ENTRY_DECLARER, ENTRY_HAND_SIZES, ENTRY_STOCK, ENTRY_LIMIT, ENTRY_DEADWOOD, ENTRY_STOCK_ONLY, ENTRY_WAS_GIN,
    ENTRY_TAKES, ENTRY_RETURNS, ENTRY_RESHUFFLES, ENTRY_FACTOR, ENTRY_DOUBLING_RIGHT, ENTRY_COUNT,
};

enum {
    PLAYER_CALLER = -1, PLAYER_RANDOM = 0, PLAYER_GREEDY = 1, PLAYER_SIMPLE = 2, PLAYER_EXPERT = 3, PLAYER_LEARNED = 4,
    PLAYER_COUNT = 5, SLIP_MOST = 1024,
};

enum { USUAL_COUNT = 29, USUAL_HAND = 10, USUAL_KNOWN_CARD = 4, DOUBLING_OFFER_AT = 10, DOUBLING_REFUSE_AT = 30 };

static const int32_t usual_deadwood[] = {
    50, 45, 41, 37, 33, 31, 28, 26, 25, 23, 22, 20, 19, 18, 17, 16, 15, 15, 14, 14, 14, 13, 13, 13, 13, 12, 12, 12, 12,
};

enum {
    NET_INPUTS = 855, NET_HIDDEN = 128, NET_MIXED = 32, NET_HEADS = 3, NET_MIXED_SHIFT = 8, NET_MOST_AT_ONCE = 176,
    NET_MOST_HELD = 10, NET_RULES = 126, NET_POINT = 59801, NET_POINTS = 20, INPUT_HAND = 0, INPUT_LOOSE = 52,
    INPUT_OUTS = 104, INPUT_OWN_DISCARDS = 156, INPUT_THEIR_DISCARDS = 208, INPUT_TOP = 260, INPUT_KNOWN = 312,
    INPUT_SHOWN = 364, INPUT_HELD = 416, INPUT_GONE = 468, INPUT_PAIRS = 520, INPUT_GAPS = 546, INPUT_STOCK = 559,
    INPUT_DEADWOOD = 591, INPUT_LATER = 641, INPUT_GINS = 691, INPUT_READY = 707, INPUT_FEEDS = 727, INPUT_MOMENT = 736,
    INPUT_STAGE_DEADWOOD = 739, INPUT_STAGE_GINS = 803, INPUT_LIMIT = 843, INPUT_SPADE = 854,
};

enum {
    BELIEF_INPUTS = 934, BELIEF_UNITS = 160, BELIEF_STAGES = 8, BELIEF_PATTERNS = 64, BELIEF_NEAR = 4,
    BELIEF_OCTAVE = 64, BELIEF_MOST_AT_ONCE = 208, BELIEF_MIXED_DOWN = 10, BELIEF_CARD_SHIFT = 10, SEEN_HAND = 0,
    SEEN_KNOWN = 52, SEEN_DRAWN = 104, SEEN_THROWN = 156, SEEN_REFUSED = 468, SEEN_TAKEN = 624, SEEN_OWN_THROWN = 676,
    SEEN_TOP = 728, SEEN_SHOWN = 780, SEEN_LAST = 832, SEEN_TURN = 884, SEEN_COUNT = 908, SEEN_PHASE = 920,
    SEEN_LIMIT = 923,
};

/* Actions: a kind, with a card, 52 times a place of the table and a card, or a place in the list of
   spreads. Codes are the same numbers, except that the melds of the rules come before the lay-offs. */
enum {
    ACTION_DECLINE = 0, ACTION_DRAW = 1, ACTION_DONE = 2, ACTION_BIG_GIN = 3, ACTION_DOUBLE = 4, ACTION_ACCEPT = 5,
    ACTION_REFUSE = 6, ACTION_TAKE = 7, ACTION_DISCARD = 8, ACTION_KNOCK = 60, ACTION_LAYOFF = 112,
    ACTION_SPREAD = 4096,
};

typedef struct {
    int32_t ranks, suits, ace_rank, min_set, min_run, card_values[13], seats, hand_size, opening, both_pass_draw,
    return_taken_discard, knock_limit, knock_source, ace_upcard, big_gin, knocker_melds, big_gin_needs_gin, doubling,
    doubling_limit, layoff, layoff_chain, defender_melds, stock_floor, stock_exhausted, take_cap, return_pair,
    reshuffle_cap;
} rules_t;

typedef struct {
    int32_t settlement, gin, knock, undercut, gin_off, big_gin, refusal, gin_boxes, undercut_boxes, big_gin_boxes,
    spade, spade_scope, tie, charges_knocker, void_gin, is_pooled, charges_all, goes_out;
} prices_t;

static const int32_t most_of_prices[] = {
    3, 16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384, 16384, 2, 3, 1, 1, 1, 1, 1,
};

typedef struct {
    prices_t prices; int32_t knock_limit, knock_source, ace_upcard, doubling, doubling_limit, big_gin;
} bill_t;

typedef struct {
    uint64_t hand[6], known[6], laid[6], table[26], original[26], put_back[64], in_pile; int32_t deadwood[6], limit,
    takes, returns, reshuffles, turns, plies, factor; uint8_t owner[26], stock[52], pile[52], n_stock, n_pile, n_table,
    phase, seat, declarer, ending, reason, stock_only, taken, dealer, upcard, knock_card, is_out_of_bounds, was_gin,
    doubling_right, doubled_by;
} state_t;
_Static_assert(sizeof(state_t) == 1280, "state_t is laid out as in Python");

typedef struct {
    int32_t deadwood[6], laid[6], turns, plies, factor; uint8_t seats, dealer, declarer, ending, reason, upcard,
    knock_card, stock_left, status;
} facts_t;
_Static_assert(sizeof(facts_t) == 72, "facts_t is laid out as in Python");

typedef struct {
    int64_t points[6], net[6], boxes[6], lead; int32_t knock; int8_t winner; uint8_t result, status;
} price_t;
_Static_assert(sizeof(price_t) == 160, "price_t is laid out as in Python");

typedef struct { uint32_t words[624]; int32_t at, ready, is_seeded; uint64_t seed; } chance_t;
_Static_assert(sizeof(chance_t) == 2520, "chance_t is laid out as in Python");

typedef struct { uint64_t chance; uint8_t order[52], knock_card; } deal_t;
_Static_assert(sizeof(deal_t) == 64, "deal_t is laid out as in Python");

typedef struct {
    int16_t inputs[109440], inputs_bias[128], mixed[4096]; int32_t mixed_bias[32]; int16_t heads[96];
    int32_t heads_bias[3];
} net_t;
_Static_assert(sizeof(net_t) == 227660, "net_t is laid out as in Python");

typedef struct {
    int16_t inputs[119552], inputs_bias[128], mixed[4096]; int32_t mixed_bias[32]; int16_t cards[8320];
    int32_t cards_bias[52]; int16_t near[2048];
} belief_t;
_Static_assert(sizeof(belief_t) == 268624, "belief_t is laid out as in Python");

typedef struct {
    uint64_t refused[6], taken[6], thrown[6], top; uint8_t thrown_in[104], refused_in[104], turns[2], last[2], took[2];
} story_t;
_Static_assert(sizeof(story_t) == 368, "story_t is laid out as in Python");

typedef struct {
    uint64_t open, target, held, thrown, refused, gone, drawn; uint16_t inputs[208]; int32_t count, stage;
} guess_t;
_Static_assert(sizeof(guess_t) == 480, "guess_t is laid out as in Python");

typedef struct { int32_t n_codes, n_melds, slots, row, at[29], words, bit[29]; } layout_t;

typedef struct policy_t policy_t;
typedef struct player_t player_t;
typedef struct tables_t tables_t;

typedef struct { int64_t *sizes; int64_t n_sizes; } gin_sizes_t;

typedef struct { const int32_t *plan; int64_t n_plan; tables_t *compiled; int64_t n_compiled; } gin_compile_t;

typedef struct {
    const tables_t *tables; int64_t n_tables; const policy_t *policies; int64_t n_policies; const net_t *nets;
    int64_t n_nets; const uint64_t *seeds; int64_t n_seeds; const uint8_t *knock_cards; int64_t n_knock_cards;
    const uint8_t *wanted; int64_t n_wanted; int32_t ply_cap; facts_t *facts; int64_t n_facts;
} gin_play_t;

typedef struct {
    const tables_t *tables; int64_t n_tables; chance_t *chance; int64_t n_chance; int32_t dealer, ply_cap;
    facts_t *facts; int64_t n_facts;
} gin_play_random_t;

typedef struct {
    const tables_t *tables; int64_t n_tables; const policy_t *policies; int64_t n_policies; const net_t *nets;
    int64_t n_nets; state_t *states; int64_t n_states; const uint64_t *seeds; int64_t n_seeds; int32_t ply_cap;
    facts_t *facts; int64_t n_facts;
} gin_play_on_t;

typedef struct { uint64_t seed; chance_t *chance; int64_t n_chance; } gin_seed_t;

typedef struct { chance_t *chance; int64_t n_chance; int32_t below; int32_t *drawn; int64_t n_drawn; } gin_draw_t;

typedef struct {
    const tables_t *tables; int64_t n_tables; const policy_t *policies; int64_t n_policies; const net_t *nets;
    int64_t n_nets; uint64_t seed; int32_t dealer, ply_cap; state_t *states; int64_t n_states; int32_t *log;
    int64_t n_log; int64_t *lengths; int64_t n_lengths;
} gin_trace_t;

typedef struct {
    const tables_t *tables; int64_t n_tables; const uint64_t *hands; int64_t n_hands; uint16_t *points;
    int64_t n_points;
} gin_deadwoods_t;

typedef struct {
    const tables_t *tables; int64_t n_tables; const uint64_t *hands; int64_t n_hands; int32_t *left; int64_t n_left;
} gin_after_discards_t;

typedef struct {
    const int32_t *bill; int64_t n_bill; int32_t seats; facts_t *facts; int64_t n_facts; price_t *prices;
    int64_t n_prices;
} gin_price_t;

typedef struct {
    const tables_t *tables; int64_t n_tables; const policy_t *policies; int64_t n_policies; const uint64_t *seeds;
    int64_t n_seeds; deal_t *deals; int64_t n_deals;
} gin_deals_t;

typedef struct {
    const tables_t *tables; int64_t n_tables; const policy_t *policies; int64_t n_policies; const int64_t *places;
    int64_t n_places; deal_t *deals; int64_t n_deals; const uint8_t *dealers; int64_t n_dealers; state_t *states;
    int64_t n_states; uint64_t *laid; int64_t n_laid; chance_t *chances; int64_t n_chances; player_t *players;
    int64_t n_players;
} gin_rounds_deal_t;

typedef struct {
    const tables_t *tables; int64_t n_tables; const layout_t *layout; int64_t n_layout; const uint64_t *melds;
    int64_t n_melds; const policy_t *policies; int64_t n_policies; const net_t *nets; int64_t n_nets;
    const int64_t *places; int64_t n_places; const int64_t *codes; int64_t n_codes; int64_t *wrong; int64_t n_wrong;
    state_t *states; int64_t n_states; uint64_t *laid; int64_t n_laid; chance_t *chances; int64_t n_chances;
    player_t *players; int64_t n_players; uint8_t *flags; int64_t n_flags; uint32_t *legal; int64_t n_legal;
    uint8_t *masks; int64_t n_masks; float *observed; int64_t n_observed; uint32_t *words; int64_t n_words;
    int8_t *acting; int64_t n_acting; uint8_t *over; int64_t n_over; facts_t *facts; int64_t n_facts; deal_t *deals;
    int64_t n_deals; int64_t *next; int64_t n_next; int64_t *numbers; int64_t n_numbers;
} gin_rounds_step_t;

typedef struct {
    uint32_t *legal; int64_t n_legal; uint64_t seed; int64_t *chosen; int64_t n_chosen;
} gin_rounds_choose_t;

typedef struct {
    const tables_t *tables; int64_t n_tables; const net_t *nets; int64_t n_nets; const belief_t *beliefs;
    int64_t n_beliefs; const story_t *story; int64_t n_story; state_t *states; int64_t n_states; int32_t seat;
    uint64_t seed; int32_t tries, stocks; int32_t *likely; int64_t n_likely; state_t *worlds; int64_t n_worlds;
} gin_believe_t;

typedef struct {
    const tables_t *tables; int64_t n_tables; const policy_t *policies; int64_t n_policies; const net_t *nets;
    int64_t n_nets; const story_t *story; int64_t n_story; state_t *worlds; int64_t n_worlds; const int64_t *actions;
    int64_t n_actions; const uint64_t *seeds; int64_t n_seeds; int32_t depth, ply_cap; facts_t *facts; int64_t n_facts;
    int64_t *answers; int64_t n_answers;
} gin_try_t;

typedef struct {
    const tables_t *tables; int64_t n_tables; const layout_t *layout; int64_t n_layout; const uint64_t *melds;
    int64_t n_melds; const policy_t *policies; int64_t n_policies; const net_t *nets; int64_t n_nets; uint8_t *flags;
    int64_t n_flags; state_t *states; int64_t n_states; uint64_t *laid; int64_t n_laid; player_t *players;
    int64_t n_players; int64_t *advice; int64_t n_advice;
} gin_rounds_advise_t;

#endif

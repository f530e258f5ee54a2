// The games of Danno behind a C interface: rules, fair dice, bundled policies and exact values.
//
// Its users are Python (sdk/python/package, by ctypes) and, compiled to WebAssembly, a web page.
//
// - Handles are opaque. Free them in any order; a handle keeps alive what it was made from.
// - There is no global state. A danno_games belongs to one thread at a time. Threads may share a
//   danno_rules and a danno_values, which never change.
// - No function throws, ends the process or prints. A function that can fail returns null or a
//   number below 0 and then writes one line into `error`, which may be null.
// - Pointers are valid for the call only. Arrays are dense, in C order, with a row for each game.
// - Points are in units: danno_facts.unit units make a point (2 where a rule set counts half
//   points). Seats, faces, games and options count from 0.
// - Texts are UTF-8 and end with a zero.
//
// An action is a number: 2 * option to keep the option and roll, 2 * option + 1 to keep it and
// bank; then 2 * danno_facts.options to accept an offer, and one more to decline it. A rule set
// without offers has no such actions.
#ifndef DANNO_REFEREE_EMBED_DANNO_H
#define DANNO_REFEREE_EMBED_DANNO_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define DANNO_API __attribute__((visibility("default")))
#else
#define DANNO_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this header. It changes when a struct or a function does.
#define DANNO_ABI 1
#define DANNO_SEATS 6  ///< The most seats of a game.
#define DANNO_FACES 6
#define DANNO_OPTIONS 64  ///< The most options of a throw.

typedef struct danno_rules danno_rules;
typedef struct danno_values danno_values;
typedef struct danno_games danno_games;

/// A message about what went wrong: one line without a line feed.
typedef struct danno_error {
  char text[512];
} danno_error;

/// Returns DANNO_ABI of the library.
DANNO_API uint32_t danno_abi(void);

// ---- Rules ------------------------------------------------------------------------------------

/// Returns the rules of a game for 2 to 6 seats. `rules` is the id of a bundled rule set, or the
/// canonical text that `danno rules FILE --toml` prints. `parameters` has lines such as
/// "target=3000"; null and "" leave the defaults.
DANNO_API danno_rules* danno_rules_new(const char* rules, int32_t seats, const char* parameters,
                                       danno_error* error);
DANNO_API void danno_rules_free(danno_rules* rules);

typedef struct danno_facts {
  int32_t seats;
  int32_t dice;  ///< The dice of a full throw.
  int32_t unit;  ///< The number of units that make a point.
  int32_t target;
  int32_t entry;
  int32_t options;      ///< The most options of a throw under these rules.
  int32_t actions;      ///< The number of actions: 2 * options, and 2 more where there are offers.
  int32_t observation;  ///< The length of an observation.
  int32_t has_offers;
  int32_t is_solvable;  ///< 1 if danno_values_new can solve the game for two seats.
  int32_t is_quick;     ///< 1 if that takes seconds.
  char faces[8];        ///< The characters of the faces, such as "123456".
} danno_facts;

/// Returns 0.
DANNO_API int32_t danno_rules_facts(const danno_rules* rules, danno_facts* facts,
                                    danno_error* error);

/// The kinds of danno_rules_text.
enum {
  DANNO_TEXT_ID = 0,
  DANNO_TEXT_TITLE = 1,
  DANNO_TEXT_CANONICAL = 2,     ///< The whole rule set, as TOML.
  DANNO_TEXT_PARAMETERS = 3,    ///< Lines such as "target=3000", of every parameter in use.
  DANNO_TEXT_DUTIES = 4,        ///< The duties and permissions, a sentence a line.
  DANNO_TEXT_OBSERVATION = 5,   ///< The names of the numbers of an observation, one a line.
  DANNO_TEXT_WHY_UNSOLVED = 6,  ///< The reason against exact values; "" if there are some.
  DANNO_TEXT_BUNDLED = 7,       ///< The ids of the bundled rule sets, one a line; of any rules.
  DANNO_TEXT_VALUES_NAME = 8    ///< The file name of the exact values; "" if there are none.
};

/// Writes a text into the buffer, cut to `size` bytes with its zero. Returns the length of the
/// whole text without its zero; 0 for an unknown kind. The buffer may be null if `size` is 0.
DANNO_API size_t danno_rules_text(const danno_rules* rules, int32_t kind, char* buffer,
                                  size_t size);

/// Writes units as people write points, such as "3.5"; the buffer as in danno_rules_text.
DANNO_API size_t danno_rules_points(const danno_rules* rules, int32_t units, char* buffer,
                                    size_t size);

// ---- Exact values -----------------------------------------------------------------------------

/// Returns the exact values of the rules for two seats, also for rules of more seats. It maps the
/// table in `file`, or for null in Danno's cache. Without an intact table there it solves the game
/// and writes the table if `solve` is not 0, which takes from half a second to minutes on `threads`
/// threads, and fails otherwise.
DANNO_API danno_values* danno_values_new(const danno_rules* rules, const char* file, int32_t solve,
                                         int32_t threads, danno_error* error);
DANNO_API void danno_values_free(danno_values* values);

/// Writes the values as bytes, with each chance rounded to 16 bits; returns their number. Writes
/// nothing if `size` is less.
DANNO_API size_t danno_values_pack(const danno_values* values, void* buffer, size_t size);

/// Returns the values of danno_values_pack, for the same rules and parameters. Any bytes are read
/// safely.
DANNO_API danno_values* danno_values_unpack(const danno_rules* rules, const void* bytes,
                                            size_t size, danno_error* error);

// ---- Many games at a time ---------------------------------------------------------------------

/// The ways to go on after the end of a game.
enum {
  DANNO_NEXT_STEP = 0,  ///< The step after the end ignores the action and begins a new game.
  DANNO_SAME_STEP = 1,  ///< The step that ends a game begins the next one.
  DANNO_DISABLED = 2    ///< The caller resets the game; until then a step is an error.
};

/// Returns `count` games (1 to 131072), each at a question. Game i has the seed `seed` + i. Equal
/// seeds and actions repeat the same games. `policies` has a line for each seat: a policy that
/// plays it ("hold", "hold --at 300", "timid", "random", "odds", "optimal"), or nothing where the
/// caller plays, as at one seat at least; null stands for the caller at all seats. The first seat
/// of the caller is the learner: rewards are its own. The seat that begins is drawn for each game.
/// `values` are needed for "optimal", for regrets and for danno_game_chances; else null.
DANNO_API danno_games* danno_games_new(const danno_rules* rules, const danno_values* values,
                                       int64_t count, const char* policies, int32_t autoreset,
                                       uint64_t seed, danno_error* error);
DANNO_API void danno_games_free(danno_games* games);

/// Arrays to fill in, a row for each game. Those that are null are left out.
typedef struct danno_arrays {
  float* observations;  ///< [games][observation], as the seat that is asked sees the game.
  uint8_t* masks;       ///< [games][actions]: 1 where the action is legal; 0 after the end.
  int32_t* movers;      ///< [games]: the seat that is asked; -1 after the end.
  double* rewards;      ///< [games]: 0 before the end; then danno_position.rewards of the learner.
  uint8_t* terminated;  ///< [games]: 1 if this step ended the game.
  float* final_observations;  ///< [games][observation]: of DANNO_SAME_STEP, rows of ended games.
  double* regrets;  ///< [games]: what the action cost, as `danno explain` has it; else NaN.
} danno_arrays;

/// Begins new games where `which` is not 0, or all if it is null. `seeds`, if not null, has a new
/// seed for each of them. Fills in all rows of the arrays. Returns 0.
DANNO_API int32_t danno_games_reset(danno_games* games, const uint8_t* which, const uint64_t* seeds,
                                    const danno_arrays* arrays, danno_error* error);

/// Takes one action in each game and plays on to the caller's next question. An illegal action is
/// an error, and then no game has changed.
DANNO_API int32_t danno_games_step(danno_games* games, const int64_t* actions,
                                   const danno_arrays* arrays, danno_error* error);

/// Writes what the games need to go on alike, as bytes that hold on every machine; returns their
/// number. Writes nothing if `size` is less. Returns 0 if a game had dice of danno_game_throw.
DANNO_API size_t danno_games_save(const danno_games* games, void* buffer, size_t size);

/// Puts saved games in place of these, which must have the same rules, number and policies. Fills
/// in the arrays as danno_games_reset does. Any bytes are read safely. After an error the games are
/// as they were.
DANNO_API int32_t danno_games_load(danno_games* games, const void* bytes, size_t size,
                                   const danno_arrays* arrays, danno_error* error);

// ---- One game, step by step -------------------------------------------------------------------

enum { DANNO_OFFER = 0, DANNO_THROW = 1, DANNO_CHOOSE = 2, DANNO_OVER = 3 };

typedef struct danno_position {
  int32_t seats;
  int32_t mover;
  int32_t phase;    ///< DANNO_OFFER to DANNO_OVER.
  int32_t capped;   ///< 1 if a cap of turns ended the game.
  int32_t closer;   ///< The seat that triggered the last turns or holds the score to beat; else -1.
  int32_t winner;   ///< The seat whose throw won at once; else -1.
  int32_t in_game;  ///< Bit s: seat s has banked under the entry rule.
  int32_t forfeited;  ///< Bit s: seat s is out.
  int32_t turn_points;
  int32_t locked;
  int32_t inherited;
  int32_t attempt;   ///< 1 if the next throw is the attempt of an accepted offer.
  int32_t unproven;  ///< 1 if a die that scores by itself must be kept before a bank.
  int32_t roll;      ///< Throws of this turn so far.
  int32_t dice;      ///< Dice to throw next.
  int32_t offer_points;
  int32_t offer_dice;
  int32_t thrown[DANNO_FACES];  ///< The number of dice of each face, while an option is chosen.
  int32_t totals[DANNO_SEATS];
  int32_t turns[DANNO_SEATS];   ///< Turns ended.
  int32_t busts[DANNO_SEATS];   ///< Busts in a row, if they have a price.
  int32_t places[DANNO_SEATS];  ///< Places from 1 by the totals; equal ones are 1, 1, 3.
  double rewards[DANNO_SEATS];  ///< By the places: 1 for the first, -1 for the last, equal places
                                ///< share; 0 before the end.
} danno_position;

typedef struct danno_option {
  int32_t keep[DANNO_FACES];  ///< The number of dice of each face.
  int32_t points;
  int32_t next_dice;  ///< Dice of a roll after it.
  int32_t may_roll;
  int32_t may_bank;
  int32_t no_bank;  ///< The reason against a bank: rules::NoBank, counted from 1; 0 for none.
} danno_option;

/// The beginning of a game. Zeros are a usual game without fixed dice.
typedef struct danno_start {
  int32_t first;    ///< The seat that begins.
  int32_t has_key;  ///< 1: the dice are those of `key`; 0: of the game's seed.
  uint8_t key[32];  ///< The key of a deal (danno_deal_key, docs/fair-dice.md).
  int32_t totals[DANNO_SEATS];
  int32_t in_game;  ///< Bit s: seat s has banked under the entry rule.
} danno_start;

/// Begins a game that the caller leads step by step: nothing is thrown, no policy plays, and the
/// next danno_games_reset ends it.
DANNO_API int32_t danno_game_start(danno_games* games, int64_t game, const danno_start* start,
                                   danno_error* error);

/// Begins a game of a deal as the referee does: its dice are those of the key, and the start rolls
/// decide which seat begins. Returns that seat.
DANNO_API int32_t danno_game_deal(danno_games* games, int64_t game, const uint8_t key[32],
                                  danno_error* error);

DANNO_API int32_t danno_game_position(const danno_games* games, int64_t game,
                                      danno_position* position, danno_error* error);

/// Writes the options of DANNO_CHOOSE, by falling points, and returns their number; at most
/// danno_facts.options. It is 0 in other phases.
DANNO_API int32_t danno_game_options(const danno_games* games, int64_t game, danno_option* options,
                                     danno_error* error);

/// Throws the dice of DANNO_THROW: `faces` has the number of dice of each face; null throws those
/// of the game. Returns rules::Thrown: 0 the mover must choose, 1 a bust, 2 an attempt that
/// succeeded, 3 a throw that wins, 4 a bonus and another throw.
DANNO_API int32_t danno_game_throw(danno_games* games, int64_t game, const int32_t* faces,
                                   danno_error* error);

/// Takes an action in DANNO_CHOOSE or DANNO_OFFER, and throws nothing.
DANNO_API int32_t danno_game_act(danno_games* games, int64_t game, int32_t action,
                                 danno_error* error);

/// Puts a seat out of a game that is not over: its turn and its offer are lost.
DANNO_API int32_t danno_game_forfeit(danno_games* games, int64_t game, int32_t seat,
                                     danno_error* error);

/// Returns the action of a policy in DANNO_CHOOSE or DANNO_OFFER.
DANNO_API int32_t danno_game_judge(danno_games* games, int64_t game, const char* policy,
                                   danno_error* error);

/// Writes the exact chance of the mover after each action, NaN where it is illegal, and before it,
/// in any phase, into `before`. Both may be null. A tie counts half. Two seats only.
DANNO_API int32_t danno_game_chances(danno_games* games, int64_t game, double* chances,
                                     double* before, danno_error* error);

/// Writes the dice of the last throw of a game that is led step by step, whatever it was.
DANNO_API int32_t danno_game_thrown(const danno_games* games, int64_t game,
                                    int32_t faces[DANNO_FACES], danno_error* error);

// Texts; the buffer as in danno_rules_text. They return 0 after an error, too.

/// Writes a game that was begun by danno_game_start or danno_game_deal as `danno audit` reads it.
/// `names` has a line for each seat.
DANNO_API size_t danno_game_text(const danno_games* games, int64_t game, const char* names,
                                 char* buffer, size_t size, danno_error* error);

/// Writes why the mover, in DANNO_CHOOSE, may not keep these dice and then roll or bank, and what
/// is legal; "" if it may. `keep` has the number of dice of each face.
DANNO_API size_t danno_game_why_not(const danno_games* games, int64_t game, const char* names,
                                    const int32_t* keep, int32_t bank, char* buffer, size_t size,
                                    danno_error* error);

/// Writes what is bad about a bank of the option: that it records nothing, busts or loses; else "".
DANNO_API size_t danno_game_bank_note(const danno_games* games, int64_t game, int32_t option,
                                      char* buffer, size_t size, danno_error* error);

/// Writes why the mover's action `best` is better than `made`, in one or two sentences with exact
/// numbers. Both must be legal, and differ.
DANNO_API size_t danno_game_reason(danno_games* games, int64_t game, int32_t made, int32_t best,
                                   char* buffer, size_t size, danno_error* error);

/// Writes the first line of a written game that is not legal, and why; "" if all are.
DANNO_API size_t danno_audit(const char* text, char* buffer, size_t size);

/// Writes the observation and the mask of a seat; the mask is 0 unless the seat is asked. Both may
/// be null.
DANNO_API int32_t danno_game_observe(const danno_games* games, int64_t game, int32_t seat,
                                     float* observation, uint8_t* mask, danno_error* error);

/// Writes the key of a deal of `danno match`: of the seed's text, the rules, the agents' names (one
/// a line) and the number of the deal.
DANNO_API int32_t danno_deal_key(const danno_rules* rules, const char* seed, const char* names,
                                 uint64_t deal, uint8_t key[32], danno_error* error);

#ifdef __cplusplus
}
#endif

#endif

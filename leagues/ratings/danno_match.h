// A match of a bot that the caller asks, behind a C interface as that of referee/embed/danno.h,
// which says how handles, errors, points and actions work. BotMatch (bot_match.hpp) has the
// meaning.
#ifndef DANNO_LEAGUES_RATINGS_DANNO_MATCH_H
#define DANNO_LEAGUES_RATINGS_DANNO_MATCH_H

#include "referee/embed/danno.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct danno_match danno_match;

/// Returns a match of `deals` mirrored deals under rules for two seats. `names` has two lines: the
/// bot's, which the caller plays, and its opponent's, which `policy` plays. Names and seed are
/// those of `danno match`, and give the same dice. `values` may be null. `before` is a match by the
/// same values, whose work it uses, or null.
DANNO_API danno_match* danno_match_new(const danno_rules* rules, const danno_values* values,
                                       const char* names, const char* policy, const char* seed,
                                       int64_t deals, const danno_match* before,
                                       danno_error* error);
DANNO_API void danno_match_free(danno_match* match);

/// Returns the number of games that wait for the bot; 0 when all are over.
DANNO_API int64_t danno_match_open(const danno_match* match);
/// Returns the number of int32 in a row of a question.
DANNO_API int64_t danno_match_width(const danno_match* match);
/// Writes a row for each open game.
DANNO_API void danno_match_questions(const danno_match* match, int32_t* rows);
/// Takes an action for each open game. Returns 0; after an error the match is of no further use.
DANNO_API int32_t danno_match_answer(danno_match* match, const int32_t* actions, int64_t count,
                                     danno_error* error);

/// Returns GameStart.seed of a game.
DANNO_API uint64_t danno_match_agent_seed(const danno_match* match, int64_t game);
/// Writes lines such as "target=3000": the parameters as GameStart has them. Returns their length.
DANNO_API size_t danno_match_parameters(const danno_match* match, char* buffer, size_t size);

/// The figures of the bot once all games are over. Those that are not known are NaN.
typedef struct danno_match_rating {
  double games;
  double decisions;
  double score;  ///< The mean score, 0 to 1.
  double points;
  double first;  ///< Games in which it was first, alone or with the other.
  double second;
  double elo;  ///< The difference, with its 95 % interval.
  double elo_low;
  double elo_high;
  double adjusted;  ///< The same without the luck of the dice.
  double adjusted_low;
  double adjusted_high;
} danno_match_rating;

DANNO_API int32_t danno_match_rate(const danno_match* match, danno_match_rating* rating,
                                   danno_error* error);

/// The costliest decision by the exact values.
typedef struct danno_match_cost {
  double cost;    ///< The winning chance that it gave away.
  double chance;  ///< The chance after the best action.
  int32_t action;
  int32_t best;
} danno_match_cost;

/// Writes the decision and the row of its question. Returns 0 if there is none.
DANNO_API int32_t danno_match_costliest(const danno_match* match, danno_match_cost* cost,
                                        int32_t* row);

#ifdef __cplusplus
}
#endif

#endif

// A rating model: how strengths are computed from results.
//
// Each model is defined in a file of its own and listed once, in rating_model.cpp. Leagues and
// `danno rate` select one by its id; fit() of ratings.hpp calls it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::ratings {

class Results;
struct FitOptions;
struct Ratings;

/// The parts of the results that a model reads.
enum class Needs {
  Sums,   ///< The exact sums of pair scores.
  Games,  ///< The same, and every game with its places: Results::played().
};

struct RatingModel {
  std::string_view id;     ///< The id in league files and JSON, such as "bradley-terry".
  std::string_view title;  ///< The name in tables, such as "pairwise Bradley-Terry".
  Needs needs = Needs::Sums;
  Ratings (*fit)(const Results& results, const FitOptions& options) = nullptr;
};

/// The default of leagues and files.
extern const RatingModel kBradleyTerry;
extern const RatingModel kPlackettLuce;

/// Returns the ids of all models, the default first.
[[nodiscard]] std::vector<std::string> rating_model_ids();
/// Returns the model with this id; null if there is none.
[[nodiscard]] const RatingModel* find_rating_model(std::string_view id);

}  // namespace danno::leagues::ratings

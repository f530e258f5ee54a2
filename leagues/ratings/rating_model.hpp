// A rating model: how strengths follow from results.
//
// Each is defined in a file of its own and listed once, in rating_model.cpp. Leagues and `danno
// rate` name one by its id; fit() of ratings.hpp calls it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::ratings {

class Results;
struct FitOptions;
struct Ratings;

/// What a model reads of the results.
enum class Needs {
  Sums,   ///< The exact sums of pair scores.
  Games,  ///< Every game with its places, too: Results::played().
};

struct RatingModel {
  std::string_view id;     ///< In league files and JSON: "bradley-terry".
  std::string_view title;  ///< In tables, for people: "pairwise Bradley-Terry".
  Needs needs = Needs::Sums;
  Ratings (*fit)(const Results& results, const FitOptions& options) = nullptr;
};

/// Of leagues and files that do not say.
extern const RatingModel kBradleyTerry;

/// All models, the default first.
[[nodiscard]] std::span<const RatingModel* const> all_rating_models();
[[nodiscard]] std::vector<std::string> rating_model_ids();
/// Null if no model has that id.
[[nodiscard]] const RatingModel* find_rating_model(std::string_view id);

}  // namespace danno::leagues::ratings

#include "leagues/ratings/rating_model.hpp"

#include <algorithm>
#include <array>

#include "leagues/ratings/ratings.hpp"

namespace danno::leagues::ratings {

namespace {

constexpr std::array<const RatingModel*, 2> kModels{&kBradleyTerry, &kPlackettLuce};

}  // namespace

std::vector<std::string> rating_model_ids() {
  std::vector<std::string> ids;
  for (const RatingModel* const model : kModels)
    ids.emplace_back(model->id);
  return ids;
}

const RatingModel* find_rating_model(std::string_view id) {
  const auto* const found = std::ranges::find(kModels, id, &RatingModel::id);
  return found == kModels.end() ? nullptr : *found;
}

std::vector<int> table_sizes(const Results& results, const FitOptions& options) {
  std::vector<int> sizes = results.table_sizes();
  if (options.table_size) {
    std::erase_if(sizes, [&](int size) { return size != *options.table_size; });
  }
  return sizes;
}

Ratings fit(const Results& results, const FitOptions& options) {
  return options.model->fit(results, options);
}

}  // namespace danno::leagues::ratings

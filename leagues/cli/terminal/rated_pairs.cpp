#include "leagues/cli/terminal/rated_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/files/json.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::cli::terminal {
namespace {

using files::Json;

constexpr std::size_t kShown = 20;

const std::string& name_of(const std::vector<std::string>& names, int agent) {
  return names[static_cast<std::size_t>(agent)];
}

}  // namespace

std::vector<RatedPair> rated_pairs(const ratings::Results& results, const ratings::Ratings& ratings,
                                   const ratings::FitOptions& options) {
  std::vector<RatedPair> pairs;
  const ratings::Residuals residuals(results, ratings, options);
  for (std::size_t first = 0; first < ratings.order.size(); ++first) {
    for (std::size_t second = first + 1; second < ratings.order.size(); ++second) {
      const int a = ratings.order[first];
      const int b = ratings.order[second];
      const auto met = residuals.meeting(a, b);
      if (!met) continue;
      pairs.push_back({a, b, *met, ratings::los(ratings, a, b),
                       ratings::games_to_separate(ratings, a, b, options.confidence)});
    }
  }
  return pairs;
}

Json pairs_json(const std::vector<RatedPair>& pairs, const std::vector<std::string>& names) {
  Json json = Json::array();
  for (const RatedPair& pair : pairs) {
    json.push_back({{"a", name_of(names, pair.a)},
                    {"b", name_of(names, pair.b)},
                    {"games", pair.met.games},
                    {"score", pair.met.score()},
                    {"los", pair.los},
                    {"z", pair.met.residual},
                    {"more_games", pair.more_games}});
  }
  return json;
}

void print_pairs(std::vector<RatedPair> pairs, const std::vector<std::string>& names) {
  const auto shown = [&](int agent) { return words::escape_terminal(name_of(names, agent)); };
  std::ranges::stable_sort(pairs, std::ranges::greater(), [](const RatedPair& pair) {
    return std::abs(pair.met.residual.value_or(0));
  });
  std::vector<std::vector<std::string>> cells{
      {"agent", "against", "games", "score %", "z", "LOS %", "more games"}};
  for (std::size_t i = 0; i < std::min(kShown, pairs.size()); ++i) {
    const RatedPair& pair = pairs[i];
    cells.push_back({shown(pair.a), shown(pair.b), std::to_string(pair.met.games),
                     fmt::format("{:.1f}", 100 * pair.met.score()),
                     pair.met.residual ? fmt::format("{:+.1f}", *pair.met.residual) : "",
                     fmt::format("{:.1f}", 100 * pair.los),
                     pair.more_games ? fmt::format("{:.0f}", *pair.more_games) : ""});
  }
  print_text("{}\n", text_table({Align::Left, Align::Left, Align::Right, Align::Right, Align::Right,
                                 Align::Right, Align::Right},
                                cells));
  print_text(
      "z: standard errors from what the ratings expect, the largest first; more games: about so "
      "many between the two would separate them\n");
}

}  // namespace danno::leagues::cli::terminal

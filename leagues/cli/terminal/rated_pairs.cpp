#include "leagues/cli/rated_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/text/escape.hpp"

namespace danno::cli {
namespace {

using leagues::Company;
using nlohmann::ordered_json;

constexpr std::size_t kShown = 20;

const std::string& name_of(const std::vector<std::string>& names, int agent) {
  return names[static_cast<std::size_t>(agent)];
}

ordered_json or_null(std::optional<double> value) {
  return value ? ordered_json(*value) : ordered_json(nullptr);
}

std::vector<int> sizes_of(const leagues::Results& results, const leagues::FitOptions& options) {
  return options.table_size ? std::vector{*options.table_size} : results.table_sizes();
}

}  // namespace

std::vector<RatedPair> rated_pairs(const leagues::Results& results, const leagues::Ratings& ratings,
                                   const leagues::FitOptions& options) {
  std::vector<RatedPair> pairs;
  for (std::size_t first = 0; first < ratings.order.size(); ++first) {
    for (std::size_t second = first + 1; second < ratings.order.size(); ++second) {
      RatedPair pair;
      pair.a = ratings.order[first];
      pair.b = ratings.order[second];
      const auto [low, high] = std::minmax(pair.a, pair.b);
      double score = 0;
      for (const int size : sizes_of(results, options)) {
        const leagues::PairTotals& totals = results.pair(size, low, high);
        pair.games += totals.games;
        score += static_cast<double>(totals.score) / static_cast<double>(leagues::kPairWin);
      }
      if (pair.games == 0) continue;
      score /= static_cast<double>(pair.games);
      pair.score = pair.a == low ? score : 1 - score;
      pair.los = leagues::los(ratings, pair.a, pair.b);
      pair.z = leagues::standardised_residual(results, ratings, pair.a, pair.b, options);
      pair.more_games = leagues::games_to_separate(ratings, pair.a, pair.b, options.confidence);
      pairs.push_back(pair);
    }
  }
  return pairs;
}

std::vector<Company> companies(const leagues::RecordedGames& games, const leagues::Ratings& ratings,
                               const leagues::FitOptions& options) {
  leagues::CompanyResiduals company(ratings);
  std::vector<leagues::Game> deal;
  std::size_t at = 0;
  for (const std::size_t end : games.deals) {
    deal.clear();
    for (; at < end; ++at) {
      const leagues::Game game = games.game(games.order[at]);
      const auto size = static_cast<int>(game.players.size());
      if (options.table_size.value_or(size) == size) deal.push_back(game);
    }
    company.add_deal(deal);
  }
  return company.rows();
}

ordered_json pairs_json(const std::vector<RatedPair>& pairs,
                        const std::vector<std::string>& names) {
  ordered_json json = ordered_json::array();
  for (const RatedPair& pair : pairs) {
    json.push_back({{"a", name_of(names, pair.a)},
                    {"b", name_of(names, pair.b)},
                    {"games", pair.games},
                    {"score", pair.score},
                    {"los", pair.los},
                    {"z", or_null(pair.z)},
                    {"more_games", or_null(pair.more_games)}});
  }
  return json;
}

ordered_json company_json(const std::vector<Company>& rows, const std::vector<std::string>& names) {
  ordered_json json = ordered_json::array();
  for (const Company& row : rows) {
    json.push_back({{"agent", name_of(names, row.agent)},
                    {"with", name_of(names, row.with)},
                    {"games", row.games},
                    {"residual", row.residual},
                    {"z", row.z}});
  }
  return json;
}

void print_pairs(std::vector<RatedPair> pairs, std::vector<Company> rows,
                 const std::vector<std::string>& names) {
  const auto shown = [&](int agent) { return leagues::escape_terminal(name_of(names, agent)); };
  std::ranges::stable_sort(pairs, std::ranges::greater(),
                           [](const RatedPair& pair) { return std::abs(pair.z.value_or(0)); });
  std::vector<std::vector<std::string>> cells{
      {"agent", "against", "games", "score %", "z", "LOS %", "more games"}};
  for (std::size_t i = 0; i < std::min(kShown, pairs.size()); ++i) {
    const RatedPair& pair = pairs[i];
    cells.push_back({shown(pair.a), shown(pair.b), std::to_string(pair.games),
                     fmt::format("{:.1f}", 100 * pair.score),
                     pair.z ? fmt::format("{:+.1f}", *pair.z) : "",
                     fmt::format("{:.1f}", 100 * pair.los),
                     pair.more_games ? fmt::format("{:.0f}", *pair.more_games) : ""});
  }
  fmt::print("{}\n", text_table({Align::Left, Align::Left, Align::Right, Align::Right, Align::Right,
                                 Align::Right, Align::Right},
                                cells));
  if (!rows.empty()) {
    std::ranges::stable_sort(rows, std::ranges::greater(),
                             [](const Company& row) { return std::abs(row.z); });
    cells = {{"agent", "with", "games", "points a game", "z"}};
    for (std::size_t i = 0; i < std::min(kShown, rows.size()); ++i) {
      cells.push_back({shown(rows[i].agent), shown(rows[i].with), std::to_string(rows[i].games),
                       fmt::format("{:+.3f}", rows[i].residual),
                       fmt::format("{:+.1f}", rows[i].z)});
    }
    fmt::print(
        "{}\n",
        text_table({Align::Left, Align::Left, Align::Right, Align::Right, Align::Right}, cells));
  }
  fmt::print(
      "z: standard errors from what the ratings expect, the largest first; more games: about so "
      "many between the two would separate them; with: against the third ones when both sit "
      "there\n");
}

}  // namespace danno::cli

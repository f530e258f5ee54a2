#include "leagues/cli/terminal/rated_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/files/json.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::cli::terminal {
namespace {

using files::Json;
using ratings::ThirdPartyEffect;

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

std::vector<ThirdPartyEffect> third_party_effects(const ratings::RecordedGames& games,
                                                  const ratings::Ratings& ratings,
                                                  const ratings::FitOptions& options) {
  ratings::ThirdPartyEffects effects(ratings);
  std::vector<ratings::RankedGame> deal;
  std::size_t at = 0;
  for (const std::size_t end : games.deals) {
    deal.clear();
    for (; at < end; ++at) {
      const ratings::RankedGame game = games.game(games.order[at]);
      const auto size = static_cast<int>(game.players.size());
      if (options.table_size.value_or(size) == size) deal.push_back(game);
    }
    effects.add_deal(deal);
  }
  return effects.rows();
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

Json third_party_json(const std::vector<ThirdPartyEffect>& rows,
                      const std::vector<std::string>& names) {
  Json json = Json::array();
  for (const ThirdPartyEffect& row : rows) {
    json.push_back({{"agent", name_of(names, row.agent)},
                    {"with", name_of(names, row.with)},
                    {"games", row.games},
                    {"residual", row.residual},
                    {"z", row.z}});
  }
  return json;
}

void print_pairs(std::vector<RatedPair> pairs, std::vector<ThirdPartyEffect> rows,
                 const std::vector<std::string>& names) {
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
  fmt::print("{}\n", text_table({Align::Left, Align::Left, Align::Right, Align::Right, Align::Right,
                                 Align::Right, Align::Right},
                                cells));
  if (!rows.empty()) {
    std::ranges::stable_sort(rows, std::ranges::greater(),
                             [](const ThirdPartyEffect& row) { return std::abs(row.z); });
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

}  // namespace danno::leagues::cli::terminal

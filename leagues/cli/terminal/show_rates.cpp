#include "leagues/cli/terminal/show_rates.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/rated_pairs.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/files/json.hpp"
#include "leagues/tables/table.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::cli::terminal {
namespace {

using files::Json;
using ratings::AgentRating;
using ratings::RecordedGames;

/// Best first, without those who did not play at tables of the chosen size.
std::vector<int> rated_order(const ratings::Ratings& ratings) {
  std::vector<int> order = ratings.order;
  std::erase_if(
      order, [&](int agent) { return ratings.agents[static_cast<std::size_t>(agent)].games == 0; });
  return order;
}

Json agents_json(const RecordedGames& games, const ratings::Ratings& ratings) {
  Json agents = Json::array();
  for (const int agent : rated_order(ratings)) {
    AgentRating row = ratings.agents[static_cast<std::size_t>(agent)];
    tables::drop_rough_interval(row.deals, row.elo_low, row.elo_high);
    agents.push_back({{"name", games.names[static_cast<std::size_t>(agent)]},
                      {"elo", row.elo},
                      {"se", row.se},
                      {"elo_low", row.elo_low},
                      {"elo_high", row.elo_high},
                      {"rank", row.rank},
                      {"rank_low", row.rank_low},
                      {"rank_high", row.rank_high},
                      {"tier", row.tier},
                      {"component", row.component + 1},
                      {"games", row.games},
                      {"deals", row.deals},
                      {"score", row.score},
                      {"points", row.points},
                      {"win_share", row.win_share},
                      {"average_opponent", row.average_opponent},
                      {"los_next", row.los_next}});
  }
  return agents;
}

/// How far each anchor's rating is from the published one.
Json anchors_json(const RecordedGames& games, const RatedTable& rated) {
  Json anchors = Json::array();
  for (const ratings::Anchor& anchor : rated.options.anchors) {
    const auto agent = static_cast<std::size_t>(anchor.agent);
    anchors.push_back({{"name", games.names[agent]},
                       {"elo", anchor.elo},
                       {"drift", rated.ratings.agents[agent].elo - anchor.elo}});
  }
  return anchors;
}

void print_json(const RatesView& view, const RecordedGames& games, const RatedTable& pooled,
                std::span<const RatedTable> by_size) {
  const ratings::Ratings& ratings = pooled.ratings;
  Json json{{"estimator", pooled.options.model->id},
            {"prior", pooled.options.prior},
            {"confidence", pooled.options.confidence},
            {"rank_ranges", pooled.options.simultaneous ? "simultaneous" : "each for itself"},
            {"games", ratings.games},
            {"deals", ratings.deals},
            {"unfinished", games.unfinished},
            {"components", ratings.components},
            {"agents", agents_json(games, ratings)}};
  if (!pooled.options.anchors.empty()) json["anchors"] = anchors_json(games, pooled);
  for (const RatedTable& rated : by_size) {
    json["by_table_size"].push_back({{"table_size", *rated.options.table_size},
                                     {"games", rated.ratings.games},
                                     {"deals", rated.ratings.deals},
                                     {"agents", agents_json(games, rated.ratings)}});
  }
  if (view.covariance) {
    json["cov"] = Json::array();
    const std::vector<int> order = rated_order(ratings);
    for (const int i : order) {
      std::vector<double> row;
      for (const int j : order) {
        row.push_back(ratings.covariance(static_cast<std::size_t>(i), static_cast<std::size_t>(j)));
      }
      json["cov"].push_back(row);
    }
  }
  if (view.pairs) {
    json["pairs"] =
        pairs_json(rated_pairs(ratings::results_of(games), ratings, pooled.options), games.names);
  }
  print("{}\n", json.dump());
}

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

/// As in the table of a league (tables::table_cells()).
std::vector<std::string> shown_row(const std::string& name, const AgentRating& row) {
  return {std::to_string(row.rank),
          tables::show_ranks(row.rank_low, row.rank_high),
          words::escape_terminal(name),
          tables::show_elo_of(row.deals, row.elo, row.elo_low, row.elo_high),
          std::to_string(row.games),
          std::to_string(row.deals),
          percent(row.score),
          fmt::format("{:.3f}", row.points),
          percent(row.win_share),
          tables::show_signed(row.average_opponent),
          row.los_next ? fmt::format("{:.0f} %", 100 * *row.los_next) : ""};
}

void print_table(const RecordedGames& games, const RatedTable& rated) {
  const ratings::Ratings& ratings = rated.ratings;
  const std::vector<std::string> heading{
      "rank",  "range",     "agent", fmt::format("Elo ±{:g} %", 100 * rated.options.confidence),
      "games", "deals",     "score", "points",
      "wins",  "opponents", "LOS"};
  std::vector<Align> columns(heading.size(), Align::Right);
  columns[2] = Align::Left;
  std::vector<std::vector<std::string>> rows;
  int component = 0;
  const auto end_table = [&] {
    if (!rows.empty()) print_text("{}\n", text_table(columns, rows));
    rows = {heading};
  };
  end_table();
  for (const int number : rated_order(ratings)) {
    const auto agent = static_cast<std::size_t>(number);
    if (rows.size() > 1 && ratings.agents[agent].component != component) end_table();
    component = ratings.agents[agent].component;
    rows.push_back(shown_row(games.names[agent], ratings.agents[agent]));
  }
  end_table();
}

void print_anchors(const RecordedGames& games, const RatedTable& rated) {
  for (const ratings::Anchor& anchor : rated.options.anchors) {
    const auto agent = static_cast<std::size_t>(anchor.agent);
    const double elo = rated.ratings.agents[agent].elo;
    print_text("anchor {} {:.1f}: rated {:.1f}, drift {:+.1f}\n",
               words::escape_terminal(games.names[agent]), anchor.elo, elo, elo - anchor.elo);
  }
}

void print_rates(const RatesView& view, const RecordedGames& games, const RatedTable& pooled,
                 std::span<const RatedTable> by_size) {
  const ratings::Ratings& ratings = pooled.ratings;
  print_table(games, pooled);
  for (const RatedTable& rated : by_size) {
    print_text("only tables of {}, {} games:\n\n", *rated.options.table_size, rated.ratings.games);
    print_table(games, rated);
  }
  if (view.pairs)
    print_pairs(rated_pairs(ratings::results_of(games), ratings, pooled.options), games.names);
  print_anchors(games, pooled);
  if (ratings.components > 1) {
    print_text("{} groups that never met, not even indirectly: each is rated apart\n",
               ratings.components);
  }
  if (games.unfinished > 0)
    print_text("{} games without a result are left out\n", games.unfinished);
  const auto outside = std::ranges::count(ratings.agents, false, &AgentRating::in_core);
  const bool all_agents = outside == 0 || outside == std::ssize(ratings.agents);
  print_text(
      "{}, prior {}; {}, {}; {} % intervals against the mean of {}, errors clustered by deal; {}\n",
      pooled.options.model->title, pooled.options.prior,
      words::show_count(static_cast<std::uint64_t>(ratings.deals), "deal"),
      words::show_count(static_cast<std::uint64_t>(ratings.games), "game"),
      100 * pooled.options.confidence, all_agents ? "the pool" : "the agents that have two bounds",
      pooled.options.simultaneous ? "all ranges hold at once" : "each range for itself");
}

}  // namespace

void show(const RatesView& view, const RecordedGames& games, const RatedTable& pooled,
          std::span<const RatedTable> by_size, const Invocation& invocation) {
  invocation.json ? print_json(view, games, pooled, by_size)
                  : print_rates(view, games, pooled, by_size);
}

}  // namespace danno::leagues::cli::terminal

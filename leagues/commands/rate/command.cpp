// danno rate FILE…: ratings of results from anywhere.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/number.hpp"
#include "leagues/base/suggest.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/text_table.hpp"
#include "leagues/ratings/head_to_head.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/results_file.hpp"
#include "leagues/report/columns.hpp"
#include "leagues/report/table.hpp"

namespace danno::leagues::commands::rate {
namespace {

using base::Json;
using ratings::AgentRating;
using ratings::FitOptions;
using ratings::RecordedGames;

/// Adds the results of a file; "-" is stdin. Throws UsageError if it cannot be opened, and what
/// ratings::ResultsReader throws.
void add_results(const std::string& file, ratings::ResultsReader& reader) {
  const bool is_stdin = file == "-";
  std::ifstream in;
  if (!is_stdin) in.open(file);
  if (!is_stdin && (!in || std::filesystem::is_directory(file))) {
    throw cli::UsageError("{}: cannot be opened; expected a file of games, or - for stdin", file);
  }
  const std::string name = is_stdin ? "stdin" : file;
  if (reader.add(is_stdin ? std::cin : in, name))
    cli::print_note("{}: its last line was cut off by a full disk or a kill, and is left out\n",
                    name);
}

/// Returns the results of all files. Throws what add_results() throws, and UsageError if one is
/// given twice.
RecordedGames read_results(const std::vector<std::string>& files) {
  ratings::ResultsReader reader;
  std::set<std::filesystem::path> seen;
  for (const std::string& file : files) {
    if (std::error_code error; !seen.insert(std::filesystem::weakly_canonical(file, error)).second)
      throw cli::UsageError("{}: given twice; its games would count twice", file);
    add_results(file, reader);
  }
  return reader.finish();
}

/// Parses --anchor NAME=ELO; `names` are those of the players, sorted. Throws UsageError.
ratings::Anchor parse_anchor(const std::string& text, const std::vector<std::string>& names) {
  // Names may contain '=', so the last one separates.
  const std::size_t equals = text.rfind('=');
  // Further apart no two agents are.
  constexpr double kMostElo = 1e6;
  const auto elo = base::parse_decimal(
      equals == std::string::npos ? std::string_view() : std::string_view(text).substr(equals + 1),
      -kMostElo, kMostElo);
  if (!elo) {
    throw cli::UsageError("--anchor '{}'; expected NAME=ELO with an Elo from -{:.0f} to {:.0f}",
                          text, kMostElo, kMostElo);
  }
  ratings::Anchor anchor{};
  anchor.elo = *elo;
  const std::string name = text.substr(0, equals);
  const auto found = std::ranges::lower_bound(names, name);
  if (found == names.end() || *found != name) {
    const std::optional<std::string> meant = base::closest(name, names);
    throw cli::UsageError("--anchor '{}': no agent of that name played{}", name,
                          meant ? fmt::format("; did you mean '{}'?", *meant) : "");
  }
  anchor.agent = static_cast<int>(found - names.begin());
  return anchor;
}

/// Two agents who met; `a` is rated higher.
struct RatedPair {
  int a = 0;
  int b = 0;
  ratings::Meeting met;              ///< The meeting, from a's side.
  double los = 0.5;                  ///< The probability that a is stronger.
  std::optional<double> more_games;  ///< The result of ratings::games_to_separate().
};

constexpr std::size_t kShown = 20;

const std::string& player_name(const std::vector<std::string>& names, int agent) {
  return names[static_cast<std::size_t>(agent)];
}

/// Returns the pairs, sorted by the rank of a, then of b.
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

std::string signed_z(double z) { return fmt::format("{:+.1f}", z); }

/// Describes pairs that met; z is null if a residual cannot be computed.
report::OutputTable describe_pairs(const std::vector<RatedPair>& pairs,
                                   const std::vector<std::string>& names) {
  report::OutputTable table;
  for (const auto& [a, b, met, los, more_games] : pairs) {
    table.rows.emplace_back();
    table.add({.json = "a", .heading = "agent", .is_text = true}, player_name(names, a));
    table.add({.json = "b", .heading = "against", .is_text = true}, player_name(names, b));
    table.add({.json = "games", .heading = "games"}, met.games);
    table.add({.json = "score"}, met.score());
    table.add({.heading = "score %", .show = report::one_decimal}, 100 * met.score());
    table.add({.json = "los"}, los);
    table.add({.json = "z", .heading = "z", .show = signed_z, .none = ""}, met.residual);
    table.add({.heading = "LOS %", .show = report::one_decimal}, 100 * los);
    table.add({.json = "more_games", .heading = "more games", .show = report::whole, .none = ""},
              more_games);
  }
  return table;
}

/// Prints the pairs that are furthest from what the ratings expect.
void print_pairs(std::vector<RatedPair> pairs, const std::vector<std::string>& names) {
  // The pairs that contradict the ratings most are shown; all are in the JSON.
  std::ranges::stable_sort(pairs, std::ranges::greater(), [](const RatedPair& pair) {
    return std::abs(pair.met.residual.value_or(0));
  });
  pairs.resize(std::min(kShown, pairs.size()));
  cli::print_text("{}\n", cli::text_table(report::to_cells(describe_pairs(pairs, names))));
  cli::print_text(
      "z: standard errors from what the ratings expect, the largest first; more games: about this "
      "many more between the two would separate them\n");
}

/// A table of all games, or of those of one table size.
struct RatedTable {
  ratings::FitOptions options;
  ratings::Ratings ratings;
};

/// Returns the agents best first, without those that did not play at tables of the chosen size.
std::vector<int> rated_order(const ratings::Ratings& ratings) {
  std::vector<int> order = ratings.order;
  std::erase_if(
      order, [&](int agent) { return ratings.agents[static_cast<std::size_t>(agent)].games == 0; });
  return order;
}

/// Adds an agent's rating, as in the table of a league.
void add_agent(report::OutputTable& table, const RecordedGames& games, const RatedTable& rated,
               int number) {
  const auto agent = static_cast<std::size_t>(number);
  const AgentRating& row = rated.ratings.agents[agent];
  const report::EloInterval rating = report::elo_interval(row);
  const report::EloInterval elo = rating.reliable();
  table.rows.emplace_back();
  table.add({.heading = "rank"}, row.rank);
  table.add({.heading = "range"}, report::format_ranks(row.rank_low, row.rank_high));
  table.add({.json = "name", .heading = "agent", .is_text = true}, games.names[agent]);
  table.add({.heading = fmt::format("Elo ±{:g} %", 100 * rated.options.confidence)},
            report::format_elo(rating));
  table.add({.json = "elo"}, elo.elo);
  table.add({.json = "se"}, row.se);
  table.add({.json = "elo_low"}, elo.low);
  table.add({.json = "elo_high"}, elo.high);
  table.add({.json = "rank"}, row.rank);
  table.add({.json = "rank_low"}, row.rank_low);
  table.add({.json = "rank_high"}, row.rank_high);
  table.add({.json = "tier"}, row.tier);
  table.add({.json = "component"}, row.component + 1);
  table.add({.json = "games", .heading = "games"}, row.games);
  table.add({.json = "deals", .heading = "deals"}, row.deals);
  table.add({.json = "score", .heading = "score", .show = base::format_chance}, row.score);
  table.add({.json = "points", .heading = "points", .show = report::three_digits}, row.points);
  table.add({.json = "win_share", .heading = "wins", .show = base::format_chance}, row.win_share);
  table.add({.json = "average_opponent", .heading = "opponents", .show = report::whole_elo},
            row.average_opponent);
  table.add({.json = "los_next", .heading = "LOS", .show = report::whole_percent, .none = ""},
            row.los_next);
}

report::OutputTable describe_agents(const RecordedGames& games, const RatedTable& rated,
                                    std::span<const int> agents) {
  report::OutputTable table;
  for (const int agent : agents)
    add_agent(table, games, rated, agent);
  return table;
}

/// Returns the anchors, each with the distance of its rating from the published one.
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

Json agents_json(const RecordedGames& games, const RatedTable& rated) {
  return report::to_json(describe_agents(games, rated, rated_order(rated.ratings)));
}

void print_json(const RecordedGames& games, const RatedTable& pooled,
                std::span<const RatedTable> by_size, bool with_pairs) {
  const ratings::Ratings& ratings = pooled.ratings;
  Json json{{"estimator", pooled.options.model->id},
            {"prior", pooled.options.prior},
            {"confidence", pooled.options.confidence},
            {"rank_ranges", pooled.options.simultaneous ? "simultaneous" : "each for itself"},
            {"games", ratings.games},
            {"deals", ratings.deals},
            {"unfinished", games.unfinished},
            {"components", ratings.components},
            {"agents", agents_json(games, pooled)}};
  if (!pooled.options.anchors.empty()) json["anchors"] = anchors_json(games, pooled);
  for (const RatedTable& rated : by_size) {
    json["by_table_size"].push_back({{"table_size", *rated.options.table_size},
                                     {"games", rated.ratings.games},
                                     {"deals", rated.ratings.deals},
                                     {"agents", agents_json(games, rated)}});
  }
  if (with_pairs) {
    json["pairs"] = report::to_json(describe_pairs(
        rated_pairs(ratings::make_results(games), ratings, pooled.options), games.names));
  }
  cli::print("{}\n", base::dump(json));
}

/// Prints a table for each group of agents that can be compared.
void print_table(const RecordedGames& games, const RatedTable& rated) {
  const std::vector<int> order = rated_order(rated.ratings);
  const auto component = [&](int agent) {
    return rated.ratings.agents[static_cast<std::size_t>(agent)].component;
  };
  for (auto first = order.begin(); first != order.end();) {
    const auto last = std::find_if(
        first, order.end(), [&](int agent) { return component(agent) != component(*first); });
    const report::OutputTable table = describe_agents(games, rated, {first, last});
    cli::print_text("{}\n", cli::text_table(report::to_cells(table)));
    first = last;
  }
}

void print_anchors(const RecordedGames& games, const RatedTable& rated) {
  for (const ratings::Anchor& anchor : rated.options.anchors) {
    const auto agent = static_cast<std::size_t>(anchor.agent);
    const double elo = rated.ratings.agents[agent].elo;
    cli::print_text("anchor {} {:.1f}: rated {:.1f}, drift {:+.1f}\n",
                    base::escape_terminal(games.names[agent]), anchor.elo, elo, elo - anchor.elo);
  }
}

/// Prints the ratings over all games, then those of each table size that has a table of its own.
void print_rates(const RecordedGames& games, const RatedTable& pooled,
                 std::span<const RatedTable> by_size, bool with_pairs) {
  const ratings::Ratings& ratings = pooled.ratings;
  print_table(games, pooled);
  for (const RatedTable& rated : by_size) {
    cli::print_text("only tables of {}, {} games:\n\n", *rated.options.table_size,
                    rated.ratings.games);
    print_table(games, rated);
  }
  if (with_pairs)
    print_pairs(rated_pairs(ratings::make_results(games), ratings, pooled.options), games.names);
  print_anchors(games, pooled);
  if (ratings.components > 1) {
    cli::print_text("{} groups never met, not even indirectly: each is rated separately\n",
                    ratings.components);
  }
  if (games.unfinished > 0)
    cli::print_text("{} games without a result are left out\n", games.unfinished);
  const auto outside = std::ranges::count(ratings.agents, false, &AgentRating::in_core);
  const bool all_agents = outside == 0 || outside == std::ssize(ratings.agents);
  cli::print_text(
      "{}, prior {}; {}, {}; {} % intervals against the mean of {}, errors clustered by deal; {}\n",
      pooled.options.model->title, pooled.options.prior, base::format_count(ratings.deals, "deal"),
      base::format_count(ratings.games, "game"), 100 * pooled.options.confidence,
      all_agents ? "the pool" : "the agents that have two bounds",
      pooled.options.simultaneous ? "all ranges hold at once" : "each range for itself");
}

struct RateArguments {
  std::vector<std::string> files;
  double prior = 0.5;
  double confidence = 0.95;
  std::vector<std::string> anchors;
  std::string rating{ratings::kBradleyTerry.id};
  bool pairs = false;
  bool simultaneous = false;
};

FitOptions fit_options(const RateArguments& arguments, const RecordedGames& games) {
  constexpr double kLeastPrior = 1e-6;
  constexpr double kMostPrior = 1e6;
  const bool fits = arguments.prior >= kLeastPrior && arguments.prior <= kMostPrior;
  if (arguments.prior != 0 && !fits) {
    throw cli::UsageError("--prior {}; expected 0, or {} to {}", arguments.prior, kLeastPrior,
                          kMostPrior);
  }
  constexpr double kLeastConfidence = 0.01;
  constexpr double kMostConfidence = 0.999999;
  if (!(arguments.confidence >= kLeastConfidence && arguments.confidence <= kMostConfidence)) {
    throw cli::UsageError("--confidence {}; expected {} to {}, as .95", arguments.confidence,
                          kLeastConfidence, kMostConfidence);
  }
  FitOptions options{.prior = arguments.prior, .confidence = arguments.confidence};
  options.simultaneous = arguments.simultaneous;
  options.model = ratings::find_rating_model(arguments.rating);
  for (const std::string& text : arguments.anchors) {
    const ratings::Anchor anchor = parse_anchor(text, games.names);
    if (std::ranges::count(options.anchors, anchor.agent, &ratings::Anchor::agent) > 0)
      throw cli::UsageError("--anchor names '{}' twice", text.substr(0, text.rfind('=')));
    options.anchors.push_back(anchor);
  }
  return options;
}

RatedTable fit_table(const RecordedGames& games, FitOptions options) {
  ratings::Ratings ratings =
      ratings::fit(ratings::make_results(games, options.model->needs), options);
  return {std::move(options), std::move(ratings)};
}

/// Fits each table size alone, because strength differs between them. Returns none if there is one
/// size only; a size without finite ratings is left out.
std::vector<RatedTable> fit_by_size(const RecordedGames& games, const FitOptions& options) {
  const std::vector<int> sizes = ratings::make_results(games).table_sizes();
  std::vector<RatedTable> tables;
  for (const int size : sizes) {
    if (sizes.size() == 1) break;
    FitOptions of_size = options;
    of_size.table_size = size;
    try {
      tables.push_back(fit_table(games, std::move(of_size)));
    } catch (const std::invalid_argument&) {  // no prior, and the pool alone has a finite maximum
    }
  }
  return tables;
}

void rate(const RateArguments& arguments, const cli::Invocation& invocation) {
  try {
    const RecordedGames games = read_results(arguments.files);
    const RatedTable pooled = fit_table(games, fit_options(arguments, games));
    const std::vector<RatedTable> by_size = fit_by_size(games, pooled.options);
    invocation.json ? print_json(games, pooled, by_size, arguments.pairs)
                    : print_rates(games, pooled, by_size, arguments.pairs);
  } catch (const std::invalid_argument& error) {
    throw cli::UsageError(base::escape_terminal(error.what()));
  }
}

}  // namespace

void add_rate(cli::Command app, cli::Invocation& invocation) {
  const auto [command, arguments] = app.add(
      invocation, rate,
      {.name = "rate",
       .summary = "compute ratings from results of any source",
       .group = cli::kMore,
       .examples =
           "  danno rate monday.jsonl tuesday.jsonl\n"
           "  danno rate games.pgn --pairs\n"
           "  echo '{\"players\":[\"ada\",\"bob\"],\"places\":[1,2]}' | danno rate - --json"});
  command.json_flag(invocation);
  command
      .option("FILE", arguments.files,
              "games, one a line: {\"deal\":\"d1\",\"players\":[\"a\",\"b\"],\"places\":[1,2]}; or "
              "PGN; or CSV with the columns white,black,score or a,b,winner; - is stdin")
      .required()
      .several(100'000);
  command
      .option("--prior", arguments.prior, "virtual wins and losses that are added for each agent")
      .shows_default();
  command
      .option("--anchor NAME=ELO", arguments.anchors,
              "an agent and its known rating; the mean of all anchors is preserved")
      .repeated();
  command.option("--confidence", arguments.confidence, "confidence of intervals and rank ranges")
      .shows_default();
  command.flag("--simultaneous", arguments.simultaneous,
               "make all rank ranges hold simultaneously, not each by itself");
  command.flag("--pairs", arguments.pairs,
               "also print the results of pairs, the most unexpected first");
  command.option("--rating", arguments.rating, "the rating model; default bradley-terry")
      .choices(ratings::rating_model_ids());
}

}  // namespace danno::leagues::commands::rate

// danno rate FILE: ratings of results from anywhere.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "leagues/cli/rated_pairs.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/plackett_luce.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/results_file.hpp"
#include "leagues/suggest.hpp"
#include "leagues/tables/table.hpp"
#include "leagues/text/escape.hpp"

namespace danno::cli {
namespace {

using leagues::AgentRating;
using leagues::FitOptions;
using leagues::RecordedGames;

struct Arguments {
  std::string file;
  double prior = 0.5;
  double confidence = 0.95;
  std::vector<std::string> anchors;
  int table_size = 0;
  bool covariance = false;
  bool plackett_luce = false;
  bool pairs = false;
  bool simultaneous = false;
};

/// A table: all games, or those of one size.
struct Rated {
  FitOptions options;
  leagues::Ratings ratings;
};

RecordedGames read(const std::string& file) {
  if (file == "-") {
    return leagues::read_results(std::cin, "stdin");
  }
  std::ifstream in(file);
  if (!in || std::filesystem::is_directory(file)) {
    throw UsageError(
        fmt::format("{}: cannot be opened; expected a file of games, or - for stdin", file));
  }
  return leagues::read_results(in, file);
}

leagues::Anchor anchor_of(const std::string& text, const std::vector<std::string>& names) {
  const std::size_t equals = text.rfind('=');
  leagues::Anchor anchor{};
  const char* const end = text.data() + text.size();
  const char* const begin = equals == std::string::npos ? end : text.data() + equals + 1;
  const auto [stop, error] = std::from_chars(begin, end, anchor.elo);
  if (begin == end || error != std::errc() || stop != end || !std::isfinite(anchor.elo)) {
    throw UsageError(fmt::format("--anchor '{}'; expected NAME=ELO", text));
  }
  const std::string name = text.substr(0, equals);
  const auto found = std::ranges::lower_bound(names, name);
  if (found == names.end() || *found != name) {
    const std::optional<std::string> meant = leagues::closest(name, names);
    throw UsageError(fmt::format("--anchor '{}': nobody of that name played{}", name,
                                 meant ? fmt::format("; did you mean '{}'?", *meant) : ""));
  }
  anchor.agent = static_cast<int>(found - names.begin());
  return anchor;
}

FitOptions options_of(const Arguments& arguments, const RecordedGames& games) {
  constexpr double kMostPrior = 1e6;
  if (!(arguments.prior >= 0 && arguments.prior <= kMostPrior)) {
    throw UsageError(fmt::format("--prior {}; expected 0 to {}", arguments.prior, kMostPrior));
  }
  if (!(arguments.confidence > 0 && arguments.confidence < 1)) {
    throw UsageError(fmt::format("--confidence {}; expected a number between 0 and 1, as .95",
                                 arguments.confidence));
  }
  FitOptions options{.prior = arguments.prior, .confidence = arguments.confidence};
  options.simultaneous = arguments.simultaneous;
  for (const std::string& text : arguments.anchors) {
    options.anchors.push_back(anchor_of(text, games.names));
  }
  if (arguments.table_size != 0) {
    options.table_size = arguments.table_size;
  }
  return options;
}

nlohmann::ordered_json or_null(const std::optional<double>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

/// Best first, without those who did not play at tables of the chosen size.
std::vector<int> rated_order(const leagues::Ratings& ratings) {
  std::vector<int> order = ratings.order;
  std::erase_if(
      order, [&](int agent) { return ratings.agents[static_cast<std::size_t>(agent)].games == 0; });
  return order;
}

nlohmann::ordered_json agents_json(const RecordedGames& games, const leagues::Ratings& ratings) {
  nlohmann::ordered_json agents = nlohmann::ordered_json::array();
  for (const int agent : rated_order(ratings)) {
    const AgentRating& row = ratings.agents[static_cast<std::size_t>(agent)];
    agents.push_back({{"name", games.names[static_cast<std::size_t>(agent)]},
                      {"elo", row.elo},
                      {"se", or_null(row.se)},
                      {"elo_low", or_null(row.elo_low)},
                      {"elo_high", or_null(row.elo_high)},
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
                      {"los_next", or_null(row.los_next)}});
  }
  return agents;
}

/// How far each anchor's rating is from the published one.
nlohmann::ordered_json anchors_json(const RecordedGames& games, const Rated& rated) {
  nlohmann::ordered_json anchors = nlohmann::ordered_json::array();
  for (const leagues::Anchor& anchor : rated.options.anchors) {
    const auto agent = static_cast<std::size_t>(anchor.agent);
    anchors.push_back({{"name", games.names[agent]},
                       {"elo", anchor.elo},
                       {"drift", rated.ratings.agents[agent].elo - anchor.elo}});
  }
  return anchors;
}

void print_json(const Arguments& arguments, const RecordedGames& games, const Rated& pooled,
                const std::vector<Rated>& by_size) {
  const leagues::Ratings& ratings = pooled.ratings;
  nlohmann::ordered_json json{
      {"estimator", arguments.plackett_luce ? "plackett-luce" : "bradley-terry"},
      {"prior", arguments.prior},
      {"confidence", arguments.confidence},
      {"rank_ranges", arguments.simultaneous ? "simultaneous" : "each for itself"},
      {"games", ratings.games},
      {"deals", ratings.deals},
      {"components", ratings.components},
      {"agents", agents_json(games, ratings)}};
  if (!pooled.options.anchors.empty()) json["anchors"] = anchors_json(games, pooled);
  for (const Rated& rated : by_size) {
    json["by_table_size"].push_back({{"table_size", *rated.options.table_size},
                                     {"games", rated.ratings.games},
                                     {"deals", rated.ratings.deals},
                                     {"agents", agents_json(games, rated.ratings)}});
  }
  if (arguments.covariance) {
    json["cov"] = nlohmann::json::array();
    const std::vector<int> order = rated_order(ratings);
    for (const int i : order) {
      std::vector<double> row;
      for (const int j : order) {
        row.push_back(ratings.covariance(i, j));
      }
      json["cov"].push_back(row);
    }
  }
  if (arguments.pairs) {
    json["pairs"] =
        pairs_json(rated_pairs(leagues::results_of(games), ratings, pooled.options), games.names);
    json["company"] = company_json(companies(games, ratings, pooled.options), games.names);
  }
  fmt::print("{}\n", json.dump());
}

std::string shown_error(const AgentRating& row) {
  if (row.elo_low && row.elo_high) {
    return fmt::format("±{:.1f}", (*row.elo_high - *row.elo_low) / 2);
  }
  if (row.elo_low) {
    return fmt::format(">{:.1f}", *row.elo_low);
  }
  return row.elo_high ? fmt::format("<{:.1f}", *row.elo_high) : "";
}

std::vector<std::string> shown_row(const std::string& name, const AgentRating& row) {
  return {std::to_string(row.rank),
          leagues::show_ranks(row.rank_low, row.rank_high),
          leagues::escape_terminal(name),
          fmt::format("{:.1f}", row.elo),
          shown_error(row),
          std::to_string(row.games),
          std::to_string(row.deals),
          fmt::format("{:.1f}", 100 * row.score),
          fmt::format("{:.3f}", row.points),
          fmt::format("{:.1f}", 100 * row.win_share),
          fmt::format("{:.0f}", row.average_opponent),
          row.los_next ? fmt::format("{:.1f}", 100 * *row.los_next) : ""};
}

void print_table(const RecordedGames& games, const leagues::Ratings& ratings) {
  const std::vector<std::string> heading{"rank",   "range", "agent", "elo",
                                         "error",  "games", "deals", "score %",
                                         "points", "win %", "met",   "LOS next %"};
  std::vector<Align> columns(heading.size(), Align::Right);
  columns[2] = Align::Left;
  std::vector<std::vector<std::string>> rows;
  int component = 0;
  const auto end_table = [&] {
    if (!rows.empty()) fmt::print("{}\n", text_table(columns, rows));
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

void print_anchors(const RecordedGames& games, const Rated& rated) {
  for (const leagues::Anchor& anchor : rated.options.anchors) {
    const auto agent = static_cast<std::size_t>(anchor.agent);
    const double elo = rated.ratings.agents[agent].elo;
    fmt::print("anchor {} {:.1f}: rated {:.1f}, drift {:+.1f}\n",
               leagues::escape_terminal(games.names[agent]), anchor.elo, elo, elo - anchor.elo);
  }
}

void print_text(const Arguments& arguments, const RecordedGames& games, const Rated& pooled,
                const std::vector<Rated>& by_size) {
  const leagues::Ratings& ratings = pooled.ratings;
  print_table(games, ratings);
  for (const Rated& rated : by_size) {
    fmt::print("only tables of {}, {} games:\n\n", *rated.options.table_size, rated.ratings.games);
    print_table(games, rated.ratings);
  }
  if (arguments.pairs)
    print_pairs(rated_pairs(leagues::results_of(games), ratings, pooled.options),
                companies(games, ratings, pooled.options), games.names);
  print_anchors(games, pooled);
  if (ratings.components > 1) {
    fmt::print("{} groups that never met, not even indirectly: each is rated apart\n",
               ratings.components);
  }
  fmt::print(
      "{}, prior {}; {} deals, {} games; {} % intervals against the mean of the pool, errors "
      "clustered by deal; {}\n",
      arguments.plackett_luce ? "Plackett-Luce" : "pairwise Bradley-Terry", arguments.prior,
      ratings.deals, ratings.games, 100 * arguments.confidence,
      arguments.simultaneous ? "all ranges hold at once" : "each range for itself");
}

Rated fit_table(const Arguments& arguments, const RecordedGames& games, FitOptions options) {
  leagues::Ratings ratings = arguments.plackett_luce
                                 ? leagues::fit_plackett_luce(games, options)
                                 : leagues::fit(leagues::results_of(games), options);
  return {std::move(options), std::move(ratings)};
}

/// Strength differs from format to format: a table of its own for every size, where there are
/// several and it has finite ratings.
std::vector<Rated> fit_by_size(const Arguments& arguments, const RecordedGames& games,
                               const FitOptions& options) {
  const std::vector<int> sizes = leagues::results_of(games).table_sizes();
  std::vector<Rated> tables;
  for (const int size : sizes) {
    if (sizes.size() == 1 || options.table_size) break;
    FitOptions of_size = options;
    of_size.table_size = size;
    try {
      tables.push_back(fit_table(arguments, games, std::move(of_size)));
    } catch (const std::invalid_argument&) {  // no prior, and the pool alone has a finite maximum
    }
  }
  return tables;
}

void rate(const Arguments& arguments, const Session& session) {
  try {
    const RecordedGames games = read(arguments.file);
    const Rated pooled = fit_table(arguments, games, options_of(arguments, games));
    const std::vector<Rated> by_size = fit_by_size(arguments, games, pooled.options);
    session.json ? print_json(arguments, games, pooled, by_size)
                 : print_text(arguments, games, pooled, by_size);
  } catch (const std::invalid_argument& error) {
    throw UsageError(leagues::escape_terminal(error.what()));
  }
}

}  // namespace

void add_rate(CLI::App& app, Session& session) {
  CLI::App& verb = add_verb(
      app, session,
      {.name = "rate",
       .summary = "ratings of results from anywhere",
       .group = "Results",
       .examples =
           "  danno rate games.ndjson\n"
           "  echo '{\"players\":[\"ada\",\"bob\"],\"places\":[1,2]}' | danno rate - --json"});
  add_json_flag(verb, session);
  const auto arguments = std::make_shared<Arguments>();
  verb.add_option(
          "FILE", arguments->file,
          "games, one a line: {\"deal\":\"d1\",\"players\":[\"a\",\"b\"],\"places\":[1,2]}; "
          "- is stdin")
      ->required();
  verb.add_option("--prior", arguments->prior, "wins and losses of each agent against a ghost")
      ->capture_default_str();
  verb.add_option("--anchor", arguments->anchors,
                  "an agent and its rating; the anchors' mean is kept")
      ->type_name("NAME=ELO")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  verb.add_option("--confidence", arguments->confidence, "of intervals and rank ranges")
      ->capture_default_str();
  verb.add_flag("--simultaneous", arguments->simultaneous,
                "rank ranges that hold all at once, not each for itself");
  verb.add_option("--table-size", arguments->table_size, "only games of that many agents")
      ->check(CLI::Range(2, leagues::kMaxTable));
  verb.add_flag("--cov", arguments->covariance,
                "with --json: the covariance of the ratings, in Elo²");
  verb.add_flag("--pairs", arguments->pairs,
                "also who beats whom against the order, and how each fares in whose company");
  verb.add_flag("--pl", arguments->plackett_luce, "Plackett-Luce instead of Bradley-Terry");
  verb.callback([arguments, &session] { rate(*arguments, session); });
}

}  // namespace danno::cli

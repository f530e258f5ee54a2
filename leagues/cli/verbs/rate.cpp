// danno rate FILE: ratings of results from anywhere.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "leagues/cli/flags/rated_results.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/show_rates.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/ratings/results_file.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::cli::verbs {
namespace {

using ratings::FitOptions;
using ratings::RecordedGames;

struct RateArguments {
  std::string file;
  double prior = 0.5;
  double confidence = 0.95;
  std::vector<std::string> anchors;
  int table_size = 0;
  bool covariance = false;
  std::optional<std::string> rating;
  bool plackett_luce = false;
  bool pairs = false;
  bool simultaneous = false;
};

FitOptions options_of(const RateArguments& arguments, const RecordedGames& games) {
  constexpr double kLeastPrior = 1e-6;
  constexpr double kMostPrior = 1e6;
  const bool fits = arguments.prior >= kLeastPrior && arguments.prior <= kMostPrior;
  if (arguments.prior != 0 && !fits) {
    throw terminal::UsageError(fmt::format("--prior {}; expected 0, or {} to {}", arguments.prior,
                                           kLeastPrior, kMostPrior));
  }
  constexpr double kLeastConfidence = 0.01;
  constexpr double kMostConfidence = 0.999999;
  if (!(arguments.confidence >= kLeastConfidence && arguments.confidence <= kMostConfidence)) {
    throw terminal::UsageError(fmt::format("--confidence {}; expected {} to {}, as .95",
                                           arguments.confidence, kLeastConfidence,
                                           kMostConfidence));
  }
  constexpr const char* kPlackettLuce = "plackett-luce";
  if (arguments.plackett_luce && arguments.rating.value_or(kPlackettLuce) != kPlackettLuce)
    throw terminal::UsageError(
        fmt::format("--pl is --rating plackett-luce; expected that or --rating {}, not both",
                    *arguments.rating));
  FitOptions options{.prior = arguments.prior, .confidence = arguments.confidence};
  options.simultaneous = arguments.simultaneous;
  options.model = ratings::find_rating_model(
      arguments.plackett_luce ? kPlackettLuce
                              : arguments.rating.value_or(std::string(ratings::kBradleyTerry.id)));
  for (const std::string& text : arguments.anchors) {
    const ratings::Anchor anchor = flags::anchor_of(text, games.names);
    if (std::ranges::count(options.anchors, anchor.agent, &ratings::Anchor::agent) > 0)
      throw terminal::UsageError(
          fmt::format("--anchor names '{}' twice", text.substr(0, text.rfind('='))));
    options.anchors.push_back(anchor);
  }
  if (arguments.table_size != 0) {
    options.table_size = arguments.table_size;
    const std::vector<int> sizes = ratings::results_of(games).table_sizes();
    if (std::ranges::find(sizes, arguments.table_size) == sizes.end())
      throw terminal::UsageError(fmt::format("--table-size {}: no game is of so many; expected {}",
                                             arguments.table_size, fmt::join(sizes, " or ")));
  }
  return options;
}

terminal::RatedTable fit_table(const RecordedGames& games, FitOptions options) {
  ratings::Ratings ratings =
      ratings::fit(ratings::results_of(games, options.model->needs), options);
  return {std::move(options), std::move(ratings)};
}

/// Strength differs from format to format: a table of its own for every size, where there are
/// several and it has finite ratings.
std::vector<terminal::RatedTable> fit_by_size(const RecordedGames& games,
                                              const FitOptions& options) {
  const std::vector<int> sizes = ratings::results_of(games).table_sizes();
  std::vector<terminal::RatedTable> tables;
  for (const int size : sizes) {
    if (sizes.size() == 1 || options.table_size) break;
    FitOptions of_size = options;
    of_size.table_size = size;
    try {
      tables.push_back(fit_table(games, std::move(of_size)));
    } catch (const std::invalid_argument&) {  // no prior, and the pool alone has a finite maximum
    }
  }
  return tables;
}

void rate(const RateArguments& arguments, const terminal::Invocation& invocation) {
  if (arguments.covariance && !invocation.json)
    throw terminal::UsageError("--cov goes with --json; expected both, or neither");
  try {
    const RecordedGames games = flags::read_results(arguments.file);
    const terminal::RatedTable pooled = fit_table(games, options_of(arguments, games));
    const std::vector<terminal::RatedTable> by_size = fit_by_size(games, pooled.options);
    terminal::show({arguments.covariance, arguments.pairs}, games, pooled, by_size, invocation);
  } catch (const std::invalid_argument& error) {
    throw terminal::UsageError(words::escape_terminal(error.what()));
  }
}

}  // namespace

void add_rate(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb = app.add(
      invocation,
      {.name = "rate",
       .summary = "ratings of results from anywhere",
       .group = "Results",
       .examples =
           "  danno rate games.ndjson\n"
           "  danno rate games.pgn --pairs\n"
           "  echo '{\"players\":[\"ada\",\"bob\"],\"places\":[1,2]}' | danno rate - --json"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<RateArguments>();
  verb.option("FILE", arguments->file,
              "games, one a line: {\"deal\":\"d1\",\"players\":[\"a\",\"b\"],\"places\":[1,2]}; or "
              "PGN; or CSV with the columns white,black,score or a,b,winner; - is stdin")
      .required();
  verb.option("--prior", arguments->prior, "wins and losses of each agent against a ghost")
      .shows_default();
  verb.option("--anchor", arguments->anchors, "an agent and its rating; the anchors' mean is kept")
      .takes("NAME=ELO")
      .repeated();
  verb.option("--confidence", arguments->confidence, "confidence of intervals and rank ranges")
      .shows_default();
  verb.flag("--simultaneous", arguments->simultaneous,
            "rank ranges that hold all at once, not each for itself");
  verb.option("--table-size", arguments->table_size, "only games of that many agents")
      .range(2, ratings::kMaxTable);
  verb.flag("--cov", arguments->covariance, "with --json: the covariance of the ratings, in Elo²");
  verb.flag("--pairs", arguments->pairs, "also who beats whom against the order");
  verb.option("--rating", arguments->rating, "the rating model; default bradley-terry")
      .one_of(ratings::rating_model_ids());
  verb.flag("--pl", arguments->plackett_luce, "short for --rating plackett-luce");
  verb.runs([arguments, &invocation] { rate(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs

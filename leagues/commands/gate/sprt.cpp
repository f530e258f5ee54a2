// danno sprt: the log-likelihood ratio of counts that were seen.
#include <cmath>
#include <numeric>
#include <optional>
#include <vector>

#include "leagues/base/json.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/commands/gate/options.hpp"
#include "leagues/commands/gate/report.hpp"
#include "leagues/ratings/sprt.hpp"
#include "leagues/report/table.hpp"

namespace danno::leagues::commands::gate {
namespace {

struct SprtArguments {
  std::vector<double> counts;
  double elo0 = 0;
  double elo1 = 10;
  double alpha = 0.05;
  double beta = 0.05;
};

void check(const SprtArguments& arguments) {
  constexpr double kMost = 1e15;  // Above, a double no longer counts one by one.
  const std::vector<double>& counts = arguments.counts;
  if (counts.size() != 3 && counts.size() != 5) {
    throw cli::UsageError(
        "--counts has {} numbers; expected 3 (lost, drawn, won games) or 5 (pairs of games with 0, "
        "1/2, 1, 3/2, 2 points)",
        counts.size());
  }
  for (const double count : counts) {
    if (!(count >= 0 && count <= kMost) || count != std::floor(count)) {
      throw cli::UsageError("--counts {}; expected whole numbers from 0 on", count);
    }
  }
  if (std::accumulate(counts.begin(), counts.end(), 0.0) == 0) {
    throw cli::UsageError("--counts are all 0; expected at least one game");
  }
  gate::check_sprt(arguments.elo0, arguments.elo1, arguments.alpha, arguments.beta);
}

void test(const SprtArguments& arguments, const cli::Invocation& invocation) {
  check(arguments);
  const double llr = ratings::llr_of_counts(arguments.counts, arguments.elo0, arguments.elo1);
  const ratings::StoppingBounds bounds = ratings::stopping_bounds(arguments.alpha, arguments.beta);
  const double blocks = std::accumulate(arguments.counts.begin(), arguments.counts.end(), 0.0);
  const auto deals = static_cast<std::int64_t>(blocks);
  const ratings::MatchEstimate estimate = ratings::estimate_of_counts(arguments.counts);
  using ratings::Verdict;
  const Verdict verdict = ratings::verdict(llr, bounds);
  const char* const decision = verdict == Verdict::H0   ? "H0"
                               : verdict == Verdict::H1 ? "H1"
                                                        : "continue";
  const report::EloInterval rating = test_interval(estimate, deals);
  if (invocation.json) {
    const report::EloInterval filed = rating.reliable();
    const base::Json json{
        {"llr", llr},
        {"lower", bounds.lower},
        {"upper", bounds.upper},
        {"elo", filed.elo},
        {"elo_low", filed.low},
        {"elo_high", filed.high},
        {"elo_error", filed.low && filed.high ? estimate.elo_error : std::nullopt},
        {"nelo", estimate.nelo},
        {"los", estimate.los},
        {"state", decision}};
    cli::print("{}\n", base::dump(json));
    return;
  }
  cli::print_text("LLR {:.2f} ({:.2f}, {:.2f}) [{}, {}] {}\n", llr, bounds.lower, bounds.upper,
                  arguments.elo0, arguments.elo1, decision);
  cli::print_text("Elo {} (95 %), nElo {}, LOS {:.1f} %\n", report::format_elo(rating, 2),
                  estimate.nelo ? report::format_signed(*estimate.nelo, 2) : "-",
                  100 * estimate.los);
}

}  // namespace

void add_sprt(cli::Command app, cli::Invocation& invocation) {
  const auto [command, arguments] =
      app.add(invocation, test,
              {.name = "sprt",
               .summary = "compute the verdict of the sequential test on given counts",
               .group = cli::kMore,
               .examples = "  danno sprt --counts 26 40 34 --elo0 0 --elo1 10\n"
                           "  danno sprt --counts 39 2226 31451 2412 40 --elo0 0.2 --elo1 0.9 "
                           "--json"});
  command.json_flag(invocation);
  command
      .option("--counts", arguments.counts,
              "number of times of each result, from loss to win: 3 or 5 numbers")
      .required()
      .several(64);
  command.option("--elo0", arguments.elo0, "Elo difference of H0").shows_default();
  command.option("--elo1", arguments.elo1, "Elo difference of H1").shows_default();
  command.option("--alpha", arguments.alpha, "chance to accept H1 if H0 is true").shows_default();
  command.option("--beta", arguments.beta, "chance to accept H0 if H1 is true").shows_default();
}

}  // namespace danno::leagues::commands::gate

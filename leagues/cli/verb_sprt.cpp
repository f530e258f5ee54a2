// danno sprt: the log-likelihood ratio of counts that were seen.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/ratings/sprt.hpp"

namespace danno::cli {
namespace {

struct Arguments {
  std::vector<double> counts;
  double elo0 = 0;
  double elo1 = 10;
  double alpha = 0.05;
  double beta = 0.05;
  std::string model = "logistic";
};

void check(const Arguments& arguments) {
  constexpr double kMost = 1e15;  // Above, a double no longer counts one by one.
  const std::vector<double>& counts = arguments.counts;
  if (counts.size() != 3 && counts.size() != 5) {
    throw UsageError(fmt::format(
        "--counts has {} numbers; expected 3 (lost, drawn, won games) or 5 (pairs of games with 0, "
        "1/2, 1, 3/2, 2 points)",
        counts.size()));
  }
  for (const double count : counts) {
    if (!(count >= 0 && count <= kMost) || count != std::floor(count)) {
      throw UsageError(fmt::format("--counts {}; expected whole numbers from 0 on", count));
    }
  }
  if (std::accumulate(counts.begin(), counts.end(), 0.0) == 0) {
    throw UsageError("--counts are all 0; expected at least one game");
  }
  constexpr double kFarthest = 800;
  if (!(std::abs(arguments.elo0) <= kFarthest && std::abs(arguments.elo1) <= kFarthest &&
        arguments.elo0 < arguments.elo1)) {
    throw UsageError(
        fmt::format("--elo0 {} --elo1 {}; expected elo0 below elo1, both from -{} to {}",
                    arguments.elo0, arguments.elo1, kFarthest, kFarthest));
  }
  if (!(arguments.alpha > 0 && arguments.beta > 0 && arguments.alpha + arguments.beta < 1)) {
    throw UsageError(fmt::format("--alpha {} --beta {}; expected both above 0, their sum below 1",
                                 arguments.alpha, arguments.beta));
  }
}

std::string state(leagues::Verdict verdict) {
  switch (verdict) {
    case leagues::Verdict::H0:
      return "H0";
    case leagues::Verdict::H1:
      return "H1";
    case leagues::Verdict::Continue:
      break;
  }
  return "continue";
}

double llr_of(const Arguments& arguments) {
  if (arguments.model == "logistic") {
    return leagues::llr_of_counts(arguments.counts, arguments.elo0, arguments.elo1);
  }
  try {
    return leagues::llr_of_counts_normalized(arguments.counts, arguments.elo0, arguments.elo1);
  } catch (const std::invalid_argument&) {
    throw UsageError(fmt::format("--elo0 {} --elo1 {}; expected normalized Elo closer to 0",
                                 arguments.elo0, arguments.elo1));
  }
}

void test(const Arguments& arguments, const Session& session) {
  check(arguments);
  const double llr = llr_of(arguments);
  const leagues::StoppingBounds bounds = leagues::stopping_bounds(arguments.alpha, arguments.beta);
  const leagues::MatchEstimate estimate = leagues::estimate_of_counts(arguments.counts);
  const std::string decision = state(leagues::verdict(llr, bounds));
  if (session.json) {
    nlohmann::ordered_json json{
        {"llr", llr},          {"lower", bounds.lower}, {"upper", bounds.upper},
        {"elo", estimate.elo}, {"elo_error", nullptr},  {"nelo", estimate.nelo},
        {"los", estimate.los}, {"state", decision}};
    if (estimate.elo_error) json["elo_error"] = *estimate.elo_error;
    fmt::print("{}\n", json.dump());
    return;
  }
  const std::string error =
      estimate.elo_error ? fmt::format("± {:.2f} (95 %)", *estimate.elo_error) : "± unbounded";
  fmt::print("LLR {:.2f} ({:.2f}, {:.2f}) [{}, {}] {}\n", llr, bounds.lower, bounds.upper,
             arguments.elo0, arguments.elo1, decision);
  fmt::print("Elo {:.2f} {}, nElo {:.2f}, LOS {:.1f} %\n", estimate.elo, error, estimate.nelo,
             100 * estimate.los);
}

}  // namespace

void add_sprt(CLI::App& app, Session& session) {
  CLI::App& verb =
      add_verb(app, session,
               {.name = "sprt",
                .summary = "the sequential test's verdict on given counts",
                .group = "Results",
                .examples = "  danno sprt --counts 26 40 34 --elo0 0 --elo1 10\n"
                            "  danno sprt --counts 39 2226 31451 2412 40 --elo0 0.2 --elo1 0.9 "
                            "--json"});
  add_json_flag(verb, session);
  const auto arguments = std::make_shared<Arguments>();
  verb.add_option("--counts", arguments->counts,
                  "how often each result was seen, from loss to win: 3 or 5 numbers")
      ->required()
      ->expected(1, 64);
  verb.add_option("--elo0", arguments->elo0, "the difference of H0")->capture_default_str();
  verb.add_option("--elo1", arguments->elo1, "the difference of H1")->capture_default_str();
  verb.add_option("--alpha", arguments->alpha, "chance to take H1 where H0 holds")
      ->capture_default_str();
  verb.add_option("--beta", arguments->beta, "chance to take H0 where H1 holds")
      ->capture_default_str();
  verb.add_option("--model", arguments->model, "what elo0 and elo1 are: logistic or normalized Elo")
      ->check(CLI::IsMember({"logistic", "normalized"}))
      ->capture_default_str();
  verb.callback([arguments, &session] { test(*arguments, session); });
}

}  // namespace danno::cli

#include "leagues/commands/match/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/width.hpp"
#include "leagues/cli/game_printer.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/text_table.hpp"
#include "leagues/report/columns.hpp"
#include "leagues/report/table.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::commands::match {
namespace {

using base::Json;
using ratings::AgentTally;
using ratings::MatchRating;

report::EloInterval interval(const Match& match, const MatchRating& rating) {
  return {rating.elo, rating.low, rating.high, static_cast<std::int64_t>(match.result.deals),
          report::kMinDealsForMatchInterval};
}

std::string format_rating(const Match& match, const MatchRating& rating) {
  return report::format_elo(interval(match, rating));
}

/// Rounds a number up to two digits, because more are not known.
std::string format_about(double count) {
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(count)) - 1));
  return base::format_count(static_cast<std::uint64_t>(std::ceil(count / unit) * unit));
}

/// The deals at which the interval would be ±10: its half times √deals stays about the same.
std::string deals_for_ten(const Match& match, const MatchRating& rating) {
  const double half = (*rating.high - *rating.low) / 2;
  return fmt::format(
      "to tell 10 Elo apart takes about {} deals",
      format_about(std::max(1.0, static_cast<double>(match.result.deals) * half * half / 100)));
}

/// Returns the end of the verdict: by how much. `raw` is the rating by scores alone, or nullptr if
/// `rating` is that.
std::string by_how_much(const Match& match, const MatchRating& rating, const MatchRating* raw) {
  if (interval(match, rating).is_unreliable())
    return fmt::format("; {} deals show by how much", report::kMinDealsForMatchInterval);
  const std::string text = ": " + format_rating(match, rating);
  if (raw == nullptr) return text;
  return text + (rating.elo == raw->elo ? " (not luck-adjusted)" : " (luck-adjusted)");
}

/// Returns which of two agents is stronger, or whether the deals suffice to say.
std::string verdict_of_two(const Match& match, const RatedMatch& rated) {
  if (match.result.alike &&
      std::cmp_greater_equal(match.result.deals, report::kMinDealsForInterval))
    return fmt::format("no difference: both decided alike in all {}",
                       base::format_count(match.result.deals, "deal"));
  if (std::cmp_less(match.result.deals, report::kMinDealsForWinner))
    return "cannot tell yet: too few deals";
  const bool adjusted = !rated.adjusted.empty();
  const std::vector<MatchRating>& shown = adjusted ? rated.adjusted : rated.raw;
  if (const auto winner = ratings::stronger_of_two(shown)) {
    const std::string stronger =
        fmt::format("{} is stronger than {}", match.entrants[*winner].agent.name,
                    match.entrants[1 - *winner].agent.name);
    return stronger + by_how_much(match, shown[*winner], adjusted ? &rated.raw[*winner] : nullptr);
  }
  const MatchRating& first = shown.front();
  const report::EloInterval elo = interval(match, first).reliable();
  if (!elo.low || !elo.high) return "cannot tell yet; play more deals";
  const bool is_raw = first.elo == rated.raw.front().elo;
  return fmt::format("cannot tell yet which is stronger: {} {}{}; {}",
                     match.entrants.front().agent.name, format_rating(match, first),
                     !adjusted || is_raw ? "" : " (luck-adjusted)", deals_for_ten(match, first));
}

double cpu_seconds(const Match& match, std::size_t agent) {
  return std::chrono::duration<double>(match.result.cpu[agent]).count();
}

/// Returns a time such as "840 ms" or "12.3 s".
std::string format_cpu(double seconds) {
  return seconds < 1 ? fmt::format("{:.0f} ms", 1000 * seconds) : fmt::format("{:.1f} s", seconds);
}

double per_second(const Match& match, std::uint64_t count) {
  return match.result.seconds > 0 ? std::round(static_cast<double>(count) / match.result.seconds)
                                  : 0;
}

/// Returns the adjusted rating as an object, or null.
Json adjusted_json(const Match& match, const RatedMatch& rated, std::size_t agent) {
  if (rated.adjusted.empty()) return nullptr;
  const report::EloInterval elo = interval(match, rated.adjusted[agent]).reliable();
  return {{"elo", elo.elo}, {"elo_low", elo.low}, {"elo_high", elo.high}};
}

void add_agent(report::OutputTable& table, const Match& match, const RatedMatch& rated,
               std::size_t agent) {
  const AgentTally& tally = match.result.tallies[agent];
  const bool unadvised = match.line_up.advice == referee::play::Advice::Off;
  const report::EloInterval rating =
      unadvised ? interval(match, rated.raw[agent]) : report::EloInterval();
  const report::EloInterval elo = rating.reliable();
  const std::span places(tally.places.data(), match.entrants.size());
  const char* const heading = match.entrants.size() == 2 ? "Elo difference ±95 %" : "Elo ±95 %";
  table.rows.emplace_back();
  table.add({.json = "name", .heading = "agent", .is_text = true},
            match.entrants[agent].agent.name);
  table.add({.json = "score"}, tally.score());
  table.add({.json = "points"}, tally.points());
  table.add({.heading = heading}, unadvised ? report::format_elo(rating) : "advised");
  table.add({.json = "elo"}, elo.elo);
  table.add({.json = "elo_low"}, elo.low);
  table.add({.json = "elo_high"}, elo.high);
  table.add({.json = "adjusted"}, adjusted_json(match, rated, agent));
  table.add({.heading = "adjusted", .is_optional = true},
            rated.adjusted.empty() ? Json() : Json(format_rating(match, rated.adjusted[agent])));
  table.add({.heading = "score"}, base::format_chance(tally.score()));
  table.add({.heading = "points"}, fmt::format("{:.3f}", tally.points()));
  table.add({.json = "places"}, std::vector<std::int64_t>(places.begin(), places.end()));
  table.add({.heading = "places"}, fmt::format("{}", fmt::join(places, "/")));
  table.add({.heading = "cpu"}, format_cpu(cpu_seconds(match, agent)));
  table.add({.json = "faults"}, report::faults_json(tally));
  table.add({.heading = "faults", .is_text = true}, report::format_faults(tally));
  table.add({.json = "cpu_s"}, cpu_seconds(match, agent));
}

report::OutputTable describe_agents(const Match& match, const RatedMatch& rated) {
  report::OutputTable table;
  for (std::size_t agent = 0; agent < match.entrants.size(); ++agent)
    add_agent(table, match, rated, agent);
  return table;
}

void print_json(const Match& match, const RatedMatch& rated) {
  const referee::sandbox::IsolationState& isolation =
      referee::sandbox::require(match.line_up.limits.isolation);
  Json layers = Json::object();
  for (const referee::sandbox::Layer& layer : isolation.layers)
    layers[layer.name] = layer.state;
  Json json{{"rules", match.line_up.rules->id()},
            {"seed", match.line_up.seed.text},
            {"isolation", referee::sandbox::to_string(isolation.level)},
            {"isolation_layers", layers},
            {"deals", match.result.deals},
            {"games", match.result.games},
            {"decisions", match.result.decisions},
            {"decisions_per_s", per_second(match, match.result.decisions)},
            {"games_per_s", per_second(match, match.result.games)},
            {"agents", report::to_json(describe_agents(match, rated))}};
  if (match.result.deals_before > 0) json["deals_before"] = match.result.deals_before;
  const std::string& values = match.result.values;
  json["values"] = values.empty() ? Json(nullptr) : Json(values);
  if (!match.why_no_values.empty()) json["luck"] = "not luck-adjusted: " + match.why_no_values;
  const std::string sentence = verdict(match, rated);
  json["verdict"] = sentence.empty() ? Json(nullptr) : Json(sentence);
  if (const std::string& secret = match.line_up.agent_secret.text; !secret.empty())
    json["agent_secret"] = secret;
  cli::print("{}\n", base::dump(json));
}

void print_match(const Match& match, const RatedMatch& rated) {
  cli::print_text("{}: {}, {}, {} in {:.1f} s\n\n", match.line_up.rules->id(),
                  base::format_count(match.result.deals, "deal"),
                  base::format_count(match.result.games, "game"),
                  base::format_count(match.result.decisions, "decision"), match.result.seconds);
  cli::print_text("{}\n", cli::text_table(report::to_cells(describe_agents(match, rated))));
  if (const std::string sentence = verdict(match, rated); !sentence.empty())
    cli::print_text("{}\n", base::escape_terminal(sentence));
  if (!match.why_no_values.empty())
    cli::print_text("not luck-adjusted: {}\n", base::escape_terminal(match.why_no_values));
  if (match.result.deals_before > 0)
    cli::print_text("{} in all, {} of them played before; ± holds however often you look{}\n",
                    base::format_count(match.result.deals, "deal"),
                    base::format_count(match.result.deals_before),
                    match.values != nullptr && !match.result.luck
                        ? "; not luck-adjusted, because those played before were not"
                        : "");
}

/// The seed and the secret of a drawn seed are a line each, unless a file has them.
void print_conditions(const Match& match, const cli::Invocation& invocation) {
  const referee::sandbox::IsolationState& isolation =
      referee::sandbox::require(match.line_up.limits.isolation);
  const std::string seed = base::escape_terminal(match.line_up.seed.text);
  const std::string& secret = match.line_up.agent_secret.text;
  const bool in_file =
      match.result.deals_before > 0 || runner::is_resumable(match.line_up, match.result);
  if (!invocation.verbose && (secret.empty() || in_file)) {
    cli::print_text("isolation {}, {}\n", referee::sandbox::to_string(isolation.level),
                    secret.empty() ? "seed " + seed : "its seed and secret are in match.json");
    return;
  }
  cli::print("seed {}\n", seed);
  if (!secret.empty()) cli::print("agents' secret {}\n", base::escape_terminal(secret));
  const std::string layers = invocation.verbose ? referee::sandbox::summary(isolation)
                                                : std::string(to_string(isolation.level));
  cli::print_text("{}\n", base::wrap("isolation " + layers, 80, 10));
}

}  // namespace

RatedMatch rated(const Match& match) {
  RatedMatch rated{ratings::rate_match(match.result.results), {}};
  if (match.result.adjusted)
    rated.adjusted = ratings::rate_adjusted_match(*match.result.adjusted, match.result.results);
  if (match.result.deals_before == 0) return rated;
  for (std::vector<MatchRating>* const all : {&rated.raw, &rated.adjusted}) {
    for (MatchRating& rating : *all)
      rating = ratings::at_any_time(rating, static_cast<std::int64_t>(match.result.deals));
  }
  return rated;
}

std::string verdict(const Match& match, const RatedMatch& rated) {
  if (match.entrants.size() != 2 || match.line_up.advice != referee::play::Advice::Off) return {};
  for (std::size_t i = 0; i < match.entrants.size(); ++i) {
    const AgentTally& tally = match.result.tallies[i];
    // Forfeited games say nothing about play.
    if (tally.fault_count() == 0) continue;
    return fmt::format("cannot tell: {} forfeited {} of {} games", match.entrants[i].agent.name,
                       tally.fault_count(), match.result.games);
  }
  return verdict_of_two(match, rated);
}

void print_first_game(const Match& match) {
  std::vector<std::string> names;
  for (std::size_t seat = 0; seat < match.entrants.size(); ++seat) {
    const std::string& name = match.entrants[match.result.first_game->agent_at[seat]].agent.name;
    names.push_back(base::escape_terminal(name));
  }
  cli::print_game(*match.line_up.rules, *match.result.first_game, names);
  cli::print_text("\n");
}

void show(const Match& match, const cli::Invocation& invocation) {
  const RatedMatch ratings = rated(match);
  if (invocation.json) return print_json(match, ratings);
  print_match(match, ratings);
  print_conditions(match, invocation);
}

}  // namespace danno::leagues::commands::match

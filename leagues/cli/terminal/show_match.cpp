#include "leagues/cli/terminal/show_match.hpp"

#include <fmt/format.h>

#include <cmath>

#include "leagues/check/hints.hpp"
#include "leagues/cli/terminal/game_teller.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/ratings/match_rating.hpp"
#include "leagues/tables/json.hpp"
#include "leagues/tables/table.hpp"
#include "leagues/text/escape.hpp"
#include "leagues/text/json.hpp"
#include "leagues/text/shown_count.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::terminal {
namespace {

using scores::AgentTally;
using text::Json;

double cpu_seconds(const ShownMatch& match, std::size_t agent) {
  return std::chrono::duration<double>(match.result.cpu[agent]).count();
}

/// "840 ms", "12.3 s".
std::string show_cpu(double seconds) {
  return seconds < 1 ? fmt::format("{:.0f} ms", 1000 * seconds) : fmt::format("{:.1f} s", seconds);
}

double per_second(const ShownMatch& match, std::uint64_t count) {
  return match.result.seconds > 0 ? std::round(static_cast<double>(count) / match.result.seconds)
                                  : 0;
}

void print_json(const ShownMatch& match, const std::vector<ratings::MatchRating>& ratings) {
  const bool rated = match.line_up.advice == referee::play::Advice::Off;
  const auto or_null = [&](std::optional<double> value) {
    return value && rated ? Json(*value) : Json(nullptr);
  };
  Json agents = Json::array();
  for (std::size_t i = 0; i < match.entrants.size(); ++i) {
    const AgentTally& tally = match.result.tallies[i];
    const std::vector<std::int64_t> places(
        tally.places.begin(),
        tally.places.begin() + static_cast<std::ptrdiff_t>(match.entrants.size()));
    agents.push_back({{"name", match.entrants[i].agent.name},
                      {"score", tally.score()},
                      {"points", tally.points()},
                      {"elo", or_null(ratings[i].elo)},
                      {"elo_low", or_null(ratings[i].low)},
                      {"elo_high", or_null(ratings[i].high)},
                      {"places", places},
                      {"faults", tables::faults_json(tally)},
                      {"cpu_s", cpu_seconds(match, i)}});
  }
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
            {"agents", agents}};
  if (const std::string& secret = match.line_up.agent_secret.text; !secret.empty())
    json["agent_secret"] = secret;
  fmt::print("{}\n", json.dump());
}

/// What an agent's author wants to know first.
void print_faults(const ShownMatch& match) {
  for (std::size_t i = 0; i < match.entrants.size(); ++i) {
    if (!match.result.first_faults[i]) continue;
    const referee::record::Fault& fault = *match.result.first_faults[i];
    const referee::record::Evidence& evidence = *fault.evidence;
    fmt::print("{}: {}: {}\n", text::escape_terminal(match.entrants[i].agent.name),
               referee::record::to_string(fault.kind),
               text::escape_terminal(describe(fault.cause)));
    fmt::print("   asked   {}\n", text::escape_terminal(describe(evidence.question)));
    if (evidence.stderr_lines.empty()) fmt::print("   stderr  nothing: it wrote nothing there\n");
    for (const std::string& line : evidence.stderr_lines)
      fmt::print("   stderr  {}\n", text::escape_terminal(line));
    fmt::print("   help    {}\n", text::escape_terminal(check::hint(fault, match.entrants[i])));
    fmt::print(
        "   again   danno match … --reports DIR keeps every report for 'danno repeat REPORT "
        "AGENT'\n\n");
  }
}

void print_text(const ShownMatch& match, const std::vector<ratings::MatchRating>& ratings) {
  const bool rated = match.line_up.advice == referee::play::Advice::Off;
  const bool two = match.entrants.size() == 2;
  std::vector<std::vector<std::string>> rows{{"agent", two ? "Elo difference ±95 %" : "Elo ±95 %",
                                              "score", "points", "places", "cpu", "faults"}};
  for (std::size_t i = 0; i < match.entrants.size(); ++i) {
    const AgentTally& tally = match.result.tallies[i];
    std::string places;
    for (std::size_t place = 0; place < match.entrants.size(); ++place)
      places += fmt::format("{}{}", place == 0 ? "" : "/", tally.places[place]);
    rows.push_back(
        {text::escape_terminal(match.entrants[i].agent.name),
         rated ? tables::show_elo(ratings[i].elo, ratings[i].low, ratings[i].high) : "advised",
         fmt::format("{:.1f} %", 100 * tally.score()), fmt::format("{:.3f}", tally.points()),
         places, show_cpu(cpu_seconds(match, i)), tables::show_faults(tally)});
  }
  fmt::print("{}: {} deals, {} games, {} decisions in {:.1f} s\n\n", match.line_up.rules->id(),
             text::show_count(match.result.deals), text::show_count(match.result.games),
             text::show_count(match.result.decisions), match.result.seconds);
  fmt::print("{}\n", text_table({Align::Left, Align::Right, Align::Right, Align::Right,
                                 Align::Right, Align::Right, Align::Left},
                                rows));
  print_faults(match);
  fmt::print("seed {}\n", text::escape_terminal(match.line_up.seed.text));
  if (!match.line_up.agent_secret.text.empty())
    fmt::print("agents' secret {}\n", text::escape_terminal(match.line_up.agent_secret.text));
  fmt::print("isolation {}\n",
             referee::sandbox::summary(referee::sandbox::require(match.line_up.limits.isolation)));
}

}  // namespace

void show_first_game(const ShownMatch& match) {
  std::vector<std::string> names;
  for (std::size_t seat = 0; seat < match.entrants.size(); ++seat) {
    const std::string& name = match.entrants[match.result.first_game->agent_at[seat]].agent.name;
    names.push_back(text::escape_terminal(name));
  }
  tell_game(*match.line_up.rules, *match.result.first_game, names);
  fmt::print("\n");
}

void show(const ShownMatch& match, const Invocation& invocation) {
  const auto ratings = ratings::rate_match(match.result.results);
  invocation.json ? print_json(match, ratings) : print_text(match, ratings);
}

}  // namespace danno::leagues::cli::terminal

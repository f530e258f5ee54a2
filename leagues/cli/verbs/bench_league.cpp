// danno bench league: what a league of a class costs, from the command to the table.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "leagues/cli/bench/league.hpp"
#include "leagues/cli/flags/chosen_isolation.hpp"
#include "leagues/cli/flags/chosen_rules.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/entrants/scaffold.hpp"
#include "leagues/files/json.hpp"
#include "leagues/words/suggest.hpp"

namespace danno::leagues::cli::verbs {
namespace {

using files::Json;

struct LeagueArguments {
  bench::ClassLeague order;
  std::string isolation{referee::sandbox::to_string(bench::ClassLeague().isolation)};
};

Json json_of(const bench::CommandCost& cost) {
  return {{"wall_s", cost.wall.count()}, {"cpu_s", cost.cpu.count()}};
}

std::vector<std::string> cells_of(const std::string& name, std::int64_t games,
                                  const bench::CommandCost& cost) {
  return {name, std::to_string(games), fmt::format("{:.2f}", cost.wall.count()),
          fmt::format("{:.2f}", cost.cpu.count())};
}

void bench_league(LeagueArguments& arguments, const terminal::Invocation& invocation) {
  arguments.order.isolation = flags::chosen_isolation(arguments.isolation);
  referee::sandbox::require(arguments.order.isolation);
  if (!flags::chosen_rules(arguments.order.rules).is_bundled())
    arguments.order.rules = std::filesystem::absolute(arguments.order.rules);
  const std::string& language = arguments.order.language;
  const std::vector<std::string> languages = entrants::scaffold_languages();
  if (std::ranges::find(languages, language) == languages.end()) {
    throw terminal::UsageError(
        fmt::format("--language '{}'; {}", language, words::expected_one_of(language, languages)));
  }
  const auto result = bench::measure_league(arguments.order);
  const double ratio = result.league.cpu / result.match.cpu;
  if (invocation.json) {
    const Json json{{"games", result.games},
                    {"league", json_of(result.league)},
                    {"match", json_of(result.match)},
                    {"cpu_ratio", ratio}};
    fmt::print("{}\n", json.dump());
    return;
  }
  using terminal::Align;
  fmt::print("{}\nthe league takes {:.2f} times the CPU of the match\n",
             terminal::text_table({Align::Left, Align::Right, Align::Right, Align::Right},
                                  {{"", "games", "wall, s", "CPU, s"},
                                   cells_of("league", result.games, result.league),
                                   cells_of("match of two", result.games, result.match)}),
             ratio);
}

}  // namespace

void add_bench_league(flags::Verb bench, terminal::Invocation& invocation) {
  const flags::Verb verb =
      bench.add(invocation, {.name = "league",
                             .summary = "a league of a class, from the command to the table",
                             .group = "Benchmarks",
                             .examples = "  danno bench league\n"
                                         "  danno bench league --agents 60 --language cpp"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<LeagueArguments>();
  verb.option("--agents", arguments->order.agents, "all pairs of them meet; default 30")
      .range(2, 1000);
  verb.option("--deals", arguments->order.deals, "deals of each pair; default 10").range(1, 10'000);
  verb.option("--rules", arguments->order.rules, "the rule set; default koans").takes("ID|FILE");
  verb.option("--language", arguments->order.language,
              "whose template of 'danno new' plays; default python")
      .takes("LANGUAGE");
  flags::add_isolation_flag(verb, arguments->isolation);
  verb.runs([arguments, &invocation] { bench_league(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs

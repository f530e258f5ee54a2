// danno league season: how the ratings came about, day by day.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/season.hpp"
#include "leagues/tables/table.hpp"
#include "leagues/text/escape.hpp"

namespace danno::cli {
namespace {

/// What a terminal has room for.
constexpr std::size_t kShownDays = 6;

void show(const leagues::Season& season) {
  const std::size_t first = season.days.size() - std::min(season.days.size(), kShownDays);
  std::vector<Align> columns{Align::Left};
  std::vector<std::vector<std::string>> rows{{"Elo ±95 % by day"}, {"games"}};
  for (const std::string& name : season.names)
    rows.push_back({leagues::escape_terminal(name)});
  for (std::size_t i = first; i < season.days.size(); ++i) {
    const leagues::SeasonDay& day = season.days[i];
    columns.push_back(Align::Right);
    rows[0].push_back(leagues::show_day(day.day));
    rows[1].push_back(show_count(static_cast<std::uint64_t>(day.games)));
    for (std::size_t agent = 0; agent < day.agents.size(); ++agent) {
      const auto& rating = day.agents[agent];
      rows[agent + 2].push_back(
          rating ? leagues::show_elo(rating->elo, rating->elo_low, rating->elo_high) : "-");
    }
  }
  fmt::print("{}, {} seats\n{}", season.definition->id, season.seats, text_table(columns, rows));
  if (season.days.empty()) fmt::print("no game was played yet\n");
  if (first > 0) fmt::print("{} earlier days: --json\n", first);
  fmt::print("\n");
}

void run_season(const StoredLeagueArguments& arguments, const Session& session) {
  const leagues::Store store = leagues::Store::open_to_read(stored_folder(arguments));
  const leagues::StoredLeague league = store.league();
  if (league.format == leagues::Format::Tournament) {
    throw UsageError(
        "a tournament has no season, its games are one event; 'danno league table' rates them");
  }
  const std::vector<leagues::Season> seasons = leagues::compute_seasons(store);
  if (session.json) {
    fmt::print("{}", leagues::season_json(league.name, seasons));
    return;
  }
  for (const leagues::Season& season : seasons)
    show(season);
  fmt::print(
      "each day is a refit on all games up to then with the agents of today; 0 = their mean\n");
}

}  // namespace

void add_season(CLI::App& league, Session& session) {
  CLI::App& verb = add_verb(league, session,
                            {.name = "season",
                             .summary = "how the ratings came about, day by day",
                             .group = "Verbs",
                             .examples = "  danno league season league.toml\n"
                                         "  danno league season out/spring --json"});
  add_json_flag(verb, session);
  const auto arguments = std::make_shared<StoredLeagueArguments>();
  add_stored_league(verb, *arguments);
  verb.callback([arguments, &session] { guarded([&] { run_season(*arguments, session); }); });
}

}  // namespace danno::cli

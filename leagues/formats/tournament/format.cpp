// The tournament of True Greed (docs/rules.md): tables of six, stages, a cut, a final.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>

#include "leagues/formats/formats.hpp"
#include "leagues/formats/tournament/fixtures.hpp"
#include "leagues/formats/tournament/report.hpp"
#include "leagues/formats/tournament/scheme.hpp"
#include "leagues/formats/tournament/store.hpp"
#include "leagues/formats/tournament/table.hpp"
#include "leagues/plan/format_keys.hpp"
#include "leagues/store/discrepancy.hpp"
#include "leagues/text/shown_count.hpp"

namespace danno::leagues::formats::tournament {
namespace {

using text::Json;
using text::show_count;

constexpr std::int64_t kMaxRepeat = 10'000;

/// Of one division, at most.
std::uint64_t games_of(const store::StoredLeague& league) {
  return static_cast<std::uint64_t>(repeat_of(league)) *
         tournament_games(static_cast<int>(league.agents.size()));
}

bool are_finished(std::span<const TournamentDivision> divisions, int repeat) {
  for (const TournamentDivision& division : divisions) {
    for (int number = 0; number < repeat; ++number) {
      if (!division.tell(number).finished) return false;
    }
  }
  return true;
}

/// Nothing before the first run.
std::vector<TournamentDivision> read_divisions(const store::Store& store) {
  const auto epoch = tournament_epoch(store);
  if (!epoch) return {};
  return TournamentDivision::read(store, *epoch);
}

class TournamentFormat : public plan::Format {
 public:
  [[nodiscard]] std::string_view name() const override { return "tournament"; }

  [[nodiscard]] std::string field(const store::League& league) const override {
    const int repeat = league.format_keys.value("repeat", 1);
    return fmt::format("{} of {} agents",
                       repeat == 1 ? "a tournament" : fmt::format("{} tournaments", repeat),
                       league.entrants.size());
  }

  [[nodiscard]] std::vector<plan::OwnKey> own_keys() const override {
    return {
        {"repeat",
         "'repeat' is that of format = \"tournament\"",
         {plan::KeyKind::Number, "of a tournament: how many are played", "1", "", 1, kMaxRepeat}}};
  }

  void read_keys(store::League& league, plan::FormatKeys& keys) const override {
    for (const char* const key : {"seats", "deals", "mirror", "rank_by", "rating"}) {
      if (!keys.league.contains(key)) continue;
      keys.league.complain(
          key, fmt::format("a tournament has its own scheme; expected no '{}' beside it", key));
    }
    league.mirror = false;
    league.sets_games = true;
    league.format_keys["repeat"] = keys.league.integer("repeat", 1, kMaxRepeat).value_or(1);
    league.format_keys["apart"] = league.max_per_author > 0;
  }

  /// Agents of one author cannot be kept apart where they are more than the first stage's tables.
  void check_entrants(store::League& league, plan::FormatKeys& keys) const override {
    if (league.max_per_author == 0) return;
    const auto entrants = static_cast<int>(league.entrants.size());
    const auto tables = static_cast<int>(table_sizes(entrants).size());
    std::map<std::string, int> of_author;
    for (std::size_t i = 0; i < league.entrants.size(); ++i) {
      const std::string& author = league.entrants[i].author;
      if (author.empty() || ++of_author[author] != tables + 1) continue;
      keys.complain_of(i,
                       fmt::format("{} or more agents of the author '{}'; {} entrants sit at {}, "
                                   "and agents of one author share none",
                                   tables + 1, author, entrants,
                                   show_count(static_cast<std::uint64_t>(tables), "table")));
    }
  }

  [[nodiscard]] plan::GameCount count(const store::Store& store) const override {
    const store::StoredLeague league = store.league();
    std::set<const rules::Definition*> rule_sets;
    for (const store::StoredDivision& division : league.divisions)
      rule_sets.insert(division.definition);
    plan::GameCount count{games_of(league) * rule_sets.size()};
    const auto divisions = read_divisions(store);
    for (const TournamentDivision& division : divisions)
      count.stored += division.games();
    count.finished = !divisions.empty() && are_finished(divisions, repeat_of(league));
    return count;
  }

  [[nodiscard]] std::unique_ptr<plan::Fixtures> fixtures(const store::Store& store,
                                                         const store::Epoch& epoch) const override {
    return std::make_unique<TournamentFixtures>(store, epoch, repeat_of(store.league()));
  }

  [[nodiscard]] plan::LeagueStatus status(const store::Store& store) const override {
    const store::StoredLeague league = store.league();
    const auto all = read_divisions(store);
    const bool finished = !all.empty() && are_finished(all, repeat_of(league));
    plan::LeagueStatus status;
    Json divisions = Json::array();
    for (const TournamentDivision& division : all) {
      const std::string_view rules = division.ground().definition().id;
      divisions.push_back(
          {{"rules", rules}, {"games", division.games()}, {"games_planned", games_of(league)}});
      status.lines.push_back(fmt::format("{}: {} of {} games", rules, show_count(division.games()),
                                         show_count(games_of(league))));
    }
    status.json = {{"league", league.name}, {"complete", finished}, {"divisions", divisions}};
    status.headline = fmt::format("{}: {}", league.name, finished ? "complete" : "being played");
    return status;
  }

  [[nodiscard]] plan::ShownTables tables(const store::Store& store, const solver::Watch& watch,
                                         plan::PublishedJson* /*published*/) const override {
    const auto table = compute_tournament_table(store, watch);
    plan::ShownTables shown{table.digests, tournament_files(table), {}};
    for (const TournamentDivisionTable& division : table.divisions) {
      for (plan::Sheet& sheet : tournament_sheets(table, division)) {
        sheet.title =
            fmt::format("{}, {} tournament: {}", table.name, division.definition->id, sheet.title);
        shown.sheets.push_back(std::move(sheet));
      }
    }
    return shown;
  }

  [[nodiscard]] std::string_view why_no_history() const override {
    return "a tournament has no rating history, its games are one event; 'danno league table' "
           "rates them";
  }

  /// The scheme, played again with the stored games, tells which games there should be.
  [[nodiscard]] std::optional<plan::SettledTables> check_plan(
      const store::Store& store) const override {
    plan::SettledTables settled;
    const auto epoch = tournament_epoch(store);
    if (!epoch) return settled;
    const int repeat = repeat_of(store.league());
    for (const auto& division : TournamentDivision::read(store, *epoch)) {
      for (int number = 0; epoch->revealed && !epoch->open && number < repeat; ++number) {
        store::require(division.tell(number).finished,
                       "{}: tournament {} is not finished, but its seed is published",
                       division.ground().definition().id, number + 1);
      }
      for (const auto& [agents, games] : division.settle(repeat)) {
        const store::StoredDivision& table = division.tables().at(agents.size() - 2);
        settled[{table.id, agents}] = games;
      }
    }
    return settled;
  }
};

}  // namespace

const plan::Format& format() {
  static const TournamentFormat kFormat;
  return kFormat;
}

}  // namespace danno::leagues::formats::tournament

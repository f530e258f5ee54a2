// The tournament of True Greed (docs/rules.md): tables of six, stages, a cut, a final.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "leagues/formats/formats.hpp"
#include "leagues/formats/tournament/fixtures.hpp"
#include "leagues/formats/tournament/report.hpp"
#include "leagues/formats/tournament/scheme.hpp"
#include "leagues/formats/tournament/store.hpp"
#include "leagues/plan/format_keys.hpp"
#include "leagues/store/discrepancy.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::formats::tournament {
namespace {

using words::show_count;

constexpr std::int64_t kMaxRepeat = 10'000;

class TournamentFormat : public plan::Format {
 public:
  TournamentFormat()
      : Format({.name = "tournament",
                .own_keys = {{"repeat",
                              "'repeat' is that of format = \"tournament\"",
                              {plan::KeyKind::Number, "for a tournament: how many are played", "1",
                               "", 1, kMaxRepeat}}}}) {}

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

  [[nodiscard]] plan::GameCount count(const store::Reader& store) const override {
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

  [[nodiscard]] std::unique_ptr<plan::Fixtures> fixtures(const store::Reader& store,
                                                         const store::Epoch& epoch) const override {
    return std::make_unique<TournamentFixtures>(store, epoch, repeat_of(store.league()));
  }

  /// The scheme, played again with the stored games, tells which games there should be.
  [[nodiscard]] std::optional<plan::SettledTables> check_plan(
      const store::Reader& store) const override {
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

RegisteredFormat format() {
  static const TournamentFormat kFormat;
  static const TournamentReport kReport;
  return {kFormat, kReport};
}

}  // namespace danno::leagues::formats::tournament

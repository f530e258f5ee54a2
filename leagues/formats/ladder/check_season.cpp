#include "leagues/formats/ladder/check_season.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "leagues/formats/ladder/history.hpp"
#include "leagues/store/stored.hpp"

namespace danno::leagues::formats::ladder {
namespace {

using store::require;

std::vector<store::StoredAgent> find_agents(const std::vector<store::Id>& ids,
                                            std::span<const store::StoredAgent> all) {
  std::vector<store::StoredAgent> agents;
  for (const store::Id id : ids) {
    const auto found = std::ranges::find(all, id, &store::StoredAgent::id);
    require(found != all.end(), "agent {} plays, and is not there", id);
    agents.push_back(*found);
  }
  return agents;
}

/// The rounds of a division, with the line-ups of their tables.
class StoredRounds {
 public:
  StoredRounds(const store::Reader& store, const store::StoredDivision& division) : store_(store) {
    for (const store::StoredRound& stored : store.rounds(division)) {
      rounds_.push_back(read_round(stored));
      begun_.push_back(stored.begun);
    }
    std::map<store::Id, std::uint64_t> ends;
    for (store::StoredLineUp& line_up : store.all_line_ups(division)) {
      ends.emplace(line_up.id, line_up.played);
      stored_ += line_up.played;
      line_ups_.emplace(line_up.id, std::move(line_up));
    }
    played_.resize(rounds_.size());
    for (std::size_t number = rounds_.size(); number-- > 0;)
      cut_to_played(number, ends);
  }

  [[nodiscard]] const std::vector<Round>& rounds() const { return rounds_; }
  [[nodiscard]] std::chrono::sys_seconds begun(std::size_t number) const { return begun_[number]; }
  [[nodiscard]] std::uint64_t stored() const { return stored_; }
  [[nodiscard]] const std::vector<store::Id>& agents(store::Id line_up) const {
    return line_ups_.at(line_up).agents;
  }

  /// Adds the deals that were played in a round; returns how many they are.
  std::uint64_t play(std::size_t number, SeasonResults& results) const {
    std::uint64_t played = 0;
    for (const TableOfRound& table : played_[number]) {
      const store::StoredLineUp& line_up = line_ups_.at(table.line_up);
      store_.visit_stored_blocks(
          line_up,
          [&](const store::StoredBlock& block) {
            require(block.first + block.deals <= table.end,
                    "round {}: a block of line-up {} is of two rounds", number + 1, line_up.id);
            results.add(store_, line_up, block);
            played += block.deals;
          },
          table.first, table.end);
    }
    return played;
  }

 private:
  /// A round that a change of the agents cut short has fewer deals than it planned: the next round
  /// with a table begins with those that are missing.
  void cut_to_played(std::size_t number, std::map<store::Id, std::uint64_t>& ends) {
    std::vector<TableOfRound>& played = played_[number];
    for (const TableOfRound& table : rounds_[number].tables) {
      const auto end = ends.find(table.line_up);
      require(end != ends.end(), "round {}: no line-up {}", number + 1, table.line_up);
      require(end->second >= table.first && end->second <= table.end,
              "round {}: line-up {} has {} deals then; expected {} to {}", number + 1,
              table.line_up, end->second, table.first, table.end);
      played.push_back({table.line_up, table.first, end->second});
      end->second = table.first;
    }
  }

  const store::Reader& store_;
  std::vector<Round> rounds_;
  std::vector<std::chrono::sys_seconds> begun_;
  std::map<store::Id, store::StoredLineUp> line_ups_;
  std::vector<std::vector<TableOfRound>> played_;  // by round
  std::uint64_t stored_ = 0;
};

/// Checks that a round is the one that follows from the deals of the rounds before it.
void check_round(std::size_t shown, const Round& round, const LadderHistory& season,
                 const LadderProgress& expected, const StoredRounds& stored) {
  require(round.version == kRoundsVersion, "round {}: version {}; expected {}", shown,
          round.version, kRoundsVersion);
  require(round.deals == season.deals(), "round {}: it began after {} deals; {} are stored", shown,
          round.deals, season.deals());
  require(round.values == season.values(), "round {}: decided by the values '{}'; expected '{}'",
          shown, round.values, season.values());
  require(round.end == expected.end, "round {}: its end is '{}'; expected '{}'", shown, round.end,
          expected.end);
  require(round.decided == expected.claims, "round {}: what it calls decided does not follow",
          shown);
  require(round.tables.size() == expected.tables.size(), "round {}: {} tables; expected {}", shown,
          round.tables.size(), expected.tables.size());
  for (std::size_t i = 0; i < round.tables.size(); ++i) {
    const TableOfRound& table = round.tables[i];
    require(stored.agents(table.line_up) == expected.tables[i].agents &&
                table.end - table.first == expected.tables[i].deals,
            "round {}: table {} is not the one that follows from the results before it", shown,
            i + 1);
  }
}

}  // namespace

void check_season(const store::Reader& store, const store::StoredDivision& division) {
  const StoredRounds stored(store, division);
  require(!stored.rounds().empty() || stored.stored() == 0, "{}: {} deals are stored, and no round",
          division.definition->id, stored.stored());
  const auto all_agents = store.all_agents();
  LadderHistory season(division, find_season_values(store, division));
  std::uint64_t played = 0;
  for (std::size_t number = 0; number < stored.rounds().size(); ++number) {
    const Round& round = stored.rounds()[number];
    season.set_field(find_agents(round.agents, all_agents));
    check_round(number + 1, round, season, season.look_ahead(round.terms, stored.begun(number)),
                stored);
    season.begin(round, stored.begun(number));
    played += stored.play(number, season.results());
  }
  require(played == stored.stored(), "{} deals are stored; the rounds have {}", stored.stored(),
          played);
}

}  // namespace danno::leagues::formats::ladder

// A league in rounds whose games a test makes up, and which may stop between two of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "leagues/schedule/formats.hpp"
#include "leagues/store/reader.hpp"
#include "referee/record/evidence.hpp"
#include "referee/solver/solve.hpp"
#include "tests/unit/league_folder.hpp"

namespace danno::leagues {

/// Ends a game; `names` are those of the agents, indexed by seat.
using EndGame = std::function<void(const std::vector<std::string>& names, std::uint64_t deal,
                                   referee::record::GameRecord& game)>;

/// Gives places by name. A total is a hundred for each agent that is not better.
inline void rank_by_name(const std::vector<std::string>& names, std::uint64_t /*deal*/,
                         referee::record::GameRecord& game) {
  for (std::size_t seat = 0; seat < names.size(); ++seat) {
    const auto better =
        std::ranges::count_if(names, [&](const std::string& name) { return name < names[seat]; });
    game.places[seat] = static_cast<std::uint8_t>(better + 1);
    game.totals[seat] =
        static_cast<rules::Points>(100 * (static_cast<std::ptrdiff_t>(names.size()) - better));
  }
}

/// The agent at a seat crashes, which forfeits the game.
inline void crash(referee::record::GameRecord& game, std::size_t seat) {
  referee::record::Fault& fault = game.faults.emplace_back();
  fault.kind = referee::record::FaultKind::Crash;
  fault.seat = static_cast<int>(seat);
  fault.evidence = std::make_shared<const referee::record::Evidence>();
  game.places[seat] = game.seats;
  game.totals[seat] = 0;
}

/// A league of `official`, which has no solved values, with the agents that a test adds.
class PlayedRounds : public LeagueFolder {
 protected:
  PlayedRounds() {
    league_.entrants.clear();
    league_.seed = "test";
    add_rules("official");
  }
  void add_rules(const char* id) {
    const rules::Definition* const definition = rules::find_definition(id);
    league_.divisions.push_back({definition, definition->defaults(2)});
  }
  void add_agent(const std::string& name, const std::string& author = "") {
    entrants::Entrant& entrant = league_.entrants.emplace_back();
    entrant.agent.name = name;
    entrant.agent.command = {"./x"};
    entrant.agent.folder = folder_ / name;
    entrant.author = author;
    fs::create_directories(entrant.agent.folder);
  }
  /// Plays at most so many fixtures, each with all its deals; returns how many were due.
  std::size_t play(const EndGame& end_game = rank_by_name, std::size_t most = SIZE_MAX) const {
    store::Writer store = store::Writer::open_to_play(out());
    schedule::sync_store(store, league_);
    const store::Epoch epoch = store.current_epoch(league_.seed);
    const store::Id conditions = store.conditions_id({"none", "layers: few", "m", {}});
    const auto fixtures = format().fixtures(store.reader());
    std::size_t played = 0;
    for (auto due = fixtures->next(store); !due.empty(); due = fixtures->next(store)) {
      for (const schedule::Fixture& fixture : due) {
        if (played == most) return played;
        const auto deals = make_deals(store.reader(), fixture, end_game);
        store.add_deals(fixture.line_up, epoch, conditions, deals);
        fixtures->add(fixture, deals);
        ++played;
      }
    }
    return played;
  }
  [[nodiscard]] const schedule::LeagueFormat& format() const {
    return schedule::find_format(league_.format);
  }
  [[nodiscard]] store::Reader reader() const { return store::Reader::open_to_read(out()); }
  [[nodiscard]] report::LeagueTables tables() const {
    return format().tables(reader(), solver::unwatched);
  }
  [[nodiscard]] schedule::LeaguePages pages() const {
    return format().pages(reader(), solver::unwatched);
  }

 private:
  /// Returns the deals of a fixture; those of a fixed game have one game.
  [[nodiscard]] static std::vector<referee::play::DealResult> make_deals(
      const store::Reader& store, const schedule::Fixture& fixture, const EndGame& end_game) {
    const auto names = store::agent_names(fixture.line_up, store.all_agents());
    const auto agents = static_cast<int>(names.size());
    std::vector<referee::play::DealResult> deals;
    for (std::uint64_t deal = fixture.first; deal < fixture.end; ++deal) {
      referee::play::DealResult& result = deals.emplace_back();
      result.deal = deal;
      for (int seating = 0; seating < (fixture.fixed_game ? 1 : agents); ++seating) {
        referee::record::GameRecord& game = result.games.emplace_back();
        game.seats = static_cast<std::uint8_t>(agents);
        game.seating = static_cast<std::uint8_t>(seating);
        if (fixture.fixed_game) game.first = fixture.fixed_game->first.value_or(0);
        std::vector<std::string> seated;
        for (int seat = 0; seat < agents; ++seat) {
          const int agent = fixture.fixed_game
                                ? seat
                                : referee::play::seating_order(
                                      agents, deal, seating)[static_cast<std::size_t>(seat)];
          game.agent_at[static_cast<std::size_t>(seat)] = static_cast<std::uint8_t>(agent);
          seated.push_back(names[static_cast<std::size_t>(agent)]);
        }
        end_game(seated, deal, game);
      }
    }
    return deals;
  }
};

/// Returns the content of a file of these tables; empty if there is none.
inline std::string file_content(const report::LeagueTables& tables, const std::string& name) {
  const auto found = std::ranges::find(tables.files, name, &report::TableFile::name);
  return found == tables.files.end() ? "" : found->content;
}

}  // namespace danno::leagues

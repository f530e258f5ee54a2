// A stored game as people write it: what `danno league export` and `danno replay` show.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/store/store.hpp"
#include "referee/record/record.hpp"
#include "referee/record/written_game.hpp"

namespace danno::leagues {

/// Which game: "koans/ada,bob@2/17/0", that is rules, line-up, deal and seating, counted from 0.
struct GameId {
  std::string rules;    ///< division_name()
  std::string line_up;  ///< line_up_name()
  std::uint64_t deal = 0;
  int seating = 0;
};
[[nodiscard]] std::string to_string(const GameId& id);
/// Nothing where the text has another form.
[[nodiscard]] std::optional<GameId> parse_game_id(std::string_view text);

/// "koans"; "koans#3" for a division that is not the league's any more: of other parameters, seats,
/// ….
[[nodiscard]] std::string division_name(const StoredDivision& division, const StoredLeague& league);
/// Names with versions in the order of the line-up, `agents` among them. Throws std::runtime_error
/// where one is missing.
[[nodiscard]] std::vector<std::string> names_of(const StoredLineUp& line_up,
                                                std::span<const StoredAgent> agents);
/// The same as one text: "ada,bob@2".
[[nodiscard]] std::string line_up_name(const StoredLineUp& line_up,
                                       std::span<const StoredAgent> agents);

/// A game found in the store.
struct StoredGame {
  GameId id;
  std::shared_ptr<const rules::RuleSet> rules;
  std::vector<Id> agents;          ///< Of the line-up.
  std::vector<std::string> names;  ///< Theirs.
  referee::GameRecord record;      ///< Faults come without reports.
  std::vector<StoredFault> faults;
};
/// The game in its written form. Names that the form does not allow are changed to such as it does.
/// Throws std::runtime_error where the record is not legal.
[[nodiscard]] referee::WrittenGame written_game(const StoredGame& game);
[[nodiscard]] std::optional<StoredGame> find_game(const Store& store, const GameId& id);
/// Every stored game, by division, line-up, deal and seating; of line-ups with one of `agents`, if
/// any are given.
void visit_games(const Store& store, const std::function<void(const StoredGame&)>& visit,
                 std::span<const Id> agents = {});

}  // namespace danno::leagues

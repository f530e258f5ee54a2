// A stored game in the form shown by `danno league export` and `danno replay`.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/store/reader.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/record/record.hpp"
#include "referee/record/written_game.hpp"

namespace danno::leagues::report {

/// A game's id, as in "koans/ada,bob@2/17/0": rules, line-up, deal and seating, counted from 0.
struct GameId {
  std::string rules;    ///< The output of division_name().
  std::string line_up;  ///< The output of store::line_up_name().
  std::uint64_t deal = 0;
  int seating = 0;
};
[[nodiscard]] std::string to_string(const GameId& id);
/// Parses an id; nullopt if the text has another form.
[[nodiscard]] std::optional<GameId> parse_game_id(std::string_view text);

/// Returns a name such as "koans", or "koans#3" for a division that no longer belongs to the league
/// because it has other parameters, seats or options.
[[nodiscard]] std::string division_name(const store::StoredDivision& division,
                                        const store::StoredLeague& league);
/// A game found in the store.
struct StoredGame {
  GameId id;
  std::shared_ptr<const rules::RuleSet> rules;
  std::vector<store::Id> agents;        ///< The agents of the line-up.
  std::vector<std::string> names;       ///< The agents' names, as people see them.
  std::vector<std::string> key_names;   ///< Their names as the keys of deals have them.
  referee::record::KeyRules key_rules;  ///< The rules as the key of its dice names them.
  bool same_dice = false;               ///< True if the deal's other games have the same dice.
  std::string commitment;  ///< The commitment to the seed of its dice; empty if missing.
  std::string seed;        ///< The seed of its dice if published; otherwise empty.
  referee::record::GameRecord record;  ///< The record, whose faults have no reports.
  std::vector<store::StoredFault> faults;
};
/// Returns the game in its written form. Throws std::runtime_error if the record is not legal.
[[nodiscard]] referee::record::WrittenGame written_game(const StoredGame& game);
/// Returns the line-up that a game's id names, each agent by its own or its full name; nullptr if
/// there is none. Throws store::WrongFolder if there are several.
[[nodiscard]] const store::StoredLineUp* find_line_up(std::string_view text,
                                                      std::span<const store::StoredLineUp> line_ups,
                                                      std::span<const store::StoredAgent> agents);
[[nodiscard]] std::optional<StoredGame> find_game(const store::Reader& store, const GameId& id);
/// All games of a deal of the line-up, by seating; empty where it is not stored.
[[nodiscard]] std::vector<StoredGame> read_deal(const store::Reader& store,
                                                const store::StoredDivision& division,
                                                const store::StoredLineUp& line_up,
                                                std::uint64_t number);
/// All games of the deal, by seating; the id's seating does not count. Empty if it is not
/// stored.
[[nodiscard]] std::vector<StoredGame> find_deal(const store::Reader& store, const GameId& id);
/// Every stored game, by division, line-up, deal and seating; of line-ups with one of `agents`, if
/// any are given.
void visit_games(const store::Reader& store, const std::function<void(const StoredGame&)>& visit,
                 std::span<const store::Id> agents = {});
/// Returns the number of deals that visit_games() visits; each begins with its game of seating 0.
[[nodiscard]] std::uint64_t count_deals(const store::Reader& store,
                                        std::span<const store::Id> agents = {});

}  // namespace danno::leagues::report

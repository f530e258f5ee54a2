// How a league's format is played: its keys, who meets whom next, and when it is finished.
//
// Code that plays or rechecks a league asks its format and knows no other difference between
// leagues. The other half of a format, formats/report.hpp, says what is shown of a league. Each
// format is a folder in leagues/formats.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leagues/plan/fixtures.hpp"
#include "leagues/plan/key_shape.hpp"
#include "leagues/store/store.hpp"
#include "referee/record/dice_stream.hpp"

namespace danno::leagues::plan {

struct FormatKeys;  // Declared in format_keys.hpp.

/// A key of [league] that only one format has.
struct OwnKey {
  std::string_view name;
  std::string_view problem;  ///< The error shown when the key is used with another format.
  KeyShape shape = {};
};

/// The numbers of a league's games.
struct GameCount {
  /// The largest number of games, not counting duels that are extended while they are even; 0 if it
  /// is not known yet.
  std::uint64_t planned = 0;
  std::uint64_t stored = 0;
  bool finished = false;  ///< True if no fixture is due.
};

/// What the plan and the seed fix of a game that is a deal of its own.
struct SettledGame {
  referee::record::Key key;
  int first = 0;  ///< The seat that begins.
};
using SettledGames = std::map<std::uint64_t, SettledGame>;  ///< Indexed by deal.
/// The fixed games, by stored division and the agents at the seats.
using SettledTables = std::map<std::pair<store::Id, std::vector<store::Id>>, SettledGames>;

/// The properties of a format that do not depend on a league.
struct FormatFacts {
  std::string_view name;              ///< The name in league files.
  std::vector<OwnKey> own_keys = {};  ///< Keys of [league] that only it has.
  bool agents_may_join = false;  ///< Agents may join at any time, so a season can be played in it.
};

class Format {
 public:
  explicit Format(FormatFacts facts) : facts_(std::move(facts)) {}
  Format(const Format&) = delete;
  Format& operator=(const Format&) = delete;
  virtual ~Format() = default;

  [[nodiscard]] const FormatFacts& facts() const { return facts_; }
  [[nodiscard]] std::string_view name() const { return facts_.name; }

  /// Reads the format's own keys, and reports keys that do not go with it, before agents are read.
  virtual void read_keys(store::League& /*league*/, FormatKeys& /*keys*/) const {}
  /// Reports problems with the entrants, and sets what depends on them. Called only if there were
  /// no other problems.
  virtual void check_entrants(store::League& /*league*/, FormatKeys& /*keys*/) const {}
  /// Returns the function to pass to Store::settle().
  [[nodiscard]] virtual store::PlanLineUps line_ups() const { return {}; }
  [[nodiscard]] virtual GameCount count(const store::Reader& store) const = 0;
  /// Returns the names that the keys of a line-up's deals are made of; `names` are those of its
  /// agents, with versions. Line-ups with equal names in their keys have the same dice.
  [[nodiscard]] virtual std::vector<std::string> names_in_keys(
      const store::StoredLeague& /*league*/, std::vector<std::string> names) const {
    return names;
  }
  /// Returns the fixtures of a league that goes on with `epoch`.
  [[nodiscard]] virtual std::unique_ptr<Fixtures> fixtures(const store::Reader& store,
                                                           const store::Epoch& epoch) const = 0;
  /// Throws store::OtherLeague if what is stored cannot go on as it is settled now.
  virtual void check_settled(const store::Reader& /*store*/) const {}
  /// Throws store::Discrepancy if line-ups and deals are not as planned. Returns the games that
  /// the plan settles one by one; nothing if line-ups play deals in all seatings.
  [[nodiscard]] virtual std::optional<SettledTables> check_plan(
      const store::Reader& store) const = 0;

 private:
  FormatFacts facts_;
};

}  // namespace danno::leagues::plan

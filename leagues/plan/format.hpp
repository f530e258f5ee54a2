// A league's format: who meets whom, when it is finished, how its tables come about.
//
// Whoever plays, shows or rechecks a league asks its format and knows no other difference between
// leagues. Each format is a file in leagues/formats.
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
#include "leagues/plan/shown.hpp"
#include "leagues/store/store.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::plan {

struct FormatKeys;  // format_keys.hpp

/// A key of [league] that only one format has.
struct OwnKey {
  std::string_view name;
  std::string_view problem;  ///< Where it stands beside another format.
  KeyShape shape = {};
};

/// The games of a league.
struct GameCount {
  /// At most, but for duels that go on while they are even; 0: nobody knows yet.
  std::uint64_t planned = 0;
  std::uint64_t stored = 0;
  bool finished = false;  ///< No fixture is due.
};

/// What the plan and the seed settle of a game that is a deal of its own.
struct SettledGame {
  referee::record::Key key;
  int first = 0;  ///< The seat that begins.
};
using SettledGames = std::map<std::uint64_t, SettledGame>;  ///< By deal.
/// By stored division and the agents at the seats.
using SettledTables = std::map<std::pair<store::Id, std::vector<store::Id>>, SettledGames>;

/// A table.json that was published.
struct PublishedJson {
  std::string text;
  std::vector<std::string> notes = {};  ///< What of it could not be computed here.
};

class Format {
 public:
  Format() = default;
  Format(const Format&) = delete;
  Format& operator=(const Format&) = delete;
  virtual ~Format() = default;

  /// As in the league file.
  [[nodiscard]] virtual std::string_view name() const = 0;
  /// Who plays, for people: "7 agents".
  [[nodiscard]] virtual std::string field(const store::League& league) const = 0;

  [[nodiscard]] virtual std::vector<OwnKey> own_keys() const { return {}; }
  /// Reads them, and complains of keys that do not go with it. Called before agents are read.
  virtual void read_keys(store::League& /*league*/, FormatKeys& /*keys*/) const {}
  /// Complains of the entrants, and settles what depends on them. Called where all else is well.
  virtual void check_entrants(store::League& /*league*/, FormatKeys& /*keys*/) const {}
  /// As Store::settle() takes it.
  [[nodiscard]] virtual store::PlanLineUps line_ups() const { return {}; }

  [[nodiscard]] virtual GameCount count(const store::Store& store) const = 0;
  /// Of a league that goes on with `epoch`.
  [[nodiscard]] virtual std::unique_ptr<Fixtures> fixtures(const store::Store& store,
                                                           const store::Epoch& epoch) const = 0;

  [[nodiscard]] virtual LeagueStatus status(const store::Store& store) const = 0;
  /// Figures that stand on solved values that are not here are taken from `published`, where it is
  /// given. Throws text::JsonError where that cannot be read as a table.
  [[nodiscard]] virtual ShownTables tables(const store::Store& store, const solver::Watch& watch,
                                           PublishedJson* published = nullptr) const = 0;
  /// Computes once, and has the store keep, what tables() would compute anew each time.
  virtual void prepare_tables(store::Store& /*store*/, const solver::Watch& /*watch*/) const {}
  /// Why there is no rating history; empty where there is one.
  [[nodiscard]] virtual std::string_view why_no_history() const { return ""; }

  /// Throws store::OtherLeague where what is stored cannot go on as it is settled now.
  virtual void check_settled(const store::Store& /*store*/) const {}
  /// Throws store::Discrepancy where line-ups and deals are not as planned. Returns the games that
  /// the plan settles one by one; nothing if line-ups play deals in all seatings.
  [[nodiscard]] virtual std::optional<SettledTables> check_plan(
      const store::Store& store) const = 0;
};

}  // namespace danno::leagues::plan

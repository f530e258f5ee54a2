// A league's format as it is played: its keys, who meets whom next, when it is finished.
//
// Whoever plays or rechecks a league asks its format and knows no other difference between leagues.
// What is shown of a league is the format's other half, formats/report.hpp. Each format is a folder
// in leagues/formats.
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

struct FormatKeys;  // format_keys.hpp

/// A key of [league] that only one format has.
struct OwnKey {
  std::string_view name;
  std::string_view problem;  ///< The error shown when the key is used with another format.
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

/// What is known of a format before there is a league.
struct FormatFacts {
  std::string_view name;              ///< As in the league file.
  std::vector<OwnKey> own_keys = {};  ///< Keys of [league] that only it has.
  bool agents_may_join = false;       ///< At any time: a season can be played in it.
};

class Format {
 public:
  explicit Format(FormatFacts facts) : facts_(std::move(facts)) {}
  Format(const Format&) = delete;
  Format& operator=(const Format&) = delete;
  virtual ~Format() = default;

  [[nodiscard]] const FormatFacts& facts() const { return facts_; }
  [[nodiscard]] std::string_view name() const { return facts_.name; }

  /// Reads the own keys, and complains of keys that do not go with it. Called before agents are
  /// read.
  virtual void read_keys(store::League& /*league*/, FormatKeys& /*keys*/) const {}
  /// Complains of the entrants, and sets what depends on them. Called if all else is well.
  virtual void check_entrants(store::League& /*league*/, FormatKeys& /*keys*/) const {}
  /// Returns what Store::settle() takes.
  [[nodiscard]] virtual store::PlanLineUps line_ups() const { return {}; }
  [[nodiscard]] virtual GameCount count(const store::Reader& store) const = 0;
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

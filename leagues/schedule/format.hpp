// The interface of a league's format: its keys, its schedule, and when it is finished.
//
// Code that plays or rechecks a league asks its format and knows no other difference between
// leagues. league_format.hpp adds what is shown of a league. Each format is a folder in
// leagues/schedule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leagues/base/json.hpp"
#include "leagues/base/toml_fwd.hpp"
#include "leagues/store/writer.hpp"
#include "referee/play/line_up.hpp"
#include "referee/record/dice_stream.hpp"

namespace danno::leagues::schedule {

/// Deals [first, end) of a line-up of the store.
struct Fixture {
  store::StoredLineUp line_up;
  const store::StoredDivision* division = nullptr;
  const rules::RuleSet* rules = nullptr;  ///< The division's rules.
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  /// The game as in referee::play::LineUp; null if the game is not fixed beyond its deal.
  std::shared_ptr<const referee::play::FixedGame> fixed_game = {};
};

/// The sequence of a league's fixtures, which follows from what is stored.
class Fixtures {
 public:
  Fixtures() = default;
  Fixtures(const Fixtures&) = delete;
  Fixtures& operator=(const Fixtures&) = delete;
  virtual ~Fixtures() = default;

  /// Returns the fixtures that are due once all earlier ones are stored; empty if the league is
  /// finished. Their order depends on nothing else. What they point to lives as long as this
  /// object. Plans them in the store if they are not planned yet.
  [[nodiscard]] virtual std::vector<Fixture> next(store::Writer& store) = 0;
  /// Notes that these deals of a fixture have just been stored.
  virtual void add(const Fixture& /*fixture*/,
                   std::span<const referee::play::DealResult> /*deals*/) {}
};

/// The parts of a league file that a format reads.
struct FormatKeys {
  base::TomlReader& league;           ///< [league]
  const std::filesystem::path& base;  ///< The folder that relative paths start from.
  /// A problem at the entrant's place.
  std::function<void(std::size_t entrant, const std::string& problem)> report_problem;
};

/// The kind of value. RuleSets is a list of ids and rule files. Other is a table, or a key with
/// values of more than one kind; its reader says what it expects.
enum class KeyKind { Text, Words, RuleSets, Number, Flag, Time, Other };

/// A key of a league file. How it is read, the draft of a league file, the JSON schema for editors
/// and the tables in docs/ follow from this description.
struct FileKey {
  std::string_view name;
  KeyKind kind = KeyKind::Text;
  /// One line of explanation; if `standard` is empty, it names the default.
  std::string_view why = {};
  /// The default, as TOML; empty if there is none or it depends on other keys.
  std::string standard = {};
  std::string example = {};  ///< An example value, as TOML; used if `standard` is empty.
  std::int64_t least = 0;    ///< The smallest value of a number.
  std::int64_t most = 0;
  std::vector<std::string> words = {};    ///< All permitted values; empty if any text is permitted.
  std::vector<std::string> formats = {};  ///< The formats that have it; empty if all have it.
  /// Stores a value of the file, as read_value() returns it. Null if the key's owner reads it.
  std::function<void(const base::Json& value)> store = {};
};

/// The numbers of a league's games.
struct GameCount {
  /// The largest number of games, not counting duels that are extended while they are even; 0 if it
  /// is not known yet.
  std::uint64_t planned = 0;
  std::uint64_t stored = 0;
  bool finished = false;  ///< True if no fixture is due.
};

/// The parts of a game that the plan and the seed fix. Such a game is a deal of its own.
struct ScheduledGame {
  referee::record::Key key;
  int first = 0;  ///< The seat that begins.
};
using FixedGames = std::map<std::uint64_t, ScheduledGame>;  ///< Indexed by deal.
/// The fixed games, by stored division and the agents at the seats.
using FixedTables = std::map<std::pair<store::Id, std::vector<store::Id>>, FixedGames>;

/// The properties of a format that do not depend on a league.
struct FormatFacts {
  std::string_view name;        ///< The name in league files.
  std::string_view title = {};  ///< The name for people, such as "Knock-out"; may be empty.
  /// The keys of [league] that not all formats have. Numbers, flags and texts are put into
  /// League::format_keys; the format reads all others.
  std::vector<FileKey> keys = {};
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

  /// Reads the keys that the format reads by itself, and reports keys that do not go with it,
  /// before agents are read.
  virtual void read_keys(store::League& /*league*/, FormatKeys& /*keys*/) const {}
  /// Reports problems with the entrants, and sets what depends on them. Called only if there were
  /// no other problems.
  virtual void check_entrants(store::League& /*league*/, FormatKeys& /*keys*/) const {}
  /// Returns the function to pass to Writer::sync_with().
  [[nodiscard]] virtual store::PlanLineUps line_ups() const { return {}; }
  [[nodiscard]] virtual GameCount count(const store::Reader& store) const = 0;
  /// Returns the names that the keys of a line-up's deals are made of; `names` are those of its
  /// agents, with versions. Line-ups with equal names in their keys have the same dice.
  [[nodiscard]] virtual std::vector<std::string> names_in_keys(
      const store::StoredLeague& /*league*/, std::vector<std::string> names) const {
    return names;
  }
  /// Returns the fixtures of a league whose store has the epoch of new deals.
  [[nodiscard]] virtual std::unique_ptr<Fixtures> fixtures(const store::Reader& store) const = 0;
  /// Throws store::OtherLeague if what is stored cannot go on as it is settled now.
  virtual void check_settled(const store::Reader& /*store*/) const {}
  /// Throws store::Discrepancy if line-ups and deals are not as planned. Returns the games that
  /// the plan settles one by one; nothing if line-ups play deals in all seatings.
  [[nodiscard]] virtual std::optional<FixedTables> check_plan(const store::Reader& store) const = 0;

 private:
  FormatFacts facts_;
};

}  // namespace danno::leagues::schedule

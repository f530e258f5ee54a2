// The values that are read from league.db, and the errors if its folder is damaged.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leagues/base/json.hpp"
#include "leagues/entrants/agent_names.hpp"
#include "leagues/store/league.hpp"
#include "referee/protocol/agent.hpp"
#include "referee/record/fault.hpp"

namespace danno::leagues::store {

/// Thrown with a message that says what is wrong and where.
class Discrepancy : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown if league.db has impossible content, because it was damaged or tampered with.
class Damaged : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class... Arguments>
void require(bool holds, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  if (!holds) throw Discrepancy(fmt::format(format, std::forward<Arguments>(arguments)...));
}

using Id = std::int64_t;

/// An agent as it was when it played: another content is another version.
struct StoredAgent {
  Id id = 0;
  std::string name;
  int version = 1;
  std::string author;
  std::string hash = {};  ///< The SHA-256 of its content, in hex.
  std::vector<std::string> command = {};
  std::filesystem::path folder = {};  ///< The folder it came from, which may have changed since.
  bool has_namesake = false;          ///< True if an agent of another author has its name.

  [[nodiscard]] entrants::AgentNames names() const { return entrants::agent_names(author, name); }
  /// Returns the names with its version: "ada@2", "Ann/ada@2".
  [[nodiscard]] entrants::AgentNames versioned_names() const;
  /// Returns the name that identifies it without its version, and that of people.
  [[nodiscard]] std::string full_name() const { return names().full; }
  [[nodiscard]] std::string unversioned_name() const {
    return entrants::shown_name(names(), has_namesake);
  }
  /// Returns the full name with its version, as the keys of deals have it.
  [[nodiscard]] std::string key_name() const { return versioned_names().full; }
  /// Returns the name that people see, with its version.
  [[nodiscard]] std::string shown_name() const {
    return entrants::shown_name(versioned_names(), has_namesake);
  }
  /// Returns what the agents of a league, and of its line-ups, are sorted by.
  [[nodiscard]] std::pair<std::string_view, std::string_view> order() const {
    return {name, author};
  }
};

/// Returns the names of these agents with their versions, in their order.
[[nodiscard]] std::vector<entrants::AgentNames> versioned_names(
    std::span<const StoredAgent> agents);

struct StoredDivision {
  Id id = 0;
  const rules::Definition* definition = nullptr;
  rules::Parameters parameters;
  int seats = 2;
  bool mirror = true;
  referee::play::Advice advice = referee::play::Advice::Off;
};

/// Returns the values of all parameters, and the text of a rule file.
[[nodiscard]] base::Json rules_json(const rules::Definition& definition,
                                    const rules::Parameters& parameters);
/// Sets the rules with this id, of what rules_json() returned. Returns the problem, if there is
/// one. Throws base::Json::exception.
[[nodiscard]] std::optional<std::string> read_rules(const std::string& id, const base::Json& json,
                                                    StoredDivision& division);

struct StoredLineUp {
  Id id = 0;
  std::vector<Id>
      agents;  ///< Sorted by name and author; by seat for a table with games of its own.
  std::uint64_t planned = 0;  ///< Deals.
  std::uint64_t played = 0;   ///< Planned deals that are stored.
};

/// Returns the agents in the order of the line-up. Throws std::runtime_error where one is missing.
[[nodiscard]] std::vector<StoredAgent> agents_in(const StoredLineUp& line_up,
                                                 std::span<const StoredAgent> agents);
/// Returns their names with versions, as people see them.
[[nodiscard]] std::vector<std::string> agent_names(const StoredLineUp& line_up,
                                                   std::span<const StoredAgent> agents);
/// Returns their names as the keys of deals, and the files of faults, have them.
[[nodiscard]] std::vector<std::string> key_names(const StoredLineUp& line_up,
                                                 std::span<const StoredAgent> agents);
/// Returns the names that people see as one text: "ada,bob@2".
[[nodiscard]] std::string line_up_name(const StoredLineUp& line_up,
                                       std::span<const StoredAgent> agents);

/// Counts the deals of current line-ups.
struct DealCount {
  std::uint64_t planned = 0;
  std::uint64_t stored = 0;
};

/// The seed of some deals, and the secret that the agents' own seeds in them follow from.
struct Epoch {
  Id id = 0;
  std::string seed;
  std::string commitment;
  std::string agent_secret;  ///< Empty where the seed was typed.
  std::string agent_commitment;
  bool open = false;      ///< The seed stood in the league file from the start.
  bool revealed = false;  ///< Published with a finished league; used for no further deal.
};

/// Deals that are played elsewhere, in parts, under a seed of their own (leagues/commands/cluster).
struct PlanOfParts {
  Id id = 0;
  Id epoch = 0;
  std::string folder;  ///< The folder when the plan was made.
  int parts = 0;
  bool open = true;         ///< Neither merged whole nor given up.
  std::uint64_t deals = 0;  ///< Stored of its epoch.
};

/// A ladder's choice of what to play next, from what was stored then (leagues/schedule/ladder).
struct StoredRound {
  Id id = 0;
  std::chrono::sys_seconds begun;
  base::Json plan;  ///< Its "tables" are a list of [line-up, first deal, end].
};

/// Further deals of the line-up of these agents, which are sorted by name and author.
struct RoundTable {
  std::vector<Id> agents;
  std::uint64_t deals = 0;
};

/// The conditions under which a deal was played.
struct Conditions {
  std::string isolation;  ///< The level.
  std::string layers;     ///< referee::sandbox::summary of what was found.
  std::string machine;
  referee::protocol::Limits limits;
};

/// The terms from which, with its agents, a league's line-ups and their deals follow.
struct StoredPlan {
  std::optional<std::uint64_t> deals;  ///< A line-up; nothing: as many as decided a gate.
  int max_per_author = 0;
  std::vector<Id> challengers;  ///< The challengers of a gauntlet.
};

/// The league as it was settled last.
struct StoredLeague {
  std::string name;
  std::string format = "round-robin";
  RankBy rank_by = RankBy::Elo;
  const ratings::RatingModel* rating = &ratings::kBradleyTerry;
  std::vector<StoredDivision> divisions;
  std::vector<StoredAgent> agents;  ///< The agents that play now, by name and author.
  /// The plan; nullopt if it fixes every game by itself.
  std::optional<StoredPlan> plan = {};
  base::Json settings = base::Json::object();  ///< All of it, with the format's own keys.
};

/// A fault of a stored game, without its report.
struct StoredFault {
  Id id = 0;
  Id line_up = 0;
  std::uint64_t deal = 0;
  Id agent = 0;
  referee::record::Fault fault;
  int seating = 0;
};

/// The digest of a table of league.db; docs/league-db.md tells which bytes it covers.
struct TableDigest {
  std::string table;
  std::string digest;  ///< BLAKE2b-256, in hex.
  std::string marks;   ///< RowDigester::take_marks(); they show which row differs.
  friend bool operator==(const TableDigest&, const TableDigest&) = default;
};
using Digests = std::vector<TableDigest>;

/// The columns that TableDigest::marks have a mark for; empty where a row has as many as it needs.
[[nodiscard]] std::vector<std::string> marked_columns(std::string_view table);

/// Returns one digest over all tables but the reports of faults. Reports depend on how many games a
/// process played at once.
[[nodiscard]] std::string whole_digest(const Digests& digests);

/// The record that the league's tables were written as files, and what they were made of.
struct Publication {
  Digests digests;
  std::string snapshot;    ///< The state of the store then; see Reader::snapshot().
  bool is_latest = false;  ///< True if nothing was settled or stored since.
};

/// Deals of one line-up that follow each other and were stored together.
struct StoredBlock {
  Id id = 0;
  Id line_up = 0;
  std::uint64_t first = 0;
  std::uint64_t deals = 0;
  Id epoch = 0;
  Id conditions = 0;
  std::chrono::sys_seconds at = {};  ///< The time at which they were stored.
  std::string nodes = {};            ///< DealTree::nodes() of their games.
  /// ratings::encode_sums() of all of them; empty if they cannot be summed, or not all are wanted.
  std::string sums = {};
  /// ratings::encode_luck() of them on the basis asked for; empty: not kept.
  std::string luck = {};

  [[nodiscard]] std::chrono::sys_days day() const {
    return std::chrono::floor<std::chrono::days>(at);
  }
};

/// A deal as it lies in the file, unread: what verify/verify.hpp judges.
struct StoredDeal {
  std::uint64_t deal = 0;
  Id epoch = 0;
  int max_faults = 0;  ///< The limit under which it was played.
  std::string games;   ///< The result of referee::record::encode_deal().
  std::vector<StoredFault> faults;
};

/// Thrown if the user must choose another folder or command.
class WrongFolder : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown if another run holds the folder.
class LeagueBusy : public WrongFolder {
 public:
  using WrongFolder::WrongFolder;
};

/// Thrown if the league cannot continue in the folder: it holds a league of another name, fixed
/// games of other entrants, rules or seed, or another program's database.
class OtherLeague : public WrongFolder {
 public:
  using WrongFolder::WrongFolder;
};

/// Thrown if there is no league in the folder.
class NoLeague : public WrongFolder {
 public:
  using WrongFolder::WrongFolder;
};

}  // namespace danno::leagues::store

// league.db: all that was played and under which conditions.
//
// Tables, ratings, audits and exports are computed from it. A deal is stored whole or not at all;
// nothing that can be counted is kept beside. docs/run-a-league.md shows the schema to people who
// want to query it. Whatever the disk or the file does wrong is a std::runtime_error.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "leagues/store/league.hpp"
#include "referee/sandbox/descriptor.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues {

class Database;

using Id = std::int64_t;

/// An agent as it was when it played: another content is another version.
struct StoredAgent {
  Id id = 0;
  std::string name;
  int version = 1;
  std::string author;
  /// "ada", "ada@2".
  [[nodiscard]] std::string shown_name() const;
};

struct StoredDivision {
  Id id = 0;
  const rules::Definition* definition = nullptr;
  rules::Parameters parameters;
  int seats = 2;
  bool mirror = true;
  referee::Advice advice = referee::Advice::Off;
};

struct StoredLineUp {
  Id id = 0;
  std::vector<Id> agents;     ///< By name; of a tournament, by seat.
  std::uint64_t planned = 0;  ///< Deals.
  std::uint64_t played = 0;   ///< Of them.
};

/// The seed of some deals.
struct Epoch {
  Id id = 0;
  std::string seed;
  std::string commitment;
  bool open = false;      ///< The seed stood in the league file from the start.
  bool revealed = false;  ///< Published with a finished league; used for no further deal.
};

/// What stands on every deal beside its games.
struct Conditions {
  std::string isolation;  ///< The level.
  std::string layers;     ///< referee::summary of what was found.
  std::string machine;
  referee::Limits limits;
};

/// The league as it was settled last.
struct StoredLeague {
  std::string name;
  Format format = Format::RoundRobin;
  RankBy rank_by = RankBy::Elo;
  std::vector<StoredDivision> divisions;
  std::vector<StoredAgent> agents;  ///< Who plays now, by name.
  int repeat = 1;                   ///< Tournaments.
  bool apart = false;               ///< In them agents of one author share no table.
};

/// A fault of a stored game, without its report.
struct StoredFault {
  Id id = 0;
  Id line_up = 0;
  std::uint64_t deal = 0;
  Id agent = 0;
  referee::Fault fault;
  int seating = 0;
};

/// A deal as it lies in the file, unread: what verify.hpp judges.
struct StoredDeal {
  std::uint64_t deal = 0;
  Id epoch = 0;
  int max_faults = 0;  ///< Of the limits it was played under.
  std::string games;   ///< As referee::encode_deal.
  std::vector<StoredFault> faults;
};

/// Another run holds the folder.
class LeagueBusy : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The folder holds a league that this one cannot go on with: a tournament's entrants, rules and
/// seed stay as they were when it began.
class OtherLeague : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// There is no league in the folder.
class NoLeague : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Store {
 public:
  /// To play: makes the folder and the file where they are not there; holds the folder until the
  /// Store goes. Throws LeagueBusy.
  [[nodiscard]] static Store open_to_play(const std::filesystem::path& folder);
  /// To look, also while another process plays. Throws NoLeague. Both bring a file of an older
  /// danno up to date, and refuse one of a newer.
  [[nodiscard]] static Store open_to_read(const std::filesystem::path& folder);
  Store(Store&&) noexcept;
  ~Store();

  /// Makes the league of the file the current one: new agents and changed ones (by content_hash)
  /// come in, line-ups are planned, those of before stay stored and are planned no more.
  /// Of a tournament: a division for every size of table, and no line-up. Throws OtherLeague.
  void settle(const League& league);
  /// Plans a deal of a table that a tournament comes to; `agents` by seat. `place` orders them.
  StoredLineUp plan_table(const StoredDivision& division, const std::vector<Id>& agents,
                          std::uint64_t deal, std::uint64_t place);
  /// What is stored of the line-up is all that is planned of it.
  void plan_no_more(const StoredLineUp& line_up);

  [[nodiscard]] StoredLeague league() const;
  /// Current line-ups, in the order of the schedule.
  [[nodiscard]] std::vector<StoredLineUp> line_ups(const StoredDivision& division) const;
  /// Deals stored of line-ups that are planned no more: of agents that left or changed.
  [[nodiscard]] std::uint64_t retired_deals() const;

  /// The epoch that new deals belong to: that of `seed`, or else the secret one in use, or a new
  /// one.
  [[nodiscard]] Epoch current_epoch(const std::optional<std::string>& seed);
  [[nodiscard]] std::vector<Epoch> epochs(const StoredDivision& division) const;
  /// Publishes all seeds in use: every deal that was planned is there.
  void reveal_seeds();

  [[nodiscard]] Id conditions_id(const Conditions& conditions);
  /// Levels under which the division's current line-ups played.
  [[nodiscard]] std::vector<std::string> isolation_levels(const StoredDivision& division) const;
  /// Conditions::layers of those deals.
  [[nodiscard]] std::vector<std::string> isolation_layers(const StoredDivision& division) const;

  /// Stores deals that follow those stored, in one transaction.
  void add_deals(const StoredLineUp& line_up, const Epoch& epoch, Id conditions,
                 std::span<const referee::DealResult> deals);

  using VisitDeal = std::function<void(const StoredLineUp&, const referee::DealResult&)>;
  /// All deals of current line-ups, by line-up and index. Faults come without reports. Returns
  /// BLAKE2b-256, in hex, of the games as stored, to the bit.
  std::string visit_deals(const StoredDivision& division, const VisitDeal& visit) const;
  /// The same with the UTC days on which they were played, nothing where that was not kept yet.
  void visit_days(
      const StoredDivision& division,
      const std::function<void(std::optional<std::chrono::sys_days>, const StoredLineUp&,
                               const referee::DealResult&)>& visit) const;
  /// Only deals with a fault, of one line-up.
  void visit_faulty_deals(const StoredLineUp& line_up, const VisitDeal& visit) const;
  /// Faults in current line-ups, in the order of their games.
  [[nodiscard]] std::vector<StoredFault> faults(const StoredDivision& division) const;
  [[nodiscard]] std::string fault_report(Id fault) const;

  /// All that was ever played, also by agents that left or changed.
  [[nodiscard]] std::vector<StoredDivision> all_divisions() const;
  [[nodiscard]] std::vector<StoredAgent> all_agents() const;
  [[nodiscard]] std::vector<Epoch> all_epochs() const;
  /// With the deals that are stored as `played`; those planned no more come last, with 0 planned.
  [[nodiscard]] std::vector<StoredLineUp> all_line_ups(const StoredDivision& division) const;
  /// The line-up's deals from index `from` on, as one moment of the file shows them; until `visit`
  /// says false.
  void visit_stored(const StoredLineUp& line_up, std::uint64_t from,
                    const std::function<bool(const StoredDeal&)>& visit) const;
  /// Deals and faults whose line-up or deal is not there.
  [[nodiscard]] std::uint64_t strays() const;

 private:
  Store(std::unique_ptr<Database> database, referee::Descriptor hold);
  [[nodiscard]] std::vector<std::string> conditions_of(const StoredDivision& division,
                                                       const char* column) const;
  std::unique_ptr<Database> database_;
  referee::Descriptor hold_;  ///< On the folder, of who plays.
};

}  // namespace danno::leagues

// league.db: all that was played and under which conditions.
//
// Tables, ratings, audits and exports are computed from it. A deal is stored whole or not at all,
// in a block with the sums of its deals, which verify recomputes; nothing else that can be counted
// is kept beside. docs/run-a-league.md shows the schema to people who want to query it. Whatever
// the disk or the file does wrong is a std::runtime_error.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "leagues/files/json.hpp"
#include "leagues/store/league.hpp"
#include "referee/play/line_up.hpp"
#include "referee/sandbox/descriptor.hpp"

namespace danno::leagues::store {

class Database;
class DealTree;
class RowDigester;

using Id = std::int64_t;

/// An agent as it was when it played: another content is another version.
struct StoredAgent {
  Id id = 0;
  std::string name;
  int version = 1;
  std::string author;
  std::string hash = {};  ///< Of its content: SHA-256, in hex.
  std::vector<std::string> command = {};
  std::filesystem::path folder = {};  ///< Where it lay when it came in; it may have changed since.
  /// "ada", "ada@2".
  [[nodiscard]] std::string shown_name() const;
};

struct StoredDivision {
  Id id = 0;
  const rules::Definition* definition = nullptr;
  rules::Parameters parameters;
  int seats = 2;
  bool mirror = true;
  referee::play::Advice advice = referee::play::Advice::Off;
};

struct StoredLineUp {
  Id id = 0;
  std::vector<Id> agents;     ///< By name; of a table with games of its own, by seat.
  std::uint64_t planned = 0;  ///< Deals.
  std::uint64_t played = 0;   ///< Of them.
};

/// Names with versions in the order of the line-up, `agents` among them. Throws std::runtime_error
/// where one is missing.
[[nodiscard]] std::vector<std::string> names_of(const StoredLineUp& line_up,
                                                std::span<const StoredAgent> agents);
/// The same as one text: "ada,bob@2".
[[nodiscard]] std::string line_up_name(const StoredLineUp& line_up,
                                       std::span<const StoredAgent> agents);

/// Of current line-ups.
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

/// Deals that are played elsewhere, in parts, under a seed of their own (leagues/parts).
struct PlanOfParts {
  Id id = 0;
  Id epoch = 0;
  std::string folder;  ///< As it was made.
  int parts = 0;
  bool open = true;         ///< Neither merged whole nor given up.
  std::uint64_t deals = 0;  ///< Stored of its epoch.
};

/// What a ladder chose to play next, from what was stored then (leagues/formats/ladder).
struct StoredRound {
  Id id = 0;
  std::chrono::sys_seconds begun;
  files::Json plan;  ///< With "tables": a list of [line-up, first deal, end].
};

/// So many deals more of the line-up of these agents, who stand by name.
struct RoundTable {
  std::vector<Id> agents;
  std::uint64_t deals = 0;
};

/// What stands on every deal beside its games.
struct Conditions {
  std::string isolation;  ///< The level.
  std::string layers;     ///< referee::sandbox::summary of what was found.
  std::string machine;
  referee::talk::Limits limits;
};

/// What the line-ups of a league and their deals follow from, beside its agents.
struct StoredPlan {
  std::optional<std::uint64_t> deals;  ///< A line-up; nothing: as many as decided a gate.
  int max_per_author = 0;
  std::vector<Id> challengers;  ///< Of a gauntlet.
};

/// The league as it was settled last.
struct StoredLeague {
  std::string name;
  std::string format = "round-robin";
  RankBy rank_by = RankBy::Elo;
  const ratings::RatingModel* rating = &ratings::kBradleyTerry;
  std::vector<StoredDivision> divisions;
  std::vector<StoredAgent> agents;  ///< Who plays now, by name.
  /// Nothing: a plan that sets every game by itself.
  std::optional<StoredPlan> plan = {};
  files::Json settings = {};  ///< All of it, with the format's own keys.
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

/// The report of a fault of any game, and whose it is.
struct StoredReport {
  std::string rules;
  StoredLineUp line_up;
  std::uint64_t deal = 0;
  int seating = 0;
  Id agent = 0;
  std::string report;
};

/// What a table of league.db holds; docs/league-db.md tells which bytes.
struct TableDigest {
  std::string table;
  std::string digest;  ///< BLAKE2b-256, in hex.
  std::string marks;   ///< RowDigester::take_marks(): they tell which row differs.
  friend bool operator==(const TableDigest&, const TableDigest&) = default;
};
using Digests = std::vector<TableDigest>;

/// The columns that TableDigest::marks have a mark for; empty where a row has as many as it needs.
[[nodiscard]] std::vector<std::string> marked_columns(std::string_view table);

/// The one digest over all of them but the reports of faults: these tell what a process was sent,
/// and that depends on how many games it played at once.
[[nodiscard]] std::string whole_digest(const Digests& digests);

/// That the league's tables were written as files, and what they were made of.
struct Publication {
  Digests digests;
  std::string stage;       ///< What was stored then: see Store::stage().
  bool is_latest = false;  ///< Nothing was settled or stored since.
};

/// Deals of one line-up that follow each other and were stored together.
struct StoredBlock {
  Id id = 0;
  Id line_up = 0;
  std::uint64_t first = 0;
  std::uint64_t deals = 0;
  Id epoch = 0;
  Id conditions = 0;
  std::int64_t day = 0;    ///< UTC, from 1970-01-01.
  std::string nodes = {};  ///< DealTree::nodes() of their games.
  /// scores::encode_sums() of all of them; empty if they cannot be summed, or not all are wanted.
  std::string sums = {};
  /// scores::encode_luck() of them on the basis asked for; empty: not kept.
  std::string luck = {};
};

/// A deal as it lies in the file, unread: what verify.hpp judges.
struct StoredDeal {
  std::uint64_t deal = 0;
  Id epoch = 0;
  int max_faults = 0;  ///< Of the limits it was played under.
  std::string games;   ///< As referee::record::encode_deal.
  std::vector<StoredFault> faults;
};

/// The folder cannot be used so: a mistake of the user, put right by another folder or command.
class WrongFolder : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Another run holds the folder.
class LeagueBusy : public WrongFolder {
 public:
  using WrongFolder::WrongFolder;
};

/// The folder holds what this league cannot go on with: a league of another name, one that keeps
/// what it began with and had other entrants, rules or seed, or another program's database.
class OtherLeague : public WrongFolder {
 public:
  using WrongFolder::WrongFolder;
};

/// There is no league in the folder.
class NoLeague : public WrongFolder {
 public:
  using WrongFolder::WrongFolder;
};

/// The line-ups of a league at tables of so many seats, in the order of the schedule. Empty: they
/// are planned as the league comes to them. The league's settings have the format's own keys.
using PlanLineUps =
    std::function<std::vector<std::vector<Id>>(const StoredLeague& league, int seats)>;

class Store {
 public:
  /// To play: makes the folder and the file where they are not there; holds the folder until the
  /// Store goes. Throws LeagueBusy, and OtherLeague where the file is another program's.
  [[nodiscard]] static Store open_to_play(const std::filesystem::path& folder);
  /// To look, also while another process plays, and where nothing can be written. Throws NoLeague.
  /// Both refuse a file of another schema.
  [[nodiscard]] static Store open_to_read(const std::filesystem::path& folder);
  /// To look at what was stored at an earlier stage().
  [[nodiscard]] static Store open_as_of(const std::filesystem::path& folder,
                                        const std::string& stage);
  /// To look at what settle() would make of it, without doing it. Throws OtherLeague.
  [[nodiscard]] static Store open_as_settled(const std::filesystem::path& folder,
                                             const League& league, const PlanLineUps& plan);
  Store(Store&&) noexcept;
  ~Store();

  /// Of a store opened to read: from now on every agent that `names` has is called by its other
  /// name, in all versions, and has neither author nor hash, command or folder. A store so shown is
  /// for tables, sites and reports; it is not written, and verify would find other names and
  /// digests in it. Agents, line-ups and what stands by the agents of a line-up (records, sums,
  /// luck) come by shown names; seating k of a deal is the one in which agent k of the line-up has
  /// the first seat; reports have the shown name and that seating, and faults of agents that never
  /// got ready no words, which may name files. So the order of the true names shows only in who met
  /// whom (a ladder's first round follows from it) and, from three seats on, in the cyclic order of
  /// a deal's seatings. Nor are days of play, numbers of versions and the stderr in an agent's own
  /// reports hidden; and once a seed is public, it tells which names a deal's key is made of.
  /// Formats whose games follow from the order of entrants (tournament, Swiss, knock-out) cannot be
  /// told again under other names. New agents that are not in `names` have their true ones. Throws
  /// std::invalid_argument where two agents would have one.
  void show_as(std::map<std::string, std::string> names);

  /// Makes the league of the file the current one: new agents and changed ones (by content_hash)
  /// come in, line-ups are planned, those of before stay stored and are planned no more. Deals that
  /// a line-up has stay planned, also where the file now asks for fewer. A league of no deals a
  /// line-up (a ladder) plans none by itself: line-ups of those who play now stay as they are.
  /// Where line-ups come later, those with deals stay, and of a League::sets_games there is a
  /// division for every size of table. Nothing is changed where `check` throws of what has come of
  /// it. Throws OtherLeague.
  void settle(const League& league, const PlanLineUps& plan,
              const std::function<void(const Store&)>& check = {});
  /// Plans the deals up to this one of a line-up that the league comes to; `place` orders them.
  StoredLineUp plan_table(const StoredDivision& division, const std::vector<Id>& agents,
                          std::uint64_t deal, std::uint64_t place);
  /// What is stored of each line-up is all that is planned of it.
  void plan_no_more();

  /// By the order in which they began.
  [[nodiscard]] std::vector<StoredRound> rounds(const StoredDivision& division) const;
  [[nodiscard]] std::uint64_t count_rounds(const StoredDivision& division) const;
  /// Begins one: plans the tables' deals, and adds them to `plan` as "tables".
  StoredRound add_round(const StoredDivision& division, files::Json plan,
                        std::span<const RoundTable> tables);

  [[nodiscard]] StoredLeague league() const;
  /// Current line-ups, in the order of the schedule.
  [[nodiscard]] std::vector<StoredLineUp> line_ups(const StoredDivision& division) const;
  /// One of them.
  [[nodiscard]] StoredLineUp line_up(const StoredDivision& division, Id id) const;
  /// The sums over line_ups(), without reading each.
  [[nodiscard]] DealCount count_deals(const StoredDivision& division) const;
  /// Deals stored of line-ups that are planned no more: of agents that left or changed.
  [[nodiscard]] std::uint64_t retired_deals() const;

  /// The epoch that new deals belong to: that of `seed`, or else the secret one in use, or a new
  /// one.
  [[nodiscard]] Epoch current_epoch(const std::optional<std::string>& seed);
  [[nodiscard]] std::vector<Epoch> epochs(const StoredDivision& division) const;
  struct BegunPlan {
    Id id = 0;
    Epoch epoch;
  };
  /// Commits to the epoch of a plan: that of `seed`, or else a new one, which no other deals get.
  [[nodiscard]] BegunPlan begin_plan(const std::optional<std::string>& seed,
                                     const std::filesystem::path& folder, int parts);
  /// By id, from 1 on.
  [[nodiscard]] std::vector<PlanOfParts> plans() const;
  /// It was merged whole, or is given up.
  void end_plan(Id plan);
  /// Publishes all seeds in use: every deal that was planned is there.
  void reveal_seeds();

  [[nodiscard]] Id conditions_id(const Conditions& conditions);
  /// Levels under which the division's current line-ups played.
  [[nodiscard]] std::vector<std::string> isolation_levels(const StoredDivision& division) const;
  /// Conditions::layers of those deals.
  [[nodiscard]] std::vector<std::string> isolation_layers(const StoredDivision& division) const;

  /// Deals [first, second) that are planned and not stored, by rising index.
  [[nodiscard]] std::vector<std::pair<std::uint64_t, std::uint64_t>> missing_deals(
      const StoredLineUp& line_up) const;
  /// Stores deals that are missing, in one transaction: as blocks, with their sums. Those that
  /// follow each other come so.
  void add_deals(const StoredLineUp& line_up, const Epoch& epoch, Id conditions,
                 std::span<const referee::play::DealResult> deals);

  /// Takes the blocks of these line-ups out again, from that with this deal on: all of them or
  /// none. Returns how many deals those had. What was published stands on nothing then: where there
  /// are such deals, `remove_files` takes the tables' files away before the deals go.
  std::uint64_t drop_deals(std::span<const std::pair<Id, std::uint64_t>> from,
                           const std::function<void()>& remove_files);

  using VisitDeal = std::function<void(const StoredLineUp&, const referee::play::DealResult&)>;
  using VisitBlock = std::function<void(const StoredLineUp&, const StoredBlock&)>;
  /// The blocks of line_ups() of a division, by line-up and index. Returns a BLAKE2b-256, in hex,
  /// of their games, which does not depend on how they are cut into blocks (docs/league-db.md).
  /// They come with their luck on this basis, see keep_luck().
  std::string visit_blocks(std::span<const StoredLineUp> line_ups, const VisitBlock& visit,
                           std::string_view luck_basis = {}) const;
  /// Those whose luck on this basis visit_blocks() would not have; without sums and hashes.
  [[nodiscard]] std::vector<StoredBlock> blocks_without_luck(const StoredDivision& division,
                                                             std::string_view basis) const;
  /// What the luck that is kept of a division's blocks stands on.
  [[nodiscard]] std::vector<std::string> luck_bases(const StoredDivision& division) const;
  /// The blocks that luck on this basis is kept of, also of line-ups that are planned no more.
  void visit_luck(const StoredDivision& division, std::string_view basis,
                  const std::function<void(const StoredBlock&)>& visit) const;
  /// Reads a block's games; faults come without reports.
  [[nodiscard]] std::vector<referee::play::DealResult> deals_of(const StoredBlock& block) const;
  /// The deals of these blocks; returns the same.
  std::string visit_deals(const StoredDivision& division, const VisitDeal& visit) const;
  using VisitDated = std::function<void(std::chrono::sys_days day, const StoredLineUp&,
                                        const referee::play::DealResult&)>;
  /// The same deals by the UTC day on which they were played.
  void visit_deals_by_day(const StoredDivision& division, const VisitDated& visit) const;
  /// Only deals with a fault, of one line-up.
  void visit_faulty_deals(const StoredLineUp& line_up, const VisitDeal& visit) const;
  /// Faults in current line-ups, in the order of their games.
  [[nodiscard]] std::vector<StoredFault> faults(const StoredDivision& division) const;
  [[nodiscard]] std::string fault_report(Id fault) const;

  /// All that was ever played, also by agents that left or changed.
  [[nodiscard]] std::vector<StoredDivision> all_divisions() const;
  [[nodiscard]] std::vector<StoredAgent> all_agents() const;
  [[nodiscard]] std::vector<Epoch> all_epochs() const;
  /// Whether a deal of it is stored.
  [[nodiscard]] bool has_deals(const Epoch& epoch) const;
  /// With the deals that are stored as `played`; those planned no more come last, with 0 planned.
  [[nodiscard]] std::vector<StoredLineUp> all_line_ups(const StoredDivision& division) const;
  /// All blocks of a line-up, as one moment of the file shows them.
  void visit_stored_blocks(const StoredLineUp& line_up,
                           const std::function<void(const StoredBlock&)>& visit) const;
  /// The deals of a block as they lie in the file, from index `from` on, until `visit` says false.
  /// Returns whether it never did. Throws Damaged where they cannot be read.
  bool visit_stored(const StoredLineUp& line_up, const StoredBlock& block, std::uint64_t from,
                    const std::function<bool(const StoredDeal&)>& visit) const;
  /// The line-up's deals from index `from` on, as one moment of the file shows them; until `visit`
  /// says false.
  void visit_stored(const StoredLineUp& line_up, std::uint64_t from,
                    const std::function<bool(const StoredDeal&)>& visit) const;
  /// Blocks, their games and faults whose line-up or deal is not there.
  [[nodiscard]] std::uint64_t strays() const;
  /// What SQLite finds wrong with the file: pages, indices, references; empty: nothing.
  [[nodiscard]] std::string integrity_problem() const;
  /// Reports of all faults, also of agents that left or changed.
  void visit_reports(const std::function<void(const StoredReport&)>& visit) const;

  /// Keeps the luck of whole blocks, in place of what was kept on another basis. It follows from
  /// the games, so no stage or digest knows of it.
  void keep_luck(std::string_view basis, std::span<const StoredBlock> blocks);

  /// What is stored now, for open_as_of(): deals are only ever added, so little tells it.
  [[nodiscard]] std::string stage() const;
  [[nodiscard]] Digests digests() const;
  /// Whose files may lie in the folder: the last one's; those of earlier ones where a writer died.
  [[nodiscard]] std::vector<Publication> publications() const;
  /// Not where it shows other names.
  [[nodiscard]] bool is_writable() const;
  /// Has the tables' files written that were made of that stage, and keeps of what. Files of a
  /// later stage that somebody else wrote meanwhile stay.
  void publish(const Digests& digests, const std::string& stage,
               const std::function<void()>& write_files);

 private:
  Store(std::unique_ptr<Database> database, referee::sandbox::Descriptor hold);
  void settle_rows(const League& league, const PlanLineUps& plan);
  /// A new one: of `seed`, or drawn.
  Epoch add_epoch(const std::optional<std::string>& seed);
  void add_block(const StoredLineUp& line_up, const Epoch& epoch, Id conditions,
                 std::span<const referee::play::DealResult> deals);
  void add_faults(const StoredLineUp& line_up, const referee::play::DealResult& deal);
  /// The bytes of the deals of a block.
  [[nodiscard]] std::vector<std::string> games_of(const StoredBlock& block) const;
  void add_to(DealTree& tree, const StoredBlock& block) const;
  void digest_deals(RowDigester& digester) const;
  [[nodiscard]] std::vector<std::string> conditions_of(const StoredDivision& division,
                                                       const char* column) const;
  /// As shown. Throws Damaged where it is missing.
  [[nodiscard]] StoredAgent agent(Id id) const;
  // As show_as() says; all is left as it is where there are no other names.
  [[nodiscard]] StoredAgent shown(StoredAgent agent) const;
  [[nodiscard]] StoredLineUp shown(StoredLineUp line_up) const;
  [[nodiscard]] std::vector<StoredLineUp> shown(std::vector<StoredLineUp> line_ups) const;
  void sort_as_shown(std::vector<StoredLineUp>& line_ups) const;
  [[nodiscard]] StoredBlock shown(StoredBlock block) const;
  [[nodiscard]] StoredFault shown(StoredFault fault) const;
  [[nodiscard]] std::string shown_report(std::string report, Id line_up, std::uint64_t deal,
                                         Id agent) const;
  /// order[i] is where the line-up has the agent that is shown as its i-th; none where there are no
  /// other names.
  [[nodiscard]] std::vector<std::size_t> shown_order(std::span<const Id> agents) const;
  [[nodiscard]] std::vector<std::size_t> shown_order(Id line_up) const;
  [[nodiscard]] static int shown_seating(std::span<const std::size_t> order, std::uint64_t deal,
                                         int seating);
  std::unique_ptr<Database> database_;
  std::map<std::string, std::string> other_names_;
  struct Staged {
    std::pair<std::int64_t, std::int64_t> version;  ///< Of the database.
    std::string text;
  };
  mutable std::optional<Staged> stage_;  ///< The last one: it lists every line-up.
  referee::sandbox::Descriptor hold_;    ///< On the folder, of who plays.
};

}  // namespace danno::leagues::store

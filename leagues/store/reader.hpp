// The read side of league.db: tables, ratings, audits, exports and sites are computed from it.
// Whatever the disk or the file does wrong is a std::runtime_error. docs/league-db.md shows the
// schema.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "leagues/store/stored.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::store {

class Database;

/// Returns the line-ups of a league at tables of this size, in the order of the schedule. If it is
/// empty, line-ups are planned as the league comes to them.
using PlanLineUps =
    std::function<std::vector<std::vector<Id>>(const StoredLeague& league, int seats)>;

/// Returns whether league.db is one file, which can be read on any machine: no process has it open,
/// and none was killed that had.
[[nodiscard]] bool is_at_rest(const std::filesystem::path& folder);

class Reader {
 public:
  /// Opens the league for reading, also while another process plays or nothing can be written.
  /// Throws NoLeague, and OtherLeague for a file of another schema.
  [[nodiscard]] static Reader open_to_read(const std::filesystem::path& folder);
  /// Opens what was stored at an earlier snapshot().
  [[nodiscard]] static Reader open_at(const std::filesystem::path& folder,
                                      const std::string& snapshot);
  /// Opens the league as Writer::sync_with() would leave it, without writing. Throws OtherLeague.
  [[nodiscard]] static Reader open_as_settled(const std::filesystem::path& folder,
                                              const League& league, const PlanLineUps& plan);
  explicit Reader(std::shared_ptr<Database> database) : database_(std::move(database)) {}

  /// Returns the rounds in the order in which they began.
  [[nodiscard]] std::vector<StoredRound> rounds(const StoredDivision& division) const;
  [[nodiscard]] std::uint64_t count_rounds(const StoredDivision& division) const;

  [[nodiscard]] StoredLeague league() const;
  /// Returns the current line-ups, in schedule order.
  [[nodiscard]] std::vector<StoredLineUp> line_ups(const StoredDivision& division) const;
  /// Returns one of the line-ups.
  [[nodiscard]] StoredLineUp line_up(const StoredDivision& division, Id id) const;
  /// Returns the sums over line_ups() without reading each.
  [[nodiscard]] DealCount count_deals(const StoredDivision& division) const;
  /// Counts the stored deals of line-ups that are no longer planned: their agents left or changed.
  [[nodiscard]] std::uint64_t unscheduled_deals() const;
  [[nodiscard]] std::vector<Epoch> epochs(const StoredDivision& division) const;
  /// Returns the plans by id, from 1 on.
  [[nodiscard]] std::vector<PlanOfParts> plans() const;
  /// Returns the isolation levels under which the division's current line-ups played.
  [[nodiscard]] std::vector<std::string> isolation_levels(const StoredDivision& division) const;
  /// Returns Conditions::layers of those deals.
  [[nodiscard]] std::vector<std::string> isolation_layers(const StoredDivision& division) const;

  /// Returns the ranges [first, second) of deals that are planned and not stored, by rising index.
  [[nodiscard]] std::vector<std::pair<std::uint64_t, std::uint64_t>> missing_deals(
      const StoredLineUp& line_up) const;

  using VisitDeal = std::function<void(const StoredLineUp&, const referee::play::DealResult&)>;
  using VisitBlock = std::function<void(const StoredLineUp&, const StoredBlock&)>;
  /// Visits the blocks of line_ups() of a division, by line-up and index. Returns a BLAKE2b-256, in
  /// hex, of their games, which does not depend on how they are cut into blocks
  /// (docs/league-db.md). They come with their luck on this basis, see store_luck().
  std::string visit_blocks(std::span<const StoredLineUp> line_ups, const VisitBlock& visit,
                           std::string_view luck_basis = {}) const;
  /// Returns the blocks without stored luck on this basis; without sums and hashes.
  [[nodiscard]] std::vector<StoredBlock> blocks_without_luck(const StoredDivision& division,
                                                             std::string_view basis) const;
  /// Returns the bases of the luck that is stored with a division's blocks.
  [[nodiscard]] std::vector<std::string> luck_bases(const StoredDivision& division) const;
  /// Reads a block's games; faults come without reports.
  [[nodiscard]] std::vector<referee::play::DealResult> read_deals(const StoredBlock& block) const;
  /// Visits the deals of the blocks that visit_blocks() visits; returns the same.
  std::string visit_deals(const StoredDivision& division, const VisitDeal& visit) const;
  /// Returns when the last of these deals was stored; nullopt if there are none.
  [[nodiscard]] std::optional<std::chrono::sys_seconds> last_played(
      const StoredDivision& division) const;
  /// Visits the deals of one line-up that have a fault.
  void visit_faulty_deals(const StoredLineUp& line_up, const VisitDeal& visit) const;
  /// Returns the faults in current line-ups, in the order of their games.
  [[nodiscard]] std::vector<StoredFault> faults(const StoredDivision& division) const;
  [[nodiscard]] std::string fault_report(Id fault) const;

  /// Returns all divisions that were ever played, also those whose agents left or changed.
  [[nodiscard]] std::vector<StoredDivision> all_divisions() const;
  [[nodiscard]] std::vector<StoredAgent> all_agents() const;
  [[nodiscard]] std::vector<Epoch> all_epochs() const;
  /// Returns whether a deal of it is stored.
  [[nodiscard]] bool has_deals(const Epoch& epoch) const;
  /// Returns all line-ups with the number of stored deals; unscheduled ones come last, with 0
  /// planned.
  [[nodiscard]] std::vector<StoredLineUp> all_line_ups(const StoredDivision& division) const;
  /// Visits the blocks that begin at deals [from, end), from one snapshot, with luck on this basis.
  void visit_stored_blocks(const StoredLineUp& line_up,
                           const std::function<void(const StoredBlock&)>& visit,
                           std::uint64_t from = 0, std::uint64_t end = kNoEnd,
                           std::string_view luck_basis = {}) const;
  static constexpr std::uint64_t kNoEnd = std::numeric_limits<std::int64_t>::max();
  /// Returns the faults of a line-up in deals [first, end), in their order.
  [[nodiscard]] std::vector<StoredFault> faults_in(const StoredLineUp& line_up, std::uint64_t first,
                                                   std::uint64_t end) const;
  /// Visits a block's deals from index `from` until `visit` returns false. Returns whether it
  /// visited all. Throws Damaged if they cannot be read.
  bool visit_stored(const StoredLineUp& line_up, const StoredBlock& block, std::uint64_t from,
                    const std::function<bool(const StoredDeal&)>& visit) const;
  /// Visits the line-up's deals from index `from`, from one snapshot, until `visit` returns false.
  void visit_stored(const StoredLineUp& line_up, std::uint64_t from,
                    const std::function<bool(const StoredDeal&)>& visit) const;
  /// Counts blocks, their games and faults whose line-up or deal does not exist.
  [[nodiscard]] std::uint64_t orphan_rows() const;
  /// Returns what SQLite finds wrong with pages, indices and references; empty if nothing is.
  [[nodiscard]] std::string integrity_problem() const;

  /// Returns a short description of what is stored now, for open_at(). It is short because deals
  /// are only ever added.
  [[nodiscard]] std::string snapshot() const;
  [[nodiscard]] Digests digests() const;
  /// Returns a BLAKE2b-256, in hex, of every row, and of whether the last publication is of all
  /// of them. Whatever is read is the same again while it is the same.
  [[nodiscard]] std::string contents() const;
  /// Returns the publications whose files may lie in the folder: the last one, and earlier ones
  /// whose writer died.
  [[nodiscard]] std::vector<Publication> publications() const;
  [[nodiscard]] bool is_writable() const;

  // Read-only users may also write what follows from the games, if is_writable(). Another process
  // may play meanwhile.

  /// Stores the luck of whole blocks, in place of luck on another basis. It follows from the games,
  /// so no snapshot or digest contains it.
  void store_luck(std::string_view basis, std::span<const StoredBlock> blocks);
  /// Calls `write_files` for tables made at that snapshot, and stores their digests. Files of a
  /// later snapshot that another process wrote meanwhile stay.
  void publish(const Digests& digests, const std::string& snapshot,
               const std::function<void()>& write_files);

 private:
  std::shared_ptr<Database> database_;  ///< Shared with the writer that offers this reader.
};

}  // namespace danno::leagues::store

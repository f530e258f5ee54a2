// The write side of league.db: all that was played and under which conditions.
//
// A deal is stored whole or not at all, in a block with the sums of its deals, which verify
// recomputes; nothing else that can be counted is kept beside. Whatever the disk or the file does
// wrong is a std::runtime_error.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "leagues/store/reader.hpp"
#include "referee/sandbox/descriptor.hpp"

namespace danno::leagues::store {

/// Returns how many of `deals` deals that follow each other from `first` on make one block.
[[nodiscard]] std::uint64_t deals_of_block(std::uint64_t first, std::uint64_t deals);

/// A block in the form in which it lies in the file.
struct PackedBlock {
  StoredBlock block;       ///< Its id, epoch and day do not matter.
  std::string games;       ///< pack() of referee::record::encode_deal() of each deal.
  std::string luck_basis;  ///< The basis of the block's luck; empty if that is not known.
};

/// Writes what is planned and played. One process at a time holds the folder for it.
class Writer {
 public:
  /// Makes the folder and the file if they are missing, and holds the folder as long as the object
  /// lives. Throws LeagueBusy, and OtherLeague for a file of another program or schema.
  [[nodiscard]] static Writer open_to_play(const std::filesystem::path& folder);
  Writer(Writer&&) noexcept = default;
  ~Writer();

  /// Returns the reader of the same database, which lives as long as this object.
  [[nodiscard]] const Reader& reader() const { return reader_; }
  [[nodiscard]] Reader& reader() { return reader_; }

  /// Makes `league` the current one. New and changed agents (by content_hash) are added, line-ups
  /// are planned, and line-ups that no longer belong are kept without further planned deals. Stored
  /// deals stay planned even if the league now wants fewer. A league with 0 deals per line-up (a
  /// ladder) plans none by itself, and the line-ups of its current agents stay. If line-ups are
  /// planned later, those with deals stay; a League::has_fixed_games gets a division for every
  /// table size. If `check`, which is passed the result, throws, nothing is changed. Throws
  /// OtherLeague.
  void sync_with(const League& league, const PlanLineUps& plan,
                 const std::function<void(const Reader&)>& check = {});
  /// Plans the deals up to this one of a line-up that the league comes to; `place` orders them.
  StoredLineUp plan_table(const StoredDivision& division, const std::vector<Id>& agents,
                          std::uint64_t deal, std::uint64_t place);
  /// Sets the planned deals of each line-up to those that are stored.
  void close_schedule();
  /// Begins one: plans the tables' deals, and adds them to `plan` as "tables".
  StoredRound add_round(const StoredDivision& division, base::Json plan,
                        std::span<const RoundTable> tables);

  /// The epoch that new deals belong to: that of `seed`, or else the secret one in use, or a new
  /// one.
  [[nodiscard]] Epoch current_epoch(const std::optional<std::string>& seed);
  struct BegunPlan {
    Id id = 0;
    Epoch epoch;
  };
  /// Commits to the epoch of a plan: that of `seed` if given, else a new one for these deals only.
  [[nodiscard]] BegunPlan begin_plan(const std::optional<std::string>& seed,
                                     const std::filesystem::path& folder, int parts);
  /// Closes a plan that was merged completely or given up.
  void end_plan(Id plan);
  /// Publishes all seeds in use. Call it when every planned deal is stored.
  void reveal_seeds();

  [[nodiscard]] Id conditions_id(const Conditions& conditions);
  /// Stores deals that are missing, in one transaction: as blocks, with their sums. Those that
  /// follow each other come so.
  void add_deals(const StoredLineUp& line_up, const Epoch& epoch, Id conditions,
                 std::span<const referee::play::DealResult> deals);

  /// Stores whole blocks as they are, in one transaction; deals_of_block() must hold, and none of
  /// their deals has a fault.
  void add_blocks(const Epoch& epoch, std::span<const PackedBlock> blocks);

 private:
  Writer(std::shared_ptr<Database> database, referee::sandbox::Descriptor hold)
      : database_(std::move(database)), reader_(database_), hold_(std::move(hold)) {}
  /// Adds a new epoch, of `seed` if given, else of a drawn seed.
  Epoch add_epoch(const std::optional<std::string>& seed);

  std::shared_ptr<Database> database_;
  Reader reader_;
  referee::sandbox::Descriptor hold_;  ///< The lock on the folder.
};

}  // namespace danno::leagues::store

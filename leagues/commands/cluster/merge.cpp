// Merges played parts into the league.
//
// Nothing in a part is believed. The referee replays every game against the dice of the plan's
// seed, over all cores, and refuses a file whose game differs. Then each line-up takes its deals in
// order, block by block, as a run would have stored them: an agent that reaches its limit of faults
// is out from the same deal on. So the league equals one that was played on one machine.
#include "leagues/commands/cluster/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <variant>

#include "leagues/base/escape.hpp"
#include "leagues/commands/cluster/played_parts.hpp"
#include "leagues/ratings/deal_sums.hpp"
#include "leagues/report/block_luck.hpp"
#include "leagues/report/stored_game.hpp"
#include "leagues/runner/fault_files.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/store/deal_tree.hpp"
#include "leagues/store/pack.hpp"
#include "leagues/verify/line_up.hpp"
#include "referee/record/record.hpp"
#include "referee/solver/parallel_for.hpp"

namespace danno::leagues::commands::cluster {
namespace {

namespace fs = std::filesystem;
using referee::play::DealResult;
using referee::play::stop_requested;

// --- checks --------------------------------------------------------------------------------------

/// A block that the referee played over.
struct CheckedBlock {
  store::PackedBlock packed;  ///< Without games and conditions.
  std::vector<DealResult> deals;
  ratings::GameThrows throws;  ///< The throws of the games that are rated.
};

/// Plays the referee over a block; `context` has one epoch. Throws std::runtime_error that names
/// the game, or says how the block is damaged.
CheckedBlock check_block(const PlayedBlock& played, const verify::VerifyContext& context,
                         int max_faults) {
  const PartBlock& block = played.block;
  const PackedDeals packed = read_packed_deals(played.file->path, block);
  std::vector<std::string> texts = store::unpack(packed.games);
  if (texts.size() != block.deals)
    throw std::runtime_error("its number of deals differs from the one in its header");
  verify::Checked checked;
  verify::LineUpCheck check(context, checked, block.first, block.absent);
  store::DealTree tree;
  CheckedBlock result;
  std::vector<DealResult>& deals = result.deals;
  bool has_faults = block.has_faults;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const store::StoredDeal stored{
        block.first + i, context.epochs->begin()->first, max_faults, std::move(texts[i]), {}};
    const bool advised = ratings::is_advised(context.division->advice, stored.deal);
    deals.push_back({stored.deal, check.check(stored, false, advised ? nullptr : &result.throws)});
    // A store must contain exactly the bytes that danno writes.
    store::require(stored.games == referee::record::encode_deal(deals.back().games),
                   "{}/{}: its bytes are not those that danno writes", context.name, stored.deal);
    tree.add(stored.deal, stored.games);
    has_faults = has_faults || std::ranges::any_of(deals.back().games, [](const auto& game) {
                   return !game.faults.empty();
                 });
  }
  if (has_faults) (void)read_deals(played.file->path, block);  // throws for a false report
  const auto sums = ratings::sum_deals(deals, context.names.size());
  result.packed.block = {.line_up = block.line_up,
                         .first = block.first,
                         .deals = block.deals,
                         .nodes = tree.nodes(),
                         .sums = sums ? ratings::encode_sums(*sums) : ""};
  return result;
}

// --- the merge -----------------------------------------------------------------------------------

class Merging {
 public:
  Merging(store::Writer& store, const fs::path& folder, const PartsPlan& plan, store::Epoch epoch)
      : store_(store),
        faults_folder_(folder / "faults"),
        plan_(plan),
        epoch_(std::move(epoch)),
        league_(store.reader().league()),
        agents_(store.reader().all_agents()),
        format_(schedule::find_format(league_.format)),
        played_(plan) {}

  MergeResult run(int threads, const OnChecked& on_checked) {
    for (const auto& [part, files] : part_files(plan_.part_folder()))
      add_part(part, files);
    const auto source = format_.fixtures(store_.reader());
    const std::vector<schedule::Fixture> fixtures = source->next(store_);
    check_blocks(fixtures, threads, on_checked);
    runner::write_missing_fault_files(faults_folder_, store_.reader());
    const runner::StoredFaults stored(store_.reader(), plan_.limits);
    for (const schedule::Fixture& fixture : fixtures)
      store_line_up(fixture, stored);
    flush();
    if (stop_requested()) result_.end = runner::RunEnd::Interrupted;
    count_left();
    return std::move(result_);
  }

 private:
  // --- reading -----------------------------------------------------------------------------------

  void add_part(int part, const std::vector<fs::path>& files) {
    for (const fs::path& file : files) {
      const auto added = played_.add(file, part);
      // The file of an attempt that was killed may be cut off; that of a whole part may not.
      if (added.foreign || (file.extension() == ".part" && !added.complete))
        refuse(file, added.problem);
      if (!added.complete) continue;
      complete_.insert(part);
      return;  // what attempts left is in it
    }
  }

  void refuse(const fs::path& file, const std::string& why) {
    if (!fs::exists(file)) return;  // an attempt's, which became a whole part meanwhile
    result_.refused.push_back(fmt::format("{}: {}; remove it and play the part again",
                                          file.string(), base::escape_terminal(why)));
  }

  // --- checks ------------------------------------------------------------------------------------

  [[nodiscard]] verify::VerifyContext make_context(const schedule::Fixture& fixture) const {
    return {.division = fixture.division,
            .rules = fixture.rules,
            .line_up = &fixture.line_up,
            .epochs = &epochs_,
            .names = store::agent_names(fixture.line_up, agents_),
            .names_in_keys = store::key_names(fixture.line_up, agents_),
            .counts_dice = false,
            .name = report::division_name(*fixture.division, league_) + "/" +
                    store::line_up_name(fixture.line_up, agents_),
            .format = format_.name()};
  }

  using BlocksToCheck = std::vector<std::pair<PlayedBlock*, const schedule::Fixture*>>;

  /// Returns all blocks with deals that are missing in the store.
  BlocksToCheck list_missing(std::span<const schedule::Fixture> fixtures) {
    std::unordered_map<store::Id, const schedule::Fixture*> first_missing;  // by line-up
    for (const schedule::Fixture& fixture : fixtures)
      first_missing.emplace(fixture.line_up.id, &fixture);
    BlocksToCheck blocks;
    for (auto& [place, block] : played_.blocks()) {
      const auto found = first_missing.find(place.first);
      if (found != first_missing.end() && block.block.end() > found->second->first)
        blocks.emplace_back(&block, found->second);
    }
    return blocks;
  }

  /// Checks all blocks with deals that are missing in the store.
  void check_blocks(std::span<const schedule::Fixture> fixtures, int threads,
                    const OnChecked& on_checked) {
    BlocksToCheck blocks = list_missing(fixtures);
    auto lucks = prepare_luck(blocks);
    std::mutex mutex;
    solver::parallel_for(threads, static_cast<int>(blocks.size()), [&](int, int task) {
      const auto& [block, fixture] = blocks[static_cast<std::size_t>(task)];
      if (block->file->refused || stop_requested()) return;
      std::string problem;
      try {
        CheckedBlock checked = check_block(*block, make_context(*fixture), plan_.limits.max_faults);
        block->checked = std::move(checked.packed);
        const auto luck = lucks.find(fixture->division->id);
        if (luck != lucks.end())
          luck->second.add({.id = task}, std::move(checked.deals), checked.throws);
      } catch (const std::exception& error) {  // a Discrepancy, or what no game can be
        problem = error.what();
      }
      const std::scoped_lock lock(mutex);
      if (on_checked) on_checked(block->block.deals * fixture->line_up.agents.size());
      // One refusal of a file is reported once, whichever of its blocks was checked first.
      if (block->checked || block->file->refused.exchange(true)) return;
      refuse(block->file->path, problem);
      complete_.erase(block->header().part);
    });
    for (auto& [division, luck] : lucks) {
      if (!stop_requested()) luck.finish();
    }
  }

  /// Returns, by division, the luck of the blocks to check, where the solved values are known.
  std::map<store::Id, report::SharedLuck> prepare_luck(const BlocksToCheck& blocks) {
    std::map<store::Id, report::SharedLuck> lucks;
    if (blocks.empty()) return lucks;
    for (const store::StoredDivision& division : league_.divisions) {
      ratings::SolvedOrNot found = ratings::find_solved(*division.definition, division.parameters);
      auto* const solved = std::get_if<std::unique_ptr<const ratings::SolvedGame>>(&found);
      if (solved == nullptr) continue;
      const std::string basis = ratings::luck_basis(**solved);
      lucks.try_emplace(
          division.id, division, std::move(*solved),
          [&blocks, basis](const store::StoredBlock& block, const ratings::LuckSums& sums) {
            store::PackedBlock& packed = *blocks[static_cast<std::size_t>(block.id)].first->checked;
            packed.block.luck = ratings::encode_luck(sums);
            packed.luck_basis = basis;
          });
    }
    return lucks;
  }

  // --- writing -----------------------------------------------------------------------------------

  void store_line_up(const schedule::Fixture& fixture, const runner::StoredFaults& stored) {
    PlannedDeals missing = missing_deals(fixture, stored);
    while (missing.first < missing.end && !stop_requested()) {
      PlayedBlock* const played = played_.next_block(missing);
      if (played == nullptr || !played->checked) return;
      const PartBlock& block = played->block;
      const std::uint64_t before = missing.first;
      // A block that the line-up needs whole and without faults is stored as it is. Any other is
      // cut, and its faults are counted.
      if (!block.has_faults && missing.first == block.first && block.end() <= missing.end &&
          store::deals_of_block(block.first, block.deals) == block.deals) {
        store_whole(*played);
        missing.first = block.end();
      } else {
        flush();
        const std::vector<DealResult> deals = played_.take(*played, missing);
        store_.add_deals(fixture.line_up, epoch_, conditions_id(played->header()), deals);
        runner::write_fault_files(faults_folder_, fixture.rules->id(),
                                  store::key_names(fixture.line_up, agents_), deals);
      }
      result_.deals += missing.first - before;
    }
  }

  /// Stores a block as it lies in its file, together with others.
  void store_whole(PlayedBlock& played) {
    store::PackedBlock& packed = whole_.emplace_back(*std::move(played.checked));
    packed.block.conditions = conditions_id(played.header());
    packed.games = read_packed_deals(played.file->path, played.block).games;
    bytes_ += packed.games.size();
    if (bytes_ >= kFlushBytes || whole_.size() >= kFlushBlocks) flush();
  }

  void flush() {
    if (!whole_.empty()) store_.add_blocks(epoch_, whole_);
    whole_.clear();
    bytes_ = 0;
  }

  store::Id conditions_id(const PartHeader& header) {
    const auto [known, is_new] = conditions_.try_emplace(&header);
    if (is_new) {
      known->second =
          store_.conditions_id({std::string(referee::sandbox::to_string(plan_.limits.isolation)),
                                header.layers, header.machine, plan_.limits});
    }
    return known->second;
  }

  /// Counts what is left to merge. Line-ups that left the league are not counted.
  void count_left() {
    std::unordered_map<store::Id, std::uint64_t> stored;
    for (const store::StoredDivision& division : league_.divisions) {
      for (const store::StoredLineUp& line_up : store_.reader().line_ups(division))
        stored.emplace(line_up.id, line_up.played);
    }
    std::set<int> left;
    for (std::size_t i = 0; i < plan_.deals.size(); ++i) {
      const PlannedDeals& deals = plan_.deals[i];
      const auto found = stored.find(deals.line_up);
      if (found == stored.end() || found->second >= deals.end) continue;
      result_.deals_left += deals.end - std::max(deals.first, found->second);
      const int part = part_number(plan_, i);
      if (!complete_.contains(part)) left.insert(part);
    }
    result_.parts_left.assign(left.begin(), left.end());
    result_.league_complete = format_.count(store_.reader()).finished;
    if (result_.league_complete) store_.reveal_seeds();
    if (result_.deals_left == 0) store_.end_plan(plan_.number);  // last: it can be merged no more
  }

  static constexpr std::size_t kFlushBytes = std::size_t{16} << 20U;
  static constexpr std::size_t kFlushBlocks = 1'024;

  store::Writer& store_;
  fs::path faults_folder_;
  const PartsPlan& plan_;
  store::Epoch epoch_;
  std::map<store::Id, store::Epoch> epochs_{{epoch_.id, epoch_}};
  store::StoredLeague league_;
  std::vector<store::StoredAgent> agents_;
  const schedule::Format& format_;
  PlayedParts played_;
  std::set<int> complete_;  // parts
  std::unordered_map<const PartHeader*, store::Id> conditions_;
  std::vector<store::PackedBlock> whole_;  // to be stored
  std::size_t bytes_ = 0;                  // of their games
  MergeResult result_;
};

}  // namespace

MergeResult merge(store::Writer& store, const fs::path& folder, const PartsPlan& plan, int threads,
                  const OnChecked& on_checked) {
  const auto plans = store.reader().plans();
  const auto row = std::ranges::find(plans, plan.number, &store::PlanOfParts::id);
  const auto epochs = store.reader().all_epochs();
  const auto epoch =
      row == plans.end() ? epochs.end() : std::ranges::find(epochs, row->epoch, &store::Epoch::id);
  if (epoch == epochs.end() || epoch->commitment != plan.commitment ||
      store.reader().league().name != plan.league) {
    throw PlanError(fmt::format("{}: a plan of another league '{}'; move it back into its folder",
                                plan.folder.string(), base::escape_terminal(plan.league)));
  }
  // A plan that was merged whole may be merged again: it then changes nothing.
  if (row->open) {
    schedule::refuse_mixed_isolation(store.reader(), plan.limits.isolation);
    return Merging(store, folder, plan, *epoch).run(threads, on_checked);
  }
  MergeResult merged;
  merged.was_merged = merged.league_complete = row->deals >= count_deals(plan);
  if (merged.was_merged) return merged;
  throw PlanError(
      fmt::format("{}: this plan has ended; 'danno cluster plan' plans the missing deals",
                  plan.folder.string()));
}

store::Writer open_to_merge(const fs::path& folder) {
  if (!fs::exists(folder / "league.db")) {
    throw PlanError(
        fmt::format("no league in {}; expected a plan in its league's folder", folder.string()));
  }
  return store::Writer::open_to_play(folder);
}

}  // namespace danno::leagues::commands::cluster

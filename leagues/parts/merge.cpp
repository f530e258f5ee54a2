#include "leagues/parts/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "leagues/archive/export.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/parts/plan_status.hpp"
#include "leagues/parts/played_parts.hpp"
#include "leagues/play/fault_files.hpp"
#include "leagues/words/escape.hpp"
#include "referee/solver/share_out.hpp"

namespace danno::leagues::parts {
namespace {

namespace fs = std::filesystem;
using referee::play::DealResult;

/// Returns the plan's epoch. Throws PlanError unless the plan is open.
store::Epoch open_epoch(const store::Reader& store, const PartsPlan& plan) {
  KnownPlan known = known_plan(store, plan);
  if (!known.row.open) {
    throw PlanError(
        fmt::format("{}: this plan has ended; 'danno cluster plan' plans what is missing",
                    plan.folder.string()));
  }
  return std::move(known.epoch);
}

/// A line-up that is being merged, from its first missing deal on.
struct LineUpState {
  const plan::Fixture* fixture = nullptr;
  LineUpProgress progress;
};

class Merging {
 public:
  Merging(store::Store& store, const fs::path& folder, const PartsPlan& plan, int threads,
          const OnMerged& on_merged)
      : store_(store),
        folder_(folder),
        plan_(plan),
        threads_(threads),
        on_merged_(on_merged),
        epoch_(open_epoch(store, plan)),
        league_(store.league()),
        agents_(store.all_agents()),
        format_(formats::find_format(league_.format)),
        epochs_{{epoch_.id, epoch_}},
        played_(plan) {
    for (const auto& [part, files] : part_files(plan.part_folder())) {
      for (const fs::path& file : files)
        add(file, part);
    }
  }

  MergeResult run() {
    const auto source = format_.fixtures(store_, epoch_);
    std::vector<plan::Fixture> fixtures = source->next(store_);
    std::erase_if(fixtures,
                  [&](const plan::Fixture& fixture) { return !played_.has(fixture.line_up.id); });
    play::write_missing_fault_files(folder_ / "faults", store_);
    merge_line_ups(fixtures);
    flush();
    if (referee::play::stop_requested()) result_.end = play::RunEnd::Interrupted;
    count_left();
    return std::move(result_);
  }

 private:
  // --- files -------------------------------------------------------------------------------------

  void add(const fs::path& file, int part) {
    const auto added = played_.add(file, part);
    if (added.complete) complete_.insert(part);
    // The file of an attempt that was killed may be cut off; that of a whole part may not.
    if (added.foreign || (file.extension() == ".part" && !added.complete))
      refuse(file, added.problem);
  }

  void refuse(const fs::path& file, const std::string& why) {
    result_.refused.push_back(fmt::format("{}: {}; remove it and play the part again",
                                          file.string(), words::escape_terminal(why)));
  }

  /// Takes nothing more from the source.
  void refuse(Source& source, const std::string& why) {
    if (source.refused.exchange(true)) return;
    const std::scoped_lock lock(mutex_);
    refuse(source.file, why);
    complete_.erase(source.header.part);
  }

  // --- checks ------------------------------------------------------------------------------------

  [[nodiscard]] verify::Ground make_ground(const plan::Fixture& fixture) const {
    const auto names = store::names_of(fixture.line_up, agents_);
    return {.division = fixture.division,
            .rules = fixture.rules,
            .line_up = &fixture.line_up,
            .epochs = &epochs_,
            .names = names,
            .names_in_keys = names,
            .counts_dice = false,
            .name = archive::division_name(*fixture.division, league_) + "/" +
                    store::line_up_name(fixture.line_up, agents_),
            .format = format_.name()};
  }

  void check(PlayedBlock& block, const plan::Fixture& fixture) {
    if (block.source->refused || referee::play::stop_requested()) return;
    try {
      block.checked = check_block(block.source->file, block.block, make_ground(fixture),
                                  plan_.limits.max_faults);
    } catch (const std::exception& error) {  // a Discrepancy, or what no game can be
      refuse(*block.source, error.what());
    }
  }

  // --- line-ups ----------------------------------------------------------------------------------

  std::deque<LineUpState> begin_line_ups(std::span<const plan::Fixture> fixtures) const {
    const play::StoredFaults stored(store_, plan_.limits);
    std::deque<LineUpState> states;
    for (const plan::Fixture& fixture : fixtures) {
      play::Task task;
      stored.add_to(task, fixture);
      task.faults.resize(fixture.line_up.agents.size());
      states.push_back(
          {&fixture,
           {fixture.line_up.id, fixture.first, fixture.end, task.absent, std::move(task.faults)}});
    }
    return states;
  }

  /// Merges the beginnings of all line-ups: some blocks of the next ones are checked on all
  /// threads, then stored.
  void merge_line_ups(std::span<const plan::Fixture> fixtures) {
    std::deque<LineUpState> states = begin_line_ups(fixtures);
    std::deque<LineUpState*> open;
    for (LineUpState& state : states)
      open.push_back(&state);
    while (!open.empty() && !referee::play::stop_requested()) {
      const std::vector<LineUpState*> next = check_next(open);
      open.erase(open.begin(), open.begin() + static_cast<std::ptrdiff_t>(next.size()));
      for (LineUpState* const state : next) {
        if (store_checked(*state)) open.push_front(state);
      }
    }
  }

  /// Checks the next blocks: enough for all threads, and few enough to be stored soon. Returns
  /// their line-ups.
  std::vector<LineUpState*> check_next(const std::deque<LineUpState*>& open) {
    constexpr std::uint64_t kDeals = 65'536;
    constexpr std::size_t kLineUps = 4'096;
    std::vector<LineUpState*> line_ups;
    std::vector<std::pair<PlayedBlock*, const plan::Fixture*>> blocks;
    std::uint64_t deals = 0;
    for (LineUpState* const state : open) {
      if (deals >= kDeals || line_ups.size() >= kLineUps) break;
      line_ups.push_back(state);
      LineUpProgress next = state->progress;
      while (next.next < next.end && deals < kDeals) {
        PlayedBlock* const block = find_block(next);
        if (block == nullptr) break;
        if (!block->checked) {
          blocks.emplace_back(block, state->fixture);
          deals += block->block.deals;
        }
        next.next = block->end();
      }
    }
    solver::share_out(threads_, static_cast<int>(blocks.size()), [&](int, int task) {
      const auto& [block, fixture] = blocks[static_cast<std::size_t>(task)];
      check(*block, *fixture);
    });
    return line_ups;
  }

  [[nodiscard]] PlayedBlock* find_block(const LineUpProgress& progress) const {
    return played_.block_at(progress.line_up, progress.next, progress.absent);
  }

  /// Stores the line-up's checked blocks. Returns whether unchecked blocks follow.
  bool store_checked(LineUpState& state) {
    while (state.progress.next < state.progress.end && !referee::play::stop_requested()) {
      PlayedBlock* const block = find_block(state.progress);
      if (block == nullptr) return false;
      if (!block->checked) return true;
      store_block(*state.fixture, *block, played_.take(*block, state.progress));
      if (state.progress.next >= block->end()) block->checked.reset();  // they are many
    }
    return false;
  }

  // --- out ---------------------------------------------------------------------------------------

  /// Stores the deals: now, or with others.
  void store_block(const plan::Fixture& fixture, PlayedBlock& block,
                   const PlayedParts::TakenDeals& taken) {
    if (taken.is_whole) {
      store::PackedBlock& packed = whole_.emplace_back();
      packed.block.line_up = fixture.line_up.id;
      packed.block.first = block.block.first;
      packed.block.deals = block.block.deals;
      packed.block.conditions = conditions_id(*block.source);
      packed.block.nodes = std::move(block.checked->nodes);
      packed.block.sums = std::move(block.checked->sums);
      packed.games = read_packed_deals(block.source->file, block.block).games;
      bytes_ += packed.games.size();
      count(block.block.deals, fixture);
      if (bytes_ >= kFlushBytes || whole_.size() >= kFlushBlocks) flush();
      return;
    }
    flush();
    store_.add_deals(fixture.line_up, epoch_, conditions_id(*block.source), taken.deals);
    play::write_fault_files(folder_ / "faults", fixture.rules->id(),
                            store::names_of(fixture.line_up, agents_), taken.deals);
    count(taken.deals.size(), fixture);
  }

  void flush() {
    if (!whole_.empty()) store_.add_blocks(epoch_, whole_);
    whole_.clear();
    bytes_ = 0;
  }

  void count(std::uint64_t deals, const plan::Fixture& fixture) {
    result_.deals += deals;
    if (on_merged_) on_merged_(deals * fixture.line_up.agents.size());
  }

  store::Id conditions_id(const Source& source) {
    const auto [known, is_new] = conditions_.try_emplace(&source);
    if (is_new) {
      const PartHeader& header = source.header;
      known->second =
          store_.conditions_id({header.isolation, header.layers, header.machine, plan_.limits});
    }
    return known->second;
  }

  /// Counts what is left to merge. Line-ups that left the league are not counted.
  void count_left() {
    std::unordered_map<store::Id, std::uint64_t> stored;
    for (const store::StoredDivision& division : league_.divisions) {
      for (const store::StoredLineUp& line_up : store_.line_ups(division))
        stored.emplace(line_up.id, line_up.played);
    }
    std::set<int> left;
    for (std::size_t i = 0; i < plan_.deals.size(); ++i) {
      const PlannedDeals& deals = plan_.deals[i];
      const auto found = stored.find(deals.line_up);
      if (found == stored.end() || found->second >= deals.end) continue;
      result_.deals_left += deals.end - std::max(deals.first, found->second);
      const int part = part_of(plan_, i);
      if (!complete_.contains(part)) left.insert(part);
    }
    result_.parts_left.assign(left.begin(), left.end());
    result_.league_complete = format_.count(store_).finished;
    if (result_.league_complete) store_.reveal_seeds();
    if (result_.deals_left == 0) store_.end_plan(plan_.number);  // last: it can be merged no more
  }

  static constexpr std::size_t kFlushBytes = std::size_t{16} << 20U;
  static constexpr std::size_t kFlushBlocks = 1'024;

  store::Store& store_;
  fs::path folder_;
  const PartsPlan& plan_;
  int threads_;
  const OnMerged& on_merged_;
  store::Epoch epoch_;
  store::StoredLeague league_;
  std::vector<store::StoredAgent> agents_;
  const plan::Format& format_;
  std::map<store::Id, store::Epoch> epochs_;
  PlayedParts played_;
  std::set<int> complete_;  // parts
  std::unordered_map<const Source*, store::Id> conditions_;
  std::vector<store::PackedBlock> whole_;  // to be stored
  std::size_t bytes_ = 0;                  // of their games
  std::mutex mutex_;  // for result_.refused and complete_ while games are checked
  MergeResult result_;
};

}  // namespace

MergeResult merge(store::Store& store, const fs::path& folder, const PartsPlan& plan, int threads,
                  const OnMerged& on_merged) {
  return Merging(store, folder, plan, threads, on_merged).run();
}

store::Store open_to_merge(const fs::path& folder) {
  if (!fs::exists(folder / "league.db")) {
    throw PlanError(
        fmt::format("no league in {}; expected a plan in its league's folder", folder.string()));
  }
  return store::Store::open_to_play(folder);
}

}  // namespace danno::leagues::parts

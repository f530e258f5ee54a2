#include "leagues/parts/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "leagues/archive/export.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/parts/checked_file.hpp"
#include "leagues/parts/checked_parts.hpp"
#include "leagues/parts/open_plans.hpp"
#include "leagues/parts/play_part.hpp"
#include "leagues/parts/played_parts.hpp"
#include "leagues/play/fault_files.hpp"
#include "leagues/play/stored_faults.hpp"
#include "leagues/words/escape.hpp"
#include "referee/solver/share_out.hpp"

namespace danno::leagues::parts {
namespace {

namespace fs = std::filesystem;
using referee::play::DealResult;

/// Of a plan that is open. Throws PlanError.
store::Epoch epoch_of(const store::Reader& store, const PartsPlan& plan) {
  KnownPlan known = known_plan(store, plan);
  if (!known.row.open) {
    throw PlanError(
        fmt::format("{}: this plan was merged whole or given up; plan again what is missing; "
                    "'danno league table' writes tables that are not there yet",
                    plan.folder.string()));
  }
  return std::move(known.epoch);
}

/// A line-up that is being merged, from its first missing deal on.
struct LineUpState {
  const plan::Fixture* fixture = nullptr;
  std::uint64_t begin = 0;
  referee::record::AgentSet absent = {};
  std::vector<int> faults;  // by agent
};

/// Blocks of these line-ups, which are merged next if nothing is wrong with them.
struct NextBlocks {
  std::vector<LineUpState*> line_ups;
  std::vector<std::pair<PlayedBlock*, const plan::Fixture*>> unchecked;
};

class Merging {
 public:
  Merging(store::Store& store, const fs::path& folder, const PartsPlan& plan,
          const MergeOptions& options, const OnMerged& on_merged)
      : store_(store),
        folder_(folder),
        plan_(plan),
        options_(options),
        on_merged_(on_merged),
        epoch_(epoch_of(store, plan)),
        league_(store.league()),
        agents_(store.all_agents()),
        format_(formats::find_format(league_.format)),
        epochs_{{epoch_.id, epoch_}},
        played_(plan),
        checks_(plan, [this](store::Id line_up) { return ground_of(*fixture_of_.at(line_up)); }) {
    for (const auto& [part, files] : part_files(plan.part_folder())) {
      for (const fs::path& file : files)
        add(file, part);
    }
  }

  Merged run() {
    const auto source = format_.fixtures(store_, epoch_);
    fixtures_ = source->next(store_);
    std::erase_if(fixtures_,
                  [&](const plan::Fixture& fixture) { return !played_.has(fixture.line_up.id); });
    for (const plan::Fixture& fixture : fixtures_)
      fixture_of_[fixture.line_up.id] = &fixture;
    play::write_missing_fault_files(folder_ / "faults", store_);
    believe();
    if (options_.replays > 0) replay_some();
    walk([this](const LineUpState& line_up, PlayedBlock& block, std::uint64_t,
                const std::vector<DealResult>& deals) { keep(line_up, block, deals); });
    flush();
    if (referee::play::stop_requested()) result_.end = play::RunEnd::Interrupted;
    count_left();
    result_.differing = differing_nodes(plan_, Compared::FaultsAndScores);
    return std::move(result_);
  }

 private:
  // --- files -------------------------------------------------------------------------------------

  PlayedParts::Added read(const fs::path& file, int part) {
    if (part > plan_.parts) return {false, true, "the plan has no such part"};
    if (!fs::is_regular_file(file)) return {false, true, "it is not a file"};
    try {
      return played_.add(file, part);
    } catch (const std::exception& error) {  // one bad part does not keep the others out
      return {false, true, error.what()};
    }
  }

  void add(const fs::path& file, int part) {
    const bool finished = file.extension() == ".part";
    const auto added = read(file, part);
    if (added.complete) complete_.insert(part);
    // An attempt that was killed is cut off.
    if (added.foreign || (finished && !added.complete)) return refuse(file, added.problem);
    const std::string unusable = finished ? checks_.add(part, added) : "";
    if (!unusable.empty()) {
      result_.notes.push_back(fmt::format("{}: {}; the part is checked here",
                                          checked_file(plan_.part_folder(), part).string(),
                                          unusable));
    }
  }

  void refuse(const fs::path& file, const std::string& why) {
    result_.refused.push_back(fmt::format("{}: {}; remove it and play the part again",
                                          file.string(), words::escape_terminal(why)));
  }

  /// Nothing more is taken from it.
  void refuse(Source& source, const std::string& why) {
    if (source.refused.exchange(true)) return;
    const std::scoped_lock lock(mutex_);
    refuse(source.file, why);
    complete_.erase(source.header.part);
  }

  // --- checks ------------------------------------------------------------------------------------

  [[nodiscard]] verify::Ground ground_of(const plan::Fixture& fixture) const {
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

  /// What the .checked files say, unless they lie.
  void believe() {
    const auto is_needed = [&](const PlayedBlock& block) {
      const auto fixture = fixture_of_.find(block.block.line_up);
      return fixture != fixture_of_.end() && block.end() > fixture->second->first;
    };
    for (const std::string& lie : checks_.believe(options_.threads, is_needed)) {
      result_.refused.push_back(words::escape_terminal(lie) +
                                "; remove it: the part is checked here");
    }
  }

  /// On all threads.
  void check(const NextBlocks& next) {
    solver::share_out(
        options_.threads, static_cast<int>(next.unchecked.size()), [&](int, int task) {
          const auto& [block, fixture] = next.unchecked[static_cast<std::size_t>(task)];
          if (!referee::play::stop_requested()) check(*block, *fixture);
        });
  }
  void check(PlayedBlock& block, const plan::Fixture& fixture) {
    if (block.source->refused) return;
    try {
      block.checked =
          check_block(block.source->file, block.block, ground_of(fixture), plan_.limits.max_faults);
    } catch (const std::exception& error) {  // a Discrepancy, or what no game can be
      refuse(*block.source, error.what());
    }
  }

  // --- line-ups ----------------------------------------------------------------------------------

  std::deque<LineUpState> line_ups() const {
    const play::StoredFaults stored(store_, plan_.limits);
    std::deque<LineUpState> states;
    for (const plan::Fixture& fixture : fixtures_) {
      play::Task task;
      stored.add_to(task, fixture);
      task.faults.resize(fixture.line_up.agents.size());
      states.push_back({&fixture, fixture.first, task.absent, std::move(task.faults)});
    }
    return states;
  }

  /// Called for the deals of a line-up that come next, up to `end`: those of a whole block without
  /// faults, or else `deals`.
  using Visit = std::function<void(const LineUpState&, PlayedBlock&, std::uint64_t end,
                                   const std::vector<DealResult>& deals)>;

  /// Visits the beginnings of all line-ups by the rules of a run: faults are counted in order, and
  /// what was played with other agents absent is left out.
  void walk(const Visit& visit) {
    std::deque<LineUpState> states = line_ups();
    std::deque<LineUpState*> open;
    for (LineUpState& state : states)
      open.push_back(&state);
    while (!open.empty() && !referee::play::stop_requested()) {
      const NextBlocks next = next_blocks(open);
      check(next);
      open.erase(open.begin(), open.begin() + static_cast<std::ptrdiff_t>(next.line_ups.size()));
      for (LineUpState* const state : next.line_ups) {
        if (advance(*state, visit)) open.push_front(state);
      }
    }
  }

  /// So many that all threads have something to check, and few enough to be stored soon.
  NextBlocks next_blocks(const std::deque<LineUpState*>& open) const {
    constexpr std::uint64_t kDeals = 65'536;
    constexpr std::size_t kLineUps = 4'096;
    NextBlocks next;
    std::uint64_t deals = 0;
    for (LineUpState* const state : open) {
      if (deals >= kDeals || next.line_ups.size() >= kLineUps) break;
      next.line_ups.push_back(state);
      std::uint64_t begin = state->begin;
      while (begin < state->fixture->end && deals < kDeals) {
        PlayedBlock* const block = played_.block_at(id_of(*state), begin, state->absent);
        if (block == nullptr) break;
        if (!block->checked) {
          next.unchecked.emplace_back(block, state->fixture);
          deals += block->block.deals;
        }
        begin = block->end();
      }
    }
    return next;
  }

  static store::Id id_of(const LineUpState& state) { return state.fixture->line_up.id; }

  /// As far as it is checked; whether it may go on behind that.
  bool advance(LineUpState& state, const Visit& visit) {
    const std::uint64_t end = state.fixture->end;
    while (state.begin < end && !referee::play::stop_requested()) {
      PlayedBlock* const block = played_.block_at(id_of(state), state.begin, state.absent);
      if (block == nullptr) return false;
      if (!block->checked) return true;
      if (is_taken_whole(state, *block)) {
        visit(state, *block, block->end(), {});
        state.begin = block->end();
      } else {
        take_some(state, *block, visit);
      }
    }
    return false;
  }

  static bool is_taken_whole(const LineUpState& state, const PlayedBlock& block) {
    return !block.checked->has_faults && state.begin == block.block.first &&
           block.end() <= state.fixture->end &&
           store::deals_of_block(block.block.first, block.block.deals) == block.block.deals;
  }

  void take_some(LineUpState& state, PlayedBlock& block, const Visit& visit) {
    std::vector<DealResult> deals = read_deals(block, state.begin, state.fixture->end);
    referee::play::LineUp limits;
    limits.limits = plan_.limits;
    const auto count = referee::play::count_faults(limits, deals, state.absent, state.faults);
    deals.resize(count.used);
    visit(state, block, state.begin + count.used, deals);
    state.begin += count.used;
    state.absent = count.absent;
  }

  // --- replays -----------------------------------------------------------------------------------

  void replay_some() {
    if (const std::string unfit = why_unfit(plan_); !unfit.empty())
      throw std::runtime_error(fmt::format("nothing can be played again here: agent {}", unfit));
    // What a part that is refused kept out of the draw comes in, and is drawn from again.
    for (bool again = true; again;) {
      const Replayed replayed =
          replay(plan_, played_, candidates(), options_.replays,
                 options_.play ? options_.play : referee::play::new_deal_player(),
                 [this](Source& source, const std::string& deal) {
                   refuse(source, deal + ": played again, twice, its agents decide otherwise");
                 });
      result_.replayed.same += replayed.same;
      result_.replayed.different += replayed.different;
      result_.replayed.undecided += replayed.undecided;
      again = replayed.different > 0;
    }
  }

  /// All that would be merged as things stand; what is wrong is refused on the way.
  std::vector<MergeableDeals> candidates() {
    std::vector<MergeableDeals> found;
    walk([&](const LineUpState& state, PlayedBlock& block, std::uint64_t end,
             const std::vector<DealResult>&) {
      found.push_back({id_of(state), state.begin, end - state.begin, state.absent, block.source});
    });
    return found;
  }

  // --- out ---------------------------------------------------------------------------------------

  /// Has the deals stored: now, or with others.
  void keep(const LineUpState& state, PlayedBlock& block, const std::vector<DealResult>& deals) {
    const plan::Fixture& fixture = *state.fixture;
    if (deals.empty()) {
      store::PackedBlock& packed = whole_.emplace_back();
      packed.block.line_up = id_of(state);
      packed.block.first = block.block.first;
      packed.block.deals = block.block.deals;
      packed.block.conditions = conditions_of(*block.source);
      packed.block.nodes = std::move(block.checked->nodes);
      packed.block.sums = std::move(block.checked->sums);
      packed.block.luck = std::move(block.checked->luck);
      if (!packed.block.luck.empty()) packed.luck_basis = checks_.luck_basis(id_of(state));
      packed.games = read_packed_deals(block.source->file, block.block).games;
      block.checked.reset();  // they are many
      bytes_ += packed.games.size();
      count(block.block.deals, fixture);
      if (bytes_ >= kFlushBytes || whole_.size() >= kFlushBlocks) flush();
      return;
    }
    flush();
    store_.add_deals(fixture.line_up, epoch_, conditions_of(*block.source), deals);
    play::write_fault_files(folder_ / "faults", fixture.rules->id(),
                            store::names_of(fixture.line_up, agents_), deals);
    count(deals.size(), fixture);
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

  store::Id conditions_of(const Source& source) {
    const auto [known, is_new] = conditions_.try_emplace(&source);
    if (is_new) {
      const PartHeader& header = source.header;
      known->second =
          store_.conditions_id({header.isolation, header.layers, header.machine, plan_.limits});
    }
    return known->second;
  }

  /// Of line-ups that are not the league's any more nothing is left.
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
    if (!left.empty()) result_.failed = failed_hosts(plan_.part_folder());
    result_.league_complete = format_.count(store_).finished;
    if (result_.league_complete) store_.reveal_seeds();
    if (result_.deals_left == 0) store_.end_plan(plan_.number);  // last: it can be merged no more
  }

  static constexpr std::size_t kFlushBytes = std::size_t{16} << 20U;
  static constexpr std::size_t kFlushBlocks = 1'024;

  store::Store& store_;
  fs::path folder_;
  const PartsPlan& plan_;
  const MergeOptions& options_;
  const OnMerged& on_merged_;
  store::Epoch epoch_;
  store::StoredLeague league_;
  std::vector<store::StoredAgent> agents_;
  const plan::Format& format_;
  std::map<store::Id, store::Epoch> epochs_;
  PlayedParts played_;
  CheckedParts checks_;
  std::set<int> complete_;  // parts
  std::vector<plan::Fixture> fixtures_;
  std::unordered_map<store::Id, const plan::Fixture*> fixture_of_;  // by line-up
  std::unordered_map<const Source*, store::Id> conditions_;
  std::vector<store::PackedBlock> whole_;  // to be stored
  std::size_t bytes_ = 0;                  // of their games
  std::mutex mutex_;  // for result_.refused and complete_ while games are checked
  Merged result_;
};

}  // namespace

Merged merge(store::Store& store, const fs::path& folder, const PartsPlan& plan,
             const MergeOptions& options, const OnMerged& on_merged) {
  return Merging(store, folder, plan, options, on_merged).run();
}

store::Store open_to_merge(const fs::path& folder) {
  if (!fs::exists(folder / "league.db")) {
    throw PlanError(fmt::format("no league in {}; --out DIR names the folder of the plan's league",
                                folder.string()));
  }
  return store::Store::open_to_play(folder);
}

}  // namespace danno::leagues::parts

#include "leagues/parts/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "leagues/archive/export.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/parts/open_plans.hpp"
#include "leagues/parts/play_part.hpp"
#include "leagues/parts/played_parts.hpp"
#include "leagues/play/fault_files.hpp"
#include "leagues/play/stored_faults.hpp"
#include "leagues/verify/line_up.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::parts {
namespace {

namespace fs = std::filesystem;
using play::Played;
using referee::play::Batch;
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

/// All line-ups that the merge's runner is asked for are such.
struct LineUpOfStore : referee::play::LineUp {
  const plan::Fixture* fixture = nullptr;
};

/// As a deal lies in the store, for the check.
store::StoredDeal stored_deal(const DealResult& deal, const store::StoredLineUp& line_up,
                              store::Id epoch, int max_faults) {
  store::StoredDeal stored{
      deal.deal, epoch, max_faults, referee::record::encode_deal(deal.games), {}};
  for (const referee::record::GameRecord& game : deal.games) {
    for (const referee::record::Fault& fault : game.faults) {
      store::StoredFault& row = stored.faults.emplace_back();
      row.line_up = line_up.id;
      row.deal = deal.deal;
      row.agent = line_up.agents.at(game.agent_at.at(static_cast<std::size_t>(fault.seat)));
      row.fault = fault;
      row.seating = game.seating;
    }
  }
  return stored;
}

class Merging {
 public:
  Merging(store::Store& store, const fs::path& folder, const PartsPlan& plan)
      : store_(store),
        folder_(folder),
        plan_(plan),
        epoch_(epoch_of(store, plan)),
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

  Merged run(const MergeOptions& merging, std::span<const play::Observer> observers) {
    const auto source = format_.fixtures(store_, epoch_);
    fixtures_ = source->next(store_);
    std::erase_if(fixtures_,
                  [&](const plan::Fixture& fixture) { return !played_.has(fixture.line_up.id); });
    if (merging.replays > 0) replay_some(merging);
    std::vector<play::Observer> all{[this](const Played& played) { store_deals(played); },
                                    play::fault_file_writer(folder_ / "faults")};
    all.insert(all.end(), observers.begin(), observers.end());
    result_.end = run_through(merging, all);
    count_left();
    return std::move(result_);
  }

 private:
  /// Hands everything out in the order of a run.
  play::RunEnd run_through(const MergeOptions& merging, std::span<const play::Observer> observers) {
    play::RunOptions options;
    options.shards = merging.threads;
    options.play = [this](const referee::play::LineUp& line_up, std::uint64_t begin,
                          std::uint64_t end, referee::record::AgentSet absent) {
      return hand_out(*static_cast<const LineUpOfStore&>(line_up).fixture, begin, end, absent);
    };
    return play::run(play::once(tasks()), options, observers);
  }

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
    if (added.foreign || (finished && !added.complete)) refuse(file, added.problem);
  }

  void refuse(const fs::path& file, const std::string& why) {
    result_.refused.push_back(fmt::format("{}: {}; remove it and play the part again",
                                          file.string(), words::escape_terminal(why)));
  }

  std::vector<play::Task> tasks() {
    const play::StoredFaults faults(store_, plan_.limits);
    std::vector<play::Task> tasks;
    for (const plan::Fixture& fixture : fixtures_) {
      play::Task& task = tasks.emplace_back(
          play::Task{[this, &fixture] { return line_up_of(fixture); }, fixture.end, fixture.first});
      faults.add_to(task, fixture);
    }
    return tasks;
  }

  [[nodiscard]] std::shared_ptr<const referee::play::LineUp> line_up_of(
      const plan::Fixture& fixture) const {
    auto line_up = std::make_shared<LineUpOfStore>();
    line_up->fixture = &fixture;
    line_up->rules = fixture.rules;
    line_up->agents.resize(fixture.line_up.agents.size());
    line_up->key_names = store::names_of(fixture.line_up, agents_);
    line_up->limits = plan_.limits;
    return line_up;
  }

  /// On any thread.
  Batch hand_out(const plan::Fixture& fixture, std::uint64_t begin, std::uint64_t end,
                 referee::record::AgentSet absent) {
    const store::Id line_up = fixture.line_up.id;
    const verify::Ground ground{.division = fixture.division,
                                .rules = fixture.rules,
                                .line_up = &fixture.line_up,
                                .epochs = &epochs_,
                                .names = store::names_of(fixture.line_up, agents_),
                                .names_in_keys = store::names_of(fixture.line_up, agents_),
                                .name = archive::division_name(*fixture.division, league_) + "/" +
                                        store::line_up_name(fixture.line_up, agents_),
                                .format = format_.name()};
    verify::Checked checked;
    Batch batch;
    batch.effort.resize(fixture.line_up.agents.size());
    while (begin < end) {
      auto [deals, source, problem] = played_.find(line_up, begin, end, absent);
      if (source == nullptr) break;
      verify::LineUpCheck check(ground, checked, begin, absent);
      if (problem.empty()) problem = what_is_wrong(check, deals, fixture);
      if (!problem.empty()) {
        refuse(*source, problem);
        continue;
      }
      origins_.set(line_up, begin, begin + deals.size(), source);
      begin += deals.size();
      batch.deals.insert(batch.deals.end(), std::move_iterator(deals.begin()),
                         std::move_iterator(deals.end()));
    }
    batch.is_last = begin < end;
    return batch;
  }

  void replay_some(const MergeOptions& merging) {
    if (const std::string unfit = why_unfit(plan_); !unfit.empty())
      throw std::runtime_error(fmt::format("nothing can be played again here: agent {}", unfit));
    // What a part that is refused kept out of the draw comes in, and is drawn from again.
    for (bool again = true; again;) {
      const Replayed replayed =
          replay(plan_, played_, candidates(merging), merging.replays,
                 merging.play ? merging.play : referee::play::new_deal_player(),
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
  std::vector<MergeableDeals> candidates(const MergeOptions& merging) {
    std::vector<MergeableDeals> found;
    const play::Observer note = [&](const Played& played) {
      const store::Id line_up = fixtures_[played.task].line_up.id;
      for (const auto& [deals, source] : origins_.take(line_up, played.deals))
        found.push_back({line_up, deals.front().deal, deals.size(), played.absent, source});
    };
    (void)run_through(merging, std::span(&note, 1));
    return found;
  }

  /// Nothing more is taken from it.
  void refuse(Source& source, const std::string& why) {
    if (source.refused.exchange(true)) return;
    const std::scoped_lock lock(mutex_);
    refuse(source.file, why);
    complete_.erase(source.header.part);
  }

  [[nodiscard]] std::string what_is_wrong(verify::LineUpCheck& check,
                                          std::span<const DealResult> deals,
                                          const plan::Fixture& fixture) const {
    try {
      for (const DealResult& deal : deals)
        check.check(stored_deal(deal, fixture.line_up, epoch_.id, plan_.limits.max_faults));
      return {};
    } catch (const std::exception& error) {  // a Discrepancy, or what no game can be
      return error.what();
    }
  }

  void store_deals(const Played& played) {
    const plan::Fixture& fixture = fixtures_[played.task];
    for (const auto& [deals, source] : origins_.take(fixture.line_up.id, played.deals)) {
      store_.add_deals(fixture.line_up, epoch_, conditions_of(*source), deals);
      result_.deals += deals.size();
    }
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

  store::Store& store_;
  fs::path folder_;
  const PartsPlan& plan_;
  store::Epoch epoch_;
  store::StoredLeague league_;
  std::vector<store::StoredAgent> agents_;
  const plan::Format& format_;
  std::map<store::Id, store::Epoch> epochs_;
  PlayedParts played_;
  Origins origins_;
  std::set<int> complete_;  // parts
  std::vector<plan::Fixture> fixtures_;
  std::unordered_map<const Source*, store::Id> conditions_;
  std::mutex mutex_;  // for result_.refused and complete_ while agents' games are checked
  Merged result_;
};

}  // namespace

Merged merge(store::Store& store, const fs::path& folder, const PartsPlan& plan,
             const MergeOptions& options, std::span<const play::Observer> observers) {
  return Merging(store, folder, plan).run(options, observers);
}

store::Store open_to_merge(const fs::path& folder) {
  if (!fs::exists(folder / "league.db")) {
    throw PlanError(fmt::format("no league in {}; --out DIR names the folder of the plan's league",
                                folder.string()));
  }
  return store::Store::open_to_play(folder);
}

}  // namespace danno::leagues::parts

#include "leagues/parts/check_played.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <atomic>
#include <deque>
#include <stdexcept>
#include <unordered_map>
#include <variant>

#include "leagues/parts/checked_file.hpp"
#include "leagues/tables/block_luck.hpp"
#include "referee/solver/share_out.hpp"

namespace danno::leagues::parts {
namespace {

namespace fs = std::filesystem;

/// What the blocks of a part are checked against: all of it follows from the plan.
class PlannedGrounds {
 public:
  PlannedGrounds(const PartsPlan& plan, int part)
      : epochs_{{0, {0, read_seeds(plan).dice, "", "", ""}}} {
    for (const PlannedDivision& division : plan.divisions) {
      rules_.emplace_back(*division.definition, division.seats, division.parameters);
      divisions_.push_back({static_cast<store::Id>(divisions_.size()), division.definition,
                            division.parameters, division.seats, division.mirror, division.advice});
    }
    for (std::size_t i = 0; i < plan.deals.size(); ++i) {
      if (part_of(plan, i) == part) add(plan, plan.deals[i]);
    }
  }

  [[nodiscard]] const std::vector<store::StoredDivision>& divisions() const { return divisions_; }
  /// Throws std::out_of_range if the line-up is not of the part.
  [[nodiscard]] const verify::Ground& of(store::Id line_up) const { return grounds_.at(line_up); }

 private:
  void add(const PartsPlan& plan, const PlannedDeals& deals) {
    const auto [place, is_new] = grounds_.try_emplace(deals.line_up);
    if (!is_new) return;
    verify::Ground& ground = place->second;
    store::StoredLineUp& line_up = line_ups_.emplace_back();
    line_up.id = deals.line_up;
    for (const std::uint32_t agent : deals.agents) {
      line_up.agents.push_back(agent);
      ground.names.push_back(plan.agents[agent].agent.name);
    }
    ground.division = &divisions_[deals.division];
    ground.rules = &rules_[deals.division];
    ground.line_up = &line_up;
    ground.epochs = &epochs_;
    ground.names_in_keys = ground.names;
    ground.counts_dice = false;
    ground.name = fmt::format("{}/{}", ground.rules->id(), fmt::join(ground.names, ","));
  }

  std::map<store::Id, store::Epoch> epochs_;
  std::deque<rules::RuleSet> rules_;
  std::vector<store::StoredDivision> divisions_;
  std::deque<store::StoredLineUp> line_ups_;
  std::unordered_map<store::Id, verify::Ground> grounds_;
};

class PartCheck {
 public:
  PartCheck(const PartsPlan& plan, int part, int threads, const solver::Watch& watch)
      : plan_(plan),
        threads_(threads),
        watch_(watch),
        file_(finished_part(plan.part_folder(), part)),
        contents_(read_part_file(file_)),
        grounds_(plan, part) {
    if (!contents_.complete)
      throw std::runtime_error(fmt::format("{}: {}", file_.string(), contents_.problem));
    checked_.part_hash = contents_.hash;
    checked_.blocks.resize(contents_.blocks.size());
    checked_.luck_bases.resize(plan.divisions.size());
    for (const PartHeader& header : contents_.headers)
      checked_.hosts.push_back(header.host);
  }

  void run(const fs::path& to) {
    check_games();
    for (std::size_t division = 0; division < checked_.luck_bases.size(); ++division)
      add_luck(division);
    write_checked(to, checked_);
  }

 private:
  void check_games() {
    std::atomic<std::uint64_t> done = 0;
    const auto check_one = [&](int, int task) {
      const auto i = static_cast<std::size_t>(task);
      checked_.blocks[i] = check(contents_.blocks[i]);
      checked_.blocks[i].host = contents_.blocks[i].header;
      ++done;
    };
    solver::share_out(threads_, static_cast<int>(contents_.blocks.size()), check_one,
                      [&] { watch_("blocks checked", done, contents_.blocks.size()); });
  }

  [[nodiscard]] CheckedBlock check(const PartBlock& block) const {
    try {
      return check_block(file_, block, grounds_.of(block.line_up), plan_.limits.max_faults);
    } catch (const std::exception& error) {
      throw std::runtime_error(
          fmt::format("{}: {}; remove it and play the part again", file_.string(), error.what()));
    }
  }

  /// If the values of its rules are here.
  void add_luck(std::size_t number) {
    const store::StoredDivision& division = grounds_.divisions()[number];
    const auto found = scores::find_solved(*division.definition, division.parameters, watch_);
    const auto* const solved = std::get_if<std::unique_ptr<const scores::SolvedGame>>(&found);
    if (solved == nullptr) return;
    tables::LuckOfBlocks luck(
        division, **solved,
        [&](const store::StoredBlock& block, const scores::LuckSums& sums) {
          checked_.blocks[static_cast<std::size_t>(block.id)].luck = scores::encode_luck(sums);
        },
        threads_);
    for (std::size_t i = 0; i < contents_.blocks.size(); ++i) {
      const PartBlock& block = contents_.blocks[i];
      if (grounds_.of(block.line_up).division != &division) continue;
      watch_("blocks looked at for luck", i, contents_.blocks.size());
      luck.add({.id = static_cast<store::Id>(i)}, read_part_block(file_, block));
    }
    luck.finish();
    checked_.luck_bases[number] = scores::luck_basis(**solved);
  }

  const PartsPlan& plan_;
  int threads_;
  const solver::Watch& watch_;
  fs::path file_;
  PartContents contents_;
  PlannedGrounds grounds_;
  CheckedPart checked_;
};

}  // namespace

bool is_checked(const PartsPlan& plan, int part) {
  const auto checked = read_checked(checked_file(plan.part_folder(), part));
  return checked &&
         checked->part_hash == read_part_file(finished_part(plan.part_folder(), part)).hash;
}

void check_played(const PartsPlan& plan, int part, int threads, const solver::Watch& watch) {
  PartCheck(plan, part, threads, watch).run(checked_file(plan.part_folder(), part));
}

}  // namespace danno::leagues::parts

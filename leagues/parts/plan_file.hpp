// PLAN: a folder with all that playing the missing deals of a league needs, apart from its store.
//
//   plan.json         what is to be played, by whom, within which limits
//   seed              the seed and the agents' secret; only its owner reads it
//   agents/HASH/      what plays: read-only copies
//   parts/NNNN.part   what was played (part_file.hpp)
//   slurm.sh, log/    what was sent to Slurm, and what its jobs say (slurm.hpp)
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "leagues/play/runner.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::parts {

/// The folder is no plan, is damaged, or cannot be used so: a mistake of the user.
class PlanError : public store::WrongFolder {
 public:
  using store::WrongFolder::WrongFolder;
};

struct PlannedAgent {
  referee::talk::Agent agent;  ///< `name` as tables show it: "ada@2".
  std::string hash;            ///< entrants::content_hash() when it was planned.
  bool ready = true;           ///< It started when it was planned.
};

struct PlannedDivision {
  const rules::Definition* definition = nullptr;
  rules::Parameters parameters;
  int seats = 2;
  bool mirror = true;
  referee::play::Advice advice = referee::play::Advice::Off;
};

/// Deals [first, end) of a line-up.
struct PlannedDeals {
  store::Id line_up = 0;
  std::uint32_t division = 0;         ///< In PartsPlan::divisions.
  std::vector<std::uint32_t> agents;  ///< In PartsPlan::agents, as the line-up has them.
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  std::uint8_t absent = 0;       ///< As Task::absent, in the deals before.
  std::vector<int> faults = {};  ///< As Task::faults.
};

struct PartsPlan {
  std::string danno;  ///< Its version; no other plays or merges it.
  std::string league;
  store::Id number = 0;  ///< In the league's store.
  int parts = 1;
  std::string commitment;  ///< To the seed.
  referee::talk::Limits limits;
  std::vector<PlannedDivision> divisions;
  std::vector<PlannedAgent> agents;
  std::vector<PlannedDeals> deals;  ///< See part_of().

  std::filesystem::path folder = {};
  std::string id = {};  ///< SHA-256 of plan.json.
  [[nodiscard]] std::filesystem::path part_folder() const { return folder / "parts"; }
};

/// The seed and the secret of the agents' own seeds.
struct PlanSeeds {
  std::string dice;
  std::string agents;
};

/// The part, from 1, that plays PartsPlan::deals[i]: in turn, so that slow agents spread.
[[nodiscard]] inline int part_of(const PartsPlan& plan, std::size_t i) {
  return static_cast<int>(i % static_cast<std::size_t>(plan.parts)) + 1;
}
/// Throws PlanError if the plan has no such part.
void check_part(const PartsPlan& plan, int part);
/// Games of all deals, or of those of one part.
[[nodiscard]] std::uint64_t count_games(const PartsPlan& plan, int part = 0);

/// Writes plan.json and seed into plan.folder. Agents' folders in it are written relative to it.
void write_plan(const PartsPlan& plan, const PlanSeeds& seeds);
/// Throws PlanError, also where another version of danno made it.
[[nodiscard]] PartsPlan read_plan(const std::filesystem::path& folder, const std::string& danno);
[[nodiscard]] PlanSeeds read_seeds(const PartsPlan& plan);

}  // namespace danno::leagues::parts

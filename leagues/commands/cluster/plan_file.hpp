// PLAN is a folder with everything needed to play the missing deals of a league without its store.
//
//   plan.json         the deals to play, the agents and the limits
//   seed              the seed and the agents' secret; only its owner can read it
//   agents/HASH/      read-only copies of the agents
//   parts/NNNN.part   the played deals (part_file.hpp)
//   run.slurm         the script that plays and merges the parts
//   log/              the output of its jobs, and a log for each part
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/entrants/agent_build.hpp"
#include "leagues/runner/fault_files.hpp"
#include "leagues/store/league.hpp"
#include "leagues/store/reader.hpp"
#include "leagues/store/stored.hpp"
#include "referee/record/agent_set.hpp"

namespace danno::leagues::commands::cluster {

inline constexpr int kMostParts = 1000;  ///< The default limit of batch systems for an array.

/// Thrown if the folder is not a plan, is damaged, or cannot be used as requested by the user.
class PlanError : public store::WrongFolder {
 public:
  using store::WrongFolder::WrongFolder;
};

struct PlannedAgent {
  referee::protocol::Agent agent;  ///< The agent; `name` is as in tables, such as "ada@2".
  std::string key_name;            ///< The full name with its version, for the keys of deals.
  std::string hash;                ///< Its entrants::content_hash() when the plan was made.
  bool ready = true;               ///< True if it started when the plan was made.
};

/// Deals [first, end) of a line-up. When they are played or merged, `first` rises to `end`.
struct PlannedDeals {
  store::Id line_up = 0;
  std::size_t division = 0;  ///< Index into PartsPlan::divisions.
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  referee::record::AgentSet absent = {};  ///< Agents that are out for faults in earlier deals.
  /// Indices into PartsPlan::agents, in the order of the line-up.
  std::vector<std::size_t> agents = {};
  std::vector<int> faults = {};  ///< Faults in earlier deals, one number for each agent.
};

struct PartsPlan {
  std::string danno;  ///< The version of danno; no other version plays or merges the plan.
  std::string league;
  store::Id number = 0;  ///< Its id in the league's store.
  int parts = 1;
  std::string commitment;  ///< The commitment to the seed.
  referee::protocol::Limits limits;
  std::vector<store::StoredDivision> divisions;  ///< Their ids do not matter.
  std::vector<PlannedAgent> agents;
  std::vector<PlannedDeals> deals;  ///< Deals, divided into parts by part_number().

  std::filesystem::path folder = {};
  std::string id = {};  ///< The SHA-256 of plan.json.
  [[nodiscard]] std::filesystem::path part_folder() const { return folder / "parts"; }
};

/// The seed of the dice and the secret of the agents' own seeds.
struct PlanSeeds {
  std::string dice;
  std::string agents;
};

/// Returns the deals that a fixture lacks, without what only a plan knows: division and agents.
[[nodiscard]] PlannedDeals missing_deals(const schedule::Fixture& fixture,
                                         const runner::StoredFaults& faults);

/// Returns the part, from 1, that plays PartsPlan::deals[i]. Deals are assigned in turn, so that
/// slow agents are distributed.
[[nodiscard]] inline int part_number(const PartsPlan& plan, std::size_t i) {
  return static_cast<int>(i % static_cast<std::size_t>(plan.parts)) + 1;
}
/// Returns the deals of a part (0: of all parts), in the order of the plan, which must outlive
/// them.
[[nodiscard]] std::vector<const PlannedDeals*> part_deals(const PartsPlan& plan, int part);
/// Returns the seats of its largest tables.
[[nodiscard]] int most_seats(const PartsPlan& plan);
/// Return the number of all deals or games, or of those of one part.
[[nodiscard]] std::uint64_t count_deals(const PartsPlan& plan, int part = 0);
[[nodiscard]] std::uint64_t count_games(const PartsPlan& plan, int part = 0);

/// Writes plan.json and seed into plan.folder. Agents' folders in it become relative paths.
void write_plan(const PartsPlan& plan, const PlanSeeds& seeds);
/// Reads a plan. Throws PlanError, also if another version of danno made it.
[[nodiscard]] PartsPlan read_plan(const std::filesystem::path& folder, const std::string& danno);
[[nodiscard]] PlanSeeds read_seeds(const PartsPlan& plan);

extern const std::string_view kSlurmTemplate;  ///< The text of run.slurm.in.

struct PlanOptions {
  std::filesystem::path out;  ///< The league's folder; the plan becomes OUT/plan-K.
  int parts = 1;
  std::string danno;              ///< The version of danno.
  std::filesystem::path program;  ///< The path of danno for the jobs.
  entrants::OnBuild on_build;
};

/// Makes the league that of the store in `options.out`, then a plan. The league's entrants become
/// copies. Returns nullopt if no deal is missing. The seed is committed to, and passed to
/// `on_epoch`, before plan.json is written. The folder has its name only when it is whole. Ends
/// open plans whose folder is gone. Throws PlanError, also if another plan is open.
[[nodiscard]] std::optional<PartsPlan> make_plan(
    store::League& league, const PlanOptions& options,
    const std::function<void(const store::Epoch&)>& on_epoch);

}  // namespace danno::leagues::commands::cluster

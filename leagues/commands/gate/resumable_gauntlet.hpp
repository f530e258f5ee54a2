// A gauntlet in a folder. It stores the deals in a league.db, so that an interrupted gate or tune
// continues with its seed, and its games can be verified, exported and explained like those of a
// league.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leagues/store/writer.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::commands::gate {

/// The names of the agents that meet, in any order.
using GauntletTable = std::vector<std::string>;

/// Makes the league a gauntlet with common dice: challengers "ada:1" and "ada:2", whose names
/// differ behind the ':' only, meet the same opponents with the same dice.
void set_common_dice(store::League& league, std::vector<std::string> challengers);

/// Returns a league of these entrants, without a format: the rules and limits are the line-up's.
/// Its entrants have no authors, because names tell them apart, whoever wrote them.
[[nodiscard]] store::League make_league(const char* name, const referee::play::LineUp& common,
                                        int seats, std::uint64_t deals,
                                        std::vector<entrants::Entrant> entrants);

/// An earlier attempt that was moved away. A folder's deals are judged once, by terms that were
/// fixed before. If the terms differ, or deals are added after the seed is published, it is another
/// attempt. The stored one is then moved into its subfolder "attempt-N" and its seed published.
struct MovedAttempt {
  std::filesystem::path folder;
  std::string terms;  ///< Those that its deals were played for.
};

/// Moves what the folder keeps of a league of this name, where it is another attempt's. Returns
/// nullopt if nothing is moved. Throws store::WrongFolder, and store::OtherLeague if the folder has
/// a league that no such command made.
[[nodiscard]] std::optional<MovedAttempt> move_other_attempt(const std::filesystem::path& folder,
                                                             const store::League& league);

/// The keys of store::League::format_keys that have the terms, and the most deals. The plan does
/// not tell these any more once the verdict stands.
inline constexpr const char* kTerms = "terms";
inline constexpr const char* kMostDeals = "most_deals";

class ResumableGauntlet {
 public:
  /// Holds the folder until the object goes. Throws store::WrongFolder.
  explicit ResumableGauntlet(const std::filesystem::path& folder)
      : store_(store::Writer::open_to_play(folder)) {}

  /// Continues with this league, a gauntlet in which these tables meet. Deals that are stored of
  /// the same agents under the same rules belong to it; if there are none, a new seed is drawn, or
  /// `seed` is taken. May be called again with more agents. Throws store::OtherLeague, also if
  /// another command made the stored league or its deals were played at another isolation level.
  void sync_with(const store::League& league, std::span<const GauntletTable> tables,
                 const store::Conditions& conditions, const std::optional<std::string>& seed = {});

  [[nodiscard]] const store::Epoch& epoch() const { return epoch_; }
  /// Returns the names of a table's agents with versions, in the order of their names without.
  [[nodiscard]] std::vector<std::string> names(std::size_t table) const {
    return store::agent_names(line_ups_[table], league_.agents);
  }
  /// Sets the seeds of a table's deals, and what stands for its agents in their keys.
  void set_dice(std::size_t table, referee::play::LineUp& line_up) const;

  /// Visits the stored deals, by table and index, at most `at_once` of one table at a time; their
  /// faults have reports.
  void visit(std::size_t at_once,
             const std::function<void(std::size_t table,
                                      std::span<const referee::play::DealResult>)>& visit) const;
  void add(std::size_t table, std::span<const referee::play::DealResult> deals);
  /// Ends the plan and publishes the seed; call it when no further deal will be played.
  void close();

 private:
  store::Writer store_;
  store::StoredLeague league_;
  std::vector<store::StoredLineUp> line_ups_;  // by table
  store::Epoch epoch_;
  store::Id conditions_ = 0;
};

}  // namespace danno::leagues::commands::gate

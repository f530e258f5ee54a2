// What authors are told of a season, each in a folder of their own:
//
//   OUTBOX/AUTHOR/README.md       where their agents stand
//   OUTBOX/AUTHOR/000017-ITEM.md  the answer to what they handed in, one each
//   OUTBOX/AUTHOR/agents/NAME/    an agent's report (archive/author_folder.hpp)
//   OUTBOX/AUTHOR/final/          README.md and agents/ of the season's final
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "leagues/archive/standing.hpp"
#include "leagues/plan/season_keys.hpp"
#include "leagues/season/answers.hpp"
#include "leagues/store/store.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::season {

/// Writes the answer's letter; `command` tries a refused one again.
void write_letter(const std::filesystem::path& outbox, const Answer& answer,
                  const std::string& command);

/// Keeps the reports of a league's authors up to date.
class Reports {
 public:
  /// `place`: the folder in that of an author; empty: that folder itself.
  explicit Reports(std::filesystem::path league, std::string place = "")
      : league_(std::move(league)), place_(std::move(place)) {}

  /// Writes README.md of every author of an agent that was handed in, and the reports of agents
  /// that have a tenth more games than in their last one: so all of them cost as much as a few. Of
  /// those that have any more where the league `rests`, of all where the season is not `open`;
  /// while it is, they have only what `keys` lets authors see.
  void write(const plan::SeasonKeys& keys, bool open, bool rests, const solver::Watch& watch);

 private:
  [[nodiscard]] bool is_due(const std::string& agent, std::int64_t games, bool rests) const;

  std::filesystem::path league_;
  std::string place_;
  std::map<std::string, std::int64_t> reported_;  // by agent: games of its last report
};

}  // namespace danno::leagues::season

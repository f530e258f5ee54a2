// The league file (docs/run-a-league.md): what is played, by whom, within which limits.
#pragma once

#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/plan/format.hpp"
#include "leagues/store/league.hpp"

namespace danno::leagues::plan {

/// All that is wrong with a league file, a line each, with file, line and column.
class LeagueFileErrors : public std::runtime_error {
 public:
  explicit LeagueFileErrors(std::vector<std::string> lines);
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

/// Whether a league may have that name, which is also its folder's.
[[nodiscard]] bool is_league_name(std::string_view name);

/// Reads the file of a league of one of these formats, the first where it names none, and the
/// agents that it names, relative to its folder. Throws LeagueFileErrors.
/// An agent that is there but cannot start is none: it has an Entrant::problem.
[[nodiscard]] store::League read_league_file(const std::filesystem::path& file,
                                             std::span<const Format* const> formats);

/// The same of a league that grows, from what the file said when it was read: there may be fewer
/// agents than a table needs yet, or none.
[[nodiscard]] store::League read_growing_league(const std::filesystem::path& file,
                                                std::string_view text,
                                                std::span<const Format* const> formats);

/// The same without its agents, who may not be there yet, and what the format says of them.
[[nodiscard]] store::League read_league_terms(const std::filesystem::path& file,
                                              std::span<const Format* const> formats);

}  // namespace danno::leagues::plan

// A league's site: its pages in a folder. The same store and options give the same bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "leagues/site/view.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::site {

/// The site's folder within the league's folder.
inline constexpr const char* kFolder = "site";

/// Returns the default number of a division's deals with a page: three per agent, and so that the
/// site of 60 agents under three rule sets can be copied around (80 MB), from 100 to 400.
[[nodiscard]] constexpr std::size_t default_game_count(std::size_t agents) {
  return std::clamp<std::size_t>(3 * agents, 100, 400);
}
inline constexpr std::size_t kAllGames = std::numeric_limits<std::size_t>::max();

struct SiteOptions {
  PageOptions shown;
  /// The number of a division's deals with a page; default_game_count() its agents if unset.
  std::optional<std::size_t> games;
  /// Deals that get a page in any case. Rules, line-up and deal count; the seating does not.
  std::vector<report::GameId> asked;
  std::optional<double> verified;  ///< The same as PageLeague::verified.
};

struct MadeSite {
  std::size_t pages = 0;
  std::uint64_t bytes = 0;
  std::size_t games = 0;  ///< The number of deals with a page.
  /// Pairs of what was left out and why.
  std::vector<std::pair<std::string, std::string>> left_out;
  bool is_new = true;  ///< False if the folder had the same pages, and they were left alone.
};

/// Makes the pages, unless the folder has them already. Throws std::system_error, and
/// store::WrongFolder where `folder` is there and is no site, or a deal that was asked for is not
/// stored.
MadeSite make_site(const store::Reader& store, const std::filesystem::path& folder,
                   const SiteOptions& options, const solver::Watch& watch = solver::unwatched);

/// Reads what the pages show: tables, surveys, and the games that get a page. Throws
/// store::WrongFolder where a deal that was asked for is not stored.
[[nodiscard]] PageLeague read_league(const store::Reader& store, const SiteOptions& options,
                                     const solver::Watch& watch);

/// Returns a SHA-256, in hex, of the program, all that the store has, the options, the solved
/// values that are there and whether the season's final has a site: whoever finds the same again
/// need not make the site again. Nullopt if the pages are those of a moment, or the program cannot
/// be read.
[[nodiscard]] std::optional<std::string> input_digest(const store::Reader& store,
                                                      const SiteOptions& options, bool has_final,
                                                      const solver::Watch& watch);

}  // namespace danno::leagues::site

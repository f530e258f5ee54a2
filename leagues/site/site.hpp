// A league's site: its pages in a folder, the same bytes from the same store and options.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leagues/site/view.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::site {

/// Where a league's site lies in its folder.
inline constexpr const char* kFolder = "site";

/// Deals of a division that get a page unless somebody says how many: ten an agent, and no fewer
/// than 200; beyond 1,000 a site is too large to copy around.
[[nodiscard]] constexpr std::size_t games_of(std::size_t agents) {
  return std::clamp<std::size_t>(10 * agents, 200, 1'000);
}
inline constexpr std::size_t kAllGames = std::numeric_limits<std::size_t>::max();

struct SiteOptions {
  ShownOptions shown;
  /// Deals of a division with a page; nothing: games_of() its agents.
  std::optional<std::size_t> games;
  /// Deals that get one whatever the choice: rules, line-up, deal; the seating does not count.
  std::vector<archive::GameId> asked;
  std::optional<double> verified;  ///< As ShownLeague.
};

struct MadeSite {
  std::size_t pages = 0;
  std::uint64_t bytes = 0;
  std::size_t games = 0;                                      ///< Deals with a page.
  std::vector<std::pair<std::string, std::string>> left_out;  ///< What, and why.
};

/// Throws std::system_error, and store::WrongFolder where `folder` is there and is no site, or a
/// deal that was asked for is not stored.
MadeSite make_site(const store::Reader& store, const std::filesystem::path& folder,
                   const SiteOptions& options, const solver::Watch& watch = solver::unwatched);

}  // namespace danno::leagues::site

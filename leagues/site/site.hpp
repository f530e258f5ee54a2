// A league's site: its pages in a folder, the same bytes from the same store and options.
#pragma once

#include <cstdint>
#include <filesystem>
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

struct SiteOptions {
  ShownOptions shown;
  /// Deals of a division with a page; nothing: all of them.
  std::optional<std::size_t> games = 200;
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
MadeSite make_site(const store::Store& store, const std::filesystem::path& folder,
                   const SiteOptions& options, const solver::Watch& watch = solver::unwatched);

}  // namespace danno::leagues::site

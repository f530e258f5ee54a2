#include "leagues/site/read_league.hpp"

#include <memory>
#include <variant>

#include "leagues/files/json.hpp"
#include "leagues/files/outside_file.hpp"
#include "leagues/scores/solved_game.hpp"
#include "referee/record/sha256.hpp"

namespace danno::leagues::site {
namespace {

using files::Json;

/// Names every member, so that a new one does not compile before it stands here.
Json options_json(const SiteOptions& options) {
  const auto& [shown, games, asked, verified] = options;
  const auto& [faults, authors, address, title, about, by_author, live] = shown;
  Json deals = Json::array();
  for (const archive::GameId& id : asked)
    deals.push_back(archive::to_string(id));
  return Json::array({static_cast<int>(faults), authors, address, title, about, by_author,
                      live.has_value(), games, deals, verified});
}

/// The values of each division, or why there are none.
Json values_json(const store::StoredLeague& league, const solver::Watch& watch) {
  Json values = Json::array();
  for (const store::StoredDivision& division : league.divisions) {
    const auto found = scores::find_solved(*division.definition, division.parameters, watch);
    const auto* const solved = std::get_if<std::unique_ptr<const scores::SolvedGame>>(&found);
    values.push_back(solved != nullptr ? (*solved)->name()
                                       : std::get<scores::NotSolved>(found).reason);
  }
  return values;
}

}  // namespace

std::optional<std::string> made_of(const store::Reader& store, const SiteOptions& options,
                                   bool has_final, const solver::Watch& watch) {
  if (options.shown.live) return std::nullopt;
  constexpr std::uint64_t kMostProgram = std::uint64_t{4} << 30;  // with its debug symbols
  const auto program = files::read_whole("/proc/self/exe", kMostProgram);
  if (!program) return std::nullopt;
  const Json parts =
      Json::array({referee::record::sha256_hex(*program), store.contents(), options_json(options),
                   values_json(store.league(), watch), has_final});
  return referee::record::sha256_hex(files::dump(parts));
}

}  // namespace danno::leagues::site

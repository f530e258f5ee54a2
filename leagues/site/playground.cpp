#include "leagues/site/playground.hpp"

#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

#include "leagues/ratings/solved_game.hpp"
#include "leagues/site/play_page.hpp"
#include "leagues/site/write_page.hpp"
#include "referee/record/sha256.hpp"

namespace danno::leagues::site {
namespace {

struct PlaygroundPage {
  std::string path;
  std::string (*print)(const PageLeague& league);
  const Assets& assets;
};

const std::vector<PlaygroundPage>& pages() {
  static const std::vector<PlaygroundPage> kPages{{kPlayPage, play_page, kPlayAssets},
                                                  {kWritePage, write_page, write_assets()}};
  return kPages;
}

/// The most characters of all values together; a rule set beyond them is solved in the page, or is
/// played without exact values.
constexpr std::size_t kMostValues = 200'000;

/// Returns the script of the league's exact values, by the names of their files.
std::string values_script(const PageLeague& league, const solver::Watch& watch) {
  std::string values;
  std::set<std::string> names;
  for (const PageDivision& division : league.divisions) {
    for (const store::StoredDivision& stored : division.stored) {
      const auto solved =
          ratings::known_values({*stored.definition, stored.seats, stored.parameters}, watch);
      if (solved == nullptr || !names.insert(solver::table_name(solved->rules)).second) continue;
      const std::string packed = referee::record::to_base64(solver::pack_table(*solved->table));
      if (values.size() + packed.size() > kMostValues) continue;
      values += fmt::format("\"{}\": \"{}\",\n", solver::table_name(solved->rules), packed);
    }
  }
  return fmt::format("globalThis.dannoValues = {{\n{}}};\n", values);
}

}  // namespace

void write_playground(SiteFolder& folder, const PageLeague& league, const solver::Watch& watch) {
  if (pages().empty()) return;
  folder.write(std::string(kDannoWasmFile), kDannoWasm);
  folder.write(std::string(kApiFile), kApiScript);
  folder.write(std::string(kDannoValuesFile), values_script(league, watch));
  for (const PlaygroundPage& page : pages()) {
    folder.write(page.path, page.print(league));
    folder.write(std::string(page.assets.style_file), page.assets.style);
    folder.write(std::string(page.assets.script_file), page.assets.script);
  }
}

}  // namespace danno::leagues::site

// Any bytes as the league file of a season: the keys of the season, of its pages and of its final,
// whose own file can be read, or it is said what is wrong with them, a line each.
#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>

#include "leagues/schedule/league_file.hpp"
#include "leagues/schedule/season_file.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/scratch_folder.hpp"

namespace fs = std::filesystem;
namespace schedule = danno::leagues::schedule;
using schedule::LeagueFileErrors;

namespace {

void check(const LeagueFileErrors& errors) {
  assert(!errors.lines().empty());
  assert(std::ranges::all_of(errors.lines(), danno::fuzz::is_line));
}

void check_site(const fs::path& file) {
  try {
    const schedule::SiteKeys keys = schedule::read_league_terms(file).site;
    assert(!keys.address || schedule::address_problem(*keys.address).empty());
  } catch (const LeagueFileErrors& errors) {
    check(errors);
  }
}

void check_final(const fs::path& file, const std::string& text) {
  const std::array<schedule::Finalist, 2> finalists{
      {{"bots/ada", "ada", "Ann"}, {"bots/b/ben", "ben \"the\" bot", ""}}};
  const fs::path final = file.parent_path() / "final.toml";
  std::ofstream(final, std::ios::binary) << schedule::final_file(file, text, "season", finalists);
  const danno::leagues::store::League league = schedule::read_league_terms(final).league;
  assert(league.name == "season-final" && !league.divisions.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const danno::ScratchFolder kFolder;
  const std::string text(data, data + size);
  const fs::path file = kFolder.path() / "season.toml";
  std::ofstream(file, std::ios::binary) << text;
  check_site(file);
  schedule::SeasonKeys keys;
  try {
    keys = schedule::read_season_keys(file);
  } catch (const LeagueFileErrors& errors) {
    check(errors);
    return 0;
  }
  assert(keys.inbox.is_absolute() && keys.outbox.is_absolute() && keys.intake.is_absolute());
  assert(!keys.opens || !keys.closes || *keys.opens < *keys.closes);
  assert(keys.max_per_day > 0 && keys.limits().bytes > 0 && keys.limits().files > 0);
  // A file that a season accepts at its start must do for its end.
  if (keys.has_final) check_final(file, text);
  return 0;
}

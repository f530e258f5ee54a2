// Any bytes: they are a league, or it is said what is wrong with them, a line each. Bytes behind a
// NUL are the table.json that may seed it.
//
// A text with '/' or '\' only has to be TOML or none: no pattern may lead out of the empty folder.
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "leagues/base/toml.hpp"
#include "leagues/schedule/league_file.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/scratch_folder.hpp"

namespace fs = std::filesystem;
using danno::leagues::base::Problems;
using danno::leagues::schedule::LeagueFileErrors;
using danno::leagues::store::League;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  danno::fuzz::Input input(data, size);
  const std::string text = input.text();
  if (text.find_first_of("/\\") != std::string::npos) {
    Problems problems("league.toml");
    assert(danno::leagues::base::parse_toml(text, problems) || !problems.empty());
    return 0;
  }
  static const danno::ScratchFolder kFolder;
  const fs::path file = kFolder.path() / "league.toml";
  std::ofstream(file, std::ios::binary) << text;
  std::ofstream(kFolder.path() / "table.json", std::ios::binary) << input.rest();
  try {
    const League league = danno::leagues::schedule::read_league_file(file);
    assert(!danno::leagues::store::rule_sets(league).empty() &&
           static_cast<int>(league.entrants.size()) >= 2);
  } catch (const LeagueFileErrors& errors) {
    assert(!errors.lines().empty());
    assert(std::ranges::all_of(errors.lines(), danno::fuzz::is_line));
  }
  return 0;
}

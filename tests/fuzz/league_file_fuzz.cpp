// Any bytes: they are a league, or it is said what is wrong with them, a line each.
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
#include "leagues/schedule/formats.hpp"
#include "leagues/schedule/league_file.hpp"

namespace fs = std::filesystem;
using danno::leagues::base::Problems;
using danno::leagues::schedule::LeagueFileErrors;
using danno::leagues::store::League;

namespace {

/// An empty folder for the league file. The test's own temporary folder goes with it.
fs::path league_file() {
  std::string folder = (fs::temp_directory_path() / "danno-league-XXXXXX").string();
  assert(mkdtemp(folder.data()) != nullptr);
  return fs::path(folder) / "league.toml";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  if (text.find_first_of("/\\") != std::string::npos) {
    Problems problems("league.toml");
    assert(danno::leagues::base::parse_toml(text, problems) || !problems.empty());
    return 0;
  }
  static const fs::path kFile = league_file();
  std::ofstream(kFile, std::ios::binary) << text;
  try {
    const League league = danno::leagues::schedule::read_league_file(kFile);
    assert(!danno::leagues::store::rule_sets(league).empty() &&
           static_cast<int>(league.entrants.size()) >= 2);
  } catch (const LeagueFileErrors& errors) {
    assert(!errors.lines().empty());
    assert(std::ranges::none_of(errors.lines(), &std::string::empty));
  }
  return 0;
}

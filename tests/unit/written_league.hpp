// A league file that a test writes beside its agents, and what is wrong with it.
#pragma once

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "leagues/schedule/league_file.hpp"
#include "tests/scratch_folder.hpp"

namespace danno::leagues::schedule {

namespace fs = std::filesystem;

/// A folder of its own, removed at the end.
class WrittenLeague : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  void add_agent(const std::string& name) {
    write("bots/" + name + "/agent.toml", "name = \"" + name + "\"\nrun = [\"sh\"]\n");
  }
  store::League read(const std::string& text) {
    write("league.toml", text);
    return schedule::read_league_file(folder_ / "league.toml");
  }
  std::vector<std::string> errors(const std::string& text) {
    return collect_errors([&] { (void)read(text); });
  }
  /// Returns the errors of a reading, without the folder of the test.
  static std::vector<std::string> collect_errors(const std::function<void()>& read) {
    try {
      read();
    } catch (const LeagueFileErrors& errors) {
      std::vector<std::string> lines = errors.lines();
      for (std::string& line : lines)
        line = line.substr(line.find("league.toml"));
      return lines;
    }
    return {};
  }

  ScratchFolder scratch_;
  fs::path folder_ = scratch_.path();
};

}  // namespace danno::leagues::schedule

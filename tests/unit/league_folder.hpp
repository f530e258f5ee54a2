// A league of three agents in a folder of its own, and means to look at its file and to change it.
#pragma once

#include <gmock/gmock.h>
#include <sqlite3.h>

#include <fstream>

#include "leagues/store/writer.hpp"
#include "tests/scratch_folder.hpp"

namespace danno::leagues {

namespace fs = std::filesystem;

class LeagueFolder : public testing::Test {
 protected:
  LeagueFolder() {
    league_.name = "test";
    league_.deals = 20;
    league_.limits.max_faults = 2;
    league_.limits.isolation = referee::sandbox::Isolation::None;
    for (const char* const name : {"cy", "ada", "bob"}) {
      entrants::Entrant entrant;
      entrant.agent.name = name;
      entrant.agent.command = {"./x"};
      entrant.agent.folder = folder_ / name;
      fs::create_directories(entrant.agent.folder);
      league_.entrants.push_back(entrant);
    }
  }

  [[nodiscard]] fs::path out() const { return folder_ / "out"; }

  void sql(const std::string& text) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open((out() / "league.db").c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, text.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database);
    EXPECT_GT(sqlite3_total_changes(database), 0);
    sqlite3_close(database);
  }
  /// The first columns of all rows.
  [[nodiscard]] std::vector<std::string> ask(const std::string& text) const {
    std::vector<std::string> rows;
    const auto add = [](void* found, int, char** values, char**) {
      static_cast<std::vector<std::string>*>(found)->emplace_back(values[0] ? values[0] : "");
      return 0;
    };
    sqlite3* database = nullptr;
    EXPECT_EQ(sqlite3_open((out() / "league.db").c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, text.c_str(), add, &rows, nullptr), SQLITE_OK);
    sqlite3_close(database);
    return rows;
  }

  ScratchFolder scratch_;
  fs::path folder_ = scratch_.path();
  store::League league_;
};

}  // namespace danno::leagues

// The includes that the design allows, and the packages that stay in their place. A breach is named
// with file and line.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = DANNO_ROOT;

/// Which modules a module may include, itself apart.
const std::map<std::string, std::set<std::string>> kAllowed{
    {"leagues", {"referee", "solver", "rules", "proto"}},
    {"agents", {"sdk", "solver", "rules"}},
    {"referee", {"solver", "rules", "proto"}},
    {"sdk", {"proto"}},
    {"solver", {"rules"}},
    {"rules", {}},
    {"proto", {}},
};

struct Include {
  std::string file;  ///< From the root.
  int line = 0;
  std::string target;
  [[nodiscard]] std::string place() const { return file + ":" + std::to_string(line); }
};

bool begins(const std::string& text, const std::string& head) { return text.rfind(head, 0) == 0; }

/// The module of a path from the root; empty for what is none of ours.
std::string module_of(const std::string& path) {
  if (begins(path, "referee/rules/")) return "rules";
  if (begins(path, "referee/solver/")) return "solver";
  if (begins(path, "danno/")) return "proto";  // generated into the build's proto folder
  const std::string folder = path.substr(0, path.find('/'));
  return kAllowed.count(folder) != 0 ? folder : "";
}

std::vector<Include> includes_of(const fs::path& path) {
  std::vector<Include> found;
  std::ifstream file(path);
  std::string text;
  for (int line = 1; std::getline(file, text); ++line) {
    const auto hash = text.find_first_not_of(" \t");
    if (hash == std::string::npos || text[hash] != '#') continue;
    const auto word = text.find_first_not_of(" \t", hash + 1);
    if (word == std::string::npos || text.compare(word, 7, "include") != 0) continue;
    const auto open = text.find_first_of("<\"", word);
    if (open == std::string::npos) continue;
    const auto close = text.find_first_of(">\"", open + 1);
    found.push_back({fs::relative(path, kRoot).generic_string(), line,
                     text.substr(open + 1, close - open - 1)});
  }
  return found;
}

/// Of our code; sdk/*/template is what a student's folder begins with.
std::vector<Include> all_includes() {
  std::vector<Include> all;
  for (const char* folder : {"leagues", "agents", "referee", "sdk", "proto"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      if (entry.path().parent_path().filename() == "template") continue;
      const std::string ending = entry.path().extension();
      if (ending != ".cpp" && ending != ".hpp" && ending != ".h" && ending != ".c") continue;
      const auto includes = includes_of(entry.path());
      all.insert(all.end(), includes.begin(), includes.end());
    }
  }
  return all;
}

TEST(Architecture, ModulesIncludeOnlyWhatTheDesignAllows) {
  const auto all = all_includes();
  ASSERT_GT(all.size(), 100U);
  for (const Include& include : all) {
    const std::string from = module_of(include.file);
    const std::string to = module_of(include.target);
    if (to.empty() || to == from) continue;
    EXPECT_EQ(kAllowed.at(from).count(to), 1U)
        << include.place() << ": " << from << " includes " << include.target << " of " << to;
  }
}

TEST(Architecture, QuotedIncludesGoFromTheRoot) {
  for (const Include& include : all_includes()) {
    if (module_of(include.target) != "" || include.target.find('/') != std::string::npos) continue;
    EXPECT_FALSE(fs::exists(kRoot / fs::path(include.file).parent_path() / include.target))
        << include.place() << ": expected the path from the root, not " << include.target;
  }
}

TEST(Architecture, PackagesStayInTheirPlace) {
  std::set<std::string> process_files;
  for (const Include& include : all_includes()) {
    if (begins(include.target, "CLI/")) {
      EXPECT_TRUE(begins(include.file, "leagues/cli/"))
          << include.place() << ": CLI11 belongs in leagues/cli";
    }
    if (include.target == "sqlite3.h") {
      EXPECT_TRUE(begins(include.file, "leagues/database"))
          << include.place() << ": SQLite belongs in leagues/database";
    }
    if (begins(include.target, "boost/process")) process_files.insert(include.file);
  }
  EXPECT_LE(process_files.size(), 1U)
      << "Boost.Process belongs in one file, here " << *process_files.begin() << " and "
      << *process_files.rbegin();
}

TEST(Architecture, TheFindsAreReal) {
  EXPECT_EQ(module_of("referee/rules/dice.hpp"), "rules");
  EXPECT_EQ(module_of("referee/audit.hpp"), "referee");
  EXPECT_EQ(module_of("danno/agent.pb.h"), "proto");
  EXPECT_EQ(module_of("CLI/CLI.hpp"), "");
  const auto own = includes_of(kRoot / "tests/unit/architecture_test.cpp");
  ASSERT_FALSE(own.empty());
  EXPECT_EQ(own[0].place() + " " + own[0].target,
            "tests/unit/architecture_test.cpp:3 gtest/gtest.h");
}

}  // namespace

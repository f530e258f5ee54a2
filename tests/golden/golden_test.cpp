// What `danno` prints for the written games here and for each rule set, compared to the letter.
//
// UPDATE_GOLDEN=1 writes the files anew; their difference is then the change of behaviour.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace danno {
namespace {

namespace fs = std::filesystem;

/// stdout and stderr of `danno ARGUMENTS`, run beside the golden files, and its exit code.
std::string run(const std::string& arguments) {
  const std::string command = "cd '" DANNO_GOLDEN "' && '" DANNO_PROGRAM "' " + arguments + " 2>&1";
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "cannot run";
  std::string output = "$ danno " + arguments + "\n";
  std::array<char, 4096> buffer{};
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe))
    output.append(buffer.data(), n);
  return output + "exit " + std::to_string(WEXITSTATUS(pclose(pipe))) + "\n";
}

void expect_golden(const std::string& name, const std::string& output) {
  const fs::path path = fs::path(DANNO_GOLDEN) / name;
  if (std::getenv("UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path) << output;
    return;
  }
  std::ifstream file(path);
  std::ostringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(output, golden.str()) << "differs from tests/golden/" << name
                                  << "; where the change is meant, run with UPDATE_GOLDEN=1";
}

TEST(Golden, EveryWrittenGameIsAuditedAsBefore) {
  std::vector<std::string> games;
  for (const auto& entry : fs::directory_iterator(DANNO_GOLDEN)) {
    if (entry.path().extension() == ".game") games.push_back(entry.path().stem());
  }
  std::ranges::sort(games);
  ASSERT_GE(games.size(), 20U);
  for (const std::string& game : games) {
    expect_golden(game + ".audit",
                  run("audit " + game + ".game") + run("audit " + game + ".game --json"));
  }
}

TEST(Golden, EveryRuleSetIsDescribedAsBefore) {
  expect_golden("rules.txt", run("rules") + run("rules --json"));
  for (const std::string id : {"true-greed", "dollar", "tyghe", "official", "koans"})
    expect_golden("rules-" + id + ".txt", run("rules " + id) + run("rules " + id + " --json"));
}

TEST(Golden, EveryMistakeIsToldInOneLineAsBefore) {
  std::string output;
  for (const char* arguments :
       {"ruls", "frobnicate", "rules --jsn", "rules oficial", "rules nothing-like-it",
        "rules tyghe koans", "keeps", "keeps official", "keeps official 12x", "keeps official ''",
        "keeps koans 123456", "audit", "audit no-such-file", "audit .", "audit --frob"}) {
    output += run(arguments);
  }
  expect_golden("mistakes.txt", output);
}

}  // namespace
}  // namespace danno

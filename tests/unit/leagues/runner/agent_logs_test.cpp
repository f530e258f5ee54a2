#include "leagues/runner/fault_files.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "leagues/base/outside_file.hpp"
#include "tests/scratch_folder.hpp"

namespace danno::leagues::runner {
namespace {

std::string kept_log(std::string_view piece, int times) {
  const ScratchFolder folder;
  AgentLogs logs(2);
  for (int i = 0; i < times; ++i)
    logs.take(1, piece);
  const std::array<std::string, 2> names{"ada", "bob"};
  const auto files = logs.write(folder.path(), names);
  EXPECT_TRUE(files[0].empty());
  return base::read_whole(files[1]).value_or("");
}

TEST(AgentLogs, KeepTheLastWholeLines) {
  EXPECT_EQ(kept_log("one line\n", 2), "one line\none line\n");
  const std::string kept = kept_log("123456\n", 100'000);
  EXPECT_LE(kept.size(), AgentLogs::kKept);
  EXPECT_GT(kept.size(), AgentLogs::kKept - 7);
  EXPECT_TRUE(kept.starts_with("123456\n"));
}

TEST(AgentLogs, OfALineWithoutEndKeepItsLastBytes) {
  EXPECT_EQ(kept_log(std::string(1000, 'x'), 1000), std::string(AgentLogs::kKept, 'x'));
  std::string ended(200'000, 'x');
  ended.back() = '\n';
  EXPECT_EQ(kept_log(ended, 1), ended.substr(ended.size() - AgentLogs::kKept));
}

}  // namespace
}  // namespace danno::leagues::runner

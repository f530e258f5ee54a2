#include "leagues/base/journal.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <stdexcept>
#include <string>
#include <system_error>

#include "leagues/base/outside_file.hpp"
#include "tests/scratch_folder.hpp"

namespace danno::leagues::base {
namespace {

namespace fs = std::filesystem;

std::size_t count_objects(const fs::path& file) {
  std::size_t count = 0;
  visit_json_lines(file, [&](const Json&) { ++count; });
  return count;
}

TEST(Journal, IsCutAnywhereAndGoesOn) {
  const std::string whole = "{\"a\":1}\n{\"b\":\"x{}\"}\n";
  const std::size_t first = whole.find('\n') + 1;
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    ScratchFolder folder;
    const fs::path file = folder.write("journal", whole.substr(0, size));
    const std::size_t before = size + 1 >= whole.size() ? 2 : size + 1 >= first ? 1 : 0;
    EXPECT_EQ(count_objects(file), before) << size;
    Journal journal(file);
    const bool torn = (size > 0 && size + 1 < first) || (size > first && size + 1 < whole.size());
    EXPECT_EQ(journal.had_torn_line(), torn) << size;
    journal.append({{"c", 2}});
    journal.append({{"d", 2}});
    EXPECT_EQ(count_objects(file), before + 2) << size;
    const std::string text = read_outside(file);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), static_cast<int>(before) + 2) << size;
  }
}

TEST(Journal, TakesBackWhatAFullDiskCutShort) {
  ::signal(SIGXFSZ, SIG_IGN);
  ScratchFolder folder;
  const fs::path file = folder.write("journal", "{\"a\":1}\n");
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{12, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(Journal(file).append({{"b", "a long text"}}), std::system_error);
  ::setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(read_outside(file), "{\"a\":1}\n");
}

TEST(Journal, IsNoFileOfOthers) {
  ScratchFolder folder;
  const fs::path notes = folder.write("notes", "line\nprecious");
  EXPECT_THROW(Journal{notes}, std::runtime_error);
  EXPECT_EQ(read_outside(notes), "line\nprecious");
  ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  EXPECT_THROW(Journal{folder.path() / "pipe"}, std::runtime_error);
  EXPECT_THROW(visit_json_lines(folder.path() / "pipe", [](const Json&) {}), std::runtime_error);
  EXPECT_THROW(Journal{"/dev/zero"}, std::runtime_error);
  EXPECT_EQ(count_objects(folder.path() / "missing"), 0U);
}

}  // namespace
}  // namespace danno::leagues::base

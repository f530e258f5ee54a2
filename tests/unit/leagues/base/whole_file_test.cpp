#include "leagues/base/whole_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <functional>
#include <system_error>
#include <vector>

#include "leagues/base/draft_folder.hpp"
#include "leagues/base/outside_file.hpp"
#include "tests/scratch_folder.hpp"

namespace danno::leagues::base {
namespace {

namespace fs = std::filesystem;

std::size_t count_entries(const fs::path& folder) {
  const fs::directory_iterator entries(folder);
  return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

const std::vector<std::function<void(const fs::path&)>> kWriters{
    [](const fs::path& path) { write_whole(path, "new"); },
    [](const fs::path& path) { write_durable(path, "new"); },
    [](const fs::path& path) { write_secret(path, "new"); },
    [](const fs::path& path) { write_named(path, "new"); }};

TEST(WholeFile, IsReadAndAFolderIsNone) {
  ScratchFolder folder;
  EXPECT_EQ(read_whole(folder.write("file", "content")), "content");
  EXPECT_EQ(read_whole(folder.path() / "missing"), std::nullopt);
  EXPECT_EQ(read_whole(folder.path()), std::nullopt);
}

TEST(WholeFile, TouchesNothingBesideAndLeavesNothing) {
  for (const auto& write : kWriters) {
    ScratchFolder folder;
    folder.write("file", "old");
    folder.write("file.new", "of others");
    fs::create_hard_link(folder.path() / "file", folder.path() / "other name");
    write(folder.path() / "file");
    EXPECT_EQ(read_whole(folder.path() / "file"), "new");
    EXPECT_EQ(read_whole(folder.path() / "file.new"), "of others");
    EXPECT_EQ(read_whole(folder.path() / "other name"), "old");
    EXPECT_EQ(count_entries(folder.path()), 3U);
  }
}

TEST(WholeFile, ReplacesALinkAndANamedOneIsFollowed) {
  ScratchFolder folder;
  folder.write("target", "old");
  for (const char* const link : {"link", "named"})
    fs::create_symlink("target", folder.path() / link);
  write_whole(folder.path() / "link", "new");
  EXPECT_EQ(read_whole(folder.path() / "target"), "old");
  EXPECT_FALSE(fs::is_symlink(folder.path() / "link"));
  write_named(folder.path() / "named", "new");
  EXPECT_EQ(read_whole(folder.path() / "target"), "new");
  EXPECT_TRUE(fs::is_symlink(folder.path() / "named"));
  write_named("/dev/null", "new");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(WholeFile, ThatCannotBeWrittenLeavesTheOldOne) {
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  ScratchFolder folder;
  folder.write("file", "old");
  const rlimit small{10, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(write_whole(folder.path() / "file", "longer than ten bytes"), std::system_error);
  EXPECT_THROW(append_named(folder.path() / "file", "longer than ten bytes"), std::system_error);
  ::setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(read_whole(folder.path() / "file"), "old");
  EXPECT_EQ(count_entries(folder.path()), 1U);
}

TEST(WholeFile, IsNewOrRefusedInADraft) {
  ScratchFolder folder;
  write_new(folder.path() / "file", "new");
  EXPECT_THROW(write_new(folder.path() / "file", "again"), std::system_error);
  EXPECT_EQ(read_whole(folder.path() / "file"), "new");
}

TEST(WholeFile, IsForeseenWithoutMakingIt) {
  ScratchFolder folder;
  EXPECT_TRUE(can_be_written(folder.path() / "new"));
  EXPECT_FALSE(can_be_written(folder.path() / "no" / "folder"));
  EXPECT_FALSE(can_be_written(folder.path()));
  EXPECT_TRUE(can_be_written("/dev/null"));
  EXPECT_EQ(count_entries(folder.path()), 0U);
}

TEST(OutsideFile, IsRegularAndBounded) {
  ScratchFolder folder;
  ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  folder.write("large", std::string(1001, 'x'));
  fs::create_symlink("large", folder.path() / "link");
  EXPECT_THROW((void)read_outside(folder.path() / "pipe"), OutsideFileError);
  EXPECT_THROW((void)read_outside("/dev/zero"), OutsideFileError);
  EXPECT_THROW((void)read_outside(folder.path() / "large", 1000), OutsideFileError);
  EXPECT_EQ(read_outside(folder.path() / "link", 1001).size(), 1001U);
  EXPECT_THROW((void)read_outside(folder.path() / "link", 1001, Links::Refuse), OutsideFileError);
  EXPECT_FALSE(read_outside("/proc/self/status").empty());  // whose size is said to be 0
}

TEST(DraftFolder, TakesThePlaceOfAnotherAndTouchesNothingBeside) {
  ScratchFolder folder;
  fs::create_directory(folder.path() / "pages.new");
  for (const char* const content : {"first", "second"}) {
    const DraftFolder draft(folder.path());
    write_new(draft.path() / "file", content);
    draft.replace(folder.path() / "pages");
    EXPECT_EQ(read_whole(folder.path() / "pages" / "file"), content);
  }
  EXPECT_EQ(count_entries(folder.path()), 2U);
}

}  // namespace
}  // namespace danno::leagues::base

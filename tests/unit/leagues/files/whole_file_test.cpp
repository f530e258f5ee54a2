#include "leagues/files/whole_file.hpp"

#include <gtest/gtest.h>

#include "tests/scratch_folder.hpp"

namespace danno::leagues::files {
namespace {

TEST(WholeFile, IsReadAndAFolderIsNone) {
  ScratchFolder folder;
  EXPECT_EQ(read_whole(folder.write("file", "content")), "content");
  EXPECT_EQ(read_whole(folder.path() / "missing"), std::nullopt);
  EXPECT_EQ(read_whole(folder.path()), std::nullopt);
}

}  // namespace
}  // namespace danno::leagues::files

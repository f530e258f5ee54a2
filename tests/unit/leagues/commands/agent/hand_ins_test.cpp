#include "leagues/commands/agent/hand_ins.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "leagues/entrants/pack.hpp"
#include "tests/scratch_folder.hpp"

namespace danno::leagues::commands::agent {
namespace {

namespace fs = std::filesystem;

TEST(HandIns, ArchivesOfAgentsStayPacked) {
  const ScratchFolder scratch;
  const fs::path& folder = scratch.path();
  fs::create_directories(folder / "bot");
  std::ofstream(folder / "bot/agent.toml") << "name = \"bot\"\nrun = [\"true\"]\n";
  for (const char* const student : {"ada", "bob"})
    fs::create_directories(folder / "download" / student);
  const fs::path ada = folder / "download/ada/bot.zip";
  const fs::path alone = folder / "alone.zip";
  for (const fs::path& zip : {ada, alone})
    (void)entrants::pack(folder / "bot", zip);
  fs::create_directories(folder / "unpacked");
  const auto found =
      find_hand_ins({(folder / "download").string(), alone.string()}, false, folder / "unpacked");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].agent, ada);
  EXPECT_EQ(found[0].author, "ada");
  EXPECT_EQ(found[2].agent, alone);
  EXPECT_TRUE(is_archive(alone));
  EXPECT_TRUE(fs::is_empty(folder / "unpacked"));
}

}  // namespace
}  // namespace danno::leagues::commands::agent

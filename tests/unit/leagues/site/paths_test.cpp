#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "leagues/site/view.hpp"
#include "referee/record/sha256.hpp"

namespace danno::leagues::site {
namespace {

TEST(SitePaths, NamesThatDifferByCaseAloneGetANumber) {
  const FileNames files({"ada", "bob", "Ada", "aDa"});
  EXPECT_EQ(files.of("Ada"), "Ada");
  EXPECT_EQ(files.of("aDa"), "aDa~2");
  EXPECT_EQ(files.of("ada"), "ada~3");
  EXPECT_EQ(files.of("bob"), "bob");
}

TEST(SitePaths, NamesOfDevicesAndTrailingDotsGetANumber) {
  const FileNames files({"con", "Lpt1.x", "dot.", "console"});
  EXPECT_EQ(files.of("con"), "con~2");
  EXPECT_EQ(files.of("Lpt1.x"), "Lpt1~2.x");
  EXPECT_EQ(files.of("dot."), "dot~2");
  EXPECT_EQ(files.of("console"), "console");
}

TEST(SitePaths, NoEndingOfADevicesNameKeepsItReserved) {
  for (const std::string device : {"con", "PRN", "aux", "nul", "com1", "Lpt9"}) {
    for (const std::string ending : {"", ".", "..", ".x", ".x.", "..x", ". .", ".~2"}) {
      const std::string name = device + ending;
      const FileNames files({device, name, device + "~2"});
      const std::string& file = files.of(name);
      EXPECT_FALSE(file.ends_with('.')) << file;
      EXPECT_NE(file.substr(0, file.find('.')), device) << file;
      if (ending.empty()) continue;
      EXPECT_NE(file, files.of(device));
      EXPECT_NE(file, files.of(device + "~2"));
    }
  }
}

TEST(SitePaths, ManyNamesOfOneFileAllHaveTheirOwn) {
  std::vector<std::string> names;
  for (int bits = 0; bits < 512; ++bits) {
    std::string name = "abcdefghi.";
    for (std::size_t i = 0; i < 9; ++i) {
      if ((bits >> i) % 2 == 1) name[i] = static_cast<char>(name[i] - 'a' + 'A');
    }
    names.push_back(name);
  }
  const FileNames files(names);
  std::set<std::string> taken;
  for (const std::string& name : names)
    taken.insert(files.of(name));
  EXPECT_EQ(taken.size(), names.size());
}

TEST(SitePaths, NoNameLeavesItsFolder) {
  const FileNames files({"../x", "a~2", "a+b", "<i>"});
  EXPECT_EQ(files.of("../x"), "%2E.%2Fx");
  EXPECT_EQ(files.of("a~2"), "a%7E2");  // stands for no other name
  EXPECT_EQ(files.of("a+b"), "a%2Bb");  // and for no line-up
  EXPECT_EQ(files.of("<i>"), "%3Ci%3E");
}

TEST(SitePaths, LongLineUpsAreCutAndStayDifferent) {
  const std::string long_name(64, 'x');
  const FileNames files({"ada", "bob", long_name, long_name + "y"});
  EXPECT_EQ(files.of_line_up(std::vector<std::string>{"ada", "bob"}), "ada+bob");
  const std::string cut = files.of_line_up(std::vector<std::string>{long_name, long_name + "y"});
  EXPECT_EQ(cut, long_name.substr(0, 60) + "~" +
                     referee::record::sha256_hex(long_name + "+" + long_name + "y").substr(0, 12));
  EXPECT_NE(cut, files.of_line_up(std::vector<std::string>{long_name + "y", long_name}));
}

TEST(SitePaths, PagesKnowTheWayUp) {
  EXPECT_EQ(way_up("index.html"), "");
  EXPECT_EQ(way_up("koans/agents/ada.html"), "../../");
  EXPECT_EQ(folder_of_division("koans#1"), "koans%231/");
  EXPECT_EQ(folder_of_division("nul"), "nul~2/");  // rules from a file have any name
  EXPECT_EQ(rules_path("aux"), "rules/aux~2.html");
  EXPECT_EQ(paged("index", 0), "index.html");
  EXPECT_EQ(paged("index", 1), "2.html");
  EXPECT_EQ(paged("games", 1), "games-2.html");
}

}  // namespace
}  // namespace danno::leagues::site

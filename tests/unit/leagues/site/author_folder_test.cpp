// Tests what an author's folder shows and what it keeps back.
#include "leagues/site/author_folder.hpp"

#include "leagues/site/site.hpp"
#include "tests/unit/played_league.hpp"

namespace danno::leagues {
namespace {

using testing::HasSubstr;
using testing::Not;

class AnAuthorsFolder : public PlayedLeague {
 protected:
  AnAuthorsFolder() {
    const rules::Definition& koans = *rules::find_definition("koans");
    league_.divisions = {{&koans, koans.defaults(2), {}}};
  }
  site::AuthorFolder write(const site::ReportScope& scope, const std::string& agent = "ada") const {
    const store::Reader store = store::Reader::open_to_read(out());
    return site::write_author_folder(store, agent, site::compute_standings(store), own(), scope);
  }
  [[nodiscard]] fs::path own() const { return folder_ / "own"; }
  [[nodiscard]] std::string readme() const { return content(own() / "README.md"); }
  static std::string content(const fs::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  /// Returns the contents of all files below a folder.
  static std::string contents(const fs::path& folder) {
    std::string all;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file()) all += content(entry.path());
    }
    return all;
  }
};

TEST_F(AnAuthorsFolder, WithoutGamesHasStandingSumsAndFaultsAlone) {
  play();
  const site::AuthorFolder all = write({.seen = site::SeenGames::Own});
  EXPECT_TRUE(fs::exists(own() / "games.ndjson"));
  const site::AuthorFolder none = write({.seen = site::SeenGames::None});  // in its place
  EXPECT_EQ(none.games, all.games);
  EXPECT_EQ(none.faults, all.faults);
  EXPECT_GT(none.faults, 0U);
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(own()))
    files.push_back(entry.path().filename().string());
  EXPECT_THAT(files, testing::UnorderedElementsAre("README.md", "faults"));
  EXPECT_FALSE(fs::is_empty(own() / "faults"));
  EXPECT_THAT(readme(), HasSubstr("| koans | ada | bob | 40 |"));
  EXPECT_THAT(readme(), HasSubstr("danno repeat 'faults/"));
  EXPECT_THAT(readme(), Not(HasSubstr("games/")));
  EXPECT_THAT(readme(), Not(HasSubstr("games.ndjson")));
}

TEST_F(AnAuthorsFolder, IsOfTheLastVersionsWhereThatIsAsked) {
  play();
  const site::AuthorFolder first = write({});
  const auto ada = std::ranges::find(
      league_.entrants, "ada", [](const entrants::Entrant& entrant) { return entrant.agent.name; });
  ada->agent.command.emplace_back("again");
  play();
  const site::AuthorFolder all = write({});
  EXPECT_THAT(readme(), HasSubstr("| koans | ada | bob |"));
  const site::AuthorFolder last = write({.versions = 1});
  EXPECT_EQ(last.games, all.games - first.games);
  EXPECT_THAT(readme(), Not(HasSubstr("| koans | ada | bob |")));
  EXPECT_THAT(readme(), HasSubstr("| koans | ada@2 | bob |"));
}

TEST_F(AnAuthorsFolder, IsWrittenOverWhateverItShowsAndNoOther) {
  play();
  for (const auto seen : {site::SeenGames::None, site::SeenGames::Own}) {
    write({.seen = seen});
    EXPECT_TRUE(site::may_be_author_folder(own()));
  }
  // Games of the user, such as those of league export, make no folder ours.
  EXPECT_TRUE(fs::exists(own() / "games.ndjson"));
  std::ofstream(own() / "README.md") << "# My bot\n\n## Standing\n\nstill\n";
  EXPECT_FALSE(site::may_be_author_folder(own()));
}

TEST_F(AnAuthorsFolder, ThatWasNotFinishedIsWrittenOver) {
  play();
  const store::Reader store = store::Reader::open_to_read(out());
  const auto stop = [](std::string_view, std::uint64_t, std::uint64_t) {
    throw std::runtime_error("stopped");
  };
  EXPECT_THROW(
      site::write_author_folder(store, "ada", {}, own(), {.seen = site::SeenGames::None}, stop),
      std::runtime_error);
  EXPECT_TRUE(site::may_be_author_folder(own()));
}

TEST_F(AnAuthorsFolder, ShowsHostileNamesAsTheyAreAndObeysNone) {
  league_.entrants[1].agent.name = "::error::<b>|`x`\x1b[2J\xe2\x80\xae'";  // with a U+202E
  play();
  for (const std::string& agent : {league_.entrants[1].agent.name, std::string("bob")}) {
    fs::remove_all(own());
    write({.seen = site::SeenGames::Own}, agent);
    EXPECT_THAT(readme(), Not(HasSubstr("<b>"))) << agent;
    EXPECT_THAT(readme(), Not(HasSubstr("`x`"))) << agent;
    EXPECT_THAT(readme(), Not(HasSubstr("\x1b")));
    EXPECT_THAT(readme(), Not(HasSubstr("\xe2\x80\xae")));
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(own())) {
      EXPECT_EQ(entry.path().filename().string().find_first_of("<|`:'\x1b"), std::string::npos);
      if (entry.path().extension() != ".txt" && entry.path().extension() != ".ndjson") continue;
      const std::string text = content(entry.path());
      EXPECT_THAT(text, Not(HasSubstr("\x1b"))) << entry.path();
      if (entry.path().extension() == ".txt") {
        EXPECT_THAT(text, Not(HasSubstr("\xe2\x80\xae"))) << entry.path();
      }
      EXPECT_THAT(text, Not(HasSubstr("\n::"))) << entry.path();
    }
  }
}

}  // namespace
}  // namespace danno::leagues

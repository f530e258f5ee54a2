#include "leagues/commands/season/tokens.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

#include "tests/scratch_folder.hpp"

namespace danno::leagues::commands::season {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

class AuthorList : public testing::Test {
 protected:
  [[nodiscard]] std::vector<std::string> authors(const std::string& text) {
    return read_authors(scratch_.write("authors.csv", text));
  }
  /// Returns what is wrong with the list; empty if nothing is.
  [[nodiscard]] std::string problem(const std::string& text) {
    try {
      (void)authors(text);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  }

  ScratchFolder scratch_;
};

TEST_F(AuthorList, HasAColumnOfThatNameOrOnlyNames) {
  EXPECT_THAT(authors("author\nada\nbob\n"), ElementsAre("ada", "bob"));
  EXPECT_THAT(authors("mail,Author\nx@y,ada\n"), ElementsAre("ada"));
  EXPECT_THAT(authors("ada\n\"bob\"\n"), ElementsAre("ada", "bob"));
  EXPECT_THAT(authors("ada,\nbob,\n"), ElementsAre("ada", "bob")) << "an empty column";
}

TEST_F(AuthorList, NoOtherHeaderBecomesAnAuthor) {
  for (const char* const text :
       {"login,mail\nada2,x@y\n", "login;mail\n", "\xEF\xBB\xBFlogin\tmail\nada\tx\n",
        "Name\nada\n", "e-mail\nada\n", "\xEF\xBB\xBFlogin\nada\n", "user,\nada,\n"})
    EXPECT_THAT(problem(text), StartsWith("1: no column is called 'author'; expected")) << text;
}

}  // namespace
}  // namespace danno::leagues::commands::season

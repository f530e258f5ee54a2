#include "leagues/commands/season/answer_journal.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/scratch_folder.hpp"

namespace danno::leagues::commands::season {
namespace {

using namespace std::chrono_literals;

TEST(SeasonAnswers, AreReadAgainAndCounted) {
  using std::chrono::sys_days;
  const ScratchFolder scratch;
  const std::filesystem::path file = scratch.path() / "answers.ndjson";
  const auto day = sys_days(2026y / std::chrono::May / 1);
  Answer answer{.ticket = 7,
                .author = "ada",
                .item = "bot\n.zip",
                .handed_in = day + 23h,
                .answered = day + 24h};
  answer.checked = true;
  answer.refusal = {"too \"big\"", "make it smaller", {"line"}};
  {
    Answers answers(file);
    answers.add(answer);
    EXPECT_EQ(answers.checked_on("ada", day + 1h), 1);
  }
  std::ofstream(file, std::ios::app) << R"({"ticket":8,"auth)";  // died while it wrote
  Answers answers(file);
  answer.ticket = 9;
  answer.handed_in = day + 25h;
  answer.verdict = SubmissionVerdict::Taken;
  answer.hash = "abc";
  answers.add(answer);
  const auto found = Answers(file).find({7, 8, 9});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].refusal.evidence, std::vector<std::string>{"line"});
  EXPECT_EQ(found[1].hash, "abc");
  EXPECT_EQ(found[1].item, "bot\n.zip");
  EXPECT_EQ(found[1].handed_in, answer.handed_in);
  EXPECT_EQ(answers.last_ticket(), 9U);
  EXPECT_EQ(answers.taken(), 1U);
  EXPECT_EQ(answers.refused(), 1U);
  EXPECT_EQ(answers.checked_on("ada", day + 30h), 1) << "another day";
  EXPECT_EQ(answers.checked_on("ada", day + 50h), 0);
  EXPECT_EQ(answers.checked_on("ada", day + 1h), 1)
      << "a clock that was set back gives no day anew";
  EXPECT_EQ(answers.checked_on("bob", day + 30h), 0);
}

}  // namespace
}  // namespace danno::leagues::commands::season

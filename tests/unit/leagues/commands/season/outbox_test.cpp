#include "leagues/commands/season/outbox.hpp"

#include <gmock/gmock.h>

#include "leagues/base/json.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/whole_file.hpp"
#include "tests/scratch_folder.hpp"

namespace danno::leagues::commands::season {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class Outbox : public testing::Test {
 protected:
  [[nodiscard]] std::vector<std::uint64_t> numbers(const std::string& author,
                                                   const std::string& name) const {
    const auto text = base::read_whole(outbox_ / author / (name + ".json"));
    std::vector<std::uint64_t> numbers;
    if (!text) return numbers;
    const base::Json json = base::parse_json(*text);
    for (const base::Json& entry : json.at(name))
      numbers.push_back(entry.at("number").get<std::uint64_t>());
    return numbers;
  }
  void answer(std::uint64_t ticket, SubmissionVerdict verdict = SubmissionVerdict::Taken) const {
    Answer answer;
    answer.ticket = ticket;
    answer.author = "ada";
    answer.verdict = verdict;
    list_answer(outbox_, answer, "letter.md");
  }

  static Ticket ticket(std::uint64_t number, const std::string& author) {
    Ticket ticket;
    ticket.number = number;
    ticket.author = author;
    return ticket;
  }

  ScratchFolder scratch_;
  fs::path outbox_ = scratch_.path();
};

TEST_F(Outbox, HasEachAnswerOnceAlsoAfterACrash) {
  answer(3);
  answer(5, SubmissionVerdict::Taken);
  answer(5, SubmissionVerdict::Refused);
  EXPECT_THAT(numbers("ada", "answers"), ElementsAre(3, 5));
  const auto text = base::read_whole(outbox_ / "ada/answers.json");
  EXPECT_EQ(base::parse_json(*text).at("answers").at(1).at("verdict"), "refused");
}

TEST_F(Outbox, ForgetsTheOldest) {
  for (std::uint64_t ticket = 1; ticket <= kMostListed + 5; ++ticket)
    answer(ticket);
  EXPECT_EQ(numbers("ada", "answers").size(), kMostListed);
  EXPECT_EQ(numbers("ada", "answers").front(), 6U);
}

TEST_F(Outbox, BeginsAgainWhereItIsDamaged) {
  fs::create_directories(outbox_ / "ada");
  base::write_whole(outbox_ / "ada/answers.json", "{\"answers\": [");
  answer(7);
  EXPECT_THAT(numbers("ada", "answers"), ElementsAre(7));
}

TEST_F(Outbox, WaitingHasTheQueueByAuthor) {
  WaitingLists written;
  list_waiting(outbox_, {ticket(4, "bob"), ticket(2, "ada")}, written);
  EXPECT_THAT(numbers("ada", "waiting"), ElementsAre(2));
  EXPECT_THAT(numbers("bob", "waiting"), ElementsAre(4));
  const auto text = base::read_whole(outbox_ / "ada/waiting.json");
  EXPECT_EQ(base::parse_json(*text).at("waiting").at(0).at("place"), 2);
  list_waiting(outbox_, {ticket(2, "ada")}, written);
  EXPECT_THAT(numbers("bob", "waiting"), ElementsAre());
}

TEST_F(Outbox, WaitingIsEmptyWhenNothingWaits) {
  WaitingLists written;
  list_waiting(outbox_, {ticket(4, "bob")}, written);
  list_waiting(outbox_, {}, written);
  EXPECT_THAT(numbers("bob", "waiting"), ElementsAre());
}

TEST_F(Outbox, WaitingOfAProcessBeforeIsReplaced) {
  WaitingLists written;
  list_waiting(outbox_, {ticket(4, "bob")}, written);
  WaitingLists anew;
  list_waiting(outbox_, {}, anew);
  EXPECT_THAT(numbers("bob", "waiting"), ElementsAre());
}

TEST_F(Outbox, AListGetsTheRightsOfTheProcessThatBegins) {
  WaitingLists written;
  WaitingLists anew;
  const fs::path file = outbox_ / "bob/waiting.json";
  const auto rights = [&] { return fs::status(file).permissions(); };
  list_waiting(outbox_, {ticket(4, "bob")}, written);
  const fs::perms usual = rights();
  fs::permissions(file, fs::perms::owner_all);
  list_waiting(outbox_, {ticket(4, "bob")}, written);
  EXPECT_EQ(rights(), fs::perms::owner_all);
  list_waiting(outbox_, {ticket(4, "bob")}, anew);
  EXPECT_EQ(rights(), usual);
}

}  // namespace
}  // namespace danno::leagues::commands::season

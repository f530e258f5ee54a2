#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>

#include "leagues/base/outside_file.hpp"
#include "leagues/commands/season/queue.hpp"
#include "tests/scratch_folder.hpp"

namespace danno::leagues::commands::season {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A folder of its own, removed at the end.
class SeasonQueue : public testing::Test {
 protected:
  [[nodiscard]] Queue queue(std::uint64_t last = 0) const {
    return {folder_ / "inbox", folder_ / "queue", last};
  }
  void hand_in(const std::string& author, const std::string& item) {
    const fs::path folder = folder_ / "inbox" / author / item;
    fs::create_directories(folder);
    std::ofstream(folder / "agent.toml") << item;
  }
  /// Waits until a file gets a later time than those before.
  void wait_for_tick() const {
    const auto touched = [file = folder_ / "tick"] {
      std::ofstream(file) << "tick";
      return fs::last_write_time(file);
    };
    const auto before = touched();
    while (touched() == before) {
    }
  }
  /// Looks until so many wait.
  static void look_for(Queue& queue, std::size_t count) {
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (queue.size() < count && std::chrono::steady_clock::now() < end)
      EXPECT_THAT(queue.look(), IsEmpty());
    ASSERT_EQ(queue.size(), count);
  }
  /// Returns the items in the order in which they are answered.
  static std::vector<std::string> answer_all(Queue& queue) {
    std::vector<std::string> order;
    while (const auto ticket = queue.next()) {
      order.push_back(ticket->author + "/" + ticket->item);
      queue.remove(ticket->number);
    }
    return order;
  }

  ScratchFolder scratch_;
  fs::path folder_ = scratch_.path();
};

TEST_F(SeasonQueue, TakesWhatDoesNotChangeAndNothingHidden) {
  hand_in("ada", "bot");
  hand_in("ada", ".coming");
  Queue queue = this->queue();
  EXPECT_THAT(queue.look(), IsEmpty());
  EXPECT_EQ(queue.size(), 0U) << "it may be on its way";
  EXPECT_TRUE(queue.oldest()) << "but it was handed in";
  look_for(queue, 1);
  const Ticket ticket = *queue.next();
  EXPECT_EQ(ticket.author, "ada");
  EXPECT_EQ(base::read_whole(queue.submitted_item(ticket) / "agent.toml"), "bot");
  EXPECT_FALSE(fs::exists(folder_ / "inbox/ada/bot"));
  EXPECT_TRUE(fs::exists(folder_ / "inbox/ada/.coming"));
}

TEST_F(SeasonQueue, WhatChangesIsNotTaken) {
  hand_in("ada", "bot");
  Queue queue = this->queue();
  const auto end = std::chrono::steady_clock::now() + 1500ms;
  for (int i = 0; std::chrono::steady_clock::now() < end; ++i) {
    std::ofstream(folder_ / "inbox/ada/bot/part") << i;
    EXPECT_THAT(queue.look(), IsEmpty());
  }
  EXPECT_EQ(queue.size(), 0U);
  look_for(queue, 1);
}

TEST_F(SeasonQueue, WhatNeverStopsChangingIsTakenAfterAMinuteToBeRefused) {
  hand_in("eve", "bot");
  fs::create_directories(folder_ / "inbox/eve/bot/deep/down");
  hand_in("eve", "next");
  Queue queue = this->queue();
  const auto began = Queue::Clock::now();
  for (int half_seconds = 0; half_seconds < 120; ++half_seconds) {
    std::ofstream(folder_ / "inbox/eve/bot/deep/down/part", std::ios::app) << half_seconds;
    EXPECT_THAT(queue.look(began + half_seconds * 500ms), IsEmpty());
    for (const Ticket& ticket : queue.in_order())
      EXPECT_NE(ticket.item, "bot");
  }
  EXPECT_LE(queue.size(), 1U);
  std::ofstream(folder_ / "inbox/eve/bot/deep/down/part", std::ios::app) << "on and on";
  EXPECT_THAT(queue.look(began + kMostArriving), IsEmpty());
  EXPECT_THAT(queue.look(began + kMostArriving + 1s), IsEmpty());
  const auto tickets = queue.in_order();
  ASSERT_EQ(tickets.size(), 2U) << "what came after it is not lost";
  for (const Ticket& ticket : tickets)
    EXPECT_EQ(ticket.whole, ticket.item == "next");
  const auto again = this->queue().in_order();
  EXPECT_EQ(std::ranges::count(again, false, &Ticket::whole), 1);
}

TEST_F(SeasonQueue, NobodyWaitsForAnAuthorWhoseSubmissionIsChecked) {
  for (const char* const item : {"1", "2"})
    hand_in("eve", item);
  hand_in("zoe", "1");
  Queue queue = this->queue();
  look_for(queue, 3);
  EXPECT_EQ(queue.next({"eve"})->author, "zoe");
  EXPECT_EQ(queue.next({"zoe"})->author, "eve");
  EXPECT_FALSE(queue.next({"eve", "zoe"}));
}

TEST_F(SeasonQueue, AFolderWithoutPermissionsLeavesNothingBehind) {
  hand_in("eve", "bot");
  const fs::path shut = folder_ / "inbox/eve/bot/shut";
  fs::create_directories(shut / "inner");
  std::ofstream(shut / "inner/file") << "x";
  fs::create_directory_symlink(folder_, shut / "inner/link");
  for (const fs::path& folder : {shut / "inner", shut})
    fs::permissions(folder, fs::perms::none);
  const auto mode = fs::status(folder_).permissions();
  Queue queue = this->queue();
  look_for(queue, 1);
  queue.remove(queue.next()->number);
  EXPECT_TRUE(fs::is_empty(folder_ / "queue"));
  EXPECT_EQ(fs::status(folder_).permissions(), mode) << "no link is followed";
}

TEST_F(SeasonQueue, WhatCameLaterWaitsForWhatCameBefore) {
  hand_in("ada", "2");
  wait_for_tick();
  hand_in("ada", "1");
  Queue queue = this->queue();
  const auto end = std::chrono::steady_clock::now() + 1500ms;
  for (int i = 0; std::chrono::steady_clock::now() < end; ++i) {
    std::ofstream(folder_ / "inbox/ada/2/agent.toml") << i;
    EXPECT_THAT(queue.look(), IsEmpty());
  }
  EXPECT_EQ(queue.size(), 0U) << "the second version does not overtake the first";
  look_for(queue, 2);
  EXPECT_THAT(answer_all(queue), ElementsAre("ada/2", "ada/1"));
}

TEST_F(SeasonQueue, EverybodysFirstComesBeforeAnybodysSecond) {
  for (const char* const item : {"1", "2", "3"})
    hand_in("flood", item);
  hand_in("zoe", "1");
  Queue queue = this->queue();
  look_for(queue, 4);
  std::vector<std::string> expected;
  for (const Ticket& ticket : queue.in_order())
    expected.push_back(ticket.author + "/" + ticket.item);
  const auto order = answer_all(queue);
  EXPECT_EQ(order, expected);
  EXPECT_THAT(std::vector(order.begin(), order.begin() + 2),
              testing::UnorderedElementsAre(HasSubstr("flood"), "zoe/1"));
  EXPECT_EQ(queue.size(), 0U);
  EXPECT_TRUE(fs::is_empty(folder_ / "queue"));
}

TEST_F(SeasonQueue, GoesOnWithWhatWaits) {
  hand_in("ada", "bot");
  {
    Queue queue = this->queue(16);
    look_for(queue, 1);
    Ticket ticket = *queue.next();
    EXPECT_EQ(ticket.number, 17U);
    ticket.tries = 3;
    queue.write(ticket);
  }
  fs::create_directories(folder_ / "queue/000020/handed-in");  // died before its rename
  Queue queue = this->queue(16);
  EXPECT_FALSE(fs::exists(folder_ / "queue/000020"));
  ASSERT_EQ(queue.size(), 1U);
  EXPECT_EQ(queue.next()->tries, 3);
  hand_in("bob", "bot");
  look_for(queue, 2);
  EXPECT_THAT(answer_all(queue), testing::UnorderedElementsAre("ada/bot", "bob/bot"));
}

TEST_F(SeasonQueue, TellsWhatIsNoAuthorsFolder) {
  Queue queue = this->queue();
  std::ofstream(folder_ / "inbox/readme.txt") << "hello";
  fs::create_directory_symlink("/etc", folder_ / "inbox/etc");
  EXPECT_THAT(queue.look(), testing::UnorderedElementsAre(HasSubstr("expected INBOX/AUTHOR/ITEM"),
                                                          HasSubstr("a link")));
}

TEST_F(SeasonQueue, ALinkIsTakenAsItIs) {
  fs::create_directories(folder_ / "inbox/eve");
  fs::create_directory_symlink("/etc", folder_ / "inbox/eve/bot");
  Queue queue = this->queue();
  look_for(queue, 1);
  EXPECT_TRUE(fs::is_symlink(queue.submitted_item(*queue.next())));
  EXPECT_THAT(answer_all(queue), ElementsAre("eve/bot"));
  EXPECT_TRUE(fs::exists("/etc/passwd"));
}

}  // namespace
}  // namespace danno::leagues::commands::season

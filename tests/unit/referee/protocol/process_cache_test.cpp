// Processes between two line-ups: who stays, who leaves, and who gets whom.
#include "referee/protocol/process_cache.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/unit/fake_machine.hpp"

namespace danno::referee::protocol {
namespace {

class IdleProcesses : public testing::Test {
 protected:
  IdleProcesses() {
    machine_.on_heard = [this](int process, const v1::ToAgent& message) {
      if (message.has_goodbye()) goodbyes_.push_back(process);
    };
  }

  static Terms terms(const std::string& mode) {
    Terms terms;
    terms.agent = {"a", {mode}, "/"};
    return terms;
  }

  /// Starts a process; the first one is number 1.
  IdleAgent start(const std::string& mode = "honest") {
    IdleAgent idle;
    idle.terms = terms(mode);
    sandbox::LaunchOptions options;
    options.command = {mode};
    idle.process = std::make_unique<AgentProcess>(machine_, options, ThinkingClock::Mode::Cpu,
                                                  100ms, 0ns, own_wait_);
    machine_.pass(10ms);
    return idle;
  }

  void put(ProcessCache& cache, IdleAgent agent) {
    std::vector<IdleAgent> agents;
    agents.push_back(std::move(agent));
    cache.put(std::move(agents));
  }

  /// Takes a process from the cache and returns its number; 0 if there is none.
  int take(ProcessCache& cache, const std::string& mode = "honest") {
    const auto found = cache.take(terms(mode));
    return found ? found->process->process().root_pid() - 1000 : 0;
  }

  using Numbers = std::vector<int>;
  FakeMachine machine_;
  RefereeDelay own_wait_{machine_};
  Numbers goodbyes_;
};

TEST_F(IdleProcesses, LeaveWithAGoodbyeWhereThereAreTooMany) {
  {
    ProcessCache cache(machine_, 2);
    for (int i = 0; i < 4; ++i)
      put(cache, start());
    EXPECT_EQ(goodbyes_, (Numbers{1, 2}));
    EXPECT_EQ(machine_.lives(), 2U);
    IdleAgent other = start();
    other.may_stay = false;
    put(cache, std::move(other));
    EXPECT_EQ(goodbyes_, (Numbers{1, 2, 5}));
    EXPECT_EQ(machine_.lives(), 2U);
  }
  EXPECT_EQ(goodbyes_, (Numbers{1, 2, 5, 3, 4}));
  EXPECT_EQ(machine_.lives(), 0U);
}

TEST_F(IdleProcesses, LeaveAtOnceWhereNoneMayStay) {
  ProcessCache cache(machine_);
  put(cache, start());
  EXPECT_EQ(goodbyes_, Numbers{1});
  EXPECT_EQ(machine_.lives(), 0U);
  EXPECT_EQ(take(cache), 0);
}

TEST_F(IdleProcesses, AreAllWaitedForTogether) {
  ProcessCache cache(machine_);
  std::vector<IdleAgent> agents;
  for (int i = 0; i < 3; ++i)
    agents.push_back(start("early-close"));
  const auto begin = machine_.now();
  cache.put(std::move(agents));
  EXPECT_GE(machine_.now() - begin, 100ms);
  EXPECT_LT(machine_.now() - begin, 110ms);
  EXPECT_EQ(machine_.lives(), 0U);
}

TEST_F(IdleProcesses, PlayAgainForTheThreadThatHadThemIfThereIsAny) {
  const auto room = std::make_shared<SharedProcessPool>(machine_, 8);
  ProcessCache first(room);
  ProcessCache second(room);
  ProcessCache third(room);
  for (ProcessCache* const cache : {&first, &first, &second, &second})
    put(*cache, start());
  EXPECT_EQ(take(first), 2);
  EXPECT_EQ(machine_.follows(), 0);
  EXPECT_EQ(take(third), 4);
  EXPECT_EQ(machine_.follows(), 1);
  EXPECT_EQ(take(second), 3);
  EXPECT_EQ(machine_.follows(), 1);
  EXPECT_EQ(take(second), 1);
  EXPECT_EQ(machine_.follows(), 2);
  EXPECT_EQ(take(second), 0);
}

TEST_F(IdleProcesses, PlayOnTheirOwnTermsOnly) {
  ProcessCache cache(machine_, 8);
  put(cache, start("honest"));
  put(cache, start("think"));
  EXPECT_EQ(take(cache, "hang"), 0);
  EXPECT_EQ(take(cache, "honest"), 1);
  EXPECT_EQ(take(cache, "honest"), 0);
  EXPECT_EQ(take(cache, "think"), 2);
}

TEST_F(IdleProcesses, AreThrownAwayIfTheyEndedOrSpoke) {
  for (const char* const mode : {"leaves-idle", "talks-idle"}) {
    ProcessCache cache(machine_, 8);
    put(cache, start(mode));
    put(cache, start(mode));
    EXPECT_EQ(take(cache, mode), 0);
    EXPECT_EQ(machine_.lives(), 0U);
  }
  EXPECT_EQ(goodbyes_, Numbers());
}

TEST_F(IdleProcesses, GiveWayToThoseThatPlay) {
  ProcessCache cache(machine_, 3);
  for (int i = 0; i < 3; ++i)
    put(cache, start());
  cache.make_room(0);
  EXPECT_EQ(goodbyes_, Numbers{1});
  cache.make_room(1);
  EXPECT_EQ(goodbyes_, (Numbers{1, 2}));
  EXPECT_EQ(take(cache), 3);  // it plays beside two others now
  put(cache, start());
  put(cache, start());
  EXPECT_EQ(goodbyes_, (Numbers{1, 2}));  // they played until now, and nobody else does
  EXPECT_EQ(take(cache), 5);
  cache.make_room(1);
  EXPECT_EQ(machine_.lives(), 1U);
  cache.make_room(7);
  EXPECT_EQ(machine_.lives(), 0U);
}

TEST_F(IdleProcesses, GiveWayToThoseThatPlayForOtherThreads) {
  const auto room = std::make_shared<SharedProcessPool>(machine_, 2);
  ProcessCache first(room);
  put(first, start());
  put(first, start());
  {
    ProcessCache second(room);
    EXPECT_EQ(take(second), 2);
    EXPECT_EQ(goodbyes_, Numbers());
    put(first, start());
    EXPECT_EQ(goodbyes_, Numbers{1});
  }
  put(first, start());
  EXPECT_EQ(goodbyes_, Numbers{1});
}

TEST_F(IdleProcesses, EndOneByOneOrAllAtOnce) {
  ProcessCache cache(machine_, 8);
  EXPECT_FALSE(cache.end_oldest());
  for (int i = 0; i < 4; ++i)
    put(cache, start());
  EXPECT_TRUE(cache.end_oldest());
  EXPECT_EQ(goodbyes_, Numbers{1});
  EXPECT_EQ(machine_.lives(), 3U);
  cache.end_all();
  EXPECT_EQ(machine_.lives(), 0U);
  EXPECT_EQ(goodbyes_, Numbers{1});
  EXPECT_EQ(take(cache), 0);
}

}  // namespace
}  // namespace danno::referee::protocol

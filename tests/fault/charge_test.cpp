// Compares what an agent is charged whose children or short threads do its work with what the
// kernel knows of them. Both are sums of the same run, so no test depends on how long it takes.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "referee/protocol/thinking_clock.hpp"
#include "tests/fault/launch.hpp"

namespace danno::referee::protocol {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

const std::filesystem::path kNapper = DANNO_TEST_NAPPER;

/// Threads that want a processor all the time.
class Load {
 public:
  explicit Load(int threads) {
    for (int i = 0; i < threads; ++i) {
      threads_.emplace_back([this] {
        while (!ends_)
          ++count_;
      });
    }
  }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;
  ~Load() {
    ends_ = true;
    for (std::thread& thread : threads_)
      thread.join();
  }

 private:
  std::atomic<bool> ends_{false};
  std::atomic<long> count_{0};
  std::vector<std::thread> threads_;
};

/// The sums over all answers.
struct Sums {
  nanoseconds wall{0};
  nanoseconds charged{0};
  nanoseconds ran{0};     ///< By the kernel's figures.
  nanoseconds waited{0};  ///< By the kernel's figures.
};

/// Asks one question, waits for the answer as the event loop does, and adds its figures.
void ask(sandbox::Process& agent, RefereeDelay& own, ThinkingClock& clock, Sums& sums) {
  sandbox::Machine& machine = sandbox::real_machine();
  clock.asked(1);
  sandbox::send(agent, "?");
  pollfd answer{agent.stdout_fd(), POLLIN, 0};
  auto now = machine.now();
  for (int ready = 0; ready == 0; clock.look(now)) {
    own.begin_listening();
    ready = machine.poll(std::span(&answer, 1), 1);
    now = own.end_listening(1ms);
  }
  EXPECT_TRUE(clock.late(now));  // the limit is nothing
  sums.charged += clock.charged();
  sums.wall += clock.spent(now).wall;
  clock.on_answered(1, now);
  const std::string line = sandbox::read_line(agent.stdout_fd());
  long long ran = 0;
  long long waited = 0;
  ASSERT_EQ(std::sscanf(line.c_str(), "%lld %lld", &ran, &waited), 2) << line;
  sums.ran += nanoseconds(ran);
  sums.waited += nanoseconds(waited);
}

class Charge : public testing::TestWithParam<const char*> {};

TEST_P(Charge, AgreesWithTheKernelOnChildrenAndThreads) {
  const Load load(4);
  const auto agent = sandbox::launch(
      sandbox::launch_options({kNapper.string(), GetParam()}, kNapper.parent_path()));
  RefereeDelay own(sandbox::real_machine());
  ThinkingClock clock(ThinkingClock::Mode::Exact, 1ns, 0ns, *agent, own);
  Sums sums;
  for (int answers = 0; answers < 40 && !HasFatalFailure(); ++answers)
    ask(*agent, own, clock, sums);
  RecordProperty("wall_us", std::to_string(sums.wall / 1us));
  RecordProperty("ran_us", std::to_string(sums.ran / 1us));
  RecordProperty("waited_us", std::to_string(sums.waited / 1us));
  RecordProperty("charged_us", std::to_string(sums.charged / 1us));
  // A look misses little of what they computed, and less than half of what they waited. Without a
  // control group it misses orphans that are gone before it, which nobody else counts either.
  const bool may_be_gone = std::string_view(GetParam()) == "orphans";
  EXPECT_GE(sums.charged, may_be_gone ? sums.ran / 8 : sums.ran * 3 / 4);
  EXPECT_LE(sums.charged, sums.wall - sums.waited / 2);
}

INSTANTIATE_TEST_SUITE_P(All, Charge, testing::Values("children", "threads", "orphans"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace danno::referee::protocol

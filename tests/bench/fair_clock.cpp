// fair_clock THINKER… [--in-flight K] [--rounds N] [--busy N]: what an agent is charged for an
// answer, by the clock that judges it, while N processes keep the cores busy. THINKER is an agent
// that uses a known time for every answer (thinker MICROSECONDS).
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/protocol/agent_process.hpp"
#include "referee/protocol/wire.hpp"

namespace {

using namespace danno;
using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLimit{100};

/// Processes that use the processor until they are gone.
class BusyCores {
 public:
  explicit BusyCores(int count) {
    for (int i = 0; i < count; ++i) {
      const pid_t child = ::fork();
      if (child < 0) throw std::runtime_error("fork");
      if (child > 0) {
        children_.push_back(child);
        continue;
      }
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      const std::clock_t past = 0;
      while (std::clock() >= past) {
      }
    }
  }
  ~BusyCores() {
    for (const pid_t child : children_) {
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, 0);
    }
  }
  BusyCores(const BusyCores&) = delete;
  BusyCores& operator=(const BusyCores&) = delete;

 private:
  std::vector<pid_t> children_;
};

class Questioner {
 public:
  Questioner(const referee::sandbox::LaunchOptions& order, int in_flight)
      : in_flight_(in_flight),
        rules_(rules::make_rule_set(*rules::find_definition("koans"), 2)),
        position_(rules::start_game(rules_, 0)),
        agent_(machine_, order, referee::protocol::ThinkingClock::Mode::Cpu, kLimit, {},
               own_wait_) {
    rules::throw_dice(rules_, position_, *rules::parse_dice("12345", rules_.faces()));
    rules::list_options(rules_, position_, options_);
    referee::protocol::append_hello(agent_.out,
                                    {100, 5000, 256, static_cast<std::uint32_t>(in_flight)});
    for (int game = 0; game < in_flight; ++game)
      referee::protocol::append_game_start(agent_.out, rules_, static_cast<std::uint32_t>(game), 0,
                                           0, 1);
    agent_.flush();
    while (read_frames() == 0) {
    }
  }

  /// Puts a question in every game; microseconds charged for an answer.
  double round() {
    for (int game = 0; game < in_flight_; ++game)
      referee::protocol::append_ask(agent_.out, static_cast<std::uint32_t>(game), seq_, position_,
                                    options_, std::nullopt);
    ++seq_;
    referee::protocol::ThinkingClock& clock = agent_.clock();
    clock.asked(in_flight_);
    agent_.flush();
    std::chrono::nanoseconds charged{0};
    while (clock.open() > 0) {
      const int answers = read_frames();
      if (answers == 0) continue;
      const auto before = clock.charged();
      if (clock.late(steady_clock::now())) throw std::runtime_error("found late");
      if (clock.charged() != before) charged += clock.charged();  // it looked
      clock.on_answered(answers, steady_clock::now());
    }
    return std::chrono::duration<double, std::micro>(charged).count() / in_flight_;
  }

 private:
  int read_frames() {
    pollfd ready{agent_.process().stdout_fd(), POLLIN, 0};
    ::poll(&ready, 1, 10'000);
    if (agent_.read_stdout() != referee::protocol::AgentProcess::Read::Data)
      throw std::runtime_error("the agent says nothing");
    int frames = 0;
    for (;;) {
      const auto next = referee::protocol::next_frame(agent_.inbox());
      const auto* const frame = std::get_if<referee::protocol::Frame>(&next);
      if (frame == nullptr) return frames;
      agent_.consume(frame->size);
      ++frames;
    }
  }

  int in_flight_;
  rules::RuleSet rules_;
  rules::Position position_;
  rules::Options options_;
  referee::sandbox::Machine& machine_ = referee::sandbox::real_machine();
  referee::protocol::RefereeDelay own_wait_{machine_};
  referee::protocol::AgentProcess agent_;
  std::uint32_t seq_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"what is charged for an answer"};
  std::vector<std::string> command;
  int in_flight = 64;
  int rounds = 500;
  int busy = 0;
  app.add_option("THINKER", command)->required();
  app.add_option("--in-flight", in_flight)->check(CLI::Range(1, 256));
  app.add_option("--rounds", rounds)->check(CLI::PositiveNumber);
  app.add_option("--busy", busy)->check(CLI::Range(0, 64));
  CLI11_PARSE(app, argc, argv);

  referee::sandbox::LaunchOptions order;
  order.command = command;
  order.command.front() = std::filesystem::canonical(command.front());
  order.folder = std::filesystem::path(order.command.front()).parent_path();
  order.isolation = referee::sandbox::Isolation::None;
  const BusyCores crowd(busy);
  Questioner questioner(order, in_flight);
  std::vector<double> charges;
  for (int i = 0; i < rounds; ++i)
    charges.push_back(questioner.round());
  std::ranges::sort(charges);
  const double mean = std::accumulate(charges.begin(), charges.end(), 0.0) / rounds;
  fmt::print("{} in flight, {} busy: charged {:.1f} us an answer, 1 % {:.1f}, 99 % {:.1f}\n",
             in_flight, busy, mean, charges[charges.size() / 100],
             charges[charges.size() * 99 / 100]);
}

// spawn FOLDER COMMAND [--starts N] [--ballast MB]: how long an agent takes from launch() to its
// greeting, and its end, at every isolation level; with MB of touched memory in the referee.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

#include "danno/agent.pb.h"
#include "referee/sandbox/launcher.hpp"

namespace {

using namespace danno::referee;
using Milliseconds = std::chrono::duration<double, std::milli>;

std::string hello() {
  danno::v1::ToAgent message;
  message.mutable_hello()->set_protocol(1);
  message.mutable_hello()->set_games(1);
  const std::string body = message.SerializeAsString();
  return static_cast<char>(body.size()) + body;  // below 128: a varint of one byte
}

struct Times {
  std::vector<double> greeting;
  std::vector<double> end;
};

void start_once(const sandbox::LaunchOptions& order, Times& times) {
  const auto begin = std::chrono::steady_clock::now();
  auto agent = sandbox::launch(order);
  const std::string bytes = hello();
  if (::write(agent->stdin_fd(), bytes.data(), bytes.size()) < 0) throw std::runtime_error("write");
  pollfd event{agent->stdout_fd(), POLLIN, 0};
  std::array<char, 256> answer{};
  if (::poll(&event, 1, 10'000) != 1 ||
      ::read(agent->stdout_fd(), answer.data(), answer.size()) <= 0) {
    throw std::runtime_error("no greeting");
  }
  const auto greeted = std::chrono::steady_clock::now();
  agent->end();
  times.greeting.push_back(Milliseconds(greeted - begin).count());
  times.end.push_back(Milliseconds(std::chrono::steady_clock::now() - greeted).count());
}

double quantile(std::vector<double>& values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

}  // namespace

int main(int argc, char** argv) {
  sandbox::LaunchOptions order;
  std::string folder;
  int starts = 200;
  std::size_t ballast_mb = 0;
  CLI::App app("time from launch to greeting");
  app.add_option("FOLDER", folder)->required();
  app.add_option("COMMAND", order.command)->required();
  app.add_option("--starts", starts)->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--ballast", ballast_mb)->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  order.folder = folder;
  const std::vector<char> ballast(ballast_mb << 20, 'x');
  for (const auto level :
       {sandbox::Isolation::None, sandbox::Isolation::Confined, sandbox::Isolation::Strict}) {
    order.isolation = level;
    Times times;
    for (int i = 0; i < starts; ++i)
      start_once(order, times);
    fmt::print("{:<9} greeting median {:5.1f} ms, 90 % {:5.1f} ms; end median {:4.1f} ms\n",
               sandbox::to_string(level), quantile(times.greeting, 0.5),
               quantile(times.greeting, 0.9), quantile(times.end, 0.5));
  }
  return ballast_mb > 0 && ballast.back() != 'x' ? 1 : 0;
}

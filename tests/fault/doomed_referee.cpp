// A referee that only waits to be killed: starts AGENTS agents at LEVEL, prints the process id that
// each of them says on its stdout, one a line, then reads its own stdin until somebody ends it.
//
//   doomed_referee LEVEL AGENTS FOLDER COMMAND [ARG…]
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "referee/sandbox/launcher.hpp"

int main(int argc, char** argv) {
  using namespace danno::referee;
  if (argc < 5) return 2;
  sandbox::LaunchOptions order;
  order.isolation = *sandbox::parse_isolation(argv[1]);
  order.folder = argv[3];
  order.command.assign(argv + 4, argv + argc);
  std::vector<std::unique_ptr<sandbox::Process>> agents;
  for (int i = std::stoi(argv[2]); i > 0; --i)
    agents.push_back(sandbox::launch(order));
  for (const auto& agent : agents) {
    std::array<char, 64> line{};
    pollfd event{agent->stdout_fd(), POLLIN, 0};
    while (::poll(&event, 1, -1) > 0) {
      const ssize_t got = ::read(agent->stdout_fd(), line.data(), line.size());
      if (got <= 0) break;
      std::fwrite(line.data(), 1, static_cast<std::size_t>(got), stdout);
      if (line[static_cast<std::size_t>(got) - 1] == '\n') break;
    }
    std::fflush(stdout);
  }
  char byte = 0;
  return static_cast<int>(::read(0, &byte, 1));
}

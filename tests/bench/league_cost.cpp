// league_cost [--agents N] [--deals N] [--language L] [--rules ID] [--isolation LEVEL]: what a
// class's league costs from the command to the table, and a match of two of its agents with as many
// games. Every agent is the template of its language, as `danno new` makes it, and meets every
// other one. The league is played twice and the second run counts, so builds are excluded.
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "leagues/base/whole_file.hpp"
#include "leagues/entrants/scaffold.hpp"
#include "tests/bench/cpu_time.hpp"
#include "tests/bench/scratch.hpp"

namespace danno::leagues::bench {
namespace {

namespace fs = std::filesystem;

struct ClassLeague {
  int agents = 30;
  int deals = 10;  ///< The deals of each pair.
  std::string rules = "koans";
  std::string language = "python";
  std::string isolation = "strict";
};

/// The cost of one command with everything that it started.
struct CommandCost {
  std::chrono::duration<double> wall{0};
  std::chrono::duration<double> cpu{0};
};

constexpr const char* kEnv = "/usr/bin/env";

/// Runs it to its end; what it prints on stdout is nobody's.
void run(const std::vector<std::string>& command) {
  std::vector<char*> words;
  for (const std::string& word : command)
    words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int error = ::posix_spawn(&child, words[0], &files, nullptr, words.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  if (error != 0) throw std::system_error(error, std::generic_category(), command.front());
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw std::runtime_error(fmt::format("'{}' failed", fmt::join(command, " ")));
}

CommandCost measure_cost(const std::vector<std::string>& command) {
  const auto cpu = cpu_time();
  const auto begin = std::chrono::steady_clock::now();
  run(command);
  return {std::chrono::steady_clock::now() - begin, cpu_time() - cpu};
}

std::vector<std::string> make_agents(const ClassLeague& order, const fs::path& folder) {
  std::vector<std::string> agents;
  for (int i = 0; i < order.agents; ++i) {
    agents.push_back((folder / fmt::format("agent-{}", i + 1)).string());
    entrants::make_scaffold(order.language, agents.back(), "koans");
  }
  return agents;
}

void measure_league(const ClassLeague& order) {
  const Scratch scratch;
  const std::vector<std::string> agents = make_agents(order, scratch.path() / "bots");
  const std::string cache = "XDG_CACHE_HOME=" + (scratch.path() / "cache").string();
  const fs::path file = scratch.path() / "league.toml";
  base::write_whole(file, fmt::format("[league]\nname = \"class\"\nrules = [\"{}\"]\ndeals = {}\n"
                                      "agents = \"bots/*\"\nseed = \"bench\"\n"
                                      "[limits]\nisolation = \"{}\"\n",
                                      order.rules, order.deals, order.isolation));
  const int deals = order.agents * (order.agents - 1) / 2 * order.deals;
  const auto play_league = [&](const char* out) {
    return measure_cost(
        {kEnv, cache, DANNO_PROGRAM, "league", "run", file, "--out", scratch.path() / out, "-q"});
  };
  (void)play_league("first");  // agents are built, values solved
  const CommandCost league = play_league("second");
  const CommandCost match = measure_cost({kEnv, cache, DANNO_PROGRAM, "match", agents[0], agents[1],
                                          "--rules", order.rules, "--deals", std::to_string(deals),
                                          "--seed", "bench", "--isolation", order.isolation, "-q"});
  fmt::print("{} games           wall, s  CPU, s\n", 2 * deals);
  for (const auto& [name, cost] : {std::pair("league", league), std::pair("match of two", match)})
    fmt::print("{:<18} {:>8.2f} {:>7.2f}\n", name, cost.wall.count(), cost.cpu.count());
  fmt::print("the league takes {:.2f} times the CPU of the match\n", league.cpu / match.cpu);
}

}  // namespace
}  // namespace danno::leagues::bench

int main(int argc, char** argv) {
  CLI::App app("The cost of a class's league.");
  danno::leagues::bench::ClassLeague order;
  app.add_option("--agents", order.agents)->check(CLI::Range(2, 1000));
  app.add_option("--deals", order.deals)->check(CLI::Range(1, 10'000));
  app.add_option("--language", order.language)
      ->check(CLI::IsMember(danno::leagues::entrants::scaffold_languages()));
  app.add_option("--rules", order.rules);
  app.add_option("--isolation", order.isolation)
      ->check(CLI::IsMember({"strict", "confined", "none"}));
  CLI11_PARSE(app, argc, argv);
  danno::leagues::bench::measure_league(order);
  return 0;
}

#include "leagues/cli/bench/league.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "leagues/cli/bench/cpu_time.hpp"
#include "leagues/cli/bench/scratch.hpp"
#include "leagues/entrants/scaffold.hpp"
#include "leagues/files/json.hpp"
#include "leagues/files/whole_file.hpp"

namespace danno::leagues::cli::bench {
namespace {

namespace fs = std::filesystem;

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

CommandCost cost_of(const std::vector<std::string>& command) {
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

}  // namespace

ClassLeagueResult measure_league(const ClassLeague& order) {
  const Scratch scratch;
  const std::vector<std::string> agents = make_agents(order, scratch.path() / "bots");
  const std::string danno = fs::read_symlink("/proc/self/exe");
  const std::string cache = "XDG_CACHE_HOME=" + (scratch.path() / "cache").string();
  const std::string level(referee::sandbox::to_string(order.isolation));
  const fs::path file = scratch.path() / "league.toml";
  files::write_whole(file, fmt::format("[league]\nname = \"class\"\nrules = [{}]\ndeals = {}\n"
                                       "agents = \"bots/*\"\nseed = \"bench\"\n"
                                       "[limits]\nisolation = \"{}\"\n",
                                       files::Json(order.rules).dump(), order.deals, level));
  const int deals = order.agents * (order.agents - 1) / 2 * order.deals;
  ClassLeagueResult result;
  result.games = 2 * std::int64_t{deals};
  const auto play_league = [&](const char* out) {
    return cost_of(
        {kEnv, cache, danno, "league", "run", file, "--out", scratch.path() / out, "-q"});
  };
  (void)play_league("first");  // agents are built, values solved
  result.league = play_league("second");
  result.match =
      cost_of({kEnv, cache, danno, "match", agents[0], agents[1], "--rules", order.rules, "--deals",
               std::to_string(deals), "--seed", "bench", "--isolation", level, "-q"});
  return result;
}

}  // namespace danno::leagues::cli::bench

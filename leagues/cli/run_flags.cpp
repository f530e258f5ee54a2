#include "leagues/cli/run_flags.hpp"

#include <CLI/CLI.hpp>

namespace danno::cli {

leagues::RunOptions RunFlags::options() const {
  leagues::RunOptions options;
  options.shards = shards == 0 ? leagues::available_cores() : shards;
  return options;
}

void add_run_flags(CLI::App& verb, RunFlags& flags) {
  verb.add_option("--shards", flags.shards, "threads that play; default: one a core")
      ->type_name("1..256")
      ->check(CLI::Range(1, 256).description(""));
  verb.add_option("--in-flight", flags.in_flight,
                  "games that an agent plays at once; default 64; 1 also times each answer exactly")
      ->type_name("1..1024")
      ->check(CLI::Range(1, 1024).description(""));
  verb.add_flag("--freeze,!--no-freeze", flags.freeze,
                "stop agents while they owe no answer; default: with --in-flight 1 and an answer "
                "limit of 10 ms or more");
}

}  // namespace danno::cli

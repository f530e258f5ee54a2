#include "leagues/cli/verbs/part_notes.hpp"

#include <fmt/format.h>

#include <chrono>

#include "leagues/cli/flags/duration.hpp"
#include "leagues/files/json.hpp"
#include "leagues/parts/attempt.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::cli::verbs {

void show_part(const parts::PartsPlan& plan, int part, const parts::PartProgress& progress,
               const terminal::Invocation& invocation) {
  if (invocation.json) {
    const files::Json json{{"part", part},
                           {"parts", plan.parts},
                           {"deals", progress.deals},
                           {"complete", progress.complete}};
    fmt::print("{}\n", json.dump());
  } else if (progress.complete && !invocation.quiet) {
    fmt::print("part {}/{} is complete and checked: {} deals\n", part, plan.parts, progress.deals);
  }
}

void tell_how_to_go_on(const parts::PartsPlan& plan, int part, const std::string& what_was_kept) {
  fmt::print(stderr, "{}; to go on: danno league play {} --part {}/{}\n", what_was_kept,
             words::escape_terminal(words::quote_shell(plan.folder.string())), part, plan.parts);
}

void keep_failure(const parts::PartsPlan& plan, const std::string& linger,
                  const parts::FailedPart& failed) {
  const auto time = !linger.empty()             ? flags::parse_duration("--linger", linger)
                    : parts::this_job().empty() ? std::chrono::seconds(0)
                                                : parts::kLinger;
  parts::write_failed_part(plan.part_folder(), failed);
  if (time.count() == 0) return;
  fmt::print(stderr,
             "part {} failed on {}; this ends in {} s, so that it does not fail at all parts\n",
             failed.part, words::escape_terminal(failed.host), time.count());
  parts::linger(time);
}

}  // namespace danno::leagues::cli::verbs

#include "leagues/cli/verbs/merge_notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <string>

#include "leagues/files/json.hpp"
#include "leagues/parts/failed_parts.hpp"
#include "leagues/parts/slurm.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::cli::verbs {

namespace fs = std::filesystem;

void show_json(const parts::PartsPlan& plan, const parts::Merged& merged) {
  const files::Json json{{"league", plan.league},
                         {"plan", plan.number},
                         {"deals", merged.deals},
                         {"deals_left", merged.deals_left},
                         {"parts_left", merged.parts_left},
                         {"failed", json_of(merged.failed)},
                         {"differing", json_of(merged.differing)},
                         {"refused", merged.refused},
                         {"complete", merged.league_complete},
                         {"replayed",
                          {{"same", merged.replayed.same},
                           {"different", merged.replayed.different},
                           {"undecided", merged.replayed.undecided}}}};
  fmt::print("{}\n", json.dump());
}

void tell_what_was_replayed(const parts::Replayed& replayed) {
  fmt::print(stderr, "played again: {} deals, {} of them the same, {} different",
             replayed.same + replayed.different + replayed.undecided, replayed.same,
             replayed.different);
  if (replayed.undecided > 0) {
    fmt::print(stderr, "; in {} the agents play otherwise each time, so these tell nothing",
               replayed.undecided);
  }
  fmt::print(stderr, "\n");
}

void tell_what_is_left(const parts::PartsPlan& plan, const parts::Merged& merged) {
  for (const std::string& note : merged.notes)
    fmt::print(stderr, "note: {}\n", words::escape_terminal(note));
  for (const std::string& refused : merged.refused)
    fmt::print(stderr, "refused: {}\n", words::escape_terminal(refused));
  for (const parts::NodeDifference& node : merged.differing)
    fmt::print(stderr, "differs: {}\n", words::escape_terminal(text_of(node, plan.folder)));
  if (merged.deals_left == 0) return;
  fmt::print(stderr, "{} deals of plan {} are missing\n", words::show_count(merged.deals_left),
             plan.number);
  if (merged.parts_left.empty()) {
    fmt::print(stderr,
               "its parts are complete: an agent is out for faults in other parts; "
               "'danno league run' plays the rest\n");
    return;
  }
  for (const parts::FailedHost& failed : merged.failed)
    fmt::print(stderr, "{}\n", words::escape_terminal(text_of(failed)));
  const std::string parts = fmt::format("{}", fmt::join(merged.parts_left, ","));
  const fs::path script = parts::slurm_script(plan.folder);
  const std::string command =
      fs::exists(script) ? parts::parts_command(plan.folder, merged.parts_left, merged.failed)
                         : fmt::format("danno league play {} --part {}/{}",
                                       words::quote_shell(plan.folder.string()),
                                       merged.parts_left.front(), plan.parts);
  fmt::print(stderr, "parts to play: {}; {}{}\n", parts,
             fs::exists(script) ? "" : "the first: ", words::escape_terminal(command));
}

}  // namespace danno::leagues::cli::verbs

// danno league verify: rechecks all that a league has stored.
#include <fmt/format.h>

#include <optional>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/progress.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/cli/text_table.hpp"
#include "leagues/report/columns.hpp"
#include "leagues/runner/runner.hpp"
#include "leagues/verify/verify.hpp"
#include "referee/sandbox/processors.hpp"

namespace danno::leagues::commands::league {
namespace {

using base::Json;

report::OutputTable describe_dice(const verify::Verification& found) {
  report::OutputTable table;
  for (const auto& [what, count, chi_squared, degrees, p] : found.dice) {
    table.rows.emplace_back();
    table.add({.json = "test", .heading = "dice", .is_text = true}, what);
    table.add({.json = "count", .heading = "count", .show = report::count}, count);
    table.add({.json = "chi_squared", .heading = "chi²", .show = report::one_decimal}, chi_squared);
    table.add({.json = "degrees", .heading = "degrees"}, degrees);
    table.add({.json = "p", .heading = "p", .show = report::three_figures}, p);
  }
  return table;
}

void print_json(const verify::Verification& found) {
  const Json json{{"clean", !found.problem},
                  {"problem", found.problem ? Json(*found.problem) : Json(nullptr)},
                  {"games", found.games},
                  {"throws", found.throws},
                  {"decisions", found.decisions},
                  {"digest", found.digest.empty() ? Json(nullptr) : Json(found.digest)},
                  {"notes", found.notes},
                  {"dice", report::to_json(describe_dice(found))},
                  {"dice_p", verify::overall_p(found.dice)}};
  cli::print("{}\n", base::dump(json));
}

void print_text(const verify::Verification& found) {
  cli::print_text("{}, {}, {} checked\n", base::format_count(found.games, "game"),
                  base::format_count(found.throws, "throw"),
                  base::format_count(found.decisions, "decision"));
  if (found.problem) {
    cli::print_text("{} {}\n", cli::styled("wrong:", cli::Style::Red, stdout),
                    base::escape_terminal(*found.problem));
    return;
  }
  if (!found.dice.empty()) {
    cli::print_text("\n{}\nall dice: p = {:.3g}, the smallest p times the number of tests\n\n",
                    cli::text_table(report::to_cells(describe_dice(found))),
                    verify::overall_p(found.dice));
  }
  cli::print_text("digest {}; compare it with the \"digest\" in the published table.json\n",
                  found.digest);
  cli::print_text("{}\n", cli::styled("everything is correct", cli::Style::Green, stdout));
}

int verify_league(const cli::StoredLeagueArguments& arguments, const cli::Invocation& invocation) {
  const std::filesystem::path folder = cli::stored_folder(arguments);
  const cli::Interrupts interrupts(cli::Work::Compute);
  std::optional<cli::Progress> progress;
  const auto print_progress = [&](std::uint64_t games, std::uint64_t all) {
    cli::stop_if_asked();
    if (games > 0) {
      if (!progress) progress.emplace(invocation, all, 0);
      progress->add(games);
    } else if (progress) {
      progress.reset();
      if (!invocation.quiet) cli::print_note("games checked; checking the tables\n");
    }
  };
  const verify::Verification found =
      verify::verify(folder, referee::sandbox::usable_cores(), print_progress);
  progress.reset();
  for (const std::string& note : found.notes)
    cli::print_note("note: {}\n", base::escape_terminal(note));
  if (invocation.json)
    print_json(found);
  else
    print_text(found);
  return found.problem ? cli::kFails : cli::kDone;
}

}  // namespace

void add_verify(cli::Command league, cli::Invocation& invocation) {
  cli::add_league_command(league, invocation,
                          {.name = "verify",
                           .summary = "recheck every throw, decision, place and table",
                           .examples = "  danno league verify league.toml\n"
                                       "  danno league verify out/spring --json"},
                          verify_league);
}

}  // namespace danno::leagues::commands::league

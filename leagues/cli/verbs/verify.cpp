// danno league verify: rechecks all that a league has stored.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/files/json.hpp"
#include "leagues/play/runner.hpp"
#include "leagues/verify/verify.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"
#include "referee/sandbox/processors.hpp"

namespace danno::leagues::cli::verbs {
namespace {

using files::Json;

void show_json(const verify::Verification& found) {
  Json dice = Json::array();
  for (const verify::DiceTest& test : found.dice) {
    dice.push_back({{"test", test.what},
                    {"count", test.count},
                    {"chi_squared", test.chi_squared},
                    {"degrees", test.degrees},
                    {"p", test.p}});
  }
  const Json json{{"clean", !found.problem},
                  {"problem", found.problem ? Json(*found.problem) : Json(nullptr)},
                  {"games", found.games},
                  {"throws", found.throws},
                  {"decisions", found.decisions},
                  {"digest", found.digest.empty() ? Json(nullptr) : Json(found.digest)},
                  {"notes", found.notes},
                  {"dice", dice},
                  {"dice_p", verify::overall_p(found.dice)}};
  terminal::print("{}\n", files::dump(json));
}

void show_text(const verify::Verification& found) {
  terminal::print_text("{} games, {} throws, {} decisions checked\n",
                       words::show_count(found.games), words::show_count(found.throws),
                       words::show_count(found.decisions));
  if (found.problem) {
    terminal::print_text("{} {}\n", terminal::styled("wrong:", terminal::Style::Red, stdout),
                         words::escape_terminal(*found.problem));
    return;
  }
  terminal::Rows rows{{"dice", "count", "chi²", "degrees", "p"}};
  for (const verify::DiceTest& test : found.dice)
    rows.push_back({test.what, words::show_count(test.count),
                    fmt::format("{:.1f}", test.chi_squared), std::to_string(test.degrees),
                    fmt::format("{:.3g}", test.p)});
  if (rows.size() > 1) {
    terminal::print_text("\n{}\nall dice: p = {:.3g}, the least times the number of tests\n\n",
                         terminal::text_table("lrrrr", rows), verify::overall_p(found.dice));
  }
  terminal::print_text(
      "digest {}; compare it with the \"digest\" of the table.json that was published\n",
      found.digest);
  terminal::print_text("{}\n", terminal::styled("all of it holds", terminal::Style::Green, stdout));
}

int verify_league(const flags::StoredLeagueArguments& arguments,
                  const terminal::Invocation& invocation) {
  const std::filesystem::path folder = flags::stored_folder(arguments);
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  std::optional<terminal::Progress> progress;
  const auto tell = [&](std::uint64_t games, std::uint64_t all) {
    terminal::stop_if_asked();
    if (games > 0) {
      if (!progress) progress.emplace(invocation, all, 0);
      progress->add(games);
    } else if (progress) {
      progress.reset();
      if (!invocation.quiet) terminal::print_note("games checked; now their luck and the tables\n");
    }
  };
  const verify::Verification found = verify::verify(folder, referee::sandbox::usable_cores(), tell);
  progress.reset();
  for (const std::string& note : found.notes)
    terminal::print_note("note: {}\n", words::escape_terminal(note));
  if (invocation.json)
    show_json(found);
  else
    show_text(found);
  return found.problem ? terminal::kFails : terminal::kDone;
}

}  // namespace

void add_verify(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb =
      league.add(invocation, {.name = "verify",
                              .summary = "recheck every throw, decision, place and table",
                              .group = "Verbs",
                              .examples = "  danno league verify league.toml\n"
                                          "  danno league verify out/spring --json"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<flags::StoredLeagueArguments>();
  flags::add_stored_league(verb, *arguments);
  verb.runs([arguments, &invocation] { return verify_league(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs

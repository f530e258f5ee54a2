// danno league verify: rechecks all that a league has stored.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "leagues/cli/terminal/color.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/runner.hpp"
#include "leagues/text/escape.hpp"
#include "leagues/verify/verify.hpp"

namespace danno::cli {
namespace {

using nlohmann::ordered_json;

void show_json(const leagues::Verification& found) {
  ordered_json dice = ordered_json::array();
  for (const leagues::DiceTest& test : found.dice) {
    dice.push_back({{"test", test.what},
                    {"count", test.count},
                    {"chi_squared", test.chi_squared},
                    {"degrees", test.degrees},
                    {"p", test.p}});
  }
  const ordered_json json{
      {"clean", !found.problem},
      {"problem", found.problem ? ordered_json(*found.problem) : ordered_json(nullptr)},
      {"games", found.games},
      {"throws", found.throws},
      {"decisions", found.decisions},
      {"notes", found.notes},
      {"dice", dice},
      {"dice_p", leagues::overall_p(found.dice)}};
  fmt::print("{}\n", json.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
}

void show_text(const leagues::Verification& found) {
  fmt::print("{} games, {} throws, {} decisions checked\n", show_count(found.games),
             show_count(found.throws), show_count(found.decisions));
  if (found.problem) {
    fmt::print("{} {}\n", styled("wrong:", Style::Red, stdout),
               leagues::escape_terminal(*found.problem));
    return;
  }
  std::vector<std::vector<std::string>> rows{{"dice", "count", "chi²", "degrees", "p"}};
  for (const leagues::DiceTest& test : found.dice)
    rows.push_back({test.what, show_count(test.count), fmt::format("{:.1f}", test.chi_squared),
                    std::to_string(test.degrees), fmt::format("{:.3g}", test.p)});
  if (rows.size() > 1) {
    fmt::print(
        "\n{}\nall dice: p = {:.3g}, the least times the number of tests\n\n",
        text_table({Align::Left, Align::Right, Align::Right, Align::Right, Align::Right}, rows),
        leagues::overall_p(found.dice));
  }
  fmt::print("{}\n", styled("all of it holds", Style::Green, stdout));
}

void verify_league(const StoredLeagueArguments& arguments, Session& session) {
  const std::filesystem::path folder = stored_folder(arguments);
  std::uint64_t done = 0;
  std::uint64_t told = 0;
  const auto tell = [&](std::uint64_t games) {
    constexpr std::uint64_t kTellEach = 25'000;
    done += games;
    if (session.quiet || done - told < kTellEach) return;
    told = done;
    fmt::print(stderr, "{} games checked\n", show_count(done));
  };
  const leagues::Verification found = leagues::verify(folder, leagues::available_cores(), tell);
  if (!session.quiet) {
    for (const std::string& note : found.notes)
      fmt::print(stderr, "note: {}\n", note);
  }
  if (session.json)
    show_json(found);
  else
    show_text(found);
  if (found.problem) session.exit_code = kFails;
}

}  // namespace

void add_verify(CLI::App& league, Session& session) {
  CLI::App& verb = add_verb(league, session,
                            {.name = "verify",
                             .summary = "recheck every throw, decision, place and table",
                             .group = "Verbs",
                             .examples = "  danno league verify league.toml\n"
                                         "  danno league verify out/spring --json"});
  add_json_flag(verb, session);
  const auto arguments = std::make_shared<StoredLeagueArguments>();
  add_stored_league(verb, *arguments);
  verb.callback([arguments, &session] { guarded([&] { verify_league(*arguments, session); }); });
}

}  // namespace danno::cli

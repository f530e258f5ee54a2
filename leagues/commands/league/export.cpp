// danno league export: stored games in their written form, or as a line of JSON each; grades.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/number.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/progress.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/commands/league/grade_sheet.hpp"
#include "leagues/report/game_files.hpp"

namespace danno::leagues::commands::league {
namespace {

namespace fs = std::filesystem;
using report::StoredGame;

constexpr double kMostGrade = 1e6;

std::optional<double> parse_end(std::string_view text) {
  return base::parse_decimal(text, -kMostGrade, kMostGrade);
}

/// Parses a scale. Throws UsageError.
Scale parse_scale(const std::string& text) {
  const std::size_t dots = text.find("..");
  if (dots != std::string::npos) {
    const auto low = parse_end(std::string_view(text).substr(0, dots));
    const auto high = parse_end(std::string_view(text).substr(dots + 2));
    if (low && high && *low != *high) return {*low, *high};
  }
  throw cli::UsageError("--scale '{}'; expected the worst and the best grade, as in 0..20 or 5..1",
                        text);
}

/// Parses --anchor NAME=GRADE. Each grade must be within the scale and each agent different; there
/// must be none or at least two. Throws UsageError.
std::vector<GradeAnchor> parse_anchors(const std::vector<std::string>& texts, const Scale& scale) {
  std::vector<GradeAnchor> anchors;
  const auto [low, high] = std::minmax(scale.low, scale.high);
  for (const std::string& text : texts) {
    const std::size_t equals = text.rfind('=');
    const std::size_t grade_begin = equals == std::string::npos ? text.size() : equals + 1;
    const double grade = parse_end(std::string_view(text).substr(grade_begin))
                             .value_or(std::numeric_limits<double>::quiet_NaN());
    const std::string name = text.substr(0, equals);
    if (name.empty() || !(low <= grade && grade <= high))
      throw cli::UsageError(
          "--anchor '{}'; expected NAME=GRADE with a grade from {:g} to {:g} (--scale)", text, low,
          high);
    if (std::ranges::find(anchors, name, &GradeAnchor::agent) != anchors.end())
      throw cli::UsageError("--anchor names '{}' twice", name);
    anchors.push_back({name, grade});
  }
  if (anchors.size() == 1)
    throw cli::UsageError(
        "--anchor is given once; expected at least two agents, a weak and a strong one");
  return anchors;
}

struct ExportArguments {
  cli::StoredLeagueArguments league;
  std::string game;
  bool all = false;
  bool grades = false;
  std::string scale;
  std::vector<std::string> anchors;
};

/// Prints the grades as CSV; agents without an author are named on stderr.
void export_grades(const ExportArguments& arguments, const cli::Invocation& invocation) {
  if (invocation.json) throw cli::UsageError("--grades writes CSV; expected no --json beside it");
  Grading grading;
  if (!arguments.scale.empty()) grading.scale = parse_scale(arguments.scale);
  grading.anchors = parse_anchors(arguments.anchors, grading.scale);
  const store::Reader store = store::Reader::open_to_read(cli::stored_folder(arguments.league));
  const cli::Interrupts interrupts(cli::Work::Compute);
  GradeSheet sheet;
  try {
    sheet = league::grade_sheet(store, grading, cli::watch_for(invocation));
  } catch (const std::invalid_argument& error) {
    throw cli::UsageError("--grades: " + base::escape_terminal(error.what()));
  }
  cli::print("{}", sheet.csv);
  if (sheet.authorless.empty() || invocation.quiet) return;
  cli::print_note(
      "without an author, so with their own name as key: {}; 'danno league add FOLDER --as ID' "
      "sets "
      "the author\n",
      base::escape_terminal(fmt::format("{}", fmt::join(sheet.authorless, ", "))));
}

/// Writes a file for each game, or prints all games as lines of JSON.
void export_all(const store::Reader& store, const fs::path& folder,
                const cli::Invocation& invocation) {
  if (!invocation.json && !store.is_writable()) {
    throw cli::UsageError("{} cannot be written; --json prints the games instead", folder.string());
  }
  const cli::Interrupts interrupts(cli::Work::Compute);
  std::uint64_t count = 0;
  std::uint64_t deals = 0;
  const std::uint64_t stored = report::count_deals(store);
  const solver::Watch watch = cli::watch_for(invocation);
  report::visit_games(store, [&](const StoredGame& game) {
    ++count;
    if (game.id.seating == 0) watch("deals exported", deals++, stored);
    if (invocation.json)
      cli::print("{}", report::game_json(game));
    else
      report::write_game_file(folder / "games", game);
  });
  if (!invocation.json && !invocation.quiet)
    cli::print_note("{} in {}\n", base::format_count(count, "game"), (folder / "games").string());
}

void run_export(const ExportArguments& arguments, const cli::Invocation& invocation) {
  const int asked =
      (arguments.game.empty() ? 0 : 1) + (arguments.all ? 1 : 0) + (arguments.grades ? 1 : 0);
  // Each form has an output of its own, so exactly one is expected.
  if (asked != 1) {
    throw cli::UsageError(
        "no games are named; expected one of --game RULES/LINE-UP/DEAL/SEATING, --all and "
        "--grades");
  }
  if (arguments.grades) return export_grades(arguments, invocation);
  if (!arguments.scale.empty() || !arguments.anchors.empty())
    throw cli::UsageError("--scale and --anchor are for grades; expected --grades beside them");
  const fs::path folder = cli::stored_folder(arguments.league);
  const store::Reader store = store::Reader::open_to_read(folder);
  if (arguments.all) return export_all(store, folder, invocation);
  const StoredGame game = cli::require_game(store, arguments.game);
  cli::print("{}", invocation.json
                       ? report::game_json(game)
                       : referee::record::print_written_game(report::written_game(game)));
}

}  // namespace

void add_export(cli::Command league, cli::Invocation& invocation) {
  const auto [command, arguments] = league.add(
      invocation, run_export,
      {.name = "export",
       .summary = "write stored games as text or JSON, or grades as CSV",
       .examples = "  danno league export league.toml --game koans/ada,bob/17/0\n"
                   "  danno league export out/spring --all\n"
                   "  danno league export out/spring --grades --scale 0..20 --anchor random=4 "
                   "--anchor odds=15"});
  command.json_flag(invocation);
  cli::add_stored_league(command, arguments.league);
  command.option("--game GAME", arguments.game,
                 "RULES/LINE-UP/DEAL/SEATING, as in koans/ada,bob/17/0");
  command.flag("--all", arguments.all,
               "every game, one file each in games/ of the league's folder; with --json on stdout");
  command.flag("--grades", arguments.grades,
               "the agents' grades as CSV, sorted by author and agent");
  command.option("--scale LOW..HIGH", arguments.scale,
                 "the worst and the best grade; default 0..100");
  command
      .option("--anchor NAME=GRADE", arguments.anchors,
              "an agent and its grade; the grades of the others follow from their Elo")
      .repeated();
}

}  // namespace danno::leagues::commands::league

// danno tune AGENT --set NAME=RANGE --against AGENT…: the best values of a bot's parameters.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/base/width.hpp"
#include "leagues/cli/agents.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/line_up_options.hpp"
#include "leagues/cli/output_files.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/progress.hpp"
#include "leagues/cli/run_log.hpp"
#include "leagues/cli/run_options.hpp"
#include "leagues/cli/text_table.hpp"
#include "leagues/commands/tune/report.hpp"
#include "leagues/commands/tune/tune.hpp"
#include "leagues/entrants/agent_build.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::commands::tune {
namespace {

namespace fs = std::filesystem;
using cli::UsageError;
using entrants::Entrant;
using tune::CandidateState;
using tune::EloEstimate;
using tune::Tune;
using tune::TunedPoint;

/// Long names give way, so that several parameters fit side by side.
constexpr std::size_t kNameWidth = 10;
/// The widths of the column of states, in full and shortened.
constexpr std::size_t kStateWidth = 25;
constexpr std::size_t kShortStateWidth = 12;

/// The first reason of a failure that has no room in the table, in full.
void print_reason(const Tune& tune, const std::vector<TunedPoint>& points, std::size_t room) {
  for (const TunedPoint& point : points) {
    if (point.standing.state != CandidateState::Failed) continue;
    if (base::width(point.standing.reason) <= room) continue;
    cli::print_text("{}: {}\n", base::escape_terminal(tune::format_values(tune, point.point)),
                    base::escape_terminal(point.standing.reason));
    return;
  }
}

std::size_t columns_here() { return cli::columns(stdout).value_or(cli::kUsualColumns); }

void print_table(const Tune& tune) {
  std::vector<TunedPoint> points = tune::tuned_points(tune);
  // A terminal shows the best; tune.csv has all.
  points.resize(std::min(points.size(), tune::kFewCandidates));
  report::TableCells cells = report::to_cells(tune::describe_candidates(tune, points));
  for (std::string& heading : cells.headings)
    heading = base::shorten(heading, kNameWidth);
  for (std::vector<std::string>& row : cells.rows)
    row.back().clear();
  std::string columns = cells.align;
  cli::Rows rows = cli::escaped_rows(cells);
  // The states, which are still missing, have what is left.
  const std::size_t all = columns_here() + rows[0].back().size();
  cli::fit_table(columns, rows, {"deals"}, all - kShortStateWidth);
  const std::size_t left = std::max(all - std::min(all, cli::table_width(rows)), kShortStateWidth);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const CandidateStanding& standing = points[i].standing;
    std::string state = tune::describe(standing, tune);
    if (left >= kStateWidth && standing.state == CandidateState::Dropped && tune.best())
      state += fmt::format(" after {}", base::format_count(standing.deals, "deal"));
    rows[i + 1].back() = base::shorten(base::escape_terminal(state), left);
  }
  cli::print_text("\n{}", cli::text_table(columns, rows));
  print_reason(tune, points, left);
  const std::size_t candidates = tune.points().size();
  if (points.size() < candidates)
    cli::print_text("and {} more, in tune.csv\n", candidates - points.size());
}

/// One line: the interval of a candidate on a scale of Elo.
std::string bar(const EloEstimate& estimate, double low, double high, std::size_t width) {
  const auto column = [&](double elo) {
    const double share = (elo - low) / std::max(high - low, 1e-9);
    return static_cast<std::size_t>(
        std::lround(std::clamp(share, 0.0, 1.0) * static_cast<double>(width - 1)));
  };
  const std::size_t from = column(estimate.elo - estimate.half_width);
  const std::size_t to = column(estimate.elo + estimate.half_width);
  const std::size_t at = column(estimate.elo);
  std::string text;
  for (std::size_t i = 0; i <= to; ++i) {
    text += i == at ? "●" : i < from ? " " : i == from ? "├" : i == to ? "┤" : "─";
  }
  return text;
}

/// The candidates along one axis, through the best.
void print_curve(const Tune& tune, std::size_t axis) {
  const auto curve = tune::curve_along(tune, axis);
  if (!curve) return;
  const Dimension& range = tune.space().axes()[axis];
  std::size_t name = 0;
  for (const TunedPoint& point : curve->points)
    name = std::max(name, range.values[point.point[axis]].size());
  name = std::min(name, 2 * kNameWidth);
  const std::size_t width = columns_here() - name - 4;
  cli::print_text("\n{} against {}, {:.0f} to {:.0f} Elo\n", range.name,
                  base::escape_terminal(tune::format_opponents(tune)), curve->low, curve->high);
  for (const TunedPoint& point : curve->points) {
    const std::string row =
        fmt::format("{:>{}}  {}", base::shorten(range.values[point.point[axis]], name), name,
                    bar(*point.standing.field, curve->low, curve->high, width));
    const bool is_best = point.standing.state == CandidateState::Best;
    cli::print_text("{}\n", is_best ? cli::styled(row, cli::Style::Bold, stdout) : row);
  }
}

/// Prints the tune, as JSON if the invocation asks for it. `folder` is where it is kept; `manifest`
/// is the bot's agent.toml, empty if it has none.
void show(const Tune& tune, const std::filesystem::path& folder,
          const std::filesystem::path& manifest, const cli::Invocation& invocation) {
  if (invocation.json) {
    cli::print("{}\n", tune::tune_json(tune));
    return;
  }
  cli::print_text("{}\n", base::escape_terminal(tune::headline(tune)));
  print_table(tune);
  for (std::size_t axis = 0; axis < tune.space().axes().size(); ++axis)
    print_curve(tune, axis);
  cli::print_text("\n");
  const std::string gain = tune::describe_gain(tune);
  if (!gain.empty()) cli::print_text("{}\n", base::escape_terminal(gain));
  for (const std::string& hint : tune::hints(tune))
    cli::print_text("hint: {}\n", hint);
  if (const auto advice = tune.advice(); !advice.empty() && !tune.is_present(*tune.best()))
    cli::print_text("in {}: {}\n",
                    manifest.empty() ? "agent.toml" : base::escape_terminal(manifest.string()),
                    entrants::parameters_line(advice));
  if (tune.best())
    cli::print_text(
        "'behind' holds at every look and for all candidates together, with 95 % confidence\n");
  cli::print_text("{}; {}\n", tune.rules().id(), tune::format_luck(tune));
  cli::print_text("{} has tune.json, tune.csv and the games\n",
                  base::escape_terminal(folder.string()));
}

/// Returns the end of the progress line: the candidates in the race and their leader.
std::string live_note(const Tune& tune) {
  const auto best = tune.best();
  return fmt::format("{} of {} race{}", tune.racing(), tune.points().size(),
                     best ? ", " + tune::format_values(tune, *best) + " leads" : "");
}

struct TuneArguments {
  std::string bot;
  std::vector<std::string> sets;
  std::vector<std::string> opponents;
  int seats = 2;
  double within = 2;
  std::uint64_t max_deals = 30'000;
  std::string seed;
  std::string out;
  std::string html;
  bool apply = false;
  cli::LineUpFlags line_up;
};

constexpr const char* kFolder = "out/tune";

/// Adds the flags; `arguments` must live as long as the command.
void add_tune_flags(cli::Command command, TuneArguments& arguments) {
  command
      .option("AGENT", arguments.bot,
              "an agent as in 'danno match': [NAME=]COMMAND [ARG…] in one word")
      .required();
  command
      .option("--set NAME=RANGE", arguments.sets,
              "the values of a parameter: threshold=100..400/50, rate=0.01..1/log5, "
              "style=safe,bold; repeat the option for more parameters")
      .required()
      .repeated();
  command
      .option("--against AGENT…", arguments.opponents,
              "opponents; the score is the mean over all of them")
      .required()
      .several(64);
  command
      .option("--seats", arguments.seats,
              "seats per game: the candidate and copies of one opponent, or one opponent for each "
              "other seat; default 2")
      .range(2, rules::kMaxSeats);
  command
      .option("--within ELO", arguments.within,
              "candidates that are surely this close to the best count as equal; default 2")
      .advanced();
  command
      .option("--max-deals", arguments.max_deals,
              "most deals of all candidates together; default 30000; the gain is "
              "measured with 1000 more")
      .range(200, 10'000'000);
  command.option("--seed TEXT", arguments.seed,
                 "seed of the dice, any text; default: a random one");
  command.option("--out DIR", arguments.out,
                 "the folder for tune.json, tune.csv and the games; default: a folder in out/tune");
  command.option("--html FILE", arguments.html, "write a web page in a single file");
  command.flag("--apply", arguments.apply, "write the best values into the agent's agent.toml");
  cli::add_rules_flags(command, arguments.line_up);
  cli::add_run_flags(command, arguments.line_up.run);
  cli::add_log_flag(command, arguments.line_up.log);
}

/// Returns the space of --set.
Space read_space(const TuneArguments& arguments) {
  std::vector<Dimension> axes;
  for (const std::string& text : arguments.sets)
    axes.push_back(tune::parse_dimension(text));
  return Space(std::move(axes));
}

TuneTerms make_tune_terms(const TuneArguments& arguments) {
  if (!(arguments.within > 0 && arguments.within <= 100))
    throw UsageError("--within {}; expected an Elo above 0, up to 100", arguments.within);
  TuneTerms terms;
  terms.seats = arguments.seats;
  terms.race.within = arguments.within;
  terms.max_deals = arguments.max_deals;
  if (!arguments.seed.empty()) terms.seed = arguments.seed;
  return terms;
}

/// Returns the bot as it plays now, from its copy. Checks that it has these parameters, with values
/// of that kind.
Entrant resolve_bot(const TuneArguments& arguments, const Space& space,
                    referee::sandbox::Isolation level, const cli::Invocation& invocation) {
  Entrant bot = cli::parse_agent(arguments.bot, level, invocation);
  cli::require_readable(bot, arguments.bot);
  tune::check_placeholders(bot, space);
  const Point any(space.axes().size());
  const std::string problem = entrants::with_parameters(bot, space.at(any)).agent.problem;
  if (!problem.empty()) throw UsageError(fmt::format("agent '{}': {}", arguments.bot, problem));
  tune::check_parameters(bot, space);
  return bot;
}

/// Returns the folder of --out, or one that follows from the bot and the seed.
fs::path tune_folder(const TuneArguments& arguments, const Entrant& bot) {
  if (!arguments.out.empty()) return arguments.out;
  const std::string name =
      arguments.seed.empty() ? bot.agent.name : bot.agent.name + "-" + arguments.seed;
  return fs::path(kFolder) / base::to_file_name(name);
}

/// Returns the agent.toml that --apply changes; empty if there is none. Checks that --apply can.
fs::path manifest_file(const TuneArguments& arguments, const Entrant& bot, const Space& space) {
  const Entrant original = entrants::find_agent(arguments.bot);  // `bot` may be a copy
  const fs::path manifest =
      (original.agent.folder / "agent.toml").lexically_proximate(fs::current_path());
  // Only a folder of the author's own may be changed.
  const bool own = fs::exists(manifest) && !entrants::is_bundled(original);
  if (arguments.apply && !own)
    throw UsageError(
        "--apply: '{}' has no agent.toml that you can change; expected a folder with one",
        arguments.bot);
  if (!own) return {};
  if (!arguments.apply) return manifest;
  try {
    const Point any(space.axes().size());
    // The file is tried now, so that hours of play do not end in an error.
    (void)entrants::manifest_with(base::read_whole(manifest).value_or(""),
                                  entrants::with_parameters(bot, space.at(any)).parameters);
  } catch (const entrants::AgentError& error) {
    throw UsageError(fmt::format("--apply: {}", error.what()));
  }
  return manifest;
}

/// Faults after which a candidate is dropped: its score says nothing.
constexpr int kMaxFaults = 3;

int tune_exit_code(TuneEnd end, int interrupted) {
  switch (end) {
    case TuneEnd::Interrupted:
      return interrupted;
    case TuneEnd::Broken:
      return cli::kBroken;
    case TuneEnd::NoneCanPlay:
      return cli::kFails;
    default:
      return cli::kDone;
  }
}

void play(Tune& tune, const runner::RunOptions& options, const cli::Invocation& invocation) {
  const auto seats = static_cast<std::uint64_t>(tune.terms().seats);
  cli::Progress progress(invocation, tune.terms().max_deals * seats, tune.deals() * seats);
  const std::vector<runner::Observer> observers{
      [&](const runner::Played&) { progress.note(live_note(tune)); }, progress.observer()};
  tune.run(options, observers);
}

/// Writes the best values into the bot's agent.toml.
void apply(const Tune& tune, const fs::path& manifest, const cli::Invocation& invocation) {
  const auto values = tune.advice();
  if (values.empty() || tune.is_present(*tune.best())) return;
  const std::string text = base::read_whole(manifest).value_or("");
  base::write_durable(fs::canonical(manifest), entrants::manifest_with(text, values));
  if (!invocation.quiet) cli::print_note("wrote {}\n", base::escape_terminal(manifest.string()));
}

int tune_bot(const TuneArguments& arguments, const cli::Invocation& invocation) {
  const rules::RuleSet rules = arguments.line_up.rule_set(arguments.seats);
  referee::play::LineUp common = arguments.line_up.line_up(rules);
  common.limits.max_faults = kMaxFaults;
  const referee::sandbox::Isolation level = common.limits.isolation;
  cli::check_result_page_file(arguments.html);
  Space space = read_space(arguments);
  TuneTerms terms = make_tune_terms(arguments);
  entrants::Entrant bot = resolve_bot(arguments, space, level, invocation);
  const fs::path manifest = manifest_file(arguments, bot, space);
  const fs::path folder = tune_folder(arguments, bot);
  cli::check_folder_to_write("--out", folder);
  auto opponents = cli::parse_agents(arguments.opponents, rules, level, invocation);
  cli::PreparedRun ready(arguments.line_up.run,
                         {common.limits, static_cast<std::size_t>(arguments.seats)}, invocation,
                         [&](const auto&) -> cli::Opened { return {arguments.line_up.log}; });
  Tune tune(std::move(bot), std::move(opponents), std::move(space), common, std::move(terms));
  tune.adjust(ratings::known_values(rules, cli::watch_for(invocation)));
  tune.store_in(folder, cli::make_conditions(common.limits, invocation));
  play(tune, ready.options(), invocation);
  base::write_whole(folder / "tune.json", tune::tune_json(tune) + "\n");
  base::write_whole(folder / "tune.csv", tune::tune_csv(tune));
  if (!arguments.html.empty()) cli::write_page(tune::tune_page(tune), arguments.html);
  show(tune, folder, manifest, invocation);
  const TuneEnd end = tune::tune_end(tune);
  if (arguments.apply && end != TuneEnd::Interrupted) apply(tune, manifest, invocation);
  if (end == TuneEnd::Interrupted) cli::print_note("interrupted; the same command resumes\n");
  return ready.end(tune_exit_code(end, ready.interrupted()));
}

int run_tune(const TuneArguments& arguments, const cli::Invocation& invocation) {
  try {
    return tune_bot(arguments, invocation);
  } catch (const SpaceError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace

void add_tune(cli::Command app, cli::Invocation& invocation) {
  const auto [command, arguments] = app.add(
      invocation, run_tune,
      {.name = "tune",
       .summary = "find the best values of an agent's parameters",
       .group = "Playing",
       .examples = "  danno tune ./my-bot --set threshold=100..400/50 --against optimal\n"
                   "  danno tune 'hold --at {at}' --set at=150..300/25 --against timid odds"});
  command.json_flag(invocation);
  add_tune_flags(command, arguments);
}

}  // namespace danno::leagues::commands::tune

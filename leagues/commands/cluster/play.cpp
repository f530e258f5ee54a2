// danno cluster play: one part of a plan, on any machine.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <ctime>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/process_limits.hpp"
#include "leagues/cli/progress.hpp"
#include "leagues/cli/run_options.hpp"
#include "leagues/commands/cluster/play_part.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::commands::cluster {
namespace {

struct PlayPartArguments {
  std::string plan;
  std::string part;
  cli::RunFlags run;
};

/// Returns I of "I/N". Throws PlanError if the plan has no such part.
int parse_part(const PartsPlan& plan, const std::string& text) {
  int part = 0;
  int parts = 0;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, part);
  if (first.ec == std::errc() && first.ptr != end && *first.ptr == '/') {
    const auto last = std::from_chars(first.ptr + 1, end, parts);
    const bool is_whole = last.ec == std::errc() && last.ptr == end && parts == plan.parts;
    if (is_whole && part >= 1 && part <= plan.parts) return part;
  }
  throw PlanError(fmt::format("--part {}; expected 1/{} to {}/{}: the plan has {}",
                              base::escape_terminal(text), plan.parts, plan.parts, plan.parts,
                              base::format_count(plan.parts, "part")));
}

PartHeader make_header(const PartsPlan& plan, int part, const cli::Invocation& invocation) {
  return {plan.id,
          part,
          cluster::this_host(),
          cli::machine(invocation.version),
          referee::sandbox::summary(referee::sandbox::require(plan.limits.isolation)),
          ::time(nullptr)};
}

void print_part(const PartsPlan& plan, int part, bool is_whole, const cli::Invocation& invocation) {
  const std::uint64_t deals = cluster::count_deals(plan, part);
  if (invocation.json) {
    const base::Json json{
        {"part", part}, {"parts", plan.parts}, {"deals", deals}, {"complete", is_whole}};
    cli::print("{}\n", base::dump(json));
  } else if (is_whole && !invocation.quiet) {
    cli::print_text("part {}/{} is complete: {}\n", part, plan.parts,
                    base::format_count(deals, "deal"));
  }
}

/// Returns the exit code; 0 if nothing of the part is missing any more.
int play_missing(const PartsPlan& plan, int part, PlayPartArguments& arguments,
                 const cli::Invocation& invocation) {
  arguments.run.require_memory = true;  // another machine may have it
  cli::PreparedRun ready(arguments.run,
                         {plan.limits, static_cast<std::size_t>(cluster::most_seats(plan))},
                         invocation, [&](const auto&) -> cli::Opened {
                           cluster::require_planned_agents(plan, part);
                           return {plan.folder / "log" / fmt::format("{}.log", part)};
                         });
  cli::SavedDeals kept(ready.options().shards);
  runner::RunEnd end{};
  {
    cli::Progress progress(invocation, cluster::count_games(plan, part), 0);
    const std::array observers{progress.observer(), kept.observer()};
    end = cluster::play_part(plan, make_header(plan, part, invocation), ready.options(), observers);
  }
  if (end == runner::RunEnd::Complete) return ready.end(cli::kDone);
  cli::print_note("{}; to resume: danno cluster play {} --part {}/{}\n", kept.text(end, "kept"),
                  base::escape_terminal(base::quote_shell(plan.folder.string())), part, plan.parts);
  return ready.end(end == runner::RunEnd::OutOfTime ? cli::kUndecided : ready.interrupted());
}

int play_part(PlayPartArguments& arguments, const cli::Invocation& invocation) {
  const PartsPlan plan = cluster::read_plan(arguments.plan, invocation.version);
  const int part = parse_part(plan, arguments.part);
  int code = cli::kDone;
  if (!cluster::is_whole(plan, part)) code = play_missing(plan, part, arguments, invocation);
  print_part(plan, part, code == cli::kDone, invocation);
  return code;
}

}  // namespace

void add_play(cli::Command cluster, cli::Invocation& invocation) {
  const auto [command, arguments] =
      cluster.add(invocation, play_part,
                  {.name = "play",
                   .summary = "play the missing deals of one part of a plan",
                   .examples = "  danno cluster play out/spring/plan-1 --part 3/40\n"
                               "  danno cluster play plan-1 --part 3/40 --for 25m"});
  command.json_flag(invocation);
  command.option("PLAN", arguments.plan, "the folder that 'danno cluster plan' made").required();
  command.option("--part I/N", arguments.part, "the part and the number of parts, as in 3/40")
      .required();
  cli::add_duration_flag(command, arguments.run);
  command
      .option("--shards", arguments.run.shards,
              "threads that play; default: the job's cores, else one per core")
      .range(1, 256);
}

}  // namespace danno::leagues::commands::cluster

// danno league play: one part of a plan, on whatever machine.
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <exception>
#include <memory>

#include "leagues/cli/flags/duration.hpp"
#include "leagues/cli/flags/ready_to_play.hpp"
#include "leagues/cli/flags/run_flags.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/kept_deals.hpp"
#include "leagues/cli/terminal/machine.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/verbs/part_notes.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/parts/attempt.hpp"
#include "leagues/parts/check_played.hpp"
#include "leagues/parts/failed_parts.hpp"
#include "leagues/parts/play_part.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

struct PlayPartArguments {
  std::string plan;
  std::string part;
  std::string linger;
  flags::RunFlags run;
};

/// So that the merge need not.
void check(const parts::PartsPlan& plan, int part, const PlayPartArguments& arguments,
           const terminal::Invocation& invocation) {
  if (parts::is_checked(plan, part)) return;
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  const auto watch = terminal::watch_for(
      invocation, fmt::format("part {}/{} is complete; the same command checks it, or else the "
                              "merge does",
                              part, plan.parts));
  parts::check_played(plan, part, arguments.run.threads(), watch);
}

/// Returns the exit code: 0 if nothing of it is missing any more.
int play_missing(const parts::PartsPlan& plan, int part, PlayPartArguments& arguments,
                 const terminal::Invocation& invocation) {
  arguments.run.require_memory = true;  // another machine may have it
  flags::ReadyToPlay ready(arguments.run,
                           {plan.limits, static_cast<std::size_t>(parts::most_seats(plan))},
                           invocation, [&](const auto&) -> flags::Opened {
                             parts::check_fit(plan, part);
                             return {plan.folder / "log" / fmt::format("{}.log", part)};
                           });
  const parts::PartHeader header{
      plan.id,
      part,
      parts::this_host(),
      parts::this_job(),
      terminal::machine(invocation.version),
      std::string(referee::sandbox::to_string(plan.limits.isolation)),
      referee::sandbox::summary(referee::sandbox::require(plan.limits.isolation))};
  terminal::KeptDeals kept(ready.options().shards);
  play::RunEnd end{};
  {
    terminal::Progress progress(invocation, parts::count_games(plan, part), 0);
    const std::array observers{progress.observer(), kept.observer()};
    end = parts::play_part(plan, {part, header, ready.options()}, observers);
  }
  if (end == play::RunEnd::Complete) return ready.end(terminal::kDone);
  show_part(plan, part, parts::part_progress(plan, part), invocation);
  tell_how_to_go_on(plan, part, kept.text(end, "kept"));
  return ready.end(end == play::RunEnd::OutOfTime ? terminal::kUndecided : ready.interrupted());
}

/// Returns what play_missing() does; keeps what fails.
int try_to_play(const parts::PartsPlan& plan, int part, PlayPartArguments& arguments,
                const terminal::Invocation& invocation) {
  try {
    return play_missing(plan, part, arguments, invocation);
  } catch (const terminal::UsageError&) {
    throw;
  } catch (const store::WrongFolder&) {
    throw;
  } catch (const parts::CannotStart& error) {
    keep_failure(plan, arguments.linger, {part, parts::this_host(), error.agent(), error.what()});
    throw;
  } catch (const std::exception& error) {
    keep_failure(plan, arguments.linger, {part, parts::this_host(), "", error.what()});
    throw;
  }
}

int play_part(PlayPartArguments& arguments, const terminal::Invocation& invocation) {
  const parts::PartsPlan plan = parts::read_plan(arguments.plan, invocation.version);
  const int part = parts::part_number(plan, arguments.part);
  if (parts::part_progress(plan, part).complete) {
    parts::remove_attempts(plan, part);  // who completed it may have been killed
  } else {
    const int code = try_to_play(plan, part, arguments, invocation);
    if (code != terminal::kDone) return code;
  }
  check(plan, part, arguments, invocation);
  show_part(plan, part, parts::part_progress(plan, part), invocation);
  return terminal::kDone;
}

}  // namespace

void add_play_part(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb =
      league.add(invocation, {.name = "play",
                              .summary = "play one part of a plan",
                              .group = "On many machines",
                              .examples = "  danno league play out/spring/plan-1 --part 3/40\n"
                                          "  danno league play plan --part 3/40 --for 55m"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<PlayPartArguments>();
  verb.option("PLAN", arguments->plan, "the folder that 'danno league plan' made").required();
  verb.option("--part", arguments->part, "which of how many, counted from 1")
      .takes("I/N")
      .required();
  flags::add_duration_flag(verb, arguments->run);
  verb.option("--shards", arguments->run.shards,
              "threads that play; default: the job's cores, else one a core")
      .range(1, 256);
  verb.option("--linger", arguments->linger,
              "where this machine cannot play: end so much later; default: 30s in a batch job")
      .takes("TIME");
  verb.runs([arguments, &invocation] { return play_part(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs

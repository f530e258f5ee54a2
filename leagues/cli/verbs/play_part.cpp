// danno league play: one part of a plan, on whatever machine.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "leagues/cli/flags/duration.hpp"
#include "leagues/cli/flags/ready_to_play.hpp"
#include "leagues/cli/flags/run_flags.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/kept_deals.hpp"
#include "leagues/cli/terminal/machine.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/files/json.hpp"
#include "leagues/parts/attempt.hpp"
#include "leagues/parts/failed_parts.hpp"
#include "leagues/parts/play_part.hpp"
#include "leagues/words/escape.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

/// What a batch system gives to others before it gives this machine more.
constexpr std::chrono::seconds kLinger{30};

struct PlayPartArguments {
  std::string plan;
  std::string part;
  std::string duration;
  std::string linger;
  flags::RunFlags run;
};

/// I of "I/N".
int part_number(const std::string& text, const parts::PartsPlan& plan) {
  int part = 0;
  int parts = 0;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, part);
  if (first.ec == std::errc() && first.ptr != end && *first.ptr == '/') {
    const auto last = std::from_chars(first.ptr + 1, end, parts);
    if (last.ec == std::errc() && last.ptr == end && parts == plan.parts) return part;
  }
  throw terminal::UsageError(
      fmt::format("--part {}; expected I/{}, I from 1 to {}: the plan has {} parts",
                  words::escape_terminal(text), plan.parts, plan.parts, plan.parts));
}

void show(const parts::PartsPlan& plan, int part, const parts::PartProgress& progress,
          const terminal::Invocation& invocation) {
  if (invocation.json) {
    const files::Json json{{"part", part},
                           {"parts", plan.parts},
                           {"deals", progress.deals},
                           {"complete", progress.complete}};
    fmt::print("{}\n", json.dump());
  } else if (progress.complete && !invocation.quiet) {
    fmt::print("part {}/{} is complete: {} deals\n", part, plan.parts, progress.deals);
  }
}

std::size_t most_seats(const parts::PartsPlan& plan) {
  int seats = 0;
  for (const parts::PlannedDivision& division : plan.divisions)
    seats = std::max(seats, division.seats);
  return static_cast<std::size_t>(seats);
}

void check_agents(const parts::PartsPlan& plan, int part) {
  const std::string unfit = parts::why_unfit(plan, part);
  if (!unfit.empty()) {
    throw std::runtime_error(
        fmt::format("{} cannot play this: agent {}; play it elsewhere, or plan again here",
                    parts::this_host(), unfit));
  }
}

void tell_how_to_go_on(const PlayPartArguments& arguments, const std::string& what_was_kept) {
  fmt::print(stderr, "{}; to go on: danno league play {} --part {}\n", what_was_kept,
             words::escape_terminal(words::quote_shell(arguments.plan)), arguments.part);
}

/// Keeps what failed, so that merge and status tell it. In a job this ends slowly, or a machine
/// that can play nothing would be given all parts, one after the other.
void keep_failure(const parts::PartsPlan& plan, const PlayPartArguments& arguments, int part,
                  const std::exception& error) {
  const auto* const start = dynamic_cast<const parts::CannotStart*>(&error);
  const std::string host = parts::this_host();
  const std::chrono::seconds time = !arguments.linger.empty()
                                        ? flags::parse_duration("--linger", arguments.linger)
                                    : parts::this_job().empty() ? std::chrono::seconds(0)
                                                                : kLinger;
  try {
    parts::write_failed_part(plan.part_folder(),
                             {part, host, start == nullptr ? "" : start->agent(), error.what()});
  } catch (const std::system_error&) {
    // The disk may be what failed.
  }
  if (time.count() == 0) return;
  fmt::print(stderr,
             "part {} failed on {}; this ends in {} s, so that it does not fail at all parts\n",
             part, words::escape_terminal(host), time.count());
  std::this_thread::sleep_for(time);
}

void play_missing(const parts::PartsPlan& plan, int part, PlayPartArguments& arguments,
                  terminal::Invocation& invocation) {
  arguments.run.require_memory = true;  // another machine may have it
  play::RunOptions time;                // from here on
  flags::set_time(time, arguments.duration);
  const flags::ReadyToPlay ready(arguments.run, {plan.limits, most_seats(plan)}, invocation,
                                 [&](const auto&) -> flags::Opened {
                                   check_agents(plan, part);
                                   return {plan.folder / "log" / fmt::format("{}.log", part)};
                                 });
  play::RunOptions options = ready.options();
  options.until = time.until;
  options.grace = time.grace;
  const parts::PartHeader header{
      plan.id,
      part,
      parts::this_host(),
      parts::this_job(),
      terminal::machine(invocation.version),
      std::string(referee::sandbox::to_string(plan.limits.isolation)),
      referee::sandbox::summary(referee::sandbox::require(plan.limits.isolation))};
  terminal::KeptDeals kept(options.shards);
  play::RunEnd end{};
  {
    terminal::Progress progress(invocation, parts::count_games(plan, part), 0);
    const std::array observers{progress.observer(), kept.observer()};
    end = parts::play_part(plan, {part, header, options}, observers);
  }
  show(plan, part, parts::part_progress(plan, part), invocation);
  if (end == play::RunEnd::Complete) return;
  tell_how_to_go_on(arguments, kept.text(end, "kept"));
  invocation.exit_code =
      end == play::RunEnd::OutOfTime ? terminal::kUndecided : ready.interrupted();
}

void play_part(PlayPartArguments& arguments, terminal::Invocation& invocation) {
  const parts::PartsPlan plan = parts::read_plan(arguments.plan, invocation.version);
  const int part = part_number(arguments.part, plan);
  const parts::PartProgress before = parts::part_progress(plan, part);
  if (before.complete) return show(plan, part, before, invocation);
  try {
    play_missing(plan, part, arguments, invocation);
  } catch (const terminal::UsageError&) {
    throw;
  } catch (const store::WrongFolder&) {
    throw;
  } catch (const std::exception& error) {
    keep_failure(plan, arguments, part, error);
    throw;
  }
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
  verb.option("--for", arguments->duration, "stop in time, as in 45s, 30m or 2h").takes("TIME");
  verb.option("--shards", arguments->run.shards,
              "threads that play; default: the job's cores, else one a core")
      .range(1, 256);
  verb.option("--linger", arguments->linger,
              "where this machine cannot play: end so much later; default: 30s in a batch job")
      .takes("TIME");
  verb.runs([arguments, &invocation] { play_part(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs

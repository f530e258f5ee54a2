// danno cluster play: one part of a plan, on any machine.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <ctime>
#include <memory>

#include "leagues/cli/flags/run_flags.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/process_limits.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/files/json.hpp"
#include "leagues/parts/play_part.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"
#include "referee/sandbox/isolation.hpp"

namespace danno::leagues::cli::verbs {
namespace {

struct PlayPartArguments {
  std::string plan;
  std::string part;
  flags::RunFlags run;
};

/// Returns I of "I/N". Throws PlanError if the plan has no such part.
int parse_part(const parts::PartsPlan& plan, const std::string& text) {
  int part = 0;
  int parts = 0;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, part);
  if (first.ec == std::errc() && first.ptr != end && *first.ptr == '/') {
    const auto last = std::from_chars(first.ptr + 1, end, parts);
    const bool is_whole = last.ec == std::errc() && last.ptr == end && parts == plan.parts;
    if (is_whole && part >= 1 && part <= plan.parts) return part;
  }
  throw parts::PlanError(fmt::format("--part {}; expected 1/{} to {}/{}: the plan has {} parts",
                                     words::escape_terminal(text), plan.parts, plan.parts,
                                     plan.parts, plan.parts));
}

parts::PartHeader make_header(const parts::PartsPlan& plan, int part,
                              const terminal::Invocation& invocation) {
  return {plan.id,
          part,
          parts::this_host(),
          terminal::machine(invocation.version),
          referee::sandbox::summary(referee::sandbox::require(plan.limits.isolation)),
          ::time(nullptr)};
}

void print_part(const parts::PartsPlan& plan, int part, bool is_whole,
                const terminal::Invocation& invocation) {
  const std::uint64_t deals = parts::count_deals(plan, part);
  if (invocation.json) {
    const files::Json json{
        {"part", part}, {"parts", plan.parts}, {"deals", deals}, {"complete", is_whole}};
    terminal::print("{}\n", files::dump(json));
  } else if (is_whole && !invocation.quiet) {
    terminal::print_text("part {}/{} is whole: {} deals\n", part, plan.parts,
                         words::show_count(deals));
  }
}

/// Returns the exit code; 0 if nothing of the part is missing any more.
int play_missing(const parts::PartsPlan& plan, int part, PlayPartArguments& arguments,
                 const terminal::Invocation& invocation) {
  arguments.run.require_memory = true;  // another machine may have it
  flags::ReadyToPlay ready(arguments.run,
                           {plan.limits, static_cast<std::size_t>(parts::most_seats(plan))},
                           invocation, [&](const auto&) -> flags::Opened {
                             parts::require_planned_agents(plan, part);
                             return {plan.folder / "log" / fmt::format("{}.log", part)};
                           });
  terminal::KeptDeals kept(ready.options().shards);
  play::RunEnd end{};
  {
    terminal::Progress progress(invocation, parts::count_games(plan, part), 0);
    const std::array observers{progress.observer(), kept.observer()};
    end = parts::play_part(plan, make_header(plan, part, invocation), ready.options(), observers);
  }
  if (end == play::RunEnd::Complete) return ready.end(terminal::kDone);
  terminal::print_note("{}; to go on: danno cluster play {} --part {}/{}\n", kept.text(end, "kept"),
                       words::escape_terminal(words::quote_shell(plan.folder.string())), part,
                       plan.parts);
  return ready.end(end == play::RunEnd::OutOfTime ? terminal::kUndecided : ready.interrupted());
}

int play_part(PlayPartArguments& arguments, const terminal::Invocation& invocation) {
  const parts::PartsPlan plan = parts::read_plan(arguments.plan, invocation.version);
  const int part = parse_part(plan, arguments.part);
  int code = terminal::kDone;
  if (!parts::is_whole(plan, part)) code = play_missing(plan, part, arguments, invocation);
  print_part(plan, part, code == terminal::kDone, invocation);
  return code;
}

}  // namespace

void add_cluster_play(flags::Verb cluster, terminal::Invocation& invocation) {
  const flags::Verb verb =
      cluster.add(invocation, {.name = "play",
                               .summary = "play what is missing of one part of a plan",
                               .group = "Verbs",
                               .examples = "  danno cluster play out/spring/plan-1 --part 3/40\n"
                                           "  danno cluster play plan-1 --part 3/40 --for 25m"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<PlayPartArguments>();
  verb.option("PLAN", arguments->plan, "the folder that 'danno cluster plan' made").required();
  verb.option("--part", arguments->part, "which part of how many, counted from 1")
      .takes("I/N")
      .required();
  flags::add_duration_flag(verb, arguments->run);
  verb.option("--shards", arguments->run.shards,
              "threads that play; default: the job's cores, else one a core")
      .range(1, 256);
  verb.runs([arguments, &invocation] { return play_part(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs

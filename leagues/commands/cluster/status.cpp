// danno cluster status: the progress of a plan's parts.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print_league.hpp"
#include "leagues/cli/watch_screen.hpp"
#include "leagues/commands/cluster/played_parts.hpp"
#include "leagues/report/columns.hpp"

namespace danno::leagues::commands::cluster {
namespace {

namespace fs = std::filesystem;

struct ClusterStatusArguments {
  std::string plan;
  bool watch = false;
};

std::string format_seconds(double seconds) {
  return base::format_duration(std::chrono::duration<double>(seconds));
}

void add_part(report::OutputTable& table, const PartStatus& part) {
  table.rows.emplace_back();
  table.add({.json = "part", .heading = "part", .is_text = true}, part.part);
  table.add({.json = "complete"}, part.is_whole);
  table.add({.json = "host"}, part.host);
  table.add({.heading = "node", .is_text = true}, part.host.empty() ? "-" : part.host);
  table.add({.json = "deals", .heading = "deals", .show = report::count}, part.played);
  table.add({.json = "of", .heading = "of", .show = report::count}, part.deals);
  table.add({.json = "deals_per_s", .heading = "a second", .show = report::three_figures},
            part.deals_per_s);
  table.add({.json = "written_s_ago"}, part.written_s_ago);
  table.add({.heading = "written"},
            part.written_s_ago
                ? base::Json(format_seconds(static_cast<double>(*part.written_s_ago)) + " ago")
                : base::Json());
  table.add({.json = "seconds_left"}, part.seconds_left);
  table.add({.heading = "left"}, part.is_whole       ? "complete"
                                 : part.seconds_left ? format_seconds(*part.seconds_left)
                                                     : "-");
}

/// Returns whether the league beside the plan needs no more of it. Nothing is known while the
/// league is played, on another machine, or without the right to read it.
bool has_ended(const PartsPlan& plan) {
  const fs::path out = fs::canonical(plan.folder).parent_path();
  if (!store::is_at_rest(out)) return false;
  try {
    const store::Reader store = store::Reader::open_to_read(out);
    const auto plans = store.plans();
    const auto epochs = store.all_epochs();
    return std::ranges::any_of(plans, [&](const store::PlanOfParts& one) {
      const auto epoch = std::ranges::find(epochs, one.epoch, &store::Epoch::id);
      return one.id == plan.number && !one.open && epoch != epochs.end() &&
             epoch->commitment == plan.commitment;
    });
  } catch (const std::runtime_error&) {
    return false;
  }
}

report::LeagueStatus read_status(const ClusterStatusArguments& arguments,
                                 const cli::Invocation& invocation) {
  const PartsPlan plan = cluster::read_plan(arguments.plan, invocation.version);
  const std::vector<PartStatus> parts = cluster::read_part_statuses(plan);
  std::size_t whole = 0;
  std::uint64_t played = 0;
  std::uint64_t deals = 0;
  double deals_per_s = 0;  // of the parts that are being played
  report::LeagueStatus status;
  report::OutputTable all;
  report::OutputTable begun;
  for (const PartStatus& part : parts) {
    whole += part.is_whole ? 1 : 0;
    played += part.played;
    deals += part.deals;
    if (part.seconds_left) deals_per_s += part.deals_per_s.value_or(0);
    add_part(all, part);
    if (part.written_s_ago) add_part(begun, part);
  }
  const bool ended = has_ended(plan);
  std::optional<double> left;
  if (deals_per_s > 0) left = static_cast<double>(deals - played) / deals_per_s;
  status.json = {{"league", plan.league}, {"plan", plan.number},
                 {"ended", ended},        {"complete", whole},
                 {"deals", played},       {"of", deals},
                 {"seconds_left", left},  {"parts", report::to_json(all)}};
  status.headline =
      fmt::format("plan {} of {}: {} of {} parts are complete, {} of {} deals are played{}",
                  plan.number, base::escape_terminal(plan.league), whole, plan.parts,
                  base::format_count(played), base::format_count(deals),
                  left ? fmt::format("; about {} left at this rate", format_seconds(*left)) : "");
  status.cells = report::to_cells(begun);
  if (begun.rows.size() < parts.size() && !ended)
    status.lines.push_back(fmt::format(
        "not started: {}", base::format_count(parts.size() - begun.rows.size(), "part")));
  if (ended) {
    status.next_step = "the plan has ended: the league needs no more of it";
  } else if (whole == parts.size()) {
    status.next_step =
        fmt::format("'danno cluster merge {}' stores them", base::quote_shell(arguments.plan));
  }
  return status;
}

void print_status(const ClusterStatusArguments& arguments, const cli::Invocation& invocation) {
  if (!arguments.watch) return cli::show(read_status(arguments, invocation), invocation);
  if (invocation.json) throw cli::UsageError("--watch is for people; expected no --json");
  const auto read = [&]() -> cli::LivePage {
    const report::LeagueStatus status = read_status(arguments, invocation);
    return {cli::format_status(status), !status.next_step.empty()};
  };
  cli::watch_screen(read, "--watch needs a terminal; without --watch the status is printed once",
                    "the parts continue");
}

}  // namespace

void add_status(cli::Command cluster, cli::Invocation& invocation) {
  const auto [command, arguments] =
      cluster.add(invocation, print_status,
                  {.name = "status",
                   .summary = "show where the parts of a plan are played, and their progress",
                   .examples = "  danno cluster status out/spring/plan-1\n"
                               "  danno cluster status out/spring/plan-1 --watch"});
  command.json_flag(invocation);
  command.option("PLAN", arguments.plan, "the folder that 'danno cluster plan' made").required();
  command.flag("--watch", arguments.watch,
               "redraw the status in place until all parts are complete");
}

}  // namespace danno::leagues::commands::cluster

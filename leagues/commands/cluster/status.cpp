// danno cluster status: the progress of a plan's parts.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/show_league.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/watch_screen.hpp"
#include "leagues/commands/cluster/played_parts.hpp"

namespace danno::leagues::commands::cluster {
namespace {

struct ClusterStatusArguments {
  std::string plan;
  bool watch = false;
};

std::string show_seconds(double seconds) {
  return base::show_duration(std::chrono::duration<double>(seconds));
}

/// Returns the cells of a part: part, node, deals, of, a second, written, left.
std::vector<std::string> make_row(const PartStatus& part) {
  return {
      std::to_string(part.part),
      part.host.empty() ? "-" : part.host,
      base::show_count(part.played),
      base::show_count(part.deals),
      part.deals_per_s ? fmt::format("{:.3g}", *part.deals_per_s) : "-",
      part.written_s_ago ? show_seconds(static_cast<double>(*part.written_s_ago)) + " ago" : "-",
      part.is_whole       ? "complete"
      : part.seconds_left ? show_seconds(*part.seconds_left)
                          : "-"};
}

base::Json to_json(const PartStatus& part) {
  return {{"part", part.part},
          {"complete", part.is_whole},
          {"host", part.host},
          {"deals", part.played},
          {"of", part.deals},
          {"deals_per_s", part.deals_per_s},
          {"written_s_ago", part.written_s_ago},
          {"seconds_left", part.seconds_left}};
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
  status.cells.headings = {"part", "node", "deals", "of", "a second", "written", "left"};
  base::Json rows = base::Json::array();
  for (const PartStatus& part : parts) {
    whole += part.is_whole ? 1 : 0;
    played += part.played;
    deals += part.deals;
    if (part.seconds_left) deals_per_s += part.deals_per_s.value_or(0);
    rows.push_back(to_json(part));
    if (part.written_s_ago) status.cells.rows.push_back(make_row(part));
  }
  std::optional<double> left;
  if (deals_per_s > 0) left = static_cast<double>(deals - played) / deals_per_s;
  status.json = {{"league", plan.league}, {"plan", plan.number}, {"complete", whole},
                 {"deals", played},       {"of", deals},         {"seconds_left", left},
                 {"parts", rows}};
  status.headline =
      fmt::format("plan {} of {}: {} of {} parts are complete, {} of {} deals are played{}",
                  plan.number, base::escape_terminal(plan.league), whole, plan.parts,
                  base::show_count(played), base::show_count(deals),
                  left ? fmt::format("; about {} left at this rate", show_seconds(*left)) : "");
  if (status.cells.rows.empty()) status.cells.headings.clear();
  const std::size_t begun = status.cells.rows.size();
  if (begun < parts.size())
    status.lines.push_back(
        fmt::format("not started: {}", base::show_count(parts.size() - begun, "part")));
  if (whole == parts.size())
    status.next_step =
        fmt::format("'danno cluster merge {}' stores them", base::quote_shell(arguments.plan));
  return status;
}

void show_status(const ClusterStatusArguments& arguments, const cli::Invocation& invocation) {
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

void add_status(cli::Verb cluster, cli::Invocation& invocation) {
  const cli::Verb verb = cluster.add(
      invocation, {.name = "status",
                   .summary = "show where the parts of a plan are played, and their progress",
                   .group = "Verbs",
                   .examples = "  danno cluster status out/spring/plan-1\n"
                               "  danno cluster status out/spring/plan-1 --watch"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<ClusterStatusArguments>();
  verb.option("PLAN", arguments->plan, "the folder that 'danno cluster plan' made").required();
  verb.flag("--watch", arguments->watch, "redraw the status in place until all parts are complete");
  verb.runs([arguments, &invocation] { show_status(*arguments, invocation); });
}

}  // namespace danno::leagues::commands::cluster

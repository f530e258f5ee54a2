// danno cluster status: the progress of a plan's parts.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/show_league.hpp"
#include "leagues/cli/terminal/watch_screen.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/parts/played_parts.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::cli::verbs {
namespace {

struct ClusterStatusArguments {
  std::string plan;
  bool watch = false;
};

std::string show_seconds(double seconds) {
  return words::show_duration(std::chrono::duration<double>(seconds));
}

/// Returns the cells of a part: part, node, deals, of, a second, written, left.
std::vector<std::string> make_row(const parts::PartStatus& part) {
  return {
      std::to_string(part.part),
      part.host.empty() ? "-" : part.host,
      words::show_count(part.played),
      words::show_count(part.deals),
      part.deals_per_s ? fmt::format("{:.3g}", *part.deals_per_s) : "-",
      part.written_s_ago ? show_seconds(static_cast<double>(*part.written_s_ago)) + " ago" : "-",
      part.is_whole       ? "whole"
      : part.seconds_left ? show_seconds(*part.seconds_left)
                          : "-"};
}

files::Json to_json(const parts::PartStatus& part) {
  return {{"part", part.part},
          {"complete", part.is_whole},
          {"host", part.host},
          {"deals", part.played},
          {"of", part.deals},
          {"deals_per_s", part.deals_per_s},
          {"written_s_ago", part.written_s_ago},
          {"seconds_left", part.seconds_left}};
}

plan::LeagueStatus read_status(const ClusterStatusArguments& arguments,
                               const terminal::Invocation& invocation) {
  const parts::PartsPlan plan = parts::read_plan(arguments.plan, invocation.version);
  const std::vector<parts::PartStatus> parts = parts::read_part_statuses(plan);
  std::size_t whole = 0;
  std::uint64_t played = 0;
  std::uint64_t deals = 0;
  double deals_per_s = 0;  // of the parts that are being played
  plan::LeagueStatus status;
  status.cells.headings = {"part", "node", "deals", "of", "a second", "written", "left"};
  files::Json rows = files::Json::array();
  for (const parts::PartStatus& part : parts) {
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
      fmt::format("plan {} of {}: {} of {} parts are whole, {} of {} deals are played{}",
                  plan.number, words::escape_terminal(plan.league), whole, plan.parts,
                  words::show_count(played), words::show_count(deals),
                  left ? fmt::format("; about {} are left at this rate", show_seconds(*left)) : "");
  if (status.cells.rows.empty()) status.cells.headings.clear();
  const std::size_t begun = status.cells.rows.size();
  if (begun < parts.size())
    status.lines.push_back(fmt::format("{} parts are not begun", parts.size() - begun));
  if (whole == parts.size())
    status.next_step =
        fmt::format("'danno cluster merge {}' stores them", words::quote_shell(arguments.plan));
  return status;
}

void show_status(const ClusterStatusArguments& arguments, const terminal::Invocation& invocation) {
  if (!arguments.watch) return terminal::show(read_status(arguments, invocation), invocation);
  if (invocation.json) throw terminal::UsageError("--watch draws for people; expected no --json");
  const auto read = [&]() -> terminal::LivePage {
    const plan::LeagueStatus status = read_status(arguments, invocation);
    return {terminal::format_status(status), !status.next_step.empty()};
  };
  terminal::watch_screen(read, "--watch draws on a terminal; without it the status is printed once",
                         "the parts go on");
}

}  // namespace

void add_cluster_status(flags::Verb cluster, terminal::Invocation& invocation) {
  const flags::Verb verb =
      cluster.add(invocation, {.name = "status",
                               .summary = "who plays the parts of a plan, and how far they are",
                               .group = "Verbs",
                               .examples = "  danno cluster status out/spring/plan-1\n"
                                           "  danno cluster status out/spring/plan-1 --watch"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<ClusterStatusArguments>();
  verb.option("PLAN", arguments->plan, "the folder that 'danno cluster plan' made").required();
  verb.flag("--watch", arguments->watch, "draw it again in place until all parts are whole");
  verb.runs([arguments, &invocation] { show_status(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs

// danno league similar: which agents may be copies of each other.
#include "leagues/commands/league/similar_agents.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/progress.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/cli/text_table.hpp"
#include "leagues/ratings/numbers.hpp"
#include "leagues/report/columns.hpp"

namespace danno::leagues::commands::league {
namespace {

using base::Json;
using league::Similarity;
using league::SimilarPair;

std::string pair_authors(const SimilarPair& pair) {
  const auto shown = [&](std::size_t agent) {
    const std::string& author = pair.agents.at(agent).author;
    return author.empty() ? "-" : author;
  };
  return pair.of_one_author() ? "both " + shown(0) : shown(0) + ", " + shown(1);
}

/// Returns the share of equal answers, never rounded up: "100 %" means all of them.
std::string format_share(const SimilarPair& pair) {
  if (pair.questions == 0) return "-";
  if (pair.alike == pair.questions) return "100 %";
  return fmt::format("{:.2f} %", std::floor(10'000 * *pair.share()) / 100);
}

report::OutputTable describe_pairs(const Similarity& similarity) {
  report::OutputTable table;
  for (const SimilarPair& pair : similarity.pairs) {
    const auto& [one, other] = pair.agents;
    table.rows.emplace_back();
    table.add({.json = "agents"}, Json::array({one.shown_name(), other.shown_name()}));
    table.add({.json = "authors"}, Json::array({one.author, other.author}));
    table.add({.json = "same_content"}, pair.same_content);
    table.add({.heading = "agent", .is_text = true}, one.shown_name());
    table.add({.heading = "and", .is_text = true}, other.shown_name());
    table.add({.heading = "authors", .is_text = true}, pair_authors(pair));
    table.add({.heading = "content", .is_text = true}, pair.same_content ? "same" : "");
    table.add({.json = "questions", .heading = "questions", .show = report::count}, pair.questions);
    table.add({.json = "alike", .heading = "alike", .show = report::count}, pair.alike);
    table.add({.json = "share"}, pair.share());
    table.add({.heading = "share"}, format_share(pair));
  }
  return table;
}

void show(const Similarity& similarity) {
  cli::print_text("{} of {} of agents alike\n", base::format_count(similarity.pairs.size()),
                  base::format_count(ratings::pair_count(similarity.agents), "pair"));
  if (similarity.unjudged > 0) {
    cli::print_text("{} had fewer than {} questions in common\n",
                    base::format_count(similarity.unjudged, "pair"), league::kLeastQuestions);
  }
  if (similarity.pairs.empty()) return;
  cli::print_text("\n{}\n", cli::text_table(report::to_cells(describe_pairs(similarity))));
  cli::print_text(
      "questions: different ones that both were asked, with at least two legal answers\nthis is "
      "evidence, not a verdict: two independent programs that hold at the\nsame threshold agree on "
      "100 %\n");
}

void warn_changed(const std::vector<store::StoredAgent>& changed) {
  if (changed.empty()) return;
  std::string names;
  for (const store::StoredAgent& agent : changed)
    names += (names.empty() ? "" : ", ") + base::escape_terminal(agent.shown_name());
  cli::print_note(
      "warning: the folder of {} is gone or has changed; only its decisions can show a copy of it "
      "under another name\n",
      names);
}

void run_similar(const cli::StoredLeagueArguments& arguments, const cli::Invocation& invocation) {
  const store::Reader store = store::Reader::open_to_read(cli::stored_folder(arguments));
  const cli::Interrupts interrupts(cli::Work::Compute);
  const Similarity similarity = league::find_similar(store, cli::watch_for(invocation));
  if (!invocation.quiet) warn_changed(similarity.changed);
  if (invocation.json) {
    cli::print("{}\n", base::dump(report::to_json(describe_pairs(similarity))));
  } else {
    show(similarity);
  }
}

}  // namespace

void add_similar(cli::Command league, cli::Invocation& invocation) {
  const cli::Command command =
      league.add(invocation, {.name = "similar",
                              .summary = "find agents that may be copies of each other",
                              .examples = "  danno league similar league.toml\n"
                                          "  danno league similar out/spring --json"});
  command.json_flag(invocation);
  const auto arguments = std::make_shared<cli::StoredLeagueArguments>();
  cli::add_stored_league(command, *arguments);
  command.runs([arguments, &invocation] { run_similar(*arguments, invocation); });
}

}  // namespace danno::leagues::commands::league

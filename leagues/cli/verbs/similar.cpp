// danno league similar: which agents may be copies of each other.
#include "leagues/archive/similar.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/progress.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/files/json.hpp"
#include "leagues/scores/numbers.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::cli::verbs {
namespace {

using archive::Similarity;
using archive::SimilarPair;
using files::Json;

Json to_json(const Similarity& similarity) {
  Json pairs = Json::array();
  for (const SimilarPair& pair : similarity.pairs) {
    const auto& [one, other] = pair.agents;
    pairs.push_back({{"agents", Json::array({one.shown_name(), other.shown_name()})},
                     {"authors", Json::array({one.author, other.author})},
                     {"same_content", pair.same_content},
                     {"questions", pair.questions},
                     {"alike", pair.alike},
                     {"share", pair.share()}});
  }
  return pairs;
}

std::string pair_authors(const SimilarPair& pair) {
  const auto shown = [&](std::size_t agent) {
    const std::string& author = pair.agents.at(agent).author;
    return author.empty() ? "-" : words::escape_terminal(author);
  };
  return pair.of_one_author() ? "both " + shown(0) : shown(0) + ", " + shown(1);
}

/// Returns the share of equal answers, never rounded up: "100 %" means all of them.
std::string show_share(const SimilarPair& pair) {
  if (pair.questions == 0) return "-";
  if (pair.alike == pair.questions) return "100 %";
  return fmt::format("{:.2f} %", std::floor(10'000 * *pair.share()) / 100);
}

std::vector<std::string> pair_row(const SimilarPair& pair) {
  return {words::escape_terminal(pair.agents[0].shown_name()),
          words::escape_terminal(pair.agents[1].shown_name()),
          pair_authors(pair),
          pair.same_content ? "same" : "",
          words::show_count(pair.questions),
          words::show_count(pair.alike),
          show_share(pair)};
}

void show(const Similarity& similarity) {
  terminal::print_text("{} of {} of agents alike\n", words::show_count(similarity.pairs.size()),
                       words::show_count(scores::pair_count(similarity.agents), "pair"));
  if (similarity.unjudged > 0) {
    terminal::print_text("{} had fewer than {} questions in common\n",
                         words::show_count(similarity.unjudged, "pair"), archive::kLeastQuestions);
  }
  if (similarity.pairs.empty()) return;
  terminal::Rows rows{{"agent", "and", "authors", "content", "questions", "alike", "share"}};
  for (const SimilarPair& pair : similarity.pairs)
    rows.push_back(pair_row(pair));
  terminal::print_text("\n{}\n", terminal::text_table("llllrrr", rows));
  terminal::print_text(
      "questions: different ones that both were asked and that had two legal answers or more\n"
      "this is evidence to look at, no verdict: two programs that were written apart\n"
      "and hold at the same threshold agree on 100 %\n");
}

void warn_changed(const std::vector<store::StoredAgent>& changed) {
  if (changed.empty()) return;
  std::string names;
  for (const store::StoredAgent& agent : changed)
    names += (names.empty() ? "" : ", ") + words::escape_terminal(agent.shown_name());
  terminal::print_note(
      "warning: the folder of {} is gone or has changed; a copy of it under another name "
      "shows by its decisions alone\n",
      names);
}

void run_similar(const flags::StoredLeagueArguments& arguments,
                 const terminal::Invocation& invocation) {
  const store::Reader store = store::Reader::open_to_read(flags::stored_folder(arguments));
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  const Similarity similarity = archive::find_similar(store, terminal::watch_for(invocation));
  if (!invocation.quiet) warn_changed(similarity.changed);
  if (invocation.json) {
    terminal::print("{}\n", files::dump(to_json(similarity)));
  } else {
    show(similarity);
  }
}

}  // namespace

void add_similar(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb =
      league.add(invocation, {.name = "similar",
                              .summary = "agents that may be copies of each other",
                              .group = "Verbs",
                              .examples = "  danno league similar league.toml\n"
                                          "  danno league similar out/spring --json"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<flags::StoredLeagueArguments>();
  flags::add_stored_league(verb, *arguments);
  verb.runs([arguments, &invocation] { run_similar(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs

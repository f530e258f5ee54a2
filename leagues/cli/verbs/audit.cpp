// danno audit FILE: adjudicates a written game.

#include <cstdio>
#include <memory>
#include <variant>

#include "leagues/cli/flags/page_file.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/flags/written_file.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/show_audit.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/files/json.hpp"
#include "referee/record/audit.hpp"
#include "referee/record/written_game.hpp"

namespace danno::leagues::cli::verbs {
namespace {

using referee::record::Audit;
using referee::record::LineProblem;
using referee::record::WrittenGame;

/// Prints the problem for people on stderr and for programs on stdout; returns the code.
int report(const terminal::Invocation& invocation, int code, const std::string& file,
           const LineProblem& problem) {
  if (invocation.json) {
    const files::Json json{{"error", {{"line", problem.line}, {"message", problem.message}}}};
    terminal::print("{}\n", json.dump());
  }
  terminal::print_note("{}{}\n", code == terminal::kWrongUse ? "error: " : "",
                       flags::show_problem(file, problem));
  return code;
}

struct AuditArguments {
  std::string file;
  std::string rules;  ///< Of a game that does not have its own.
  std::string html;
};

int audit(const terminal::Invocation& invocation, const AuditArguments& arguments) {
  const std::string& file = arguments.file;
  const rules::Definition* const house = flags::written_rules(arguments.rules);
  const auto parsed = referee::record::parse_written_game(flags::read_written_file(file), house);
  if (const auto* const problem = std::get_if<LineProblem>(&parsed))
    return report(invocation, terminal::kWrongUse, file, *problem);
  const auto& game = std::get<WrittenGame>(parsed);
  const rules::RuleSet rules = referee::record::audited_rules(game);
  const Audit audit = referee::record::audit_game(rules, game);
  const bool as_page = !arguments.html.empty();
  if (!invocation.json && !as_page) terminal::show_turns(game, audit);
  if (audit.problem) {
    std::fflush(stdout);
    return report(invocation, terminal::kFails, file, *audit.problem);
  }
  if (as_page)
    flags::write_written_game(file, game, arguments.html, invocation);
  else
    terminal::show_end({game, rules, audit.position}, invocation);
  return terminal::kDone;
}

}  // namespace

void add_audit(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb =
      app.add(invocation, {.name = "audit",
                           .summary = "adjudicate a written game",
                           .group = "The games",
                           .examples = "  danno audit game.txt\n"
                                       "  danno audit game.txt --html game.html"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<AuditArguments>();
  verb.option("FILE", arguments->file, "a written game; - reads stdin").required();
  flags::add_written_rules(verb, arguments->rules);
  flags::add_page_file(verb, arguments->html);
  verb.runs([arguments, &invocation] { return audit(invocation, *arguments); });
}

}  // namespace danno::leagues::cli::verbs

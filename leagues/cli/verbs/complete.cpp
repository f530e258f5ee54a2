// danno complete games|agents|any [TYPED]: what a completion script asks of league.toml's league.
#include <fmt/format.h>

#include <memory>

#include "leagues/archive/game_names.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::cli::verbs {
namespace {

struct CompleteArguments {
  std::string kind;
  std::string typed;
};

/// Names are a bot's words: those that a shell would have to quote are left out.
void print_plain(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (words::quote_shell(name) == name) fmt::print("{}\n", name);
  }
}

void print_names(const CompleteArguments& arguments) {
  const store::Reader store = store::Reader::open_to_read(flags::stored_folder({}));
  if (arguments.kind != "agents") print_plain(archive::complete_game(store, arguments.typed));
  if (arguments.kind != "games") print_plain(archive::agent_names(store));
}

}  // namespace

void add_complete(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb =
      app.add(invocation, {.name = "complete",
                           .summary = "what a completion script asks: names of the league's own",
                           .group = "",
                           .examples = "  danno complete agents\n"
                                       "  danno complete games koans/"});
  const auto arguments = std::make_shared<CompleteArguments>();
  verb.option("KIND", arguments->kind, "agents, games, or any of both")
      .required()
      .one_of({"agents", "games", "any"});
  verb.option("TYPED", arguments->typed, "the word so far");
  verb.runs([arguments] { print_names(*arguments); });
}

}  // namespace danno::leagues::cli::verbs

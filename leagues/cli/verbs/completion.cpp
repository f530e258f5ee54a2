// danno completion SHELL: a script that completes verbs, flags, rule sets and bundled agents.
#include <fmt/format.h>

#include <memory>

#include "leagues/cli/flags/completion_script.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/words/suggest.hpp"

namespace danno::leagues::cli::verbs {
namespace {

void print_script(flags::Verb program, const std::string& shell) {
  if (const auto script = flags::completion_script(program, shell)) {
    fmt::print("{}", *script);
    return;
  }
  throw terminal::UsageError(fmt::format(
      "no completion for '{}'; {}", shell,
      words::did_you_mean(shell, flags::completed_shells(), "expected bash, zsh or fish")));
}

}  // namespace

void add_completion(flags::Verb app, terminal::Invocation& invocation) {
  const flags::Verb verb = app.add(
      invocation, {.name = "completion",
                   .summary = "a script that completes the words of danno in your shell",
                   .group = "Agents",
                   .examples = "  source <(danno completion bash)\n"
                               "  danno completion fish > ~/.config/fish/completions/danno.fish"});
  const auto shell = std::make_shared<std::string>();
  verb.option("SHELL", *shell, "bash, zsh or fish").required();
  verb.runs([shell, app] { print_script(app, *shell); });
}

}  // namespace danno::leagues::cli::verbs

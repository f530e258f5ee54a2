// The program's whole command line: parses it, runs the verb that it names, and reports mistakes.
#pragma once

#include <memory>

#include "leagues/cli/flags/verb.hpp"

namespace danno::leagues::cli::flags {

/// Whether --json stands among the options, also of a line that cannot be parsed.
[[nodiscard]] bool asks_for_json(int argc, char** argv);

class CommandLine {
 public:
  explicit CommandLine(const std::string& version);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  /// The program, to which verbs are added.
  [[nodiscard]] Verb program();
  /// Runs the verb, or shows the requested help, and returns the exit code. Throws UsageError with
  /// one line in danno's own words: what was wrong, what was expected or probably meant, the next
  /// step. Also throws what the verb throws.
  [[nodiscard]] int run(int argc, char** argv);

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace danno::leagues::cli::flags

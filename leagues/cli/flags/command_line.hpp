// The program's command line as a whole: reads it, runs the verb it names, and says what is wrong
// with it.
#pragma once

#include <memory>

#include "leagues/cli/flags/verb.hpp"

namespace danno::leagues::cli::flags {

class CommandLine {
 public:
  explicit CommandLine(const std::string& version);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  /// Where verbs are added.
  [[nodiscard]] Verb program();
  /// Runs the verb, or shows the help that was asked for. Throws UsageError in our words: one line
  /// with what was wrong, what was expected or probably meant, the next step; and what the verb
  /// throws.
  void run(int argc, char** argv);

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace danno::leagues::cli::flags

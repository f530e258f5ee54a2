// What the command line got wrong, in our words.
#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace danno::cli {

/// One line for an error that CLI11 threw while `app` parsed: what was wrong, what was expected or
/// probably meant, the next step.
[[nodiscard]] std::string explain(const CLI::App& app, const CLI::ParseError& error);

/// One line where a verb is missing, after a parse that went well; empty where none is.
[[nodiscard]] std::string explain_missing_verb(const CLI::App& app);

}  // namespace danno::cli

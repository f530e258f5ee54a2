#include "leagues/cli/flags/grade_folder.hpp"
#include "leagues/cli/flags/verb.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::cli::flags {

void add_grade_flag(Verb verb, std::string& folder) {
  verb.option("--grade", folder, "write results.json for Gradescope there").takes("FOLDER");
}

void make_grade_folder(const std::string& folder) {
  if (folder.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder))
    throw terminal::UsageError(
        fmt::format("--grade '{}': no folder can be made there; expected one that can be written",
                    words::escape_terminal(folder)));
}

}  // namespace danno::leagues::cli::flags

#include "leagues/cli/grade_folder.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/text/escape.hpp"

namespace danno::cli {

void add_grade_flag(CLI::App& verb, std::string& folder) {
  verb.add_option("--grade", folder, "write Gradescope, Codabench and badge files there")
      ->type_name("FOLDER");
}

void make_grade_folder(const std::string& folder) {
  if (folder.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder))
    throw UsageError(
        fmt::format("--grade '{}': no folder can be made there; expected one that can be written",
                    leagues::escape_terminal(folder)));
}

}  // namespace danno::cli

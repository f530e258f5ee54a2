#include "leagues/cli/flags/place_to_write.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::cli::flags {

namespace fs = std::filesystem;

void check_file_to_write(const char* flag, const std::string& file) {
  const fs::path folder = fs::path(file).parent_path();
  const bool other = fs::exists(file) && !fs::is_regular_file(file);
  if (other || (!folder.empty() && !fs::is_directory(folder)))
    throw terminal::UsageError(fmt::format("{} {}: expected a file in a folder that exists", flag,
                                           words::escape_terminal(file)));
}

void check_folder_to_write(const char* flag, const std::string& folder) {
  std::error_code unknown;
  fs::path there = folder;
  while (!there.empty() && !fs::exists(there, unknown))
    there = there.parent_path();
  if (!there.empty() && !fs::is_directory(there, unknown))
    throw terminal::UsageError(fmt::format("{} {}: '{}' is no folder; expected one, or a new one",
                                           flag, words::escape_terminal(folder),
                                           words::escape_terminal(there.string())));
}

}  // namespace danno::leagues::cli::flags

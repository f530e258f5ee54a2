#include "leagues/cli/output_files.hpp"

#include <filesystem>

#include "leagues/base/whole_file.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/stored_league.hpp"

namespace danno::leagues::cli {

namespace fs = std::filesystem;

void check_file_to_write(const char* flag, const std::string& file) {
  const fs::path folder = fs::path(file).parent_path();
  const bool other = fs::exists(file) && !fs::is_regular_file(file);
  if (other || (!folder.empty() && !fs::is_directory(folder)))
    throw UsageError("{} {}: expected a file in a folder that exists", flag, file);
}

void check_folder_to_write(const char* flag, const std::string& folder) {
  std::error_code unknown;
  fs::path there = folder;
  // Folders are made as needed, so the nearest one that exists decides.
  while (!there.empty() && !fs::exists(there, unknown))
    there = there.parent_path();
  if (!there.empty() && !fs::is_directory(there, unknown))
    throw UsageError("{} {}: '{}' is not a folder; expected a folder, or a new name", flag, folder,
                     there.string());
}

void add_grade_flag(Command command, std::string& folder) {
  command.option("--grade FOLDER", folder, "write results.json for Gradescope there");
}

void make_grade_folder(const std::string& folder) {
  if (folder.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder))
    throw UsageError("--grade '{}': cannot make this folder; expected one that can be written",
                     folder);
}

void add_page_file(Command command, std::string& file) {
  command.option("--html FILE", file, "write a web page in a single file; - is stdout");
}

void check_result_page_file(const std::string& file) {
  if (file.empty()) return;
  if (file == "-") throw UsageError("--html -: stdout has the result; expected a file");
  check_file_to_write("--html", file);
}

void write_page(const site::Page& page, const std::string& file) {
  const std::string text = site::print_single_file(page);
  if (file == "-") {
    cli::print("{}", text);
    return;
  }
  check_file_to_write("--html", file);
  base::write_named(file, text);
}

void write_written_game(const std::string& read, const referee::record::WrittenGame& game,
                        const std::string& file, const Invocation& invocation) {
  write_page(site::deal_page(site::make_page_deal(view_written_game(read, game, invocation))),
             file);
}

}  // namespace danno::leagues::cli

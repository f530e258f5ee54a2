#include "leagues/cli/flags/place_to_write.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "leagues/archive/game_view.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/files/whole_file.hpp"
#include "leagues/words/escape.hpp"
#include "referee/record/audit.hpp"

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
  // Folders are made as needed, so the nearest one that exists decides.
  while (!there.empty() && !fs::exists(there, unknown))
    there = there.parent_path();
  if (!there.empty() && !fs::is_directory(there, unknown))
    throw terminal::UsageError(fmt::format("{} {}: '{}' is no folder; expected one, or a new one",
                                           flag, words::escape_terminal(folder),
                                           words::escape_terminal(there.string())));
}

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

void add_page_file(Verb verb, std::string& file) {
  verb.option("--html", file, "write it as a page for a browser, all in one file; - is stdout")
      .takes("FILE");
}

void check_result_page_file(const std::string& file) {
  if (file.empty()) return;
  if (file == "-")
    throw terminal::UsageError("--html -: the result is printed there; expected a file");
  check_file_to_write("--html", file);
}

void write_page(const site::Page& page, const std::string& file) {
  const std::string text = site::print_single_file(page);
  if (file == "-") {
    terminal::print("{}", text);
    return;
  }
  check_file_to_write("--html", file);
  files::write_named(file, text);
}

void write_written_game(const std::string& read, const referee::record::WrittenGame& game,
                        const std::string& file, const terminal::Invocation& invocation) {
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  const auto rules = archive::written_rules(game);
  archive::Chances chances(*rules, terminal::watch_for(invocation));
  auto view = require_legal(read, archive::view_game(game, rules, chances));
  write_page(site::deal_page(site::shown_deal(std::move(view))), file);
}

}  // namespace danno::leagues::cli::flags

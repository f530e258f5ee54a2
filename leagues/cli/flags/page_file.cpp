#include "leagues/cli/flags/page_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "leagues/archive/game_view.hpp"
#include "leagues/cli/flags/written_file.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/text/escape.hpp"
#include "leagues/text/whole_file.hpp"
#include "referee/record/audit.hpp"

namespace danno::leagues::cli::flags {

namespace fs = std::filesystem;

void add_page_file(Verb verb, std::string& file) {
  verb.option("--html", file, "write it as a page for a browser, all in one file; - is stdout")
      .takes("FILE");
}

void check_page_file(const std::string& file) {
  const fs::path folder = fs::path(file).parent_path();
  if (fs::is_directory(file) || (!folder.empty() && !fs::is_directory(folder)))
    throw terminal::UsageError(fmt::format("--html {}: expected a file in a folder that is there",
                                           text::escape_terminal(file)));
}

void write_page(const site::Page& page, const std::string& file) {
  const std::string text = site::print_single_file(page);
  if (file == "-") {
    fmt::print("{}", text);
    return;
  }
  check_page_file(file);
  text::write_whole(file, text);
}

void write_written_game(const std::string& read, const referee::record::WrittenGame& game,
                        const std::string& file, const terminal::Invocation& invocation) {
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  archive::Chances chances(referee::record::audited_rules(game), terminal::watch_for(invocation));
  auto view = require_legal(read, archive::view_game(game, chances));
  write_page(site::deal_page(site::shown_deal(std::move(view))), file);
}

}  // namespace danno::leagues::cli::flags

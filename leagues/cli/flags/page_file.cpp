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

void write_page(const site::ShownDeal& deal, const std::string& file) {
  const std::string page = site::print_single_file(site::deal_page(deal));
  if (file == "-") {
    fmt::print("{}", page);
    return;
  }
  const fs::path folder = fs::path(file).parent_path();
  if (fs::is_directory(file) || (!folder.empty() && !fs::is_directory(folder)))
    throw terminal::UsageError(fmt::format("--html {}: expected a file in a folder that is there",
                                           text::escape_terminal(file)));
  text::write_whole(file, page);
}

void write_written_game(const std::string& read, const referee::record::WrittenGame& game,
                        const std::string& file, const terminal::Invocation& invocation) {
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  archive::Chances chances(referee::record::audited_rules(game), terminal::watch_for(invocation));
  auto view = require_legal(read, archive::view_game(game, chances));
  write_page(site::shown_deal(std::move(view)), file);
}

}  // namespace danno::leagues::cli::flags

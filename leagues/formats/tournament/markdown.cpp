// The tables of a league of tournaments as Markdown: table.md, and tournament.md with everything.
#include <fmt/format.h>

#include "leagues/formats/tournament/sheets.hpp"
#include "leagues/tables/markdown.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::formats::tournament {
namespace {

std::string markdown(const TournamentTable& table, const char* title, bool with_details) {
  std::string text = fmt::format("# {}: {}\n", words::escape_markdown(table.name), title);
  for (const TournamentDivisionTable& division : table.divisions) {
    text += fmt::format("\n## {}\n", division.definition->id);
    for (const plan::Sheet& sheet : tournament_sheets(table, division)) {
      if (sheet.is_detail && !with_details) continue;
      text += fmt::format("\n### {}\n\n", words::escape_markdown(sheet.title));
      tables::add_markdown_table(text, sheet.cells, sheet.name_column, sheet.notes);
    }
  }
  return text;
}

}  // namespace

std::string tournament_markdown(const TournamentTable& table) {
  return markdown(table, "tournament", false);
}

std::string tournament_papers(const TournamentTable& table) {
  return markdown(table, "seating, score sheets and standings of the tournament", true);
}

}  // namespace danno::leagues::formats::tournament

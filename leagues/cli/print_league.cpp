#include "leagues/cli/print_league.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "leagues/base/escape.hpp"
#include "leagues/base/width.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/text_table.hpp"

namespace danno::leagues::cli {
namespace {

/// Shortens the names so that the table fits, but no further than to some letters.
void shorten(Rows& rows, std::size_t column, std::size_t columns) {
  constexpr std::size_t kLeast = 8;
  const std::size_t total = table_width(rows);
  if (total <= columns) return;
  const std::size_t widest = column_widths(rows)[column];
  const std::size_t room = std::max(kLeast, widest - std::min(widest, total - columns));
  for (auto& row : rows)
    row[column] = base::shorten(row[column], room);
}

struct Audience {
  std::optional<std::size_t> columns;  ///< Nothing: all that there is.
  bool wants_all = false;
  Notes notes = Notes::Shown;
};

/// Returns the notes of a table, brief ones unless all is wanted.
std::string notes_text(const report::Sheet& sheet, const Audience& audience) {
  std::string text;
  std::string before;
  for (const report::Note& note : sheet.notes) {
    const std::string& said = audience.wants_all ? note.text : note.brief;
    // Tables of one league share notes, which are shown once.
    if (said.empty() || said == before) continue;
    before = said;
    const std::string line = base::escape_terminal(said);
    const std::string shown = audience.columns ? base::wrap(line, *audience.columns, 2) : line;
    text += styled(shown, Style::Dim, stdout) + "\n";
  }
  return text;
}

/// Returns a table for the audience: title, rows, notes, and which columns had no room.
std::string sheet_text(const report::Sheet& sheet, const Audience& audience) {
  Rows rows = escaped_rows(sheet.cells);
  std::string columns = sheet.cells.align;
  std::vector<std::string> taken;
  if (audience.columns) {
    if (!audience.wants_all)
      taken = fit_table(columns, rows, sheet.cells.optional_columns, *audience.columns);
    shorten(rows, columns.find('l'), *audience.columns);
  }
  std::string text =
      fmt::format("\n{}\n\n{}", styled(base::escape_terminal(sheet.title), Style::Bold, stdout),
                  text_table(columns, rows));
  if (audience.notes == Notes::LeftOut) return text;
  if (!sheet.notes.empty()) text += "\n" + notes_text(sheet, audience);
  if (!taken.empty()) {
    const std::string line =
        fmt::format("no room for: {} (-v and table.md have them)", fmt::join(taken, ", "));
    text += styled(base::wrap(line, *audience.columns, 2), Style::Dim, stdout) + "\n";
  }
  return text;
}

}  // namespace

std::string format_tables(const report::LeagueTables& tables, Notes notes,
                          const Invocation& invocation) {
  const Audience audience{columns(stdout), invocation.verbose, notes};
  std::string text;
  for (const report::Sheet& sheet : tables.sheets) {
    if (!sheet.is_detail || invocation.verbose) text += sheet_text(sheet, audience);
  }
  return text;
}

void show(const report::LeagueTables& tables, const Invocation& invocation) {
  if (invocation.json) return print("{}", tables.json());
  print_text("{}", format_tables(tables, Notes::Shown, invocation));
}

std::string format_status(const report::LeagueStatus& status) {
  std::string text = status.headline + "\n";
  if (!status.cells.headings.empty()) text += "\n" + text_table(status.cells);
  for (const std::string& line : status.lines)
    text += base::escape_terminal(line) + "\n";
  if (!status.next_step.empty()) text += base::escape_terminal(status.next_step) + "\n";
  return text;
}

void show(const report::LeagueStatus& status, const Invocation& invocation) {
  if (invocation.json) return print("{}\n", base::dump(status.json));
  print_text("{}", format_status(status));
}

}  // namespace danno::leagues::cli

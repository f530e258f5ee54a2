// A league's tables and progress in a form for people and programs, whatever its format.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "leagues/base/json.hpp"
#include "leagues/store/reader.hpp"

namespace danno::leagues::report {

/// A file in the league's folder.
struct TableFile {
  std::string name;
  std::string content;
};

/// Headings and cells for people, in the order of the columns. Text from bots is not escaped.
struct TableCells {
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;
  /// Headings that a narrow terminal omits, in this order.
  std::vector<std::string> optional_columns = {};
  std::string align = {};  ///< 'l' for each column of text, 'r' for each of figures.
};

/// A line under a table.
struct Note {
  Note(std::string whole) : text(std::move(whole)), brief(text) {}
  Note(std::string whole, std::string at_first)
      : text(std::move(whole)), brief(std::move(at_first)) {}
  std::string text;
  std::string brief;  ///< The short form, shown unless more is requested; may be empty.
};

/// One of a league's tables, for a terminal.
struct Sheet {
  std::string title;
  TableCells cells;
  std::vector<Note> notes;
  bool is_detail = false;  ///< Shown only if more is requested.
};

/// A league's tables, computed from the store.
struct LeagueTables {
  store::Digests digests;        ///< The digests of the store.
  std::vector<TableFile> files;  ///< The files; table.json is first.
  std::vector<Sheet> sheets;
  [[nodiscard]] const std::string& json() const { return files.front().content; }
};

/// The progress of a league.
struct LeagueStatus {
  base::Json json;
  std::string headline;
  TableCells cells;                ///< Without headings there is no table.
  std::vector<std::string> lines;  ///< Lines under the table.
  std::string next_step;           ///< The last line: what plays the rest. May be empty.
};

}  // namespace danno::leagues::report

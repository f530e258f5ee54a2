// A league as people and programs read it, whatever its format: tables, and how far it is.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "leagues/files/json.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::plan {

/// A file of the league's folder.
struct TableFile {
  std::string name;
  std::string content;
};

/// Headings and cells that people read, in the order of the columns; words of bots are as they are.
struct TableCells {
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> spared =
      {};  ///< Headings that a narrow terminal does without, in this order.
};

/// A line under a table.
struct Note {
  Note(std::string whole) : text(std::move(whole)), brief(text) {}
  Note(std::string whole, std::string at_first)
      : text(std::move(whole)), brief(std::move(at_first)) {}
  std::string text;
  std::string brief;  ///< For who did not ask for more; may be empty.
};

/// One of a league's tables, for a terminal.
struct Sheet {
  std::string title;
  TableCells cells;
  std::size_t name_column = 0;  ///< It and the last one are text, the others are figures.
  std::vector<Note> notes;
  bool is_detail = false;  ///< For who asks for more.
};

/// A league's tables as they follow from the store.
struct ShownTables {
  store::Digests digests;        ///< Of the store.
  std::vector<TableFile> files;  ///< table.json first.
  std::vector<Sheet> sheets;
  [[nodiscard]] const std::string& json() const { return files.front().content; }
};

/// How far a league is.
struct LeagueStatus {
  files::Json json;
  std::string headline;
  TableCells cells;                ///< The first column is text; no headings: there is no table.
  std::vector<std::string> lines;  ///< What stands under it.
};

}  // namespace danno::leagues::plan

// One description of a table for all its outputs: each cell is added with its column, so that a
// column's names, form and value stand in one place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "leagues/base/json.hpp"
#include "leagues/report/league_tables.hpp"

namespace danno::leagues::report {

/// A column. An output in which it has no name leaves it out.
struct Column {
  std::string key = {};                   ///< Its name in JSON and CSV.
  std::string json = {};                  ///< Its name in JSON only.
  std::string csv = {};                   ///< Its name in CSV only.
  std::string heading = {};               ///< Its name for people.
  bool is_text = false;                   ///< Text is aligned left, figures right.
  int digits = 4;                         ///< The decimals in CSV.
  std::string (*show)(double) = nullptr;  ///< Returns its numbers for people.
  std::string none = "-";                 ///< What people see in place of null.
  /// JSON omits null; people see the column only if it has a value.
  bool is_optional = false;
};

/// A value is null, a number, unescaped text, or JSON that only programs get.
struct OutputTable {
  std::vector<Column> columns;  ///< Those of the first row; all rows have the same.
  std::vector<std::vector<base::Json>> rows;

  /// Adds a cell to the last row.
  void add(Column column, base::Json value);
};

/// Returns an object for each row; `round` is applied to numbers that are not whole.
[[nodiscard]] base::Json to_json(const OutputTable& table, double (*round)(double) = nullptr);
[[nodiscard]] std::string to_csv(const OutputTable& table, std::string_view end_of_line = "\r\n");
/// Returns the cells for people, unescaped.
[[nodiscard]] TableCells to_cells(const OutputTable& table);
/// Returns the cells as Markdown, escaped, and any notes as a list below them.
[[nodiscard]] std::string to_markdown(const TableCells& cells, const std::vector<Note>& notes = {});

// Forms of numbers, for Column::show. base::format_chance is one, too.
[[nodiscard]] std::string count(double number);          ///< "1,615"
[[nodiscard]] std::string whole_percent(double chance);  ///< "62 %"
[[nodiscard]] std::string three_digits(double points);   ///< "1.615"
[[nodiscard]] std::string one_decimal(double number);    ///< "61.5"
[[nodiscard]] std::string whole(double number);          ///< "62"
[[nodiscard]] std::string three_figures(double number);  ///< "0.0615"
[[nodiscard]] std::string whole_elo(double elo);         ///< "+62"

}  // namespace danno::leagues::report

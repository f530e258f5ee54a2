#include "leagues/report/columns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/number.hpp"
#include "leagues/report/table.hpp"

namespace danno::leagues::report {
namespace {

using base::Json;

std::string csv_field(const Column& column, const Json& value) {
  if (value.is_null()) return "";
  if (value.is_number_float()) return fmt::format("{:.{}f}", value.get<double>(), column.digits);
  if (!value.is_string()) return value.dump();
  const auto& text = value.get_ref<const std::string&>();
  // A number such as -5 is no formula.
  return base::parse_decimal(text) ? text : base::escape_csv(text);
}

std::string format_cell(const Column& column, const Json& value) {
  if (value.is_null()) return column.none;
  if (value.is_string()) return value.get<std::string>();
  return column.show != nullptr ? column.show(value.get<double>()) : value.dump();
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string text;
  for (const std::string& cell : cells)
    text += fmt::format("| {} ", base::escape_markdown(cell));
  return text + "|\n";
}

}  // namespace

void OutputTable::add(Column column, Json value) {
  if (rows.size() == 1) columns.push_back(std::move(column));
  rows.back().push_back(std::move(value));
}

Json to_json(const OutputTable& table, double (*round)(double)) {
  Json objects = Json::array();
  for (const std::vector<Json>& row : table.rows) {
    Json& object = objects.emplace_back(Json::object());
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Column& column = table.columns[i];
      const std::string& name = column.key.empty() ? column.json : column.key;
      if (name.empty() || (column.is_optional && row[i].is_null())) continue;
      const bool rounds = round != nullptr && row[i].is_number_float();
      object[name] = rounds ? Json(round(row[i].get<double>())) : row[i];
    }
  }
  return objects;
}

std::string to_csv(const OutputTable& table, std::string_view end_of_line) {
  std::string text;
  const auto add_line = [&](const auto& field) {
    std::string line;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const Column& column = table.columns[i];
      if (!column.key.empty() || !column.csv.empty()) line += field(column, i) + ",";
    }
    if (!line.empty()) line.pop_back();
    text.append(line).append(end_of_line);
  };
  add_line([](const Column& column, std::size_t) { return column.key + column.csv; });
  for (const std::vector<Json>& row : table.rows)
    add_line([&](const Column& column, std::size_t i) { return csv_field(column, row[i]); });
  return text;
}

TableCells to_cells(const OutputTable& table) {
  TableCells cells{{}, std::vector<std::vector<std::string>>(table.rows.size())};
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Column& column = table.columns[i];
    const auto is_null = [&](const auto& row) { return row[i].is_null(); };
    const bool omitted = column.is_optional && std::ranges::all_of(table.rows, is_null);
    if (column.heading.empty() || omitted) continue;
    cells.headings.push_back(column.heading);
    cells.align.push_back(column.is_text ? 'l' : 'r');
    for (std::size_t row = 0; row < table.rows.size(); ++row)
      cells.rows[row].push_back(format_cell(column, table.rows[row][i]));
  }
  return cells;
}

std::string to_markdown(const TableCells& cells, const std::vector<Note>& notes) {
  std::string text = markdown_row(cells.headings);
  for (const char side : cells.align)
    text += side == 'l' ? "| --- " : "| ---: ";
  text += "|\n";
  for (const std::vector<std::string>& row : cells.rows)
    text += markdown_row(row);
  if (!notes.empty()) text += "\n";
  for (const Note& note : notes)
    text += "- " + base::escape_markdown(note.text) + "\n";
  return text;
}

std::string count(double number) { return base::format_count(static_cast<std::uint64_t>(number)); }
std::string whole_percent(double chance) { return fmt::format("{:.0f} %", 100 * chance); }
std::string three_digits(double points) { return fmt::format("{:.3f}", points); }
std::string one_decimal(double number) { return fmt::format("{:.1f}", number); }
std::string whole(double number) { return fmt::format("{:.0f}", number); }
std::string three_figures(double number) { return fmt::format("{:.3g}", number); }
std::string whole_elo(double elo) { return format_signed(elo); }

}  // namespace danno::leagues::report

// Parts that the table files of all formats share.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "leagues/files/json.hpp"
#include "leagues/plan/shown.hpp"
#include "leagues/scores/tally.hpp"
#include "leagues/store/store.hpp"
#include "leagues/tables/table.hpp"

namespace danno::leagues::tables {

/// Appends the table, and its notes as a list below it. The column of names and the last one are
/// text, the others are figures. Cells and notes are escaped.
void add_markdown_table(std::string& text, const plan::TableCells& cells, std::size_t name_column,
                        const std::vector<plan::Note>& notes);

/// The files' version, shown in table.json. Increase it when the same games give other files.
inline constexpr int kTablesVersion = 1;

/// Returns the value rounded to six digits, which is more precise than any rating.
[[nodiscard]] double rounded(double value);
[[nodiscard]] files::Json rounded_or_null(std::optional<double> value);
/// {"crash": 2, …}
[[nodiscard]] files::Json faults_json(const scores::AgentTally& tally);
/// Returns the part of an agent's content hash that is published.
[[nodiscard]] std::string short_hash(const std::string& hash);
[[nodiscard]] files::Json epoch_json(const store::Epoch& epoch);
/// Four digits, or empty.
[[nodiscard]] std::string csv_or_empty(std::optional<double> value);

/// The part of table.json and table.md that is about a division of deals in all seatings.
[[nodiscard]] files::Json division_json(const DivisionTable& division);
[[nodiscard]] std::string division_markdown(const DivisionTable& division);

}  // namespace danno::leagues::tables

// Parts that the table files of all formats share.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "leagues/base/json.hpp"
#include "leagues/ratings/tally.hpp"
#include "leagues/report/league_tables.hpp"
#include "leagues/report/table.hpp"
#include "leagues/store/reader.hpp"

namespace danno::leagues::report {

/// Returns the table, and its notes as a list below it. Cells and notes are escaped.
[[nodiscard]] std::string to_markdown(const TableCells& cells, const std::vector<Note>& notes);

/// The files' version, shown in table.json. Increase it when the same games give other files.
inline constexpr int kTablesVersion = 1;

/// Returns the value rounded to six digits, which is more precise than any rating.
[[nodiscard]] double rounded(double value);
[[nodiscard]] base::Json rounded_or_null(std::optional<double> value);
/// {"crash": 2, …}
[[nodiscard]] base::Json faults_json(const ratings::AgentTally& tally);
/// Returns the part of an agent's content hash that is published.
[[nodiscard]] std::string short_hash(const std::string& hash);
[[nodiscard]] base::Json epoch_json(const store::Epoch& epoch);

/// The part of table.json and table.md that is about a division of deals in all seatings.
[[nodiscard]] base::Json division_json(const DivisionTable& division);
[[nodiscard]] std::string division_markdown(const DivisionTable& division);

}  // namespace danno::leagues::report

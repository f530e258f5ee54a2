// Pieces that table.json and table.csv of every format share.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "leagues/store/store.hpp"
#include "leagues/scores/tally.hpp"

namespace danno::leagues {

/// Six digits are more than any rating is good for.
[[nodiscard]] double rounded(double value);
[[nodiscard]] nlohmann::ordered_json rounded_or_null(std::optional<double> value);
/// {"crash": 2, …}
[[nodiscard]] nlohmann::ordered_json faults_json(const AgentTally& tally);
[[nodiscard]] nlohmann::ordered_json epoch_json(const Epoch& epoch);
/// Four digits, or nothing.
[[nodiscard]] std::string csv_or_empty(std::optional<double> value);

}  // namespace danno::leagues

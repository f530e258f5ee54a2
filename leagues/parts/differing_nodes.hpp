// Machines on which deals of a plan came out otherwise than on the others: more timeouts or other
// faults, or an agent that plays worse. From the .checked files alone, so nothing is opened again.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "leagues/files/json.hpp"
#include "leagues/parts/plan_file.hpp"
#include "leagues/ratings/differing_places.hpp"

namespace danno::leagues::parts {

struct NodeDifference {
  std::string host;
  std::vector<int> parts;  ///< The parts of which it played some.
  std::string rules;       ///< For a score: where; otherwise empty.
  std::string agent;       ///< For a score: whose; otherwise empty.
  ratings::PlaceDifference found;
};

/// The traits to compare. Scores need a fit of the ratings of all that was played.
enum class Compared { Faults, FaultsAndScores };

/// Compares the complete parts that were checked, by the machines that played them; returns what
/// surely differs, the surest first.
[[nodiscard]] std::vector<NodeDifference> differing_nodes(const PartsPlan& plan, Compared what);

/// Returns "n3: 14 timeouts in 21,000 decisions, others 2 in 190,000 (p < 1e-9); …" with what to
/// do; names in it are not escaped.
[[nodiscard]] std::string text_of(const NodeDifference& node, const std::filesystem::path& plan);
[[nodiscard]] files::Json json_of(std::span<const NodeDifference> nodes);

}  // namespace danno::leagues::parts

#include "leagues/shown_points.hpp"

namespace danno::leagues {

nlohmann::ordered_json shown_points(const rules::Definition& definition, rules::Points points) {
  if (points % definition.unit == 0) return points / definition.unit;
  return static_cast<double>(points) / definition.unit;
}

}  // namespace danno::leagues

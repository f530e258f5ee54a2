#include "leagues/files/shown_points.hpp"

#include "leagues/files/json.hpp"

namespace danno::leagues::files {

Json shown_points(const rules::Definition& definition, rules::Points points) {
  if (points % definition.unit == 0) return points / definition.unit;
  return static_cast<double>(points) / definition.unit;
}

}  // namespace danno::leagues::files

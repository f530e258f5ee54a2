#include "leagues/base/points.hpp"

#include "leagues/base/json.hpp"

namespace danno::leagues::base {

Json shown_points(const rules::Definition& definition, rules::Points points) {
  if (points % definition.unit == 0) return points / definition.unit;
  return static_cast<double>(points) / definition.unit;
}

}  // namespace danno::leagues::base

// Everybody meets everybody: every choice of agents, or a balanced part of them
// (scheme.hpp).
#include "leagues/formats/planned/planned.hpp"

namespace danno::leagues::formats::planned {
namespace {

class RoundRobinFormat : public PlannedFormat {
 public:
  [[nodiscard]] std::string_view name() const override { return "round-robin"; }
};

}  // namespace

const plan::Format& round_robin() {
  static const RoundRobinFormat kFormat;
  return kFormat;
}

}  // namespace danno::leagues::formats::planned

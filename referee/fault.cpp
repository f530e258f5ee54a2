#include "referee/fault.hpp"

#include <array>

namespace danno::referee {
namespace {

constexpr std::array<std::string_view, 11> kNames{"",      "illegal", "timeout",    "crash",
                                                  "exit",  "garbled", "closed",     "memory",
                                                  "flood", "overuse", "never-ready"};

}  // namespace

std::string_view to_string(FaultKind kind) { return kNames.at(static_cast<std::size_t>(kind)); }

std::optional<FaultKind> parse_fault_kind(std::string_view text) {
  for (std::size_t i = 1; i < kNames.size(); ++i) {
    if (kNames.at(i) == text) return static_cast<FaultKind>(i);
  }
  return std::nullopt;
}

}  // namespace danno::referee

// An agent's fault: a normal result of a game, never thrown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace danno::referee {

enum class FaultKind : std::uint8_t {
  Illegal = 1,  ///< An answer that the options do not allow.
  Timeout,
  Crash,    ///< `value`: the signal.
  Exit,     ///< `value`: the exit code.
  Garbled,  ///< No message, or an answer to no open question.
  Closed,   ///< stdout closed while the process lives.
  Memory,
  Flood,    ///< More output than any answer needs.
  Overuse,  ///< CPU used while it owed nothing.
  NeverReady,
};

/// "illegal", "timeout", … as in tables and JSON.
[[nodiscard]] std::string_view to_string(FaultKind kind);
[[nodiscard]] std::optional<FaultKind> parse_fault_kind(std::string_view text);

struct Fault {
  FaultKind kind = FaultKind::Illegal;
  int seat = 0;
  int value = 0;
  std::string detail;  ///< For people; no code reads it.
  std::string report;  ///< The self-contained report (JSON, see report.hpp).
};

}  // namespace danno::referee

// An agent's fault: a normal result of a game, never thrown.
//
// A fault is values: its kind, what caused it, and the evidence. Where it is shown or stored, words
// (describe) and JSON (talk/report.hpp) are made of them; code decides on the values alone.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace danno::referee::record {

/// The numbers of danno.v1.FaultRecord.Kind, as stored.
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

/// Read from a store or a report, which keep the words only.
struct InWords {
  std::string text;
};

// What an agent did, with its figures. kKind is the fault that it is.

struct NoSuchOption {
  static constexpr auto kKind = FaultKind::Illegal;
  std::uint32_t option = 0;
  std::size_t options = 0;
};
struct OptionForbids {
  static constexpr auto kKind = FaultKind::Illegal;
  std::uint32_t option = 0;
  int action = 0;  ///< danno.v1.Action, any number.
  bool may_roll = false;
  bool may_bank = false;
};
struct NoAnswerToOffer {
  static constexpr auto kKind = FaultKind::Illegal;
  int action = 0;  ///< danno.v1.Action, any number.
};
struct NothingOpen {
  static constexpr auto kKind = FaultKind::Garbled;
  struct Answer {
    std::uint32_t game = 0;
    std::uint32_t seq = 0;
  };
  std::optional<Answer> answer;  ///< None: the agent had no open question at all.
};
struct AnswerBeforeReady {
  static constexpr auto kKind = FaultKind::Garbled;
};
struct SecondReady {
  static constexpr auto kKind = FaultKind::Garbled;
};
struct TextOnStdout {
  static constexpr auto kKind = FaultKind::Garbled;
};
struct UnreadableMessage {
  static constexpr auto kKind = FaultKind::Garbled;
};
struct OversizedFrame {
  static constexpr auto kKind = FaultKind::Garbled;
  std::uint64_t bytes = 0;
  std::uint64_t limit = 0;
};
struct StderrFlood {
  static constexpr auto kKind = FaultKind::Flood;
  std::uint64_t limit = 0;  ///< Bytes.
};
struct LateAnswer {
  static constexpr auto kKind = FaultKind::Timeout;
  std::chrono::milliseconds limit{0};
  /// Since the question, or the last answer to others; if it slept, of what all had together.
  std::chrono::milliseconds charged{0};
  int open = 1;  ///< Questions, each with the limit.
  /// If it slept: what these had together beyond their limits, by the wall. 0: it computed.
  std::chrono::milliseconds patience{0};
};
struct LateStart {
  static constexpr auto kKind = FaultKind::NeverReady;
  std::chrono::milliseconds limit{0};
};
struct NotExecuted {
  static constexpr auto kKind = FaultKind::NeverReady;
  int error = 0;    ///< errno.
  std::string why;  ///< One line.
};
struct Exited {
  static constexpr auto kKind = FaultKind::Exit;
  int code = 0;
};
struct Killed {
  static constexpr auto kKind = FaultKind::Crash;
  int signal = 0;
};
struct ClosedStdout {
  static constexpr auto kKind = FaultKind::Closed;
};
struct OutOfMemory {
  static constexpr auto kKind = FaultKind::Memory;
  int limit_mb = 0;
};
struct BusyOffTurn {
  static constexpr auto kKind = FaultKind::Overuse;
};

using Cause = std::variant<InWords, NoSuchOption, OptionForbids, NoAnswerToOffer, NothingOpen,
                           AnswerBeforeReady, SecondReady, TextOnStdout, UnreadableMessage,
                           OversizedFrame, StderrFlood, LateAnswer, LateStart, NotExecuted, Exited,
                           Killed, ClosedStdout, OutOfMemory, BusyOffTurn>;

/// One line, as stored and shown: "chose option 40 of 1 (they count from 0)".
[[nodiscard]] std::string describe(const Cause& cause);

struct Evidence;

struct Fault {
  FaultKind kind = FaultKind::Illegal;
  int seat = 0;
  int value =
      0;  ///< The cause's figure, as stored: signal, exit code, errno, milliseconds charged.
  Cause cause;
  std::shared_ptr<const Evidence> evidence;  ///< Null where only the game was read from a store.
};

/// Of a cause as the referee saw it, not InWords; no seat and no evidence yet.
[[nodiscard]] Fault fault_of(Cause cause);

/// Before the agent was ready: what broke the wire or a limit keeps its kind; any other is
/// NeverReady.
[[nodiscard]] FaultKind kind_before_ready(FaultKind kind);

}  // namespace danno::referee::record

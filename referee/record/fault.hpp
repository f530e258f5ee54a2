// An agent's fault: a normal result of a game, never thrown.
//
// A fault consists of values: its kind, its cause and the evidence. Words (describe) and JSON
// (protocol/report.hpp) are made from them to be shown or stored; code decides by the values.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace danno::referee::record {

/// The kinds of faults. The numbers are those of danno.v1.FaultRecord.Kind, as stored.
enum class FaultKind : std::uint8_t {
  Illegal = 1,  ///< An answer that the options do not allow.
  Timeout,
  Crash,    ///< `value` is the signal.
  Exit,     ///< `value` is the exit code.
  Garbled,  ///< The output was not a message, or answered no open question.
  Closed,   ///< The agent closed stdout while its process lived.
  Memory,
  Flood,    ///< It wrote more than any answer needs.
  Overuse,  ///< It used the CPU while it owed no answer.
  NeverReady,
};

/// Returns the name used in tables and JSON: "illegal", "timeout", …
[[nodiscard]] std::string_view to_string(FaultKind kind);
[[nodiscard]] std::optional<FaultKind> parse_fault_kind(std::string_view text);

/// A cause that was read from a store or a report, which keep the words only.
struct InWords {
  std::string text;
};

// The following types describe what an agent did, with its figures. kKind is the kind of fault, and
// kWords is the description of a cause without figures.

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
  std::optional<Answer> answer;  ///< Empty if the agent had no open question at all.
};
struct AnswerBeforeReady {
  static constexpr auto kKind = FaultKind::Garbled;
  static constexpr std::string_view kWords = "an answer before Ready";
};
struct SecondReady {
  static constexpr auto kKind = FaultKind::Garbled;
  static constexpr std::string_view kWords = "a second Ready";
};
struct TextOnStdout {
  static constexpr auto kKind = FaultKind::Garbled;
  static constexpr std::string_view kWords =
      "text on stdout, which carries the protocol; print to stderr";
};
struct UnreadableMessage {
  static constexpr auto kKind = FaultKind::Garbled;
  static constexpr std::string_view kWords = "bytes that are not a message of the protocol";
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
  /// Time charged since the question or previous answer; if it slept, the wall time that it used of
  /// what its open questions and `sleep_allowance` allow.
  std::chrono::milliseconds charged{0};
  int open = 1;  ///< Number of open questions; each adds the limit to the budget.
  /// The wall time beyond its limits that a sleeping process is allowed; 0 if the agent computed.
  std::chrono::milliseconds sleep_allowance{0};
  std::chrono::milliseconds bank{0};  ///< The time bank of a game, which was used up.
};
struct LateStart {
  static constexpr auto kKind = FaultKind::NeverReady;
  std::chrono::milliseconds limit{0};
};
struct NotExecuted {
  static constexpr auto kKind = FaultKind::NeverReady;
  int error = 0;    ///< The errno of exec.
  std::string why;  ///< A description in one line.
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
  static constexpr std::string_view kWords = "closed its stdout and did not exit";
};
struct OutOfMemory {
  static constexpr auto kKind = FaultKind::Memory;
  int limit_mb = 0;
};
struct BusyOffTurn {
  static constexpr auto kKind = FaultKind::Overuse;
  static constexpr std::string_view kWords = "used the processor while it owed no answer";
};

using Cause = std::variant<InWords, NoSuchOption, OptionForbids, NoAnswerToOffer, NothingOpen,
                           AnswerBeforeReady, SecondReady, TextOnStdout, UnreadableMessage,
                           OversizedFrame, StderrFlood, LateAnswer, LateStart, NotExecuted, Exited,
                           Killed, ClosedStdout, OutOfMemory, BusyOffTurn>;

/// Returns one line, as stored and shown: "chose option 40; there is only option 0".
[[nodiscard]] std::string describe(const Cause& cause);

struct Evidence;

struct Fault {
  FaultKind kind = FaultKind::Illegal;
  int seat = 0;
  /// The cause's figure, as stored: signal, exit code, errno, milliseconds charged.
  int value = 0;
  Cause cause;
  std::shared_ptr<const Evidence> evidence;  ///< Null if the game was read from a store without it.
};

/// Returns the fault for a cause as the referee saw it (not InWords), without seat and evidence.
[[nodiscard]] Fault make_fault(Cause cause);

/// Returns the kind of a fault that happens before the agent is ready: a violation of the wire or a
/// limit keeps its kind, any other is NeverReady.
[[nodiscard]] FaultKind kind_before_ready(FaultKind kind);

}  // namespace danno::referee::record

#include "referee/record/fault.hpp"

#include <array>
#include <cassert>
#include <type_traits>
#include <utility>

#include "danno/agent.pb.h"
#include "danno/record.pb.h"

namespace danno::referee::record {
namespace {

using Stored = v1::FaultRecord;

struct Name {
  FaultKind kind;
  Stored::Kind stored;
  std::string_view text;
};

constexpr std::array kNames{
    Name{FaultKind::Illegal, Stored::ILLEGAL, "illegal"},
    Name{FaultKind::Timeout, Stored::TIMEOUT, "timeout"},
    Name{FaultKind::Crash, Stored::CRASH, "crash"},
    Name{FaultKind::Exit, Stored::EXIT, "exit"},
    Name{FaultKind::Garbled, Stored::GARBLED, "garbled"},
    Name{FaultKind::Closed, Stored::CLOSED, "closed"},
    Name{FaultKind::Memory, Stored::MEMORY, "memory"},
    Name{FaultKind::Flood, Stored::FLOOD, "flood"},
    Name{FaultKind::Overuse, Stored::OVERUSE, "overuse"},
    Name{FaultKind::NeverReady, Stored::NEVER_READY, "never-ready"},
};

/// Returns whether kNames has every kind of the proto in order, with equal numbers.
constexpr bool is_that_of_the_proto() {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (static_cast<std::size_t>(kNames[i].kind) != i + 1) return false;
    if (static_cast<std::size_t>(kNames[i].stored) != i + 1) return false;
  }
  return kNames.size() == Stored::Kind_MAX;
}
static_assert(is_that_of_the_proto(), "FaultKind and danno.v1.FaultRecord.Kind differ");

std::string action_name(int action) {
  return v1::Action_IsValid(action) && action != v1::ACTION_UNSPECIFIED
             ? v1::Action_Name(static_cast<v1::Action>(action))
             : "no action (" + std::to_string(action) + ")";
}

std::string with_ms(std::chrono::milliseconds time) { return std::to_string(time.count()) + " ms"; }

std::string describe_bank(const LateAnswer& cause) {
  return cause.bank.count() > 0 ? "; the time bank of " + with_ms(cause.bank) + " is used up" : "";
}

/// Describes the timeout of an agent that slept: the wall time that it used and that it had.
std::string describe_sleep(const LateAnswer& cause) {
  const auto allowed = cause.open * cause.limit + cause.sleep_allowance;
  return "no answer within " + with_ms(cause.limit) + " (used " +
         std::to_string(cause.charged.count()) + " of " + with_ms(allowed) +
         " of wall time: " + with_ms(cause.limit) +
         (cause.open > 1 ? " for each of " + std::to_string(cause.open) + " open questions"
                         : " for the question") +
         ", " + with_ms(cause.sleep_allowance) + " once" + describe_bank(cause) + ")";
}

struct CauseWords {
  template <class Plain>
  std::string operator()(const Plain& /*cause*/) const {
    return std::string(Plain::kWords);
  }
  std::string operator()(const InWords& cause) const { return cause.text; }
  std::string operator()(const NoSuchOption& cause) const {
    // Show a negative number as the agent sent it, not as the unsigned number that it wraps to.
    return "chose option " + std::to_string(static_cast<std::int32_t>(cause.option)) +
           (cause.options == 1 ? "; there is only option 0"
                               : "; there are options 0 to " + std::to_string(cause.options - 1));
  }
  std::string operator()(const OptionForbids& cause) const {
    const char* const allowed = !cause.may_roll ? "BANK" : cause.may_bank ? "ROLL or BANK" : "ROLL";
    return "answered " + action_name(cause.action) + " with option " +
           std::to_string(cause.option) + ", which allows " + allowed;
  }
  std::string operator()(const NoAnswerToOffer& cause) const {
    return "answered " + action_name(cause.action) + " to an offer; expected ACCEPT or DECLINE";
  }
  std::string operator()(const NothingOpen& cause) const {
    if (!cause.answer) return "an answer to no open question";
    // Leave out the game: its number belongs to the process and depends on its other games.
    return "an answer to no open question (seq " + std::to_string(cause.answer->seq) + ")";
  }
  std::string operator()(const OversizedFrame& cause) const {
    return "a frame of " + std::to_string(cause.bytes) + " bytes; the limit is " +
           std::to_string(cause.limit);
  }
  std::string operator()(const StderrFlood& cause) const {
    return "more than " + std::to_string(cause.limit >> 20) + " MiB on stderr";
  }
  std::string operator()(const LateAnswer& cause) const {
    if (cause.sleep_allowance.count() > 0) return describe_sleep(cause);
    return "no answer within " + with_ms(cause.limit) + " (used " + with_ms(cause.charged) +
           " since it was asked" +
           (cause.open > 1 ? "; " + std::to_string(cause.open) + " questions were open" : "") +
           describe_bank(cause) + ")";
  }
  std::string operator()(const LateStart& cause) const {
    return "no Ready within " + with_ms(cause.limit);
  }
  std::string operator()(const NotExecuted& cause) const { return cause.why; }
  std::string operator()(const Exited& cause) const {
    return "exited with code " + std::to_string(cause.code);
  }
  std::string operator()(const Killed& cause) const {
    return "killed by signal " + std::to_string(cause.signal);
  }
  std::string operator()(const OutOfMemory& cause) const {
    return "used more memory than its limit of " + std::to_string(cause.limit_mb) + " MB";
  }
};

/// Returns Fault::value, the figure of a cause; 0 if the cause has none.
struct Figure {
  int operator()(const LateAnswer& cause) const { return static_cast<int>(cause.charged.count()); }
  int operator()(const NotExecuted& cause) const { return cause.error; }
  int operator()(const Exited& cause) const { return cause.code; }
  int operator()(const Killed& cause) const { return cause.signal; }
  template <class Other>
  int operator()(const Other& /*cause*/) const {
    return 0;
  }
};

struct CauseKind {
  FaultKind operator()(const InWords& /*cause*/) const {
    assert(false && "words have no kind");
    return FaultKind::Garbled;
  }
  template <class Seen>
  FaultKind operator()(const Seen& /*cause*/) const {
    return Seen::kKind;
  }
};

}  // namespace

std::string_view to_string(FaultKind kind) {
  const std::size_t index = static_cast<std::size_t>(kind) - 1;
  return index < kNames.size() ? kNames[index].text : std::string_view();  // of a damaged record
}

std::optional<FaultKind> parse_fault_kind(std::string_view text) {
  for (const Name& name : kNames) {
    if (name.text == text) return name.kind;
  }
  return std::nullopt;
}

std::string describe(const Cause& cause) { return std::visit(CauseWords(), cause); }

Fault make_fault(Cause cause) {
  Fault fault;
  fault.kind = std::visit(CauseKind(), cause);
  fault.value = std::visit(Figure(), cause);
  fault.cause = std::move(cause);
  return fault;
}

FaultKind kind_before_ready(FaultKind kind) {
  // These faults say more about the agent than that it did not get ready.
  const bool stays =
      kind == FaultKind::Garbled || kind == FaultKind::Flood || kind == FaultKind::Memory;
  return stays ? kind : FaultKind::NeverReady;
}

}  // namespace danno::referee::record

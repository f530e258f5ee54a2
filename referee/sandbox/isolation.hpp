// What an isolation level is worth on this machine, found by trying it.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/sandbox/launcher.hpp"

namespace danno::referee::sandbox {

/// One promise of isolation and what became of it.
struct Layer {
  std::string name;    ///< files, network, processes, …: one word.
  std::string state;   ///< "closed", or "open: …", or how it is done; for people.
  bool holds = true;   ///< False where the level promises it and it is not so.
  std::string remedy;  ///< Where it does not hold: what to do; else empty.
};

/// To be stored with what was played, and printed.
struct IsolationState {
  Isolation level = Isolation::Strict;
  std::vector<Layer> layers;
  [[nodiscard]] bool holds() const;
};

/// "files closed, network closed, …": a line for records and tables.
[[nodiscard]] std::string summary(const IsolationState& state);
/// A line a layer: name, state, remedy.
[[nodiscard]] std::string table(const IsolationState& state);

/// Starts a probing agent through the launcher and reports what got through; tens of milliseconds.
/// A level that cannot be set up at all is one layer, "set-up", that does not hold. Throws
/// std::system_error or std::runtime_error only if nothing can be tried.
[[nodiscard]] IsolationState probe(Isolation level);

/// probe() with the limits, and the death of a referee, tried as well; about a second. Forks: to be
/// called while no other thread launches agents.
[[nodiscard]] IsolationState probe_thoroughly(Isolation level);

/// How a program that an agent may be written for ends at that level, as an agent would be started.
/// Throws as launch() does.
[[nodiscard]] Exit try_program(Isolation level, std::vector<std::string> command);

/// MB that so many agents of `memory_mb` each may use, and we beside them.
[[nodiscard]] std::uint64_t memory_needed(std::size_t agents, int memory_mb);

/// The limits on our own control groups leave room for fewer than so many agents of `memory_mb`
/// each, beside ourselves: a line with the figures. Empty where they leave enough, or cannot be
/// told.
[[nodiscard]] std::string memory_shortage(std::size_t agents, int memory_mb);

/// How many agents of `memory_mb` (0: of the usual size) may live at once without being asked for,
/// by the limits on our own control groups, the machine's free memory and the users that a root
/// referee gives them. None where each takes from what the others may start.
[[nodiscard]] std::size_t room_for_agents(int memory_mb, Isolation level);

/// The level asked for is not available: the machine's fault (exit code 3). what() has the table.
class IsolationUnavailable : public std::runtime_error {
 public:
  explicit IsolationUnavailable(IsolationState found);
  [[nodiscard]] const IsolationState& state() const { return state_; }

 private:
  IsolationState state_;
};

/// The state of `level`, probed once in this process; throws IsolationUnavailable if it does not
/// hold. To be called before anything is played: there is no fallback.
const IsolationState& require(Isolation level);

}  // namespace danno::referee::sandbox

// Tests what an isolation level achieves on this machine.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/sandbox/launcher.hpp"

namespace danno::referee::sandbox {

/// One promise of isolation, and whether it holds.
struct Layer {
  std::string name;    ///< One word, such as files, network or processes.
  std::string state;   ///< "closed", "open: …", or how the promise is kept; for people.
  bool holds = true;   ///< False if the level promises it but it does not hold.
  std::string remedy;  ///< The next step if it does not hold; otherwise empty.
};

/// The state of all layers; stored with what was played, and printed.
struct IsolationState {
  Isolation level = Isolation::Strict;
  std::vector<Layer> layers;
  [[nodiscard]] bool holds() const;
};

/// Returns one line for records and tables: "files closed, network closed, …".
[[nodiscard]] std::string summary(const IsolationState& state);
/// Returns a line for each layer that does not hold (name and state), and one for its remedy.
[[nodiscard]] std::string failed_layers(const IsolationState& state);

/// Starts a probing agent through the launcher and reports what it could reach; takes tens of
/// milliseconds. If a level cannot be set up at all, the result has one layer, "set-up", that does
/// not hold. Throws std::system_error or std::runtime_error only if nothing can be tried.
[[nodiscard]] IsolationState probe(Isolation level);

/// Returns the MB that this many agents of `memory_mb` each may use, together with this process.
[[nodiscard]] std::uint64_t memory_needed(std::size_t agents, int memory_mb);

/// Returns a line with the figures if the limits on this process's control groups leave too little
/// room for this many agents of `memory_mb` each. Returns an empty string if there is room or the
/// limits are unknown.
[[nodiscard]] std::string memory_shortage(std::size_t agents, int memory_mb);

/// Returns how many agents of `memory_mb` (0: the default size) may live at once by default, given
/// the limits on this process's control groups, the machine's free memory and the user ids
/// available to a root referee. Returns 0 if each agent would reduce what the others may start.
[[nodiscard]] std::size_t room_for_agents(int memory_mb, Isolation level);

/// Thrown if the requested level is not available, which is the machine's fault (exit code 3).
/// what() names the layers that fail.
class IsolationUnavailable : public std::runtime_error {
 public:
  explicit IsolationUnavailable(IsolationState found);
  [[nodiscard]] const IsolationState& state() const { return state_; }

 private:
  IsolationState state_;
};

/// Returns the state of `level`, probed once in this process. Throws IsolationUnavailable if the
/// level does not hold. Must be called before anything is played: there is no fallback.
const IsolationState& require(Isolation level);

}  // namespace danno::referee::sandbox

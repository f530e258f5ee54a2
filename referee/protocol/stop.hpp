// Ends all conversations with agents soon; made for signals.
#pragma once

#include <chrono>

namespace danno::referee::protocol {

/// The time that games may take after a request to stop, so that nearly finished games end. It is
/// short compared with what batch systems allow between SIGTERM and SIGKILL.
inline constexpr std::chrono::milliseconds kStopGrace{2000};

/// Ends every running session and examination of this process soon: nothing is begun any more, and
/// games in flight may take this long. Of several requests the one that ends first counts. A signal
/// handler may call it.
void request_stop(std::chrono::nanoseconds grace = std::chrono::nanoseconds(0));
[[nodiscard]] bool stop_requested();
/// Returns whether games in flight must end now, too.
[[nodiscard]] bool halt_requested();

}  // namespace danno::referee::protocol

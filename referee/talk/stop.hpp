// Ends all conversations with agents soon; made for signals.
#pragma once

namespace danno::referee::talk {

/// Ends every running session and examination of this process soon. A signal handler may call it.
void request_stop();
[[nodiscard]] bool stop_requested();

}  // namespace danno::referee::talk

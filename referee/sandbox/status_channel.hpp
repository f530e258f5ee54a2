// The socket on which danno-init reports; the kernel names the sender of each packet.
#pragma once

#include <sys/types.h>

#include <optional>

#include "referee/sandbox/descriptor.hpp"
#include "referee/sandbox/init/launch_request.hpp"

namespace danno::referee::sandbox {

struct StatusChannel {
  Descriptor ours;    ///< Non-blocking.
  Descriptor theirs;  ///< Inherited by the child.
};

/// Makes a connected pair of sockets. Throws std::system_error.
[[nodiscard]] StatusChannel make_status_channel();

struct Packet {
  init::Status report;
  pid_t sender;  ///< Process id as this process sees it, whatever the sender's process namespace.
};

/// Returns the next report; nullopt if there is none. Sets `ended` if no more will come.
[[nodiscard]] std::optional<Packet> receive(const Descriptor& status, bool& ended);

}  // namespace danno::referee::sandbox

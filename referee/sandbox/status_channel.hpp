// The socket on which danno-init reports; the kernel tells who sent each packet.
#pragma once

#include <sys/types.h>

#include <optional>

#include "referee/init/order.hpp"
#include "referee/sandbox/descriptor.hpp"

namespace danno::referee::sandbox {

struct StatusChannel {
  Descriptor ours;    ///< Non-blocking.
  Descriptor theirs;  ///< To be inherited.
};

/// Throws std::system_error.
[[nodiscard]] StatusChannel make_status_channel();

struct Packet {
  init::Status report;
  pid_t sender;  ///< As we see it, whatever its own process namespace.
};

/// The next report; nothing if none is there or, with `ended` set, if none will come any more.
[[nodiscard]] std::optional<Packet> receive(const Descriptor& status, bool& ended);

}  // namespace danno::referee::sandbox

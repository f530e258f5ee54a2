// A user id for each agent of a root referee, so that agents have no rights over each other or over
// anything else on the machine.
#pragma once

#include <cstddef>
#include <cstdint>

#include "referee/sandbox/descriptor.hpp"

namespace danno::referee::sandbox {

/// Holds one user id of the range (DANNO_UIDS=FIRST-LAST, else 880000-880255) exclusively among all
/// referees of this machine, by a lock on a file under /run/danno and the name of an abstract
/// socket. Useful for root only.
class UserSlot {
 public:
  /// Throws std::runtime_error if the range is malformed, used by accounts, not mapped in this
  /// container, or all taken. Throws std::system_error if /run/danno cannot be used.
  UserSlot();

  /// Returns the number of users in the range. Throws std::runtime_error if it is malformed.
  [[nodiscard]] static std::size_t count();
  [[nodiscard]] std::uint32_t user() const { return user_; }

 private:
  std::uint32_t user_ = 0;
  Descriptor lock_;
  Descriptor claim_;
};

}  // namespace danno::referee::sandbox

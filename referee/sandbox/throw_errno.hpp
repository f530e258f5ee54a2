// Turns failed system calls into exceptions.
#pragma once

#include <cerrno>
#include <system_error>

namespace danno::referee::sandbox {

/// Throws std::system_error with errno and `what`, the name of the call.
[[noreturn]] inline void throw_errno(const char* what) {
  throw std::system_error(errno, std::system_category(), what);
}

}  // namespace danno::referee::sandbox

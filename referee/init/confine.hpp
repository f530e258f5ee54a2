// What an agent's process does to itself, for good, between fork and exec.
//
// Each function returns 0 or errno; none allocates.
#pragma once

#include <linux/filter.h>

#include <cstdint>
#include <string_view>

#include "referee/init/order.hpp"

namespace danno::referee::init {

/// The signal mask and dispositions that a program expects to be born with.
void reset_signals();

/// RLIMIT_CORE 0, RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_MEMLOCK, RLIMIT_MSGQUEUE always; RLIMIT_DATA
/// (bytes) and RLIMIT_NPROC unless 0.
int limit_resources(const Order& order);

/// From root to `user` with the group of the same number and no other, without a way back. All
/// other processes of that user are killed.
int drop_to_user(std::uint32_t user);

/// Landlock: from now on the order's NUL-terminated `paths` can be read and executed and nothing
/// else, but that the last can be written to where the order says so; neither TCP nor signals nor
/// abstract sockets to processes outside where the kernel can tell (landlock(7)). A path that does
/// not exist is left out.
int restrict_files(const char* paths, const Order& order);

/// Installs the filter; needs no_new_privs.
int filter_system_calls(const sock_filter* filter, std::uint32_t length);

}  // namespace danno::referee::init

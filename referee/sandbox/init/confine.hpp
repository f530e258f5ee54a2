// Permanent restrictions that an agent's process applies to itself between fork and exec.
//
// Functions that may fail return 0 or errno; none allocates.
#pragma once

#include <linux/filter.h>

#include <cstdint>
#include <string_view>

#include "referee/sandbox/init/launch_request.hpp"

namespace danno::referee::sandbox::init {

/// Resets the signal mask and dispositions to what a program expects at its start.
void reset_signals();

/// Sets RLIMIT_CORE 0, RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_MEMLOCK and RLIMIT_MSGQUEUE always, and
/// RLIMIT_DATA (bytes) and RLIMIT_NPROC unless they are 0.
int limit_resources(const LaunchRequest& request);

/// Drops from root to `user` with the group of the same number and no other, permanently. Kills all
/// other processes of that user.
int drop_to_user(std::uint32_t user);

/// Applies Landlock: from now on only the request's NUL-terminated `paths` can be read and
/// executed, and only the last of them can be written to, if the request says so. TCP, and signals
/// and abstract sockets to processes outside, are denied if the kernel supports it (landlock(7)).
/// Paths that do not exist are skipped.
int restrict_files(const char* paths, const LaunchRequest& request);

/// Installs the filter; requires no_new_privs.
int filter_system_calls(const sock_filter* filter, std::uint32_t length);

/// Makes /proc/self the folder of this process in the kernel's /proc, where loaders find their own
/// place ($ORIGIN), and removes the rest of /proc, which describes the machine. Call it in the
/// agent's process while it may still mount. Does nothing if there is no kHiddenProc. Landlock must
/// ensure that no file there can be opened, because some describe pages that are shared with
/// others. Returns 0 or errno.
int mount_own_proc();

/// Gives up any remaining right to mount.
void drop_capabilities();

}  // namespace danno::referee::sandbox::init

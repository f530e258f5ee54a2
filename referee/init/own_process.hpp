// The part of /proc that an agent at level strict sees: the links of its own process.
#pragma once

namespace danno::referee::init {

/// Makes /proc/self the folder of this process in the kernel's /proc, where loaders find their own
/// place ($ORIGIN), and removes the rest of /proc, which describes the machine. Call it in the
/// agent's process while it may still mount. Does nothing if there is no kHiddenProc. Landlock must
/// ensure that no file there can be opened, because some describe pages that are shared with
/// others. Returns 0 or errno.
int show_own_process();

/// Gives up any remaining right to mount.
void drop_capabilities();

}  // namespace danno::referee::init

// What an agent at level strict sees of /proc: the links of its own process.
#pragma once

namespace danno::referee::init {

/// To be called by the agent's process while it may still mount, and does nothing if there is no
/// kHiddenProc. /proc/self is afterwards the folder of this process in the kernel's /proc, where
/// loaders find their own place ($ORIGIN), and nothing else of it is left: the rest tells of the
/// machine. Landlock must see to it that no file there can be opened, as some tell of pages that
/// others share. Returns 0 or errno.
int show_own_process();

/// Gives up whatever right to mount is left.
void drop_capabilities();

}  // namespace danno::referee::init

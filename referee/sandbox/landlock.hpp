// Reports what the kernel's Landlock supports.
#pragma once

namespace danno::referee::sandbox {

/// Returns the version of Landlock's interface, 0 if there is none: landlock(7). Version 6 and
/// later also restrict signals and abstract sockets.
[[nodiscard]] int landlock_abi();

}  // namespace danno::referee::sandbox

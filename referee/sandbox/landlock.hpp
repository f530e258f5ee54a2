// What the kernel's Landlock can do.
#pragma once

namespace danno::referee::sandbox {

/// The version of the interface, 0 where there is none: landlock(7). From 6 on it keeps signals and
/// abstract sockets inside.
[[nodiscard]] int landlock_abi();

}  // namespace danno::referee::sandbox

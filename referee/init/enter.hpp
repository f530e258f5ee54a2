// Prepares the sandbox before bubblewrap starts, as root if the referee is root.
#pragma once

namespace danno::referee::init {

/// Waits until the lifeline carries the order (by then the referee has put this process into its
/// cgroups). If USER is not 0, shows FOLDER and danno-init to that user under kStage, in a mount
/// namespace of its own, and becomes that user. Then executes the command. Never returns.
///
///   argv: danno-init enter USER FOLDER INIT COMMAND [ARG…]
[[noreturn]] void enter(int argc, char** argv);

}  // namespace danno::referee::init

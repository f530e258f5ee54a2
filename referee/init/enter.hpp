// The way into the sandbox: what has to be done before bubblewrap, as root where we are root.
#pragma once

namespace danno::referee::init {

/// Waits until the lifeline carries the order (the referee has put us into our cgroups by then);
/// with user != 0 shows that user FOLDER and danno-init under kStage, in a mount namespace of its
/// own, and becomes that user; then executes the command. Never returns.
///
///   argv: danno-init enter USER FOLDER INIT COMMAND [ARG…]
[[noreturn]] void enter(int argc, char** argv);

}  // namespace danno::referee::init

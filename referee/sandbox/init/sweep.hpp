// Removes the temporary folders and control groups that a killed referee leaves.
#pragma once

namespace danno::referee::sandbox::init {

/// Goes into the background, records the messages of the lifeline (launch_request.hpp), and when it
/// closes removes all paths that were not forgotten.
[[noreturn]] void sweep();

}  // namespace danno::referee::sandbox::init

// What a killed referee leaves: its temporary folders and control groups.
#pragma once

namespace danno::referee::init {

/// Goes into the background, notes what the lifeline tells (order.hpp), and removes at its end
/// whatever was not forgotten.
[[noreturn]] void sweep();

}  // namespace danno::referee::init

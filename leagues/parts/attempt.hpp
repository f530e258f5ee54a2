// Where an attempt at a part runs, as its header tells.
#pragma once

#include <string>

namespace danno::leagues::parts {

[[nodiscard]] std::string this_host();

/// The batch system's id of this job; empty if none started it.
[[nodiscard]] std::string this_job();

}  // namespace danno::leagues::parts

// A fault's report: one self-contained file that an organiser can hand to the author, and that
// `danno repeat` feeds to the agent again with no seed and no opponent. docs/write-an-agent.md says
// how to read it.
#pragma once

#include <string>
#include <string_view>

#include "referee/record/evidence.hpp"

namespace danno::referee::talk {

/// JSON text: "danno_report": 1, the fault, the question in words, the bytes that came, the last
/// lines of stderr, and "frames": all that the agent's process was sent in this game, in hex, each
/// with the answer it gave. Of a fault with evidence.
[[nodiscard]] std::string report_json(const record::Fault& fault);

/// A report read back, cause and question in words; report_json() of it is the same text. Throws
/// std::runtime_error with what is wrong with the text.
[[nodiscard]] record::Fault parse_report(std::string_view text);

}  // namespace danno::referee::talk

// A fault's report: one self-contained file that an organiser can hand to the author, and that
// `danno repeat` feeds to the agent again without seed or opponent. docs/write-an-agent.md explains
// how to read it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/record/evidence.hpp"

namespace danno::referee::protocol {

/// Returns JSON text: "danno_report": 1, the fault, the question in words, the received bytes, the
/// last lines of stderr, and "frames": everything that the agent's process was sent in this game,
/// in hex, each frame with the answer to it. The fault must have evidence.
[[nodiscard]] std::string report_json(const record::Fault& fault);

/// A line that an agent wrote before its fault.
struct OutputLine {
  std::string_view stream;  ///< "stdout" or "stderr".
  std::string text;
};
/// Returns the text that was printed on stdout instead of messages, then the last lines of stderr;
/// if there are none of stderr, a line that says so.
[[nodiscard]] std::vector<OutputLine> output_lines(const record::Evidence& evidence);

/// Reads a report back, with cause and question in words; report_json() of the result is the same
/// text. Throws std::runtime_error if the text is not a report; the message says what is wrong.
[[nodiscard]] record::Fault parse_report(std::string_view text);

}  // namespace danno::referee::protocol

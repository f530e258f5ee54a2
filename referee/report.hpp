// A fault's report: one self-contained file that an organiser can hand to the author, and that
// `danno repeat` feeds to the agent again with no seed and no opponent. docs/write-an-agent.md says
// how to read it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/record/record.hpp"
#include "referee/talk/wire.hpp"

namespace danno::referee {

/// What a report is made of: the game so far, and the evidence.
struct ReportInput {
  const rules::RuleSet& rules;
  std::string_view agent;
  Greeting greeting;
  const GameRecord& record;         ///< Events up to the fault.
  const rules::Position& position;  ///< At the fault.
  const rules::Options& options;    ///< Of the open question.
  bool asked = false;               ///< The agent has an open question.
  std::uint64_t agent_seed = 0;
  bool advised = false;
  bool wants_seen = false;
  std::uint64_t deal = 0;
  const Fault& fault;
  std::string_view received = {};
  std::vector<std::string> stderr_lines = {};
};

/// JSON text: "danno_report": 1, the fault, the question in words, the bytes that came, the last
/// lines of stderr, and "frames": all that the agent was sent in this game, in hex, each with the
/// answer it gave.
[[nodiscard]] std::string make_report(const ReportInput& input);
/// Of an agent that never got ready: no game.
[[nodiscard]] std::string make_start_report(std::string_view agent, const Greeting& greeting,
                                            const Fault& fault, std::string_view received,
                                            const std::vector<std::string>& stderr_lines);

/// A report read back.
struct Report {
  std::string agent;
  std::string rules;
  FaultKind kind = FaultKind::Illegal;
  std::string detail;
  std::string question;
  std::vector<std::string> stderr_lines;
  Greeting greeting;
  struct Exchange {
    std::string frame;   ///< As sent, with its length prefix.
    bool asks = false;   ///< Whether an answer is due.
    std::string answer;  ///< "option 2 ROLL", as then given; empty for the last, faulty one.
  };
  std::vector<Exchange> exchanges;
};
/// Throws std::runtime_error with what is wrong with the text.
[[nodiscard]] Report parse_report(std::string_view text);

/// "option 2 ROLL": an answer in a report's words.
[[nodiscard]] std::string describe_answer(std::size_t option, rules::Action action);

}  // namespace danno::referee

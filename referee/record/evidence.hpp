// The evidence against an agent: everything that a fault's report is made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "referee/record/fault.hpp"
#include "referee/rules/position.hpp"

namespace danno::referee::record {

/// The limits as stated in Hello.
struct Greeting {
  std::uint32_t answer_ms = 0;
  std::uint32_t start_ms = 0;
  std::uint32_t memory_mb = 0;
  std::uint32_t games = 0;
  std::uint32_t bank_ms = 0;
  friend bool operator==(const Greeting&, const Greeting&) = default;
};

// The following types say what the agent was asked.

/// The agent did not get ready.
struct NotGreeted {};
/// A game was in play, but the agent had no open question of it.
struct NotAsked {};
/// The question that was open: that of the position, with `options` options.
struct AskedInGame {
  const rules::Definition* rules = nullptr;
  rules::Position position;
  std::size_t options = 0;
};

using OpenQuestion = std::variant<InWords, NotGreeted, NotAsked, AskedInGame>;

/// Returns one line as reports show it: "rolled 13345, turn score 0, 1 options; …".
[[nodiscard]] std::string describe(const OpenQuestion& question);

/// A frame that was sent to the agent, and the answer.
struct Exchange {
  std::string frame;   ///< The bytes as sent, with length prefix.
  bool asks = false;   ///< True if an answer is due.
  std::string answer;  ///< The answer, such as "option 2 ROLL"; empty for the last, faulty one.
};

/// The game in which a fault happened.
struct FaultyGame {
  const rules::Definition* rules = nullptr;
  rules::Parameters parameters;
  std::uint64_t deal = 0;
  int seating = 0;
};

struct Evidence {
  std::string agent;
  Greeting limits;
  OpenQuestion question;
  std::string received;                   ///< The last bytes received; of a flood, only a part.
  std::vector<std::string> stderr_lines;  ///< The last lines of stderr.
  std::optional<FaultyGame> game;  ///< Empty before the agent was ready, and if read from a report.
  /// All frames that its process was sent in this game, with its answers.
  std::vector<Exchange> exchanges;
};

}  // namespace danno::referee::record

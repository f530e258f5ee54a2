// What the referee holds against an agent: all that a fault's report is made of.
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

/// The limits as Hello states them.
struct Greeting {
  std::uint32_t answer_ms = 0;
  std::uint32_t start_ms = 0;
  std::uint32_t memory_mb = 0;
  std::uint32_t games = 0;
  friend bool operator==(const Greeting&, const Greeting&) = default;
};

// What it was asked.

/// It did not get ready.
struct NotGreeted {};
/// A game was going on, and it had no open question of it.
struct NotAsked {};
/// The question that was open: the position's, with so many options.
struct AskedInGame {
  const rules::Definition* rules = nullptr;
  rules::Position position;
  std::size_t options = 0;
};

using OpenQuestion = std::variant<InWords, NotGreeted, NotAsked, AskedInGame>;

/// One line, as reports have it: "rolled 13345, turn score 0, 1 options; …".
[[nodiscard]] std::string describe(const OpenQuestion& question);

/// A frame that the agent was sent.
struct Exchange {
  std::string frame;   ///< As sent, with its length prefix.
  bool asks = false;   ///< Whether an answer is due.
  std::string answer;  ///< "option 2 ROLL", as then given; empty for the last, faulty one.
};

/// Which game a fault is of.
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
  std::string received;                   ///< The last bytes that came, not all of a flood.
  std::vector<std::string> stderr_lines;  ///< The last ones.
  std::optional<FaultyGame> game;         ///< None before it was ready, or read from a report.
  /// All that its process was sent in this game, with its answers.
  std::vector<Exchange> exchanges;
};

}  // namespace danno::referee::record

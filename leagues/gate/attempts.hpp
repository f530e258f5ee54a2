// The journal of a gate's attempts, so that trying again until luck helps does not pay.
//
// A file of JSON lines that several gates may share: {"baseline","rules","candidate",…}, one for
// every attempt, written before its first game, and one with its verdict after the last. Attempt k
// against a baseline may pass by luck with probability α/(k(k+1)); over all k these add up to α.
#pragma once

#include <filesystem>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "leagues/entrants/agent_folder.hpp"
#include "leagues/gate/gate.hpp"
#include "leagues/gate/reports.hpp"

namespace danno::leagues::gate {

/// Who tries what; hashes are those of content_hash().
struct Attempt {
  std::string candidate;
  std::string candidate_hash;
  std::string baseline;
  std::string baseline_hash;
  std::string rules;
  std::string commitment;  ///< To the seed.
};

/// The journal is no journal; one line, with the place.
class JournalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What is left of α for attempt k (from 1).
[[nodiscard]] double alpha_of_attempt(double alpha, int attempt);

/// Books an attempt, unless one of that commitment is booked: then it goes on. Returns which it is
/// against a baseline of that content under these rules, from 1. Whoever reads and books is alone
/// meanwhile. Throws JournalError where the file is no journal, std::system_error where it cannot
/// be read or written.
int book_attempt(const std::filesystem::path& journal, const Attempt& attempt);

/// Adds how a booked attempt ended. Throws std::system_error.
void book_verdict(const std::filesystem::path& journal, const Attempt& attempt,
                  const GateTest& test, const referee::record::Seed& seed,
                  const referee::record::Seed& agent_secret);

/// Those of a report's tests, the entrants being the candidate and the baselines.
[[nodiscard]] std::vector<Attempt> attempts_of(const GateReport& report,
                                               std::span<const entrants::Entrant> entrants);
/// Books them, by test: each test begins again with its share of alpha. To interrupt a gate that
/// goes badly is no way out, so this comes before its first game.
void book_attempts(const std::filesystem::path& journal, std::span<const Attempt> attempts,
                   GateReport& report);
/// Adds how they ended, by test.
void book_verdicts(const std::filesystem::path& journal, std::span<const Attempt> attempts,
                   const GateReport& report);

}  // namespace danno::leagues::gate

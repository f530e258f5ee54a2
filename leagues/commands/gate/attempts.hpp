// The journal of a gate's attempts, so that repeating until luck helps does not pay.
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

#include "leagues/commands/gate/gate.hpp"
#include "leagues/commands/gate/report.hpp"
#include "leagues/entrants/agent_folder.hpp"

namespace danno::leagues::commands::gate {

/// An attempt; hashes are those of content_hash().
struct Attempt {
  std::string candidate;
  std::string candidate_hash;
  std::string baseline;
  std::string baseline_hash;
  std::string rules;
  std::string commitment;  ///< The commitment to the seed.
};

/// Thrown if the file is not a journal; the message is one line with the place.
class JournalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Returns the share of α for attempt k (from 1).
[[nodiscard]] double alpha_of_attempt(double alpha, int attempt);

/// Throws JournalError if the file exists and is not a journal.
void check_journal(const std::filesystem::path& journal);
/// Returns the attempts of a report's tests; the entrants are the candidate and the baselines.
[[nodiscard]] std::vector<Attempt> make_attempts(const GateReport& report,
                                                 std::span<const entrants::Entrant> entrants);
/// Records the attempts, one for each test, and restarts each test with its share of alpha; an
/// attempt with the same commitment continues. Call it before the first game, so that interrupting
/// a gate that goes badly does not help. Returns whether half a line at the end of the journal,
/// which a full disk or a kill left, was cut. Throws JournalError, and what base::Journal throws.
[[nodiscard]] bool book_attempts(const std::filesystem::path& journal,
                                 std::span<const Attempt> attempts, GateReport& report);
/// Records how the attempts ended, one for each test.
void book_verdicts(const std::filesystem::path& journal, std::span<const Attempt> attempts,
                   const GateReport& report);

}  // namespace danno::leagues::commands::gate

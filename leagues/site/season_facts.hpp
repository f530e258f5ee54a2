// The facts about a season that its pages show, beside its games.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace danno::leagues::site {

/// A submission that plays now.
struct AcceptedSubmission {
  std::chrono::sys_seconds answered;
  std::string agent;
  std::string author;
  bool operator==(const AcceptedSubmission&) const = default;
};

struct SeasonFacts {
  bool is_final = false;  ///< True for the pages of the season's final.
  bool is_closed = false;
  std::optional<std::chrono::sys_seconds> opens;
  std::optional<std::chrono::sys_seconds> closes;
  /// The address of the season's pages, if authors hand in there; otherwise empty.
  std::string web;
  std::uint64_t max_mb = 0;  ///< The size of a submission.
  int max_per_day = 0;       ///< Submissions of an author in a day.
  std::size_t queue = 0;     ///< Submissions that wait for an answer.
  std::uint64_t accepted = 0;
  std::uint64_t refused = 0;
  /// The last accepted ones, newest first. A refusal is a matter of its author alone.
  std::vector<AcceptedSubmission> last = {};
  bool operator==(const SeasonFacts&) const = default;
};

}  // namespace danno::leagues::site

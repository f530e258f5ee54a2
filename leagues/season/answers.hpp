// The answers to all submissions: answers.ndjson, with one line each, in the order of the answers.
//
// The line is the decision: it is on the disk before anything that follows from it, and what
// follows is repeated after a crash.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "leagues/gate/refusal.hpp"
#include "leagues/season/queue.hpp"

namespace danno::leagues::season {

enum class Ruling {
  Taken,      ///< The agent plays from now on.
  Unchanged,  ///< Exactly this version plays already.
  Refused,
};

struct Answer {
  std::uint64_t ticket = 0;
  std::string author;
  std::string item;
  std::chrono::sys_seconds handed_in;
  std::chrono::sys_seconds answered;
  Ruling verdict = Ruling::Refused;
  std::string agent = {};  ///< The agent's name; of a refused one, as far as known.
  std::string hash = {};   ///< The name in entrants::Intake::staged(); empty if refused.
  bool checked = false;    ///< True if it counts for max_per_day.
  gate::Refusal refusal = {};
};

class Answers {
 public:
  /// Reads the answers from the file, which need not exist.
  explicit Answers(std::filesystem::path file);

  /// Appends an answer. Throws std::system_error.
  void add(const Answer& answer);
  /// Returns the answers to these tickets; reads the file again.
  [[nodiscard]] std::vector<Answer> find(const std::set<std::uint64_t>& tickets) const;

  [[nodiscard]] std::uint64_t last_ticket() const { return last_ticket_; }
  [[nodiscard]] std::uint64_t taken() const { return taken_; }
  [[nodiscard]] std::uint64_t refused() const { return refused_; }
  /// Returns the number of an author's submissions that were checked on the day (UTC) of `moment`.
  [[nodiscard]] int checked_on(const std::string& author, std::chrono::sys_seconds moment) const;

 private:
  void count(const Answer& answer);

  std::filesystem::path file_;
  std::uint64_t last_ticket_ = 0;
  std::uint64_t taken_ = 0;
  std::uint64_t refused_ = 0;
  struct OfDay {
    std::chrono::sys_days day;
    int checked = 0;
  };
  std::map<std::string, OfDay> latest_;  ///< The last day of each author.
};

}  // namespace danno::leagues::season

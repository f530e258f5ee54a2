// What became of all that was handed in: answers.ndjson, a line each, in the order of the answers.
//
// The line is the answer: it is on the disk before anything follows from it, and whatever follows
// is done again after a crash.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "leagues/check/refusal.hpp"
#include "leagues/season/queue.hpp"

namespace danno::leagues::season {

enum class Ruling {
  Taken,      ///< It plays from now on.
  Unchanged,  ///< This very version plays already.
  Refused,
};

struct Answer {
  std::uint64_t ticket = 0;
  std::string author;
  std::string item;
  std::chrono::sys_seconds handed_in;
  std::chrono::sys_seconds answered;
  Ruling verdict = Ruling::Refused;
  std::string agent = {};  ///< Its name; of what was refused as far as it is known.
  std::string hash = {};   ///< entrants::Intake::staged() has it; empty: refused.
  bool checked = false;    ///< It counts for max_per_day.
  check::Refusal refusal = {};
};

class Answers {
 public:
  /// Those of the file, which need not be there.
  explicit Answers(std::filesystem::path file);

  /// Throws std::system_error.
  void add(const Answer& answer);
  /// Of those tickets; reads the file again.
  [[nodiscard]] std::vector<Answer> find(const std::set<std::uint64_t>& tickets) const;

  [[nodiscard]] std::uint64_t last_ticket() const { return last_ticket_; }
  [[nodiscard]] std::uint64_t taken() const { return taken_; }
  [[nodiscard]] std::uint64_t refused() const { return refused_; }
  /// Of an author on the day (UTC) of that moment, those that were checked.
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
  std::map<std::string, OfDay> latest_;  ///< By author: their last day.
};

}  // namespace danno::leagues::season

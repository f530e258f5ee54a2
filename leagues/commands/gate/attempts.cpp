// The journal of attempts: one JSON object a line, only appended.
//
//  {"event":"attempt","candidate":…,"candidate_sha256":…,"baseline":…,"baseline_sha256":…,"rules":…,
//   "seed_sha256":…}
//  {"event":"verdict", the same keys, "verdict":…,"deals":…,"llr":…,"seed":…,"agent_secret":…}
//
// An attempt is recorded before its first deal, so that none can be repeated in secret until it
// passes. The k-th attempt at a baseline has an error of alpha / (k (k + 1)). These errors
// add up to alpha over any number of attempts (alpha spending).
#include "leagues/commands/gate/attempts.hpp"

#include <fmt/format.h>

#include <cassert>
#include <string_view>

#include "leagues/base/journal.hpp"

namespace danno::leagues::commands::gate {
namespace {

base::Json attempt_json(std::string_view event, const Attempt& attempt) {
  return {{"event", event},
          {"candidate", attempt.candidate},
          {"candidate_sha256", attempt.candidate_hash},
          {"baseline", attempt.baseline},
          {"baseline_sha256", attempt.baseline_hash},
          {"rules", attempt.rules},
          {"seed_sha256", attempt.commitment}};
}

/// Returns whether a line is an attempt at the same baseline by the same rules, of whatever
/// candidate.
bool is_another(const base::Json& entry, const Attempt& attempt) {
  return entry.at("event") == "attempt" && entry.at("baseline_sha256") == attempt.baseline_hash &&
         entry.at("rules") == attempt.rules;
}

struct Booked {
  int attempts = 0;
  bool goes_on = false;  ///< The last of them is this one.
};

bool has_line(const std::filesystem::path& journal, const std::string& wanted) {
  bool found = false;
  base::visit_lines(journal,
                    [&](std::size_t, std::string_view line) { found = found || line == wanted; });
  return found;
}

Booked count_attempts(const std::filesystem::path& journal, const Attempt& attempt) {
  Booked booked;
  base::visit_lines(journal, [&](std::size_t number, std::string_view line) {
    // Attempts after this one do not change its number.
    if (booked.goes_on) return;
    try {
      const base::Json entry = base::parse_json(line);
      if (!is_another(entry, attempt)) return;
      ++booked.attempts;
      booked.goes_on =
          entry.at("seed_sha256") == attempt.commitment && entry.at("baseline") == attempt.baseline;
    } catch (const base::Json::exception&) {
      throw JournalError(
          fmt::format("{}:{}: not an attempt; expected a file that danno gate --attempts wrote",
                      journal.string(), number));
    }
  });
  return booked;
}

/// Records an attempt, unless one with the same commitment is recorded. Returns its number.
int book_attempt(base::Journal& file, const std::filesystem::path& journal,
                 const Attempt& attempt) {
  const Booked booked = count_attempts(journal, attempt);
  if (booked.goes_on) return booked.attempts;
  file.append(attempt_json("attempt", attempt));
  return booked.attempts + 1;
}

/// Records how an attempt ended, unless that is recorded.
void book_verdict(base::Journal& file, const std::filesystem::path& journal, const Attempt& attempt,
                  const GateTest& test, const GateReport& report) {
  base::Json entry = attempt_json("verdict", attempt);
  entry["verdict"] = to_string(test.verdict());
  entry["deals"] = test.deals();
  entry["llr"] = test.llr();
  entry["seed"] = report.seed.text;
  entry["agent_secret"] = report.agent_secret.text;
  if (!has_line(journal, base::dump(entry))) file.append(entry);
}

}  // namespace

double alpha_of_attempt(double alpha, int attempt) {
  assert(attempt >= 1);
  const double k = attempt;
  return alpha / (k * (k + 1));
}

void check_journal(const std::filesystem::path& journal) {
  static_cast<void>(count_attempts(journal, {}));  // reads every line
}

std::vector<Attempt> make_attempts(const GateReport& report,
                                   std::span<const entrants::Entrant> entrants) {
  std::vector<Attempt> attempts;
  for (std::size_t i = 1; i < entrants.size(); ++i) {
    attempts.push_back({report.candidate, entrants::content_hash(entrants.front()),
                        entrants[i].agent.name, entrants::content_hash(entrants[i]), report.rules,
                        referee::record::commitment(report.seed)});
  }
  return attempts;
}

bool book_attempts(const std::filesystem::path& journal, std::span<const Attempt> attempts,
                   GateReport& report) {
  base::Journal file(journal);
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    GateReport::Test& entry = report.tests[i];
    entry.attempt = book_attempt(file, journal, attempts[i]);
    GateTerms terms = entry.test.terms();
    terms.alpha = alpha_of_attempt(terms.alpha, *entry.attempt);
    entry.test = entry.test.restarted_with(terms);
  }
  return file.had_torn_line();
}

void book_verdicts(const std::filesystem::path& journal, std::span<const Attempt> attempts,
                   const GateReport& report) {
  if (attempts.empty()) return;
  base::Journal file(journal);
  for (std::size_t i = 0; i < attempts.size(); ++i)
    book_verdict(file, journal, attempts[i], report.tests[i].test, report);
}

}  // namespace danno::leagues::commands::gate

#include "leagues/gate/attempts.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <cassert>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "leagues/files/json.hpp"
#include "referee/sandbox/descriptor.hpp"

namespace danno::leagues::gate {
namespace {

[[noreturn]] void fail(const std::filesystem::path& journal) {
  throw std::system_error(errno, std::generic_category(), journal.string());
}

/// Open for appending, and nobody else's until it is closed.
referee::sandbox::Descriptor open_alone(const std::filesystem::path& journal) {
  referee::sandbox::Descriptor file(
      ::open(journal.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666));
  if (file.get() < 0 || ::flock(file.get(), LOCK_EX) != 0) fail(journal);
  return file;
}

void append(const referee::sandbox::Descriptor& file, const std::filesystem::path& journal,
            const files::Json& entry) {
  const std::string line = entry.dump() + "\n";
  const ssize_t written = ::write(file.get(), line.data(), line.size());
  if (written < 0) fail(journal);
  if (static_cast<std::size_t>(written) != line.size())
    throw std::system_error(ENOSPC, std::generic_category(), journal.string());
}

bool has_line(const std::filesystem::path& journal, const std::string& wanted) {
  std::ifstream file(journal);
  std::string line;
  while (std::getline(file, line) && line != wanted)
    continue;
  return line == wanted;
}

files::Json entry_of(std::string_view event, const Attempt& attempt) {
  return {{"event", event},
          {"candidate", attempt.candidate},
          {"candidate_sha256", attempt.candidate_hash},
          {"baseline", attempt.baseline},
          {"baseline_sha256", attempt.baseline_hash},
          {"rules", attempt.rules},
          {"seed_sha256", attempt.commitment}};
}

bool is_another(const files::Json& entry, const Attempt& attempt) {
  return entry.at("event") == "attempt" && entry.at("baseline_sha256") == attempt.baseline_hash &&
         entry.at("rules") == attempt.rules;
}

struct Booked {
  int attempts = 0;
  bool goes_on = false;  ///< The last of them is this one.
};

Booked count_attempts(const std::filesystem::path& journal, const Attempt& attempt) {
  std::ifstream file(journal);
  Booked booked;
  int number = 0;
  for (std::string line; !booked.goes_on && std::getline(file, line);) {
    ++number;
    try {
      const files::Json entry = files::Json::parse(line);
      if (!is_another(entry, attempt)) continue;
      ++booked.attempts;
      booked.goes_on =
          entry.at("seed_sha256") == attempt.commitment && entry.at("baseline") == attempt.baseline;
    } catch (const files::JsonError&) {
      throw JournalError(
          fmt::format("{}:{}: not an attempt; expected a file that danno gate --attempts wrote",
                      journal.string(), number));
    }
  }
  if (file.bad()) fail(journal);
  return booked;
}

}  // namespace

double alpha_of_attempt(double alpha, int attempt) {
  assert(attempt >= 1);
  const double k = attempt;
  return alpha / (k * (k + 1));
}

int book_attempt(const std::filesystem::path& journal, const Attempt& attempt) {
  const referee::sandbox::Descriptor file = open_alone(journal);
  const Booked booked = count_attempts(journal, attempt);
  if (booked.goes_on) return booked.attempts;
  append(file, journal, entry_of("attempt", attempt));
  return booked.attempts + 1;
}

void book_verdict(const std::filesystem::path& journal, const Attempt& attempt,
                  const GateTest& test, const referee::record::Seed& seed,
                  const referee::record::Seed& agent_secret) {
  files::Json entry = entry_of("verdict", attempt);
  entry["verdict"] = to_string(test.verdict());
  entry["deals"] = test.deals();
  entry["llr"] = test.llr();
  entry["seed"] = seed.text;
  entry["agent_secret"] = agent_secret.text;
  const referee::sandbox::Descriptor file = open_alone(journal);
  if (!has_line(journal, entry.dump())) append(file, journal, entry);
}

std::vector<Attempt> attempts_of(const GateReport& report,
                                 std::span<const entrants::Entrant> entrants) {
  std::vector<Attempt> attempts;
  for (std::size_t i = 1; i < entrants.size(); ++i) {
    attempts.push_back({report.candidate, entrants::content_hash(entrants.front()),
                        entrants[i].agent.name, entrants::content_hash(entrants[i]), report.rules,
                        referee::record::commitment(report.seed)});
  }
  return attempts;
}

void book_attempts(const std::filesystem::path& journal, std::span<const Attempt> attempts,
                   GateReport& report) {
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    GateReport::Test& entry = report.tests[i];
    entry.attempt = book_attempt(journal, attempts[i]);
    GateTerms terms = entry.test.terms();
    terms.alpha = alpha_of_attempt(terms.alpha, *entry.attempt);
    entry.test = entry.test.anew(terms);
  }
}

void book_verdicts(const std::filesystem::path& journal, std::span<const Attempt> attempts,
                   const GateReport& report) {
  for (std::size_t i = 0; i < attempts.size(); ++i)
    book_verdict(journal, attempts[i], report.tests[i].test, report.seed, report.agent_secret);
}

}  // namespace danno::leagues::gate

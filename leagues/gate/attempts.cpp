#include "leagues/gate/attempts.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <cassert>
#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "referee/sandbox/descriptor.hpp"

namespace danno::leagues {
namespace {

using nlohmann::ordered_json;

[[noreturn]] void fail(const std::filesystem::path& journal) {
  throw std::system_error(errno, std::generic_category(), journal.string());
}

/// Open for appending, and nobody else's until it is closed.
referee::Descriptor open_alone(const std::filesystem::path& journal) {
  referee::Descriptor file(
      ::open(journal.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666));
  if (file.get() < 0 || ::flock(file.get(), LOCK_EX) != 0) fail(journal);
  return file;
}

void append(const referee::Descriptor& file, const std::filesystem::path& journal,
            const ordered_json& entry) {
  const std::string line =
      entry.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
  const ssize_t written = ::write(file.get(), line.data(), line.size());
  if (written < 0) fail(journal);
  if (static_cast<std::size_t>(written) != line.size())
    throw std::system_error(ENOSPC, std::generic_category(), journal.string());
}

ordered_json entry_of(std::string_view event, const Attempt& attempt) {
  return {{"event", event},
          {"candidate", attempt.candidate},
          {"candidate_sha256", attempt.candidate_hash},
          {"baseline", attempt.baseline},
          {"baseline_sha256", attempt.baseline_hash},
          {"rules", attempt.rules},
          {"seed_sha256", attempt.commitment}};
}

bool is_another(const ordered_json& entry, const Attempt& attempt) {
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
      const ordered_json entry = ordered_json::parse(line);
      if (!is_another(entry, attempt)) continue;
      ++booked.attempts;
      booked.goes_on =
          entry.at("seed_sha256") == attempt.commitment && entry.at("baseline") == attempt.baseline;
    } catch (const nlohmann::json::exception&) {
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
  const referee::Descriptor file = open_alone(journal);
  const Booked booked = count_attempts(journal, attempt);
  if (booked.goes_on) return booked.attempts;
  append(file, journal, entry_of("attempt", attempt));
  return booked.attempts + 1;
}

void book_verdict(const std::filesystem::path& journal, const Attempt& attempt,
                  const GateTest& test, const referee::Seed& seed) {
  ordered_json entry = entry_of("verdict", attempt);
  entry["verdict"] = to_string(test.verdict());
  entry["deals"] = test.deals();
  entry["llr"] = test.llr();
  entry["seed"] = seed.text;
  append(open_alone(journal), journal, entry);
}

}  // namespace danno::leagues

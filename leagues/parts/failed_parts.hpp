// Why parts could not be played on some machines: PLAN/parts/NNNN.HOST.failed, one file for a part
// and a host, written by `play` and read by `merge` and `status`.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "leagues/files/json.hpp"

namespace danno::leagues::parts {

/// Thrown if this machine cannot play the plan because of one of its agents.
class CannotStart : public std::runtime_error {
 public:
  CannotStart(std::string agent, const std::string& message)
      : std::runtime_error(message), agent_(std::move(agent)) {}
  [[nodiscard]] const std::string& agent() const { return agent_; }

 private:
  std::string agent_;
};

struct FailedPart {
  int part = 0;
  std::string host;
  std::string agent;  ///< The agent that did not start there; empty if it was something else.
  std::string reason;
};

/// Writes the file, in the place of an older one, unless the disk is what failed.
void write_failed_part(const std::filesystem::path& folder, const FailedPart& failed);
/// Removes the files of a part that is complete.
void forget_failures(const std::filesystem::path& folder, int part);

/// The parts that failed on one host for one reason.
struct FailedHost {
  std::string host;
  std::string agent;
  std::string reason;
  std::vector<int> parts;
};
/// Returns the failures of parts that are not complete, by host. What cannot be read is omitted.
[[nodiscard]] std::vector<FailedHost> failed_hosts(const std::filesystem::path& folder);

/// Returns "n3: 14 parts could not start 'pyc'"; the machine's words in it are not escaped.
[[nodiscard]] std::string text_of(const FailedHost& failed);
[[nodiscard]] files::Json json_of(const std::vector<FailedHost>& failed);

}  // namespace danno::leagues::parts

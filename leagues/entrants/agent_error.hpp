// What is wrong with an agent, as its author or the organiser sees it.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace danno::leagues::entrants {

/// The user's mistake about an agent, a line for each. Lines name files as they lie in the agent's
/// folder; whoever shows them says which agent it is.
class AgentError : public std::runtime_error {
 public:
  explicit AgentError(const std::string& line) : AgentError(std::vector{line}) {}
  /// At least one.
  explicit AgentError(std::vector<std::string> lines);
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

}  // namespace danno::leagues::entrants

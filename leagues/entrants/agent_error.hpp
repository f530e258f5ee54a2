// The exception for what is wrong with an agent, in words for its author or the organiser.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace danno::leagues::entrants {

/// A user's mistake about an agent, one line per problem. Lines name files relative to the agent's
/// folder; the code that shows them adds which agent it is.
class AgentError : public std::runtime_error {
 public:
  explicit AgentError(const std::string& line) : AgentError(std::vector{line}) {}
  /// `lines` must not be empty.
  explicit AgentError(std::vector<std::string> lines);
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

}  // namespace danno::leagues::entrants

#include "referee/protocol/agent.hpp"

#include <sstream>

namespace danno::referee::protocol {

std::vector<std::string> build_output(const Agent& agent) {
  std::istringstream problem(agent.problem);
  std::vector<std::string> lines;
  std::string line;
  std::getline(problem, line);  // says that it failed
  while (std::getline(problem, line))
    lines.push_back(line);
  return lines;
}

}  // namespace danno::referee::protocol

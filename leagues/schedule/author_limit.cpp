#include "leagues/schedule/author_limit.hpp"

#include <map>
#include <set>
#include <string>

namespace danno::leagues::schedule {

std::size_t max_agents_at_one_table(const store::League& league) {
  if (league.max_per_author == 0) return league.entrants.size();
  std::set<std::string> authors;
  std::size_t without = 0;
  for (const entrants::Entrant& entrant : league.entrants) {
    if (entrant.author.empty())
      ++without;
    else
      authors.insert(entrant.author);
  }
  return authors.size() + without;
}

std::vector<int> number_authors(const store::StoredLeague& league) {
  std::map<std::string, int> numbers;
  std::vector<int> authors;
  for (const store::StoredAgent& agent : league.agents) {
    // An agent without an author is an author of its own.
    const int next = static_cast<int>(authors.size());
    authors.push_back(agent.author.empty() ? next
                                           : numbers.emplace(agent.author, next).first->second);
  }
  return authors;
}

}  // namespace danno::leagues::schedule

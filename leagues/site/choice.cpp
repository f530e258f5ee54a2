#include "leagues/site/choice.hpp"

#include <algorithm>
#include <map>

namespace danno::leagues::site {
namespace {

class Choosing {
 public:
  explicit Choosing(std::size_t limit) : limit_(limit) {}

  void add(const Candidate& candidate, bool asked) {
    const auto known = places_.find(candidate.deal);
    if (known != places_.end()) {
      std::vector<std::string>& why = chosen_[known->second].why;
      if (std::ranges::find(why, candidate.why) == why.end()) why.push_back(candidate.why);
      return;
    }
    if (!asked && chosen_.size() >= limit_) return;
    places_.emplace(candidate.deal, chosen_.size());
    chosen_.push_back({candidate.deal, {candidate.why}});
  }

  [[nodiscard]] std::vector<ChosenDeal> result() && { return std::move(chosen_); }

 private:
  std::size_t limit_;
  std::vector<ChosenDeal> chosen_;
  std::map<DealPlace, std::size_t> places_;
};

}  // namespace

std::vector<ChosenDeal> choose(const Candidates& candidates, std::size_t limit) {
  Choosing choice(limit);
  for (const Candidate& candidate : candidates.asked)
    choice.add(candidate, true);
  for (const auto& by_agent : candidates.kinds) {
    std::size_t most = 0;
    for (const std::vector<Candidate>& own : by_agent)
      most = std::max(most, own.size());
    for (std::size_t turn = 0; turn < most; ++turn) {
      for (const std::vector<Candidate>& own : by_agent) {
        if (turn < own.size()) choice.add(own[turn], false);
      }
    }
  }
  return std::move(choice).result();
}

}  // namespace danno::leagues::site

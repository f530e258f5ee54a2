#include "leagues/site/survey.hpp"

#include <algorithm>
#include <map>

namespace danno::leagues::site {
namespace {

class Choosing {
 public:
  explicit Choosing(std::size_t limit) : limit_(limit) {}

  void add_asked(const Candidate& candidate) {
    if (!add_reason(candidate)) add_deal(candidate);
  }

  void add(const Candidate& candidate) {
    // A deal that has a page gets further reasons even if the limit is reached.
    if (add_reason(candidate) || chosen_.size() >= limit_) return;
    add_deal(candidate);
  }

  [[nodiscard]] std::vector<ChosenDeal> result() && { return std::move(chosen_); }

 private:
  /// Adds a reason to a chosen deal. Returns false if the deal is not chosen yet.
  bool add_reason(const Candidate& candidate) {
    const auto known = places_.find(candidate.deal);
    if (known == places_.end()) return false;
    std::vector<Reason>& why = chosen_[known->second].why;
    if (std::ranges::find(why, candidate.why) == why.end()) why.push_back(candidate.why);
    return true;
  }

  void add_deal(const Candidate& candidate) {
    places_.emplace(candidate.deal, chosen_.size());
    chosen_.push_back({candidate.deal, {candidate.why}});
  }

  std::size_t limit_;
  std::vector<ChosenDeal> chosen_;
  std::map<DealPlace, std::size_t> places_;
};

}  // namespace

std::vector<ChosenDeal> choose(const Candidates& candidates, std::size_t limit) {
  Choosing choice(limit);
  for (const Candidate& candidate : candidates.asked)
    choice.add_asked(candidate);
  for (const CandidatesOfKind& kind : candidates.kinds) {
    std::size_t most = 0;
    for (const std::vector<Candidate>& own : kind)
      most = std::max(most, own.size());
    // Agents take turns within a kind, so that no agent has all the pages.
    for (std::size_t turn = 0; turn < most; ++turn) {
      for (const std::vector<Candidate>& own : kind) {
        if (turn < own.size()) choice.add(own[turn]);
      }
    }
  }
  return std::move(choice).result();
}

}  // namespace danno::leagues::site

// Chooses the deals that get a page, and tells how differently a deal was played.
#include "leagues/site/survey.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace danno::leagues::site {
namespace {

using referee::record::GameRecord;
using referee::record::Step;

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
    // The first of two reasons about the cost of one decision says enough.
    const bool is_known = std::ranges::any_of(why, [&](const Reason& reason) {
      return reason == candidate.why || (!reason.cost.empty() && !candidate.why.cost.empty() &&
                                         reason.step == candidate.why.step);
    });
    if (!is_known) why.push_back(candidate.why);
    return true;
  }

  void add_deal(const Candidate& candidate) {
    places_.emplace(candidate.deal, chosen_.size());
    chosen_.push_back({candidate.deal, {candidate.why}});
  }

  std::size_t limit_;
  std::vector<ChosenDeal> chosen_;
  std::map<DealRef, std::size_t> places_;
};

/// The throws and decisions of each turn of each chair.
using Turns = std::map<std::pair<int, int>, std::vector<std::pair<std::uint32_t, int>>>;

/// Returns each seat's turns as lists of throws and decisions, so that turns of two games can be
/// compared.
Turns list_turns(const rules::RuleSet& rules, const GameRecord& game) {
  Turns turns;
  std::array<int, rules::kMaxSeats> turn{};
  int mover = -1;
  static_cast<void>(referee::record::replay(
      rules, game, [&](const Step& step, const rules::Position&, const rules::Position&) {
        if (step.seat != mover) ++turn.at(static_cast<std::size_t>(step.seat));
        mover = step.seat;
        if (step.kind == Step::Kind::Throw) return;
        const int decision =
            static_cast<int>(step.option_index) * 4 + static_cast<int>(step.action);
        turns[{step.seat, turn.at(static_cast<std::size_t>(step.seat))}].emplace_back(
            step.thrown.packed(), decision);
      }));
  return turns;
}

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

int differing_turns(const rules::RuleSet& rules, const referee::play::DealResult& deal) {
  if (deal.games.size() != 2) return 0;
  const Turns one = list_turns(rules, deal.games[0]);
  const Turns other = list_turns(rules, deal.games[1]);
  int count = 0;
  for (const auto& [place, done] : one) {
    const auto found = other.find(place);
    if (found == other.end()) continue;
    const auto [at, with] = std::ranges::mismatch(done, found->second);
    if (at != done.end() && with != found->second.end() && at->first == with->first) ++count;
  }
  return count;
}

}  // namespace danno::leagues::site

#include "leagues/commands/gate/gate.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "leagues/ratings/deal_sums.hpp"

namespace danno::leagues::commands::gate {

std::int64_t candidate_halves(const referee::record::GameRecord& game, std::size_t candidate) {
  const auto at = std::ranges::find(game.agent_at, candidate);
  const auto own = static_cast<std::size_t>(at - game.agent_at.begin());
  ratings::ScoreSheet sheet;
  for (std::size_t seat = 0; seat < game.seats; ++seat) {
    if (seat != own) sheet.meet(game.places[own], game.places[seat]);
  }
  return sheet.halves;
}

std::string_view to_string(GateVerdict verdict) {
  constexpr std::array<std::string_view, 7> kWords{
      "passed",      "inconclusive",    "open", "failed", "too-many-faults",
      "cannot-play", "baseline-faulted"};
  return kWords.at(static_cast<std::size_t>(verdict));
}

// The verdicts are declared in the order from good to bad.
GateVerdict worst(std::span<const GateVerdict> verdicts) {
  return verdicts.empty() ? GateVerdict::Open : *std::ranges::max_element(verdicts);
}

GateTest::GateTest(const GateTerms& terms, std::size_t candidate)
    : terms_(terms),
      bounds_(ratings::stopping_bounds(terms.alpha, terms.beta)),
      candidate_(candidate),
      side_of_(static_cast<std::size_t>(terms.seats), kBaseline),
      counts_(static_cast<std::size_t>(2 * terms.seats * (terms.seats - 1) + 1)) {
  assert(terms.elo0 < terms.elo1 && terms.max_deals > 0 && candidate < side_of_.size());
  side_of_[candidate] = kCandidate;
}

void GateTest::take(const referee::play::DealResult& deal, double luck) {
  assert(verdict_ == GateVerdict::Open && deal.deal == deals_);
  assert(deal.games.size() == side_of_.size());
  ++deals_;
  std::int64_t won = 0;
  for (const referee::record::GameRecord& game : deal.games) {
    assert(game.seats == terms_.seats);
    won += candidate_halves(game, candidate_);
    for (const referee::record::Fault& fault : game.faults) {
      const int side = side_of_[game.agent_at[static_cast<std::size_t>(fault.seat)]];
      auto& first = first_faults_[static_cast<std::size_t>(side)];
      if (!first) first = fault;
    }
  }
  ++counts_[static_cast<std::size_t>(won)];
  // Agents that decide alike in every game cannot be told apart by more deals.
  same_ = same_ && ratings::decided_alike(deal);
  ratings::add_deal(tallies_, side_of_, deal);
  if (terms_.adjusted) {
    // The luck is that of the candidate, in shares of a deal like its score.
    scores_.push_back(static_cast<double>(won) / static_cast<double>(counts_.size() - 1) - luck);
    llr_ = ratings::llr_of_scores(scores_, terms_.elo0, terms_.elo1);
  } else {
    llr_ = ratings::llr_of_counts(counts_, terms_.elo0, terms_.elo1);
  }
  verdict_ = compute_verdict();
}

/// Returns whether the candidate forfeited every game so far, the first because it was never ready.
bool GateTest::never_started() const {
  const ratings::AgentTally& candidate = tallies_[kCandidate];
  const auto& first = first_faults_[kCandidate];
  return first && first->kind == referee::record::FaultKind::NeverReady &&
         candidate.fault_count() == candidate.games;
}

GateVerdict GateTest::compute_verdict() const {
  // Faults first: no likelihood makes up for them.
  if (tallies_[kBaseline].fault_count() > 0) return GateVerdict::BaselineFaulted;
  if (never_started()) return GateVerdict::CannotPlay;
  if (terms_.max_faults && tallies_[kCandidate].fault_count() > *terms_.max_faults)
    return GateVerdict::TooManyFaults;
  switch (terms_.play_all_deals ? ratings::Verdict::Continue : ratings::verdict(llr_, bounds_)) {
    case ratings::Verdict::H0:
      return GateVerdict::Failed;
    case ratings::Verdict::H1:
      return GateVerdict::Passed;
    case ratings::Verdict::Continue:
      break;
  }
  return deals_ >= terms_.max_deals ? GateVerdict::Inconclusive : GateVerdict::Open;
}

std::optional<ratings::MatchEstimate> GateTest::estimate() const {
  if (deals_ == 0) return std::nullopt;
  const ratings::MatchEstimate raw = ratings::estimate_of_counts(counts_);
  if (!terms_.adjusted) return raw;
  return ratings::tighter_estimate(raw, ratings::estimate_of_scores(scores_, terms_.seats));
}

std::optional<std::uint64_t> GateTest::estimated_deals_left() const {
  const bool decided = verdict_ != GateVerdict::Open && verdict_ != GateVerdict::Inconclusive;
  const auto seen = estimate();
  if (decided || !seen) return std::nullopt;
  const auto blocks = ratings::blocks_to_come(*seen, llr_, bounds_, terms_.elo0, terms_.elo1);
  if (!blocks) return std::nullopt;
  const auto deals = static_cast<std::uint64_t>(std::ceil(*blocks));
  // Adjusted scores decide nothing before there are kFewestScores of them.
  const bool waits = terms_.adjusted && deals_ < ratings::kFewestScores;
  return waits ? std::max(deals, ratings::kFewestScores - deals_) : deals;
}

}  // namespace danno::leagues::commands::gate

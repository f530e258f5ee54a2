#include "leagues/ratings/bot_match.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "leagues/ratings/adjusted_results.hpp"
#include "leagues/ratings/deal_sums.hpp"
#include "referee/play/deal_result.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/solver/luck.hpp"

namespace danno::leagues::ratings {
namespace {

using referee::embed::EmbeddedGame;
using referee::embed::GameBatch;
using rules::Phase;
using rules::Position;

constexpr std::array kAgents{0, 1};
constexpr std::uint64_t kGamesOfDeal = 2;
constexpr std::int64_t kMostDeals = 10'000;

std::int64_t check_deals(std::int64_t deals) {
  if (deals >= 1 && deals <= kMostDeals) return deals;
  throw std::invalid_argument(std::to_string(deals) + " deals; expected 1 to " +
                              std::to_string(kMostDeals));
}

/// Returns the game as far as its result and the sums of a match need it.
referee::record::GameRecord make_record(const rules::RuleSet& rules, const Position& position,
                                        std::array<std::uint8_t, 2> agent_at) {
  if (position.phase != Phase::Over) throw std::invalid_argument("a game is not over yet");
  referee::record::GameRecord record;
  std::ranges::copy(agent_at, record.agent_at.begin());
  record.places = rules::places(rules, position);
  return record;
}

}  // namespace

BotMatch::BotMatch(const std::shared_ptr<const referee::embed::GameRules>& rules,
                   const std::shared_ptr<const referee::embed::SolvedValues>& values,
                   std::array<std::string, 2> names, std::string_view policy, std::string_view seed,
                   std::int64_t deals, const BotMatch* before)
    : rules_(rules),
      values_(values),
      turns_(before != nullptr && before->values_ == values
                 ? before->turns_
                 : std::make_shared<solver::SolvedTurns>()),
      batch_(rules, values, kGamesOfDeal * at(check_deals(deals)), "\n",
             referee::embed::Autoreset::Disabled, 0, turns_.get()),
      names_(std::move(names)),
      policy_(policy),
      seed_(seed),
      asked_(kGamesOfDeal * at(deals)),
      luck_(asked_.size()),
      chances_(at(rules->actions())) {
  if (rules_->seats() != 2) throw std::invalid_argument("a match of a bot is for two seats");
  if (values_) solver_.emplace(values_->table().rules(), values_->table().throws());
  const referee::record::KeyRules key_rules = referee::record::key_rules(rules_->rule_set());
  std::vector<std::int64_t> games;
  for (std::int64_t game = 0; game < this->games(); ++game) {
    const auto deal = static_cast<std::uint64_t>(game / 2);
    // Seat 0 begins both games of a mirrored deal.
    batch_.lead(game, rules::start_game(rules_->rule_set(), 0),
                referee::record::deal_key({seed_}, key_rules, names_, deal));
    games.push_back(game);
  }
  advance(std::move(games));
}

std::size_t BotMatch::width() const { return kRowHead + kRowOption * at(rules_->options()); }

std::size_t BotMatch::agent_at(std::int64_t game, int seat) const {
  return static_cast<std::size_t>(seat + game) % 2;
}

void BotMatch::throw_dice(std::int64_t game) {
  const Position before = batch_.game(game).position;
  referee::record::DiceStream dice = batch_.game(game).dice;
  const rules::Dice thrown =
      dice.roll(before.mover, before.turns[rules::at(before.mover)], before.roll, before.turn.dice);
  batch_.throw_dice(game, thrown);
  if (!values_) return;
  luck_[at(game)][agent_at(game, before.mover)] +=
      solver::luck_of_throw(*batch_.evaluator(), before, 1 - before.mover, thrown);
}

/// Solves the turns of throws, eight at a time: one alone takes as long as eight.
void BotMatch::solve_turns(std::span<const std::int64_t> games) {
  if (!values_) return;
  const solver::TurnBoundaryValues& boundary = values_->table().boundary();
  std::vector<std::pair<solver::TurnKind, solver::Question>> asked;
  for (const std::int64_t game : games) {
    const auto question = batch_.evaluator()->find_question(batch_.game(game).position);
    if (question && turns_->find(*question) == nullptr)
      asked.emplace_back(solver::turn_kind(boundary, *question), *question);
  }
  std::ranges::sort(asked);
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
  for (std::size_t begin = 0; begin < asked.size();) {
    std::vector<solver::Question> together{asked[begin].second};
    for (++begin; begin < asked.size() && together.size() < solver::kLanes &&
                  solver::solved_together(boundary, together.front(), asked[begin].second);
         ++begin)
      together.push_back(asked[begin].second);
    auto solved = solver::solve_turns(boundary, together, *solver_);
    for (std::size_t i = 0; i < together.size(); ++i)
      turns_->add(together[i], std::move(solved[i]));
  }
}

/// Plays games on, all together, to their next question for the bot or to their end.
void BotMatch::advance(std::vector<std::int64_t> games) {
  while (!games.empty()) {
    std::vector<std::int64_t> thrown;
    std::vector<std::int64_t> next;
    for (const std::int64_t game : games) {
      const Position& position = batch_.game(game).position;
      if (position.phase == Phase::Over) continue;
      if (position.phase == Phase::Throw) {
        thrown.push_back(game);
      } else if (agent_at(game, position.mover) == 0) {
        open_.push_back(game);
        continue;
      } else {
        batch_.act(game, batch_.judge(game, policy_));
      }
      next.push_back(game);
    }
    solve_turns(thrown);
    for (const std::int64_t game : thrown)
      throw_dice(game);
    games = std::move(next);
  }
  std::ranges::sort(open_);
}

void BotMatch::write_questions(std::int32_t* rows) const {
  for (const std::int64_t game : open_) {
    write_question(game, rows);
    rows += width();
  }
}

void BotMatch::write_question(std::int64_t number, std::int32_t* row) const {
  const EmbeddedGame& game = batch_.game(number);
  const Position& position = game.position;
  const auto put = [&row](auto value) { *row++ = static_cast<std::int32_t>(value); };
  put(number);
  put(position.mover);
  put(asked_[at(number)]);
  put(game.options.size());
  put(position.in_game.bits());
  put(position.turn.points);
  put(position.turn.locked);
  put(position.turn.inherited);
  put(position.offer.points);
  put(position.offer.dice);
  put(position.closer ? int{*position.closer} : -1);
  put(position.forfeited.bits());
  put(position.turn.unproven || position.turn.attempt);
  for (std::size_t seat = 0; seat < 2; ++seat)
    put(position.totals[seat]);
  for (std::size_t seat = 0; seat < 2; ++seat)
    put(position.busts[seat]);
  for (int face = 0; face < rules::kFaces; ++face)
    put(position.phase == Phase::Choose ? position.thrown.count(face) : 0);
  for (const rules::Option& option : game.options.all()) {
    put(option.mask);
    put(option.points);
    put(option.next_dice);
    put((option.may_roll ? 1 : 0) + (option.may_bank ? 2 : 0));
  }
}

/// Notes what an action costs, if none before cost more.
void BotMatch::weigh(std::int64_t game, std::int64_t action) {
  if (!values_ || action < 0 || action >= std::ssize(chances_)) return;
  batch_.compute_chances(game, chances_.data());
  const auto best = std::max_element(chances_.begin(), chances_.end(), [](double a, double b) {
    return a < b || (std::isnan(a) && !std::isnan(b));
  });
  const double cost = *best - chances_[at(action)];
  if (!(cost > costliest_.cost)) return;  // an illegal action has no chance
  costliest_ = {cost, *best, action, best - chances_.begin(), std::vector<std::int32_t>(width())};
  write_question(game, costliest_.question.data());
}

void BotMatch::answer(std::span<const std::int32_t> actions) {
  if (actions.size() != open_.size())
    throw std::invalid_argument(std::to_string(actions.size()) + " actions; expected " +
                                std::to_string(open_.size()));
  std::vector<std::int64_t> asked = std::exchange(open_, {});
  for (std::size_t i = 0; i < asked.size(); ++i) {
    weigh(asked[i], actions[i]);
    batch_.act(asked[i], actions[i]);
    ++decisions_;
    ++asked_[at(asked[i])];
  }
  advance(std::move(asked));
}

std::uint64_t BotMatch::agent_seed(std::int64_t game) const {
  const auto key = referee::record::deal_key({}, referee::record::key_rules(rules_->rule_set()),
                                             names_, static_cast<std::uint64_t>(game / 2));
  const int seat = static_cast<int>(game % 2);
  return referee::record::agent_seed({}, key, static_cast<std::uint32_t>(seat), names_[0], seat);
}

BotMatchRating BotMatch::rate() const {
  Results results(2);
  std::vector<AgentTally> tallies(2);
  std::vector<referee::play::DealResult> deals;
  std::vector<GameLuck> lucks;
  for (std::int64_t game = 0; game < games(); ++game) {
    if (game % 2 == 0) deals.push_back({static_cast<std::uint64_t>(game / 2), {}});
    const auto first = static_cast<std::uint8_t>(agent_at(game, 0));
    deals.back().games.push_back(make_record(rules_->rule_set(), batch_.game(game).position,
                                             {first, static_cast<std::uint8_t>(1 - first)}));
    GameLuck& luck = lucks.emplace_back();
    luck.own[0][1] = luck_[at(game)][0];
    luck.own[1][0] = luck_[at(game)][1];
    if (game % 2 == 0) continue;
    rate_deal(results, kAgents, deals.back());
    add_deal(tallies, kAgents, deals.back());
  }
  BotMatchRating rating{tallies.front(), decisions_, rate_match(results).front(), std::nullopt};
  if (!values_) return rating;
  AdjustedResults adjusted(2);
  adjusted.add_line_up(kAgents, *sum_luck(deals, lucks, 2));
  rating.adjusted = rate_adjusted_match(adjusted.results(), results).front();
  return rating;
}

const CostlyDecision* BotMatch::costliest() const {
  return costliest_.cost > 0 ? &costliest_ : nullptr;
}

}  // namespace danno::leagues::ratings

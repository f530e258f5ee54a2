// Reviews an agent's decisions: what each gave away against the best one, by the solved values.
// Only games of two have such values.
#include "leagues/report/review.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <list>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "leagues/base/outside_file.hpp"
#include "leagues/ratings/solved_game.hpp"

namespace danno::leagues::report {

namespace fs = std::filesystem;
namespace {

using referee::record::Step;

constexpr std::size_t kWorst = 10;

/// Returns the agent's index in the line-up, or the line-up's size if the agent is absent.
std::size_t agent_index(const store::StoredLineUp& line_up, store::Id agent) {
  return static_cast<std::size_t>(std::ranges::find(line_up.agents, agent) -
                                  line_up.agents.begin());
}

void add_if_costly(Review& review, Mistake made, solver::Evaluator& evaluator) {
  auto& worst = review.worst;
  // The list is sorted by cost; equal mistakes stand in the order of their games.
  const auto place = std::ranges::find_if(
      worst, [&](const Mistake& other) { return other.viewed.cost() < made.viewed.cost(); });
  if (place == worst.end() && worst.size() == kWorst) return;
  made.viewed.alternatives = best_others(evaluator, made.viewed);
  worst.insert(place, std::move(made));
  if (worst.size() > kWorst) worst.pop_back();
}

/// Returns whether all totals are below three quarters of the target.
bool is_midgame(const rules::Position& position, rules::Points target) {
  return !position.closer && std::ranges::all_of(position.totals, [&](rules::Points total) {
    return 4 * static_cast<std::int64_t>(total) < 3 * static_cast<std::int64_t>(target);
  });
}

void add_lesson(Review& review, const Mistake& made) {
  const ViewedStep& viewed = made.viewed;
  const solver::Choice& best = *viewed.explained->best;
  const rules::Option& roll = best.action == rules::Action::Roll ? best.option : viewed.made.option;
  const int dice =
      viewed.made.kind == Step::Kind::Offer ? viewed.before.offer.dice : roll.next_dice;
  const auto [known, is_new] =
      review.midgame.try_emplace({mistake_kind(viewed.made, best), dice}, made);
  if (!is_new && known->second.viewed.cost() < viewed.cost()) known->second = made;
}

void add_step(Review& review, Mistake made, solver::Evaluator& evaluator, bool teaches) {
  const referee::record::ExplainedStep& explained = *made.viewed.explained;
  if (made.viewed.made.kind == Step::Kind::Forfeit) review.lost_by_forfeits += explained.cost;
  // A step without a choice is no decision.
  if (explained.choices < 2) return;
  const double cost = made.viewed.cost();
  ++review.decisions;
  review.lost += cost;
  if (cost <= kNoLoss) {
    ++review.best;
    return;
  }
  Review::Kind& kind =
      review.kinds[static_cast<std::size_t>(mistake_kind(made.viewed.made, *explained.best))];
  ++kind.count;
  kind.lost += cost;
  if (teaches && is_midgame(made.viewed.before, evaluator.rules().parameters().target))
    add_lesson(review, made);
  add_if_costly(review, std::move(made), evaluator);
}

}  // namespace

std::string_view to_string(MistakeKind kind) {
  constexpr std::array<std::string_view, kMistakeKinds> kNames{
      "banked early", "rolled on", "kept other dice", "accepted", "declined"};
  return kNames[static_cast<std::size_t>(kind)];
}

MistakeKind mistake_kind(const Step& step, const solver::Choice& best) {
  if (step.action == rules::Action::Accept) return MistakeKind::Accepted;
  if (step.action == rules::Action::Decline) return MistakeKind::Declined;
  if (step.action == best.action) return MistakeKind::OtherDice;
  return step.action == rules::Action::Bank ? MistakeKind::BankedEarly : MistakeKind::RolledOn;
}

double Review::lost_a_game() const {
  return lost / static_cast<double>(std::max<std::int64_t>(1, games));
}

double Review::lost_a_decision() const {
  return lost / static_cast<double>(std::max<std::int64_t>(1, decisions));
}

std::vector<Mistake> Review::midgame_mistakes() const {
  std::vector<Mistake> mistakes;
  for (const auto& [lesson, mistake] : midgame)
    mistakes.push_back(mistake);
  std::ranges::stable_sort(mistakes, std::ranges::greater(),
                           [](const Mistake& made) { return made.viewed.cost(); });
  return mistakes;
}

bool is_short(const referee::record::GameRecord& record) {
  constexpr std::size_t kMost = 300;
  return referee::record::count_throws(record) + referee::record::count_decisions(record) <= kMost;
}

Reviewer::Reviewer(const rules::RuleSet& rules, const ratings::SolvedGame& solved)
    : rules_(rules), evaluator_(*solved.table) {}

void Reviewer::add(const GameId& id, const referee::record::GameRecord& record,
                   std::array<Review*, 2> of) {
  referee::record::Accountant accountant(evaluator_,
                                         referee::record::first_position(rules_, record));
  const bool teaches = is_short(record);
  std::size_t count = 0;
  const auto problem = referee::record::replay(
      rules_, record,
      [&](const Step& step, const rules::Position& before, const rules::Position& after) {
        ++count;
        const referee::record::ExplainedStep explained = accountant.add(step, before, after);
        const std::size_t agent = record.agent_at.at(static_cast<std::size_t>(step.seat));
        if (of.at(agent) == nullptr) return;
        Mistake made{id, count, view_step(rules_, step, before, after)};
        made.viewed.explained = explained;
        add_step(*of.at(agent), std::move(made), evaluator_, teaches);
      });
  if (problem) throw std::runtime_error(to_string(id) + " is not legal: " + *problem);
  for (const std::size_t seat : {0U, 1U}) {
    Review* const review = of.at(record.agent_at.at(seat));
    if (review == nullptr) continue;
    review->definition = &rules_.definition();
    ++review->games;
    // The account is kept for the seat 0, and luck of one is bad luck of the other.
    review->luck += seat == 0 ? accountant.account().luck : -accountant.account().luck;
  }
}

Reviews review_agent(const store::Reader& store, std::string_view agent,
                     const solver::Watch& watch) {
  const std::vector<store::StoredAgent> agents = store.all_agents();
  const auto found = std::ranges::find(agents, agent, &store::StoredAgent::shown_name);
  if (found == agents.end()) throw std::invalid_argument("no such agent");
  Reviews reviews;
  for (const store::StoredDivision& division : store.all_divisions()) {
    std::vector<store::StoredLineUp> line_ups = store.all_line_ups(division);
    std::erase_if(line_ups, [&](const store::StoredLineUp& line_up) {
      return line_up.played == 0 || agent_index(line_up, found->id) == line_up.agents.size();
    });
    if (line_ups.empty()) continue;
    if (division.seats != 2) {
      reviews.left_out.push_back(fmt::format("{} with {} seats: only games of two are explained",
                                             division.definition->id, division.seats));
      continue;
    }
    const ratings::SolvedOrNot values =
        ratings::find_solved(*division.definition, division.parameters, watch);
    if (const auto* const not_solved = std::get_if<ratings::NotSolved>(&values)) {
      reviews.left_out.push_back(not_solved->reason);
      continue;
    }
    const rules::RuleSet rules(*division.definition, division.seats, division.parameters);
    Reviewer reviewer(rules, *std::get<std::unique_ptr<const ratings::SolvedGame>>(values));
    Review& review = reviews.divisions.emplace_back();
    std::uint64_t deals = 0;
    for (const store::StoredLineUp& line_up : line_ups)
      deals += line_up.played;
    std::uint64_t done = 0;
    for (const store::StoredLineUp& line_up : line_ups) {
      std::array<Review*, 2> of{};
      of.at(agent_index(line_up, found->id)) = &review;
      GameId id{division.definition->id, store::line_up_name(line_up, agents)};
      store.visit_stored(line_up, 0, [&](const store::StoredDeal& deal) {
        watch("deals explained", done++, deals);
        id.deal = deal.deal;
        id.seating = 0;
        for (const referee::record::GameRecord& record : referee::record::decode_deal(deal.games)) {
          reviewer.add(id, record, of);
          ++id.seating;
        }
        return true;
      });
    }
  }
  return reviews;
}

namespace {

/// An agent's written games under the same rules.
struct WrittenDivision {
  std::shared_ptr<const rules::RuleSet> rules;
  Chances chances;
  Review review = {};
};

/// Returns the division of the game's rules, which is added if it is not there. Making a rule set
/// takes longer than reading a game.
WrittenDivision& find_or_add_division(const referee::record::WrittenGame& game,
                                      std::list<WrittenDivision>& divisions,
                                      const solver::Watch& watch) {
  for (WrittenDivision& division : divisions) {
    if (&division.rules->definition() == game.definition &&
        std::cmp_equal(division.rules->seats(), game.players.size()) &&
        division.rules->parameters() == game.parameters)
      return division;
  }
  auto rules = written_rules(game);
  Chances chances(*rules, watch);
  return divisions.emplace_back(WrittenDivision{std::move(rules), std::move(chances)});
}

/// Adds what the seat did in a game that has chances.
void add_view(WrittenDivision& division, const GameView& view, std::size_t seat,
              const std::string& file) {
  Review& review = division.review;
  review.definition = &division.rules->definition();
  ++review.games;
  review.luck += seat == 0 ? view.account->luck : -view.account->luck;
  for (std::size_t i = 0; i < view.steps.size(); ++i) {
    if (std::cmp_equal(view.steps[i].made.seat, seat))
      add_step(review, {{}, i + 1, view.steps[i], file}, *division.chances.evaluator(), false);
  }
}

/// Returns the files RULES/ADA/BOB/DEAL-SEATING.txt at or below the folder, by name.
std::set<fs::path> written_games_below(const fs::path& folder) {
  constexpr int kDeepest = 4;
  std::set<fs::path> files;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                         error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const fs::path& path = entry->path();
    if (entry.depth() == kDeepest || path.filename().native().front() == '.')
      entry.disable_recursion_pending();
    const std::string stem = path.stem().string();
    const bool is_deal = stem.find('-') != std::string::npos &&
                         stem.find_first_not_of("0123456789-") == std::string::npos;
    if (is_deal && path.extension() == ".txt") files.insert(path);
  }
  return files;
}

std::string problem_text(const fs::path& file, const referee::record::LineProblem& problem) {
  return fmt::format("{}:{}: {}", file.string(), problem.line, problem.message);
}

}  // namespace

MatchReviews review_match(const fs::path& folder, std::string_view agent,
                          const solver::Watch& watch) {
  MatchReviews match;
  std::set<std::string> left_out;
  std::list<WrittenDivision> divisions;
  for (const fs::path& file : written_games_below(folder)) {
    const auto parsed = referee::record::parse_written_game(base::read_whole(file).value_or(""));
    const auto* const game = std::get_if<referee::record::WrittenGame>(&parsed);
    if (game == nullptr) {
      left_out.insert(problem_text(file, std::get<referee::record::LineProblem>(parsed)));
      continue;
    }
    const std::vector<std::string> players = referee::record::player_names(*game);
    match.players.insert(players.begin(), players.end());
    const auto seat = static_cast<std::size_t>(std::ranges::find(players, agent) - players.begin());
    if (seat == players.size()) continue;
    WrittenDivision& division = find_or_add_division(*game, divisions, watch);
    const auto viewed = view_game(*game, division.rules, division.chances);
    if (const auto* const problem = std::get_if<referee::record::LineProblem>(&viewed)) {
      left_out.insert(problem_text(file, *problem));
    } else if (const auto& view = std::get<GameView>(viewed); !view.account) {
      left_out.insert(view.left_out);
    } else {
      add_view(division, view, seat, file.string());
    }
  }
  for (WrittenDivision& division : divisions) {
    if (division.review.games > 0) match.reviews.divisions.push_back(std::move(division.review));
  }
  match.reviews.left_out.assign(left_out.begin(), left_out.end());
  return match;
}

}  // namespace danno::leagues::report

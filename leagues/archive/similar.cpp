#include "leagues/archive/similar.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>

#include "leagues/archive/common_answers.hpp"
#include "leagues/archive/export.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "leagues/scores/packed.hpp"
#include "referee/record/record.hpp"
#include "referee/talk/wire.hpp"

namespace danno::leagues::archive {
namespace {

using referee::record::Step;
using rules::Position;
using store::StoredAgent;

/// program_hash() of agents whose folders are as they were stored; `changed` gets the others.
std::vector<std::optional<std::string>> programs_of(std::span<const StoredAgent> agents,
                                                    std::vector<StoredAgent>& changed,
                                                    const solver::Watch& watch) {
  std::vector<std::optional<std::string>> programs;
  for (const StoredAgent& agent : agents) {
    watch("folders compared", programs.size(), agents.size());
    auto& program = programs.emplace_back();
    if (entrants::keeps_from_starting(agent.command)) continue;
    entrants::Entrant entrant;
    entrant.agent.command = agent.command;
    entrant.agent.folder = agent.folder;
    try {
      if (entrants::content_hash(entrant) == agent.hash) program = entrants::program_hash(entrant);
    } catch (const std::runtime_error&) {  // it cannot be read any more
    }
    if (!program) changed.push_back(agent);
  }
  return programs;
}

bool is_forced(const rules::Options& options) {
  int choices = 0;
  for (const rules::Option& option : options.all())
    choices += (option.may_roll ? 1 : 0) + (option.may_bank ? 1 : 0);
  return choices < 2;
}

/// The answers in games, with what was sent for them as the question.
class AnswersOfGames {
 public:
  /// Agents are numbered by their place in `agents`; those of others do not count.
  AnswersOfGames(const std::vector<store::Id>& agents, const TakeAnswer& take)
      : agents_(agents), take_(take) {}

  void add(const StoredGame& game) {
    const referee::talk::GameStartForm form(*game.rules);
    for (std::size_t seat = 0; seat < game.record.seats; ++seat) {
      const auto found = std::ranges::find(agents_, game.agents[game.record.agent_at[seat]]);
      number_[seat] = found - agents_.begin();
      start_[seat].clear();
      form.append(start_[seat], 0, static_cast<int>(seat), game.record.first, 0);
    }
    const auto problem = referee::record::replay(
        *game.rules, game.record, [&](const Step& step, const Position& before, const Position&) {
          add(game, step, before);
        });
    if (problem) throw std::runtime_error(to_string(game.id) + " is not legal: " + *problem);
  }

 private:
  void add(const StoredGame& game, const Step& step, const Position& before) {
    const auto seat = static_cast<std::size_t>(step.seat);
    if (number_[seat] == std::ssize(agents_)) return;
    const bool chooses = step.kind == Step::Kind::Choice;
    if (!chooses && step.kind != Step::Kind::Offer) return;
    if (chooses) rules::list_options(*game.rules, before, options_);
    if (chooses && is_forced(options_)) return;
    question_ = start_[seat];
    referee::talk::append_ask(question_, 0, 0, before, options_, std::nullopt);
    take_({std::hash<std::string_view>()(question_), static_cast<std::uint16_t>(number_[seat]),
           answer_of(step)});
  }

  static std::uint8_t answer_of(const Step& step) {
    const bool stops = step.action == rules::Action::Bank || step.action == rules::Action::Decline;
    return static_cast<std::uint8_t>(step.option_index * 2 + (stops ? 1 : 0));
  }

  const std::vector<store::Id>& agents_;
  const TakeAnswer& take_;
  std::array<std::ptrdiff_t, rules::kMaxSeats> number_{};
  std::array<std::string, rules::kMaxSeats> start_;
  std::string question_;
  rules::Options options_;
};

std::vector<CommonAnswers> count_answers(const store::Reader& store,
                                         std::span<const StoredAgent> agents,
                                         const solver::Watch& watch) {
  if (agents.size() > std::numeric_limits<std::uint16_t>::max())
    throw std::runtime_error("more agents than can be compared");
  std::vector<store::Id> ids;
  for (const StoredAgent& agent : agents)
    ids.push_back(agent.id);
  const std::uint64_t deals = count_deals(store, ids);
  return count_common_answers(
      agents.size(),
      [&](const TakeAnswer& take) {
        AnswersOfGames answers(ids, take);
        std::uint64_t done = 0;
        const auto add = [&](const StoredGame& game) {
          if (game.id.seating == 0) watch("deals compared", done++, deals);
          answers.add(game);
        };
        visit_games(store, add, ids);
      },
      watch);
}

/// Those that never were a program are not.
bool is_same(const StoredAgent& one, const StoredAgent& other) {
  return one.hash == other.hash && !entrants::keeps_from_starting(one.command);
}

bool is_similar(const SimilarPair& pair) {
  return pair.same_content || (pair.questions >= kLeastQuestions && *pair.share() >= kLeastShare);
}

/// To sort by.
auto place_of(const SimilarPair& pair) {
  return std::tuple(!pair.same_content, -pair.share().value_or(0),
                    -static_cast<std::int64_t>(pair.questions));
}

}  // namespace

std::optional<double> SimilarPair::share() const {
  if (questions == 0) return std::nullopt;
  return static_cast<double>(alike) / questions;
}

bool SimilarPair::of_one_author() const {
  return !agents[0].author.empty() && agents[0].author == agents[1].author;
}

Similarity find_similar(const store::Reader& store, const solver::Watch& watch) {
  const std::vector<StoredAgent> agents = store.league().agents;
  Similarity similarity{.agents = agents.size()};
  const auto programs = programs_of(agents, similarity.changed, watch);
  const std::vector<CommonAnswers> common = count_answers(store, agents, watch);
  for (std::size_t a = 0; a < agents.size(); ++a) {
    for (std::size_t b = a + 1; b < agents.size(); ++b) {
      const CommonAnswers& answers = common[scores::pair_at(agents.size(), a, b)];
      if (answers.questions < kLeastQuestions) ++similarity.unjudged;
      SimilarPair pair{{agents[a], agents[b]},
                       (programs[a] && programs[a] == programs[b]) || is_same(agents[a], agents[b]),
                       answers.questions,
                       answers.alike};
      if (is_similar(pair)) similarity.pairs.push_back(std::move(pair));
    }
  }
  std::ranges::stable_sort(similarity.pairs, {}, place_of);
  return similarity;
}

}  // namespace danno::leagues::archive

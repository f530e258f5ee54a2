// danno league similar: finds agents that may be copies of each other: those with the same files,
// and those that answer the same questions alike.
//
// A question is a hash of the bytes that an agent was sent, without the numbers of the game. The
// answers of a large league do not fit into memory. So the games are read several times, each time
// for a range of questions, and the ranges grow as equal answers are merged.
#include "leagues/commands/league/similar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/progress.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/cli/text_table.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "leagues/ratings/numbers.hpp"
#include "leagues/report/columns.hpp"
#include "leagues/report/stored_game.hpp"
#include "referee/protocol/wire.hpp"
#include "referee/record/record.hpp"

namespace danno::leagues::commands::league {

namespace {

using referee::record::Step;
using rules::Position;
using store::StoredAgent;

constexpr std::uint64_t kLastQuestion = std::numeric_limits<std::uint64_t>::max();

constexpr std::size_t kSortedAtOnce = std::size_t{1} << 20;

/// A GivenAnswer and how often it was given.
struct CountedAnswer {
  std::uint64_t question = 0;
  std::uint32_t times = 1;
  std::uint16_t agent = 0;
  std::uint8_t answer = 0;

  [[nodiscard]] auto key() const { return std::tie(question, agent, answer); }
};
static_assert(sizeof(CountedAnswer) == 16);

/// The answers to questions from one on, up to the last for which there is room.
class AnswersInRange {
 public:
  AnswersInRange(std::uint64_t first, std::size_t room, const solver::Watch& watch)
      : first_(first), room_(room), watch_(watch) {
    answers_.reserve(room);
  }

  void add(const GivenAnswer& given) {
    if (given.question < first_ || given.question > last_) return;
    if (answers_.size() == room_) make_room();
    answers_.push_back({given.question, 1, given.agent, given.answer});
  }

  /// Returns the answers sorted by question, agent and answer, with equal ones merged.
  std::span<const CountedAnswer> merged() {
    sort(0, answers_.size());
    std::size_t size = 0;
    for (const CountedAnswer& next : answers_) {
      if (size > 0 && answers_[size - 1].key() == next.key()) {
        answers_[size - 1].times += next.times;
      } else {
        answers_[size++] = next;
      }
    }
    answers_.resize(size);
    return answers_;
  }
  [[nodiscard]] std::uint64_t last() const { return last_; }

 private:
  /// Sorts in parts, because a sort of everything takes seconds and could not be interrupted.
  void sort(std::size_t begin, std::size_t end) {
    watch_("answers sorted", begin, answers_.size());
    const auto part = std::span(answers_).subspan(begin, end - begin);
    if (part.size() <= kSortedAtOnce) {
      std::ranges::sort(part, {}, &CountedAnswer::key);
      return;
    }
    const std::size_t half = part.size() / 2;
    std::ranges::nth_element(part, part.begin() + static_cast<std::ptrdiff_t>(half), {},
                             &CountedAnswer::key);
    sort(begin, begin + half);
    sort(begin + half, end);
  }

  /// Leaves the upper half of the questions to a later visit where merging is not enough.
  void make_room() {
    if (merged().size() <= room_ / 2) return;
    const auto middle = std::ranges::lower_bound(answers_, answers_[room_ / 2].question, {},
                                                 &CountedAnswer::question);
    assert(middle != answers_.begin() && "one question has answers for half of the room");
    last_ = middle->question - 1;
    answers_.erase(middle, answers_.end());
  }

  std::uint64_t first_;
  std::uint64_t last_ = kLastQuestion;
  std::size_t room_;
  const solver::Watch& watch_;
  std::vector<CountedAnswer> answers_;
};

/// Finds each agent's most frequent answer to one question.
void merge_answers(std::span<const CountedAnswer> answers, std::vector<CountedAnswer>& settled) {
  settled.clear();
  for (const CountedAnswer& next : answers) {
    if (settled.empty() || settled.back().agent != next.agent) {
      settled.push_back(next);
    } else if (settled.back().times < next.times) {
      settled.back() = next;
    }
  }
}

void count_pairs(std::size_t agents, std::span<const CountedAnswer> answers,
                 std::vector<CommonAnswers>& pairs, const solver::Watch& watch) {
  std::vector<CountedAnswer> settled;
  for (std::size_t begin = 0, end = 0; begin < answers.size(); begin = end) {
    watch("answers compared", begin, answers.size());
    while (end < answers.size() && answers[end].question == answers[begin].question)
      ++end;
    // An agent that answers at random counts by its most frequent answer.
    merge_answers(answers.subspan(begin, end - begin), settled);
    for (std::size_t a = 0; a < settled.size(); ++a) {
      for (std::size_t b = a + 1; b < settled.size(); ++b) {
        CommonAnswers& pair = pairs[ratings::pair_at(agents, settled[a].agent, settled[b].agent)];
        ++pair.questions;
        pair.alike += settled[a].answer == settled[b].answer ? 1 : 0;
      }
    }
  }
}

/// Returns program_hash() of the agents whose folders are as they were stored; `changed` gets the
/// others.
std::vector<std::optional<std::string>> read_programs(std::span<const StoredAgent> agents,
                                                      std::vector<StoredAgent>& changed,
                                                      const solver::Watch& watch) {
  std::vector<std::optional<std::string>> programs;
  for (const StoredAgent& agent : agents) {
    watch("folders compared", programs.size(), agents.size());
    auto& program = programs.emplace_back();
    if (entrants::is_unstartable(agent.command)) continue;
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

  void add(const report::StoredGame& game) {
    const referee::protocol::GameStartForm form(*game.rules);
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
  void add(const report::StoredGame& game, const Step& step, const Position& before) {
    const auto seat = static_cast<std::size_t>(step.seat);
    if (number_[seat] == std::ssize(agents_)) return;
    const bool chooses = step.kind == Step::Kind::Choice;
    if (!chooses && step.kind != Step::Kind::Offer) return;
    if (chooses) rules::list_options(*game.rules, before, options_);
    // Questions with one answer tell nothing.
    if (chooses && is_forced(options_)) return;
    question_ = start_[seat];
    referee::protocol::append_ask(question_, 0, 0, before, options_, std::nullopt);
    take_({std::hash<std::string_view>()(question_), static_cast<std::uint16_t>(number_[seat]),
           packed_answer(step)});
  }

  static std::uint8_t packed_answer(const Step& step) {
    const bool stops = step.action == rules::Action::Bank || step.action == rules::Action::Decline;
    // An option and what is done with it fit into a byte.
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
  const std::uint64_t deals = report::count_deals(store, ids);
  return count_common_answers(
      agents.size(),
      [&](const TakeAnswer& take) {
        AnswersOfGames answers(ids, take);
        std::uint64_t done = 0;
        const auto add = [&](const report::StoredGame& game) {
          if (game.id.seating == 0) watch("deals compared", done++, deals);
          answers.add(game);
        };
        report::visit_games(store, add, ids);
      },
      watch);
}

/// Returns whether two agents have the same content. Agents that never were a program are not the
/// same.
bool is_same(const StoredAgent& one, const StoredAgent& other) {
  return one.hash == other.hash && !entrants::is_unstartable(one.command);
}

}  // namespace

std::vector<CommonAnswers> count_common_answers(std::size_t agents,
                                                const std::function<void(const TakeAnswer&)>& visit,
                                                const solver::Watch& watch, std::size_t at_a_time) {
  std::vector<CommonAnswers> pairs(agents < 2 ? 0 : ratings::pair_count(agents));
  for (std::uint64_t first = 0;;) {
    AnswersInRange answers(first, at_a_time, watch);
    visit([&](const GivenAnswer& given) { answers.add(given); });
    count_pairs(agents, answers.merged(), pairs, watch);
    if (answers.last() == kLastQuestion) return pairs;
    first = answers.last() + 1;
  }
}

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
  const auto programs = read_programs(agents, similarity.changed, watch);
  const std::vector<CommonAnswers> common = count_answers(store, agents, watch);
  for (std::size_t a = 0; a < agents.size(); ++a) {
    for (std::size_t b = a + 1; b < agents.size(); ++b) {
      const CommonAnswers& answers = common[ratings::pair_at(agents.size(), a, b)];
      if (answers.questions < kLeastQuestions) ++similarity.unjudged;
      SimilarPair pair{{agents[a], agents[b]},
                       (programs[a] && programs[a] == programs[b]) || is_same(agents[a], agents[b]),
                       answers.questions,
                       answers.alike};
      const bool is_alike = answers.questions >= kLeastQuestions && *pair.share() >= kLeastShare;
      if (pair.same_content || is_alike) similarity.pairs.push_back(std::move(pair));
    }
  }
  std::ranges::stable_sort(similarity.pairs, {}, [](const SimilarPair& pair) {
    return std::tuple(!pair.same_content, -pair.share().value_or(0),
                      -static_cast<std::int64_t>(pair.questions));
  });
  return similarity;
}

// --- the command ---------------------------------------------------------------------------------

namespace {

using base::Json;

std::string pair_authors(const SimilarPair& pair) {
  const auto shown = [&](std::size_t agent) {
    const std::string& author = pair.agents.at(agent).author;
    return author.empty() ? "-" : author;
  };
  return pair.of_one_author() ? "both " + shown(0) : shown(0) + ", " + shown(1);
}

/// Returns the share of equal answers, never rounded up: "100 %" means all of them.
std::string format_share(const SimilarPair& pair) {
  if (pair.questions == 0) return "-";
  if (pair.alike == pair.questions) return "100 %";
  return fmt::format("{:.2f} %", std::floor(10'000 * *pair.share()) / 100);
}

report::OutputTable describe_pairs(const Similarity& similarity) {
  report::OutputTable table;
  for (const SimilarPair& pair : similarity.pairs) {
    const auto& [one, other] = pair.agents;
    table.rows.emplace_back();
    table.add({.json = "agents"}, Json::array({one.shown_name(), other.shown_name()}));
    table.add({.json = "authors"}, Json::array({one.author, other.author}));
    table.add({.json = "same_content"}, pair.same_content);
    table.add({.heading = "agent", .is_text = true}, one.shown_name());
    table.add({.heading = "and", .is_text = true}, other.shown_name());
    table.add({.heading = "authors", .is_text = true}, pair_authors(pair));
    table.add({.heading = "content", .is_text = true}, pair.same_content ? "same" : "");
    table.add({.json = "questions", .heading = "questions", .show = report::count}, pair.questions);
    table.add({.json = "alike", .heading = "alike", .show = report::count}, pair.alike);
    table.add({.json = "share"}, pair.share());
    table.add({.heading = "share"}, format_share(pair));
  }
  return table;
}

void show(const Similarity& similarity) {
  cli::print_text("{} of {} of agents alike\n", base::format_count(similarity.pairs.size()),
                  base::format_count(ratings::pair_count(similarity.agents), "pair"));
  if (similarity.unjudged > 0) {
    cli::print_text("{} had fewer than {} questions in common\n",
                    base::format_count(similarity.unjudged, "pair"), kLeastQuestions);
  }
  if (similarity.pairs.empty()) return;
  cli::print_text("\n{}\n", cli::text_table(report::to_cells(describe_pairs(similarity))));
  cli::print_text(
      "questions: different ones that both were asked, with at least two legal answers\nthis is "
      "evidence, not a verdict: two independent programs that hold at the\nsame threshold agree on "
      "100 %\n");
}

void warn_changed(const std::vector<store::StoredAgent>& changed) {
  if (changed.empty()) return;
  std::string names;
  for (const store::StoredAgent& agent : changed)
    names += (names.empty() ? "" : ", ") + base::escape_terminal(agent.shown_name());
  cli::print_note(
      "warning: the folder of {} is gone or has changed; only its decisions can show a copy of it "
      "under another name\n",
      names);
}

void run_similar(const cli::StoredLeagueArguments& arguments, const cli::Invocation& invocation) {
  const store::Reader store = store::Reader::open_to_read(cli::stored_folder(arguments));
  const cli::Interrupts interrupts(cli::Work::Compute);
  const Similarity similarity = find_similar(store, cli::watch_for(invocation));
  if (!invocation.quiet) warn_changed(similarity.changed);
  if (invocation.json) {
    cli::print("{}\n", base::dump(report::to_json(describe_pairs(similarity))));
  } else {
    show(similarity);
  }
}

}  // namespace

void add_similar(cli::Command league, cli::Invocation& invocation) {
  cli::add_league_command(league, invocation,
                          {.name = "similar",
                           .summary = "find agents that may be copies of each other",
                           .examples = "  danno league similar league.toml\n"
                                       "  danno league similar out/spring --json"},
                          run_similar);
}

}  // namespace danno::leagues::commands::league

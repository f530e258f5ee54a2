// danno explain: a game's decisions against the best ones, or an agent's over a league.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <variant>

#include "leagues/cli/terminal/color.hpp"
#include "leagues/cli/terminal/explained_text.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/cli/verb.hpp"
#include "leagues/cli/verbs.hpp"
#include "leagues/cli/flags/written_file.hpp"
#include "leagues/archive/review.hpp"
#include "leagues/shown_points.hpp"
#include "leagues/scores/solved_game.hpp"
#include "leagues/text/escape.hpp"
#include "referee/record/audit.hpp"

namespace danno::cli {
namespace {

using leagues::Review;
using nlohmann::ordered_json;
using referee::Account;
using referee::Step;
using rules::Position;

struct Arguments {
  std::string what;
  StoredLeagueArguments league;
};

struct ToldGame {
  const rules::RuleSet& rules;
  std::vector<std::string> players;  ///< By seat.
  int first = 0;
  bool over = true;
  Account account;
  std::vector<ToldStep> steps;
};

std::unique_ptr<const leagues::SolvedGame> require_solved(const rules::RuleSet& rules) {
  if (rules.seats() != 2)
    throw UsageError(fmt::format("a game of {}; only games of two are explained", rules.seats()));
  auto found = leagues::find_solved(rules.definition(), rules.parameters());
  if (const auto* const not_solved = std::get_if<leagues::NotSolved>(&found))
    throw UsageError(not_solved->reason);
  return std::get<std::unique_ptr<const leagues::SolvedGame>>(std::move(found));
}

/// `play` plays the game from `first` on and shows each step to the function it is given.
void tell(ToldGame& game, const Position& first,
          const std::function<void(const referee::VisitStep&)>& play) {
  const auto solved = require_solved(game.rules);
  solver::Evaluator evaluator(*solved->table);
  try {
    referee::Accountant accountant(evaluator, first);
    play([&](const Step& step, const Position& before, const Position& after) {
      game.steps.push_back({step, accountant.add(step, before, after), before});
      game.over = after.phase == rules::Phase::Over;
    });
    game.account = accountant.account();
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("it cannot be explained: {}", error.what()));
  }
}

ordered_json game_json(const ToldGame& game) {
  const rules::Definition& definition = game.rules.definition();
  const Account& account = game.account;
  ordered_json json{{"rules", game.rules.id()},
                    {"target", leagues::shown_points(definition, game.rules.parameters().target)},
                    {"players", game.players},
                    {"first", game.first},
                    {"over", game.over},
                    {"start", account.start},
                    {"luck", account.luck},
                    {"lost", account.lost},
                    {"cut", account.cut},
                    {"result", account.result}};
  json["steps"] = ordered_json::array();
  for (const ToldStep& told : game.steps)
    json["steps"].push_back(step_json(definition, told));
  return json;
}

void print_sums(const ToldGame& game) {
  const Account& account = game.account;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const double sign = seat == 0 ? 1 : -1;
    const auto own = [&](double of_first) { return seat == 0 ? of_first : 1 - of_first; };
    fmt::print("{}: {} at the start, {} by the dice, {} by its own play, {} by {}'s{} = {}\n",
               game.players[seat], show_chance(own(account.start)),
               show_change(sign * account.luck), show_change(-account.lost[seat]),
               show_change(account.lost[1 - seat]), game.players[1 - seat],
               account.cut == 0
                   ? ""
                   : fmt::format(", {} by the cap of turns", show_change(sign * account.cut)),
               show_chance(own(account.result)));
  }
}

void print_game(const ToldGame& game, const Session& session) {
  if (session.json) {
    fmt::print("{}\n", game_json(game).dump());
    return;
  }
  fmt::print("{}, {} begins\n\n", game.rules.id(),
             game.players[static_cast<std::size_t>(game.first)]);
  using enum Align;
  fmt::print("{}\n", text_table({Right, Left, Left, Left, Right, Right, Left, Right, Right, Left},
                                step_rows(game.rules.definition(), game.players, game.steps)));
  print_sums(game);
  if (!session.quiet) {
    fmt::print(stderr,
               "chances are those of the player in the row, if both play best from there on\n");
  }
}

void explain_written(const std::string& file, const Session& session) {
  const auto parsed = referee::parse_written_game(read_written_file(file));
  const auto fail = [&](const referee::LineProblem& problem) {
    throw UsageError(fmt::format("{}:{}: {}", file == "-" ? "stdin" : file, problem.line,
                                 leagues::escape_terminal(problem.message)));
  };
  if (const auto* const problem = std::get_if<referee::LineProblem>(&parsed)) fail(*problem);
  const auto& game = std::get<referee::WrittenGame>(parsed);
  const rules::RuleSet rules = referee::audited_rules(game);
  ToldGame told{rules, game.players, game.first, false, {}, {}};
  tell(told, referee::first_position(rules, game), [&](const referee::VisitStep& visit) {
    const referee::Audit audit = referee::audit_game(rules, game, visit);
    if (audit.problem) fail(*audit.problem);
  });
  print_game(told, session);
}

void explain_stored(const leagues::Store& store, const std::string& id, const Session& session) {
  const leagues::StoredGame game = require_game(store, id);
  const rules::RuleSet& rules = *game.rules;
  ToldGame told{rules, {}, game.record.first, true, {}, {}};
  for (std::size_t seat = 0; seat < game.record.seats; ++seat)
    told.players.push_back(leagues::escape_terminal(game.names[game.record.agent_at[seat]]));
  tell(told, referee::first_position(rules, game.record), [&](const referee::VisitStep& visit) {
    if (const auto problem = referee::replay(rules, game.record, visit))
      throw std::runtime_error(fmt::format("{} is not legal: {}", id, *problem));
  });
  print_game(told, session);
}

ordered_json review_json(const Review& review) {
  const auto decisions = static_cast<double>(std::max<std::int64_t>(1, review.decisions));
  const auto games = static_cast<double>(std::max<std::int64_t>(1, review.games));
  ordered_json json{{"rules", review.definition->id},
                    {"games", review.games},
                    {"decisions", review.decisions},
                    {"best", review.best},
                    {"accuracy", review.accuracy_sum / decisions},
                    {"loss_a_decision", review.lost / decisions},
                    {"loss_a_game", review.lost / games},
                    {"forfeited_a_game", review.lost_by_forfeits / games},
                    {"luck_a_game", review.luck / games}};
  json["kinds"] = ordered_json::array();
  for (std::size_t i = 0; i < leagues::kMistakeKinds; ++i) {
    json["kinds"].push_back({{"kind", to_string(static_cast<leagues::MistakeKind>(i))},
                             {"count", review.kinds[i].count},
                             {"lost", review.kinds[i].lost}});
  }
  json["worst"] = ordered_json::array();
  for (const leagues::Mistake& mistake : review.worst) {
    ordered_json one{{"game", to_string(mistake.game)}, {"step", mistake.step}};
    one.update(step_json(*review.definition, {mistake.made, mistake.explained, mistake.before}));
    json["worst"].push_back(std::move(one));
  }
  return json;
}

void print_kinds(const Review& review) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < leagues::kMistakeKinds; ++i) {
    if (review.kinds[i].count > 0) order.push_back(i);
  }
  std::ranges::sort(order, std::ranges::greater(),
                    [&](std::size_t i) { return review.kinds[i].count; });
  std::vector<std::vector<std::string>> rows{{"error", "times", "mean cost", "of all lost"}};
  for (const std::size_t i : order) {
    const Review::Kind& kind = review.kinds[i];
    rows.push_back({std::string(to_string(static_cast<leagues::MistakeKind>(i))),
                    std::to_string(kind.count),
                    fmt::format("{:.2f} %", 100 * kind.lost / static_cast<double>(kind.count)),
                    show_chance(kind.lost / review.lost)});
  }
  using enum Align;
  if (rows.size() > 1) fmt::print("\n{}", text_table({Left, Right, Right, Right}, rows));
}

void print_worst(const Review& review) {
  std::vector<std::vector<std::string>> rows{
      {"cost", "standing", "dice", "played", "best", "game", "step"}};
  const rules::Definition& definition = *review.definition;
  for (const leagues::Mistake& mistake : review.worst) {
    const Step& step = mistake.made;
    rows.push_back({show_chance(mistake.explained.cost),
                    show_standing(definition, {step, mistake.explained, mistake.before}),
                    rules::to_string(step.thrown, definition.faces),
                    show_decision(definition, step.action, step.option.keep),
                    show_best(definition, *mistake.explained.best),
                    leagues::escape_terminal(to_string(mistake.game)),
                    std::to_string(mistake.step)});
  }
  using enum Align;
  if (rows.size() > 1)
    fmt::print("\n{}", text_table({Right, Left, Left, Left, Left, Left, Right}, rows));
}

void print_review(const std::string& agent, const Review& review) {
  const auto decisions = static_cast<double>(std::max<std::int64_t>(1, review.decisions));
  const auto games = static_cast<double>(std::max<std::int64_t>(1, review.games));
  fmt::print("{}\n",
             styled(fmt::format("{}: {}", agent, review.definition->id), Style::Bold, stdout));
  fmt::print("{} games, {} decisions with a choice, {} of them best; accuracy {:.1f}\n",
             review.games, review.decisions,
             show_chance(static_cast<double>(review.best) / decisions),
             review.accuracy_sum / decisions);
  fmt::print("a game: {} by the dice, {} lost by play{}; {:.3f} % lost a decision\n",
             show_change(review.luck / games), show_chance(review.lost / games),
             review.lost_by_forfeits > 0
                 ? fmt::format(", {} by forfeits", show_chance(review.lost_by_forfeits / games))
                 : "",
             100 * review.lost / decisions);
  print_kinds(review);
  print_worst(review);
}

void explain_agent(const leagues::Store& store, const std::string& agent, const Session& session) {
  const auto agents = store.all_agents();
  if (std::ranges::find(agents, agent, &leagues::StoredAgent::shown_name) == agents.end()) {
    throw UsageError(fmt::format(
        "'{}' is no file, no game (RULES/LINE-UP/DEAL/SEATING) and no agent of the league",
        leagues::escape_terminal(agent)));
  }
  const leagues::Reviews reviews = leagues::review_agent(store, agent);
  for (const std::string& reason : reviews.left_out)
    fmt::print(stderr, "left out: {}\n", reason);
  if (session.json) {
    ordered_json json{{"agent", agent}, {"divisions", ordered_json::array()}};
    for (const Review& review : reviews.divisions)
      json["divisions"].push_back(review_json(review));
    json["left_out"] = reviews.left_out;
    fmt::print("{}\n", json.dump());
    return;
  }
  for (std::size_t i = 0; i < reviews.divisions.size(); ++i) {
    if (i > 0) fmt::print("\n");
    print_review(leagues::escape_terminal(agent), reviews.divisions[i]);
  }
}

void run_explain(const Arguments& arguments, const Session& session) {
  if (arguments.what == "-" || std::filesystem::is_regular_file(arguments.what))
    return explain_written(arguments.what, session);
  const leagues::Store store = leagues::Store::open_to_read(stored_folder(arguments.league));
  if (leagues::parse_game_id(arguments.what)) return explain_stored(store, arguments.what, session);
  explain_agent(store, arguments.what, session);
}

}  // namespace

void add_explain(CLI::App& app, Session& session) {
  CLI::App& verb = add_verb(app, session,
                            {.name = "explain",
                             .summary = "what was luck, and what each decision cost",
                             .group = "The games",
                             .examples = "  danno explain koans/ada,bob/17/0 out/spring\n"
                                         "  danno explain ada out/spring"});
  add_json_flag(verb, session);
  const auto arguments = std::make_shared<Arguments>();
  verb.add_option("WHAT", arguments->what,
                  "a written game's file (- is stdin), a stored game or an agent of a league")
      ->required();
  add_stored_league(verb, arguments->league);
  verb.callback([arguments, &session] { guarded([&] { run_explain(*arguments, session); }); });
}

}  // namespace danno::cli

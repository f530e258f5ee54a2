// danno explain: a game's decisions against the best ones, or an agent's over a league or a match.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/base/points.hpp"
#include "leagues/base/suggest.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/game_printer.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/cli/text_table.hpp"
#include "leagues/report/game_files.hpp"
#include "leagues/report/game_view.hpp"
#include "leagues/report/review.hpp"

namespace danno::leagues::commands::agent {
namespace {

using base::Json;
using referee::record::Account;
using referee::record::Step;
using report::Review;
using report::ViewedStep;
using rules::Definition;

/// Returns dice as text; null if there are none.
Json dice_json(const Definition& definition, rules::Dice dice) {
  return dice.empty() ? Json() : Json(rules::to_string(dice, definition.faces));
}

/// Adds the scores of the seats before the step.
void add_standing(const Definition& definition, const rules::Position& before, Json& json) {
  const auto shown = [&](rules::Points points) { return base::shown_points(definition, points); };
  Json totals = Json::array();
  Json in_game = Json::array();
  for (std::size_t seat = 0; seat < before.seats; ++seat) {
    totals.push_back(shown(before.totals[seat]));
    in_game.push_back(before.is_in(static_cast<int>(seat)));
  }
  json["totals"] = totals;
  json["seat_totals"] = totals;
  json["in_game"] = in_game;
  json["turn"] = shown(before.turn.points);
  json["locked"] = shown(before.turn.locked);
  json["inherited"] = shown(before.turn.inherited);
  json["offer"] = nullptr;
  if (before.phase == rules::Phase::Offer)
    json["offer"] = {{"points", shown(before.offer.points)}, {"dice", before.offer.dice}};
  json["last_turns"] = before.closer;
}

/// Adds the winning chances of a step, and what else could have been chosen.
void add_chances(const Definition& definition, const ViewedStep& step, Json& json) {
  const auto& explained = step.explained;
  const bool threw = step.made.kind == Step::Kind::Throw;
  json["before"] = explained ? Json(explained->before) : Json();
  json["after"] = explained ? Json(explained->after) : Json();
  json[threw ? "luck" : "cost"] =
      explained ? Json(threw ? explained->luck : explained->cost) : Json();
  if (!explained || !explained->best) return;
  json["choices"] = explained->choices;
  json["best"] = report::format_choice(definition, *explained->best);
  json["best_chance"] = explained->best->chance;
  json["alternatives"] = Json::array();
  for (const solver::Choice& other : step.alternatives)
    json["alternatives"].push_back(
        {{"played", report::format_choice(definition, other)}, {"chance", other.chance}});
}

/// Returns a step as a row of the table; cells without a figure are empty.
std::vector<std::string> step_row(const Definition& definition, std::size_t number,
                                  const std::string& player, const ViewedStep& step,
                                  const std::string& luck) {
  const auto& explained = step.explained;
  const bool lost = explained && explained->cost > report::kNoLoss;  // of a throw it is 0
  return {std::to_string(number),
          player,
          cli::format_standing(definition, step),
          rules::to_string(step.made.thrown, definition.faces),
          luck,
          explained && step.is_decision() ? base::format_chance(explained->before) : "",
          report::format_played(definition, step.made),
          explained ? base::format_chance(explained->after) : "",
          lost ? base::format_chance(explained->cost) : "",
          lost && explained->best ? report::format_choice(definition, *explained->best) : ""};
}

/// Returns chances of the step's seat, unrounded, null where there are none; docs/log-and-json.md
/// has it.
Json step_json(const Definition& definition, const ViewedStep& step) {
  const Step& made = step.made;
  Json json{{"seat", made.seat}, {"turn_number", step.turn}, {"roll", step.roll}};
  add_standing(definition, step.before, json);
  if (!made.thrown.empty()) json["dice"] = dice_json(definition, made.thrown);
  json["kept"] = dice_json(definition, step.kept);
  json["worth"] = base::shown_points(definition, step.worth);
  json["next_dice"] = step.next_dice;
  json["played"] = report::format_played(definition, made);
  add_chances(definition, step, json);
  return json;
}

/// A throw and the choice after it are one row.
cli::Rows step_rows(const Definition& definition, const std::vector<std::string>& players,
                    const std::vector<ViewedStep>& steps) {
  cli::Rows rows{
      {"step", "player", "standing", "dice", "luck", "chance", "played", "after", "cost", "best"}};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const ViewedStep* step = &steps[i];
    std::string luck;
    if (step->made.kind == Step::Kind::Throw) {
      if (step->explained) luck = cli::format_change(step->explained->luck);
      // The row shows the decision; of the throw, only its dice and its luck.
      const bool decided = i + 1 < steps.size() && steps[i + 1].made.kind == Step::Kind::Choice;
      if (decided) step = &steps[++i];
    }
    rows.push_back(step_row(definition, i + 1, players[static_cast<std::size_t>(step->made.seat)],
                            *step, luck));
  }
  return rows;
}

/// Returns the facts about the whole game.
Json header_json(const report::GameView& game) {
  const std::vector<std::string>& players = game.players;
  const rules::Definition& definition = game.rules->definition();
  Json totals = Json::array();
  for (std::size_t seat = 0; seat < players.size(); ++seat)
    totals.push_back(base::shown_points(definition, game.end.totals[seat]));
  Json json{{"game", game.id.empty() ? Json() : Json(game.id)},
            {"rules", game.rules->id()},
            {"target", base::shown_points(definition, game.rules->parameters().target)},
            {"players", players},
            {"first", game.first},
            {"over", game.is_over()},
            {"capped", game.end.capped},
            {"places", game.places},
            {"end_totals", totals}};
  json["faults"] = Json::array();
  for (const referee::record::Fault& fault : game.faults)
    json["faults"].push_back(
        report::fault_json(fault, players[static_cast<std::size_t>(fault.seat)]));
  return json;
}

/// The sums; null if no chances are known.
void add_account(const report::GameView& game, Json& json) {
  for (const char* const key : {"start", "luck", "lost", "cut", "result"})
    json[key] = nullptr;
  if (const auto& account = game.account) {
    json["start"] = account->start;
    json["luck"] = account->luck;
    json["lost"] = account->lost;
    json["cut"] = account->cut;
    json["result"] = account->result;
  }
  json["adjusted"] = game.adjusted();
  json["left_out"] = game.left_out.empty() ? Json() : Json(game.left_out);
}

/// Returns the game with all steps; docs/log-and-json.md has its keys.
Json game_json(const report::GameView& game) {
  Json json = header_json(game);
  add_account(game, json);
  json["steps"] = Json::array();
  for (const report::ViewedStep& step : game.steps)
    json["steps"].push_back(step_json(game.rules->definition(), step));
  return json;
}

/// Prints a line for each of the two players, whose sum is the result of the game.
void print_sums(const Account& account, const std::vector<std::string>& players) {
  for (std::size_t seat = 0; seat < 2; ++seat) {
    // The account is the first seat's; all gains of one are losses of the other.
    const double sign = seat == 0 ? 1 : -1;
    const auto own = [&](double of_first) { return seat == 0 ? of_first : 1 - of_first; };
    cli::print_text(
        "{}: {} at the start, {} by the dice, {} by its own play, {} by that of {}{} = {}\n",
        players[seat], base::format_chance(own(account.start)),
        cli::format_change(sign * account.luck), cli::format_change(-account.lost[seat]),
        cli::format_change(account.lost[1 - seat]), players[1 - seat],
        account.cut == 0
            ? ""
            : fmt::format(", {} by the cap of turns", cli::format_change(sign * account.cut)),
        base::format_chance(own(account.result)));
  }
}

Json review_json(const Review& review) {
  const auto games = static_cast<double>(std::max<std::int64_t>(1, review.games));
  Json json{{"rules", review.definition->id},
            {"games", review.games},
            {"decisions", review.decisions},
            {"best", review.best},
            {"loss_a_decision", review.decisions > 0 ? Json(review.lost_a_decision()) : Json()},
            {"loss_a_game", review.lost_a_game()},
            {"forfeited_a_game", review.lost_by_forfeits / games},
            {"luck_a_game", review.luck / games}};
  json["kinds"] = Json::array();
  for (std::size_t i = 0; i < report::kMistakeKinds; ++i) {
    json["kinds"].push_back({{"kind", report::to_string(static_cast<report::MistakeKind>(i))},
                             {"count", review.kinds[i].count},
                             {"lost", review.kinds[i].lost}});
  }
  json["worst"] = Json::array();
  for (const report::Mistake& mistake : review.worst) {
    Json one{{"game", mistake.name_of_game()}, {"step", mistake.step}};
    one.update(step_json(*review.definition, mistake.viewed));
    json["worst"].push_back(std::move(one));
  }
  return json;
}

/// Prints the kinds of mistakes, the most frequent first.
void print_kinds(const Review& review) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < report::kMistakeKinds; ++i) {
    if (review.kinds[i].count > 0) order.push_back(i);
  }
  std::ranges::sort(order, std::ranges::greater(),
                    [&](std::size_t i) { return review.kinds[i].count; });
  cli::Rows rows{{"error", "times", "mean cost", "of all lost"}};
  for (const std::size_t i : order) {
    const Review::Kind& kind = review.kinds[i];
    rows.push_back({std::string(report::to_string(static_cast<report::MistakeKind>(i))),
                    std::to_string(kind.count),
                    fmt::format("{:.2f} %", 100 * kind.lost / static_cast<double>(kind.count)),
                    base::format_chance(kind.lost / review.lost)});
  }
  if (rows.size() > 1) cli::print_text("\n{}", cli::text_table("lrrr", rows));
}

/// Prints the costliest mistakes of all games.
void print_worst(const Review& review) {
  cli::Rows rows{{"cost", "standing", "dice", "played", "best", "game", "step"}};
  const rules::Definition& definition = *review.definition;
  for (const report::Mistake& mistake : review.worst) {
    const report::ViewedStep& step = mistake.viewed;
    rows.push_back({base::format_chance(step.cost()), cli::format_standing(definition, step),
                    rules::to_string(step.made.thrown, definition.faces),
                    report::format_played(definition, step.made),
                    report::format_choice(definition, *step.explained->best),
                    base::escape_terminal(mistake.name_of_game()), std::to_string(mistake.step)});
  }
  if (rows.size() > 1)
    cli::print_text("\n{}", cli::folded_table("rlllllr", std::move(rows), {"game", "step"},
                                              cli::columns(stdout)));
}

void print_review(const std::string& agent, const Review& review) {
  const auto decisions = static_cast<double>(std::max<std::int64_t>(1, review.decisions));
  const auto games = static_cast<double>(std::max<std::int64_t>(1, review.games));
  cli::print_text("{}\n", cli::styled(fmt::format("{}: {}", agent, review.definition->id),
                                      cli::Style::Bold, stdout));
  cli::print_text("{}, {} with a choice, {} of them best\n",
                  base::format_count(review.games, "game"),
                  base::format_count(review.decisions, "decision"),
                  base::format_chance(static_cast<double>(review.best) / decisions));
  cli::print_text(
      "per game: {} by the dice, {} lost by play{}; {:.3f} % lost per decision\n",
      cli::format_change(review.luck / games), base::format_chance(review.lost_a_game()),
      review.lost_by_forfeits > 0
          ? fmt::format(", {} by forfeits", base::format_chance(review.lost_by_forfeits / games))
          : "",
      100 * review.lost_a_decision());
  print_kinds(review);
  print_worst(review);
}

void show(const report::GameView& game, const cli::Invocation& invocation) {
  if (invocation.json) {
    cli::print("{}\n", base::dump(game_json(game)));
    return;
  }
  const std::vector<std::string> players = cli::escaped(game.players);
  cli::print_text("{}, {} begins\n\n", game.rules->id(),
                  players[static_cast<std::size_t>(game.first)]);
  cli::print_text(
      "{}\n",
      cli::folded_table("rlllrrlrrl", step_rows(game.rules->definition(), players, game.steps),
                        {"standing", "luck", "after", "chance"}, cli::columns(stdout)));
  if (game.account) print_sums(*game.account, players);
  if (!game.account) cli::print_text("no winning chances: {}\n", game.left_out);
  if (game.account && !invocation.quiet) {
    cli::print_note(
        "each chance is that of the player in the row if both play best from there on\n");
  }
}

/// Shows an agent's reviews in a league or a match.
void show(const std::string& agent, const report::Reviews& reviews,
          const cli::Invocation& invocation) {
  for (const std::string& reason : reviews.left_out)
    cli::print_note("left out: {}\n", base::escape_terminal(reason));
  if (invocation.json) {
    Json json{{"agent", agent}, {"divisions", Json::array()}};
    for (const Review& review : reviews.divisions)
      json["divisions"].push_back(review_json(review));
    json["left_out"] = reviews.left_out;
    cli::print("{}\n", base::dump(json));
    return;
  }
  for (std::size_t i = 0; i < reviews.divisions.size(); ++i) {
    if (i > 0) cli::print_text("\n");
    print_review(base::escape_terminal(agent), reviews.divisions[i]);
  }
}

struct ExplainArguments {
  std::string what;
  std::string rules;
  cli::StoredLeagueArguments league;
};

report::GameView view_written(const ExplainArguments& arguments,
                              const cli::Invocation& invocation) {
  const auto game = cli::require_written_game(arguments.what, arguments.rules);
  return cli::view_written_game(arguments.what, game, invocation);
}

report::GameView view_stored(const store::Reader& store, const std::string& id,
                             const cli::Invocation& invocation) {
  const report::StoredGame game = cli::require_game(store, id);
  const cli::Interrupts interrupts(cli::Work::Compute);
  report::Chances chances(*game.rules, cli::watch_for(invocation));
  return report::view_game(game, chances);
}

void explain_agent(const store::Reader& store, const std::string& agent,
                   const cli::Invocation& invocation) {
  const auto agents = store.all_agents();
  const auto names = store::versioned_names(agents);
  const std::vector<std::size_t> meant = entrants::agents_named(agent, names);
  if (meant.empty() && report::parse_game_id(agent + "/0"))
    (void)cli::require_game(store, agent);  // a deal
  if (meant.empty())
    throw cli::UsageError(
        "'{}' is neither a file nor a game (RULES/LINE-UP/DEAL/SEATING) nor an agent of the "
        "league; {}",
        agent,
        base::did_you_mean(agent, entrants::own_names(names), "'danno league table' lists them"));
  if (meant.size() > 1)
    throw cli::UsageError(base::escape_terminal(entrants::describe_namesakes(agent, names)));
  const std::string shown = agents[meant.front()].shown_name();
  const cli::Interrupts interrupts(cli::Work::Compute);
  show(shown, report::review_agent(store, shown, cli::watch_for(invocation)), invocation);
}

/// Returns the folders where a match may be meant, the most likely one first; none if a league is.
std::vector<std::filesystem::path> folders_of_match(const ExplainArguments& arguments) {
  const auto& [league, out] = arguments.league;
  const std::filesystem::path named = out.empty() ? league : out;
  if (report::parse_game_id(arguments.what)) return {};
  if (report::GamesFile::is_name(named) && std::filesystem::is_regular_file(named))
    throw cli::UsageError(
        "{} is a file of games; expected a match's folder, which 'danno match --out DIR' writes, "
        "or a league",
        named.string());
  if (named.empty() && !std::filesystem::exists("league.toml")) return {".", report::kMatchFolder};
  const bool no_league =
      std::filesystem::is_directory(named) && !std::filesystem::exists(named / "league.db");
  return no_league ? std::vector{named} : std::vector<std::filesystem::path>();
}

/// Explains the agent's games of a match. Returns false if no match of it is meant.
bool explain_match(const ExplainArguments& arguments, const cli::Invocation& invocation) {
  const cli::Interrupts interrupts(cli::Work::Compute);
  for (const std::filesystem::path& folder : folders_of_match(arguments)) {
    const auto match = report::review_match(folder, arguments.what, cli::watch_for(invocation));
    if (match.players.contains(arguments.what)) {
      show(arguments.what, match.reviews, invocation);
      return true;
    }
    if (folder != "." && folder != report::kMatchFolder && !match.players.empty())
      throw cli::UsageError(
          "'{}' played in none of the games in '{}'; {}", arguments.what, folder.string(),
          base::describe_choices(arguments.what, {match.players.begin(), match.players.end()}));
  }
  return false;
}

void run_explain(const ExplainArguments& arguments, const cli::Invocation& invocation) {
  // A file is meant before anything else of that name.
  if (arguments.what == "-" || std::filesystem::is_regular_file(arguments.what))
    return show(view_written(arguments, invocation), invocation);
  // A match needs no league file, so it is looked for first.
  if (explain_match(arguments, invocation)) return;
  const cli::StoredLeagueArguments& league = arguments.league;
  cli::require_league_for(arguments.what, "explain", league);
  const store::Reader store = store::Reader::open_to_read(cli::stored_folder(league));
  if (report::parse_game_id(arguments.what))
    return show(view_stored(store, arguments.what, invocation), invocation);
  explain_agent(store, arguments.what, invocation);
}

}  // namespace

void add_explain(cli::Command app, cli::Invocation& invocation) {
  const auto [command, arguments] =
      app.add(invocation, run_explain,
              {.name = "explain",
               .summary = "show the luck of a game and the cost of each decision",
               .group = "The games",
               .examples = "  danno explain mybot out/match\n"
                           "  danno explain koans/ada,bob/17/0 out/spring\n"
                           "  danno explain ada out/spring"});
  command.json_flag(invocation);
  command
      .option("WHAT", arguments.what,
              "a written game's file (- is stdin), a stored game, or an agent of a league; also an "
              "agent of a match, with the match's folder as LEAGUE; default out/match")
      .required();
  cli::add_written_rules(command, arguments.rules);
  cli::add_stored_league(command, arguments.league);
}

}  // namespace danno::leagues::commands::agent

#include "leagues/cli/terminal/show_explained.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "leagues/archive/game_files.hpp"
#include "leagues/archive/step_words.hpp"
#include "leagues/cli/terminal/color.hpp"
#include "leagues/cli/terminal/columns.hpp"
#include "leagues/cli/terminal/explained_text.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/text_table.hpp"
#include "leagues/files/json.hpp"
#include "leagues/files/shown_points.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::cli::terminal {
namespace {

using archive::Review;
using files::Json;
using referee::record::Account;

Json header_json(const archive::GameView& game) {
  const std::vector<std::string>& players = game.players;
  const rules::Definition& definition = game.rules->definition();
  Json totals = Json::array();
  for (std::size_t seat = 0; seat < players.size(); ++seat)
    totals.push_back(files::shown_points(definition, game.end.totals[seat]));
  Json json{{"game", game.id.empty() ? Json() : Json(game.id)},
            {"rules", game.rules->id()},
            {"target", files::shown_points(definition, game.rules->parameters().target)},
            {"players", players},
            {"first", game.first},
            {"over", game.is_over()},
            {"capped", game.end.capped},
            {"places", game.places},
            {"end_totals", totals}};
  json["faults"] = Json::array();
  for (const referee::record::Fault& fault : game.faults)
    json["faults"].push_back(
        archive::fault_json(fault, players[static_cast<std::size_t>(fault.seat)]));
  return json;
}

/// The sums; null if no chances are known.
void add_account(const archive::GameView& game, Json& json) {
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

Json game_json(const archive::GameView& game) {
  Json json = header_json(game);
  add_account(game, json);
  json["steps"] = Json::array();
  for (const archive::ViewedStep& step : game.steps)
    json["steps"].push_back(step_json(game.rules->definition(), step));
  return json;
}

void print_sums(const Account& account, const std::vector<std::string>& players) {
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const double sign = seat == 0 ? 1 : -1;
    const auto own = [&](double of_first) { return seat == 0 ? of_first : 1 - of_first; };
    print_text(
        "{}: {} at the start, {} by the dice, {} by its own play, {} by that of {}{} = {}\n",
        players[seat], show_chance(own(account.start)), show_change(sign * account.luck),
        show_change(-account.lost[seat]), show_change(account.lost[1 - seat]), players[1 - seat],
        account.cut == 0 ? ""
                         : fmt::format(", {} by the cap of turns", show_change(sign * account.cut)),
        show_chance(own(account.result)));
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
  for (std::size_t i = 0; i < archive::kMistakeKinds; ++i) {
    json["kinds"].push_back({{"kind", archive::to_string(static_cast<archive::MistakeKind>(i))},
                             {"count", review.kinds[i].count},
                             {"lost", review.kinds[i].lost}});
  }
  json["worst"] = Json::array();
  for (const archive::Mistake& mistake : review.worst) {
    Json one{{"game", archive::to_string(mistake.game)}, {"step", mistake.step}};
    one.update(step_json(*review.definition, mistake.viewed));
    json["worst"].push_back(std::move(one));
  }
  return json;
}

void print_kinds(const Review& review) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < archive::kMistakeKinds; ++i) {
    if (review.kinds[i].count > 0) order.push_back(i);
  }
  std::ranges::sort(order, std::ranges::greater(),
                    [&](std::size_t i) { return review.kinds[i].count; });
  std::vector<std::vector<std::string>> rows{{"error", "times", "mean cost", "of all lost"}};
  for (const std::size_t i : order) {
    const Review::Kind& kind = review.kinds[i];
    rows.push_back({std::string(archive::to_string(static_cast<archive::MistakeKind>(i))),
                    std::to_string(kind.count),
                    fmt::format("{:.2f} %", 100 * kind.lost / static_cast<double>(kind.count)),
                    show_chance(kind.lost / review.lost)});
  }
  using enum Align;
  if (rows.size() > 1) print_text("\n{}", text_table({Left, Right, Right, Right}, rows));
}

/// At a narrow terminal, game and step have a line of their own below the rest.
std::string worst_text(std::vector<std::vector<std::string>> rows) {
  using enum Align;
  const auto width = columns(stdout);
  if (!width || table_width(rows) <= *width)
    return text_table({Right, Left, Left, Left, Left, Left, Right}, rows);
  std::vector<std::string> places;
  for (auto& row : rows) {
    places.push_back(fmt::format("        {}, step {}", row[row.size() - 2], row.back()));
    row.resize(row.size() - 2);
  }
  const std::string table = text_table({Right, Left, Left, Left, Left}, rows);
  std::string text;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t end = table.find('\n', begin) + 1;
    text += table.substr(begin, end - begin);
    if (i > 0) text += places[i] + "\n";
    begin = end;
  }
  return text;
}

void print_worst(const Review& review) {
  std::vector<std::vector<std::string>> rows{
      {"cost", "standing", "dice", "played", "best", "game", "step"}};
  const rules::Definition& definition = *review.definition;
  for (const archive::Mistake& mistake : review.worst) {
    const archive::ViewedStep& step = mistake.viewed;
    rows.push_back({show_chance(step.cost()), show_standing(definition, step),
                    rules::to_string(step.made.thrown, definition.faces),
                    archive::show_played(definition, step.made),
                    archive::show_choice(definition, *step.explained->best),
                    words::escape_terminal(archive::to_string(mistake.game)),
                    std::to_string(mistake.step)});
  }
  if (rows.size() > 1) print_text("\n{}", worst_text(std::move(rows)));
}

void print_review(const std::string& agent, const Review& review) {
  const auto decisions = static_cast<double>(std::max<std::int64_t>(1, review.decisions));
  const auto games = static_cast<double>(std::max<std::int64_t>(1, review.games));
  print_text("{}\n",
             styled(fmt::format("{}: {}", agent, review.definition->id), Style::Bold, stdout));
  print_text("{} games, {} decisions with a choice, {} of them best\n", review.games,
             review.decisions, show_chance(static_cast<double>(review.best) / decisions));
  print_text("a game: {} by the dice, {} lost by play{}; {:.3f} % lost a decision\n",
             show_change(review.luck / games), show_chance(review.lost_a_game()),
             review.lost_by_forfeits > 0
                 ? fmt::format(", {} by forfeits", show_chance(review.lost_by_forfeits / games))
                 : "",
             100 * review.lost_a_decision());
  print_kinds(review);
  print_worst(review);
}

}  // namespace

void show(const archive::GameView& game, const Invocation& invocation) {
  if (invocation.json) {
    print("{}\n", game_json(game).dump());
    return;
  }
  std::vector<std::string> players;
  for (const std::string& player : game.players)
    players.push_back(words::escape_terminal(player));
  print_text("{}, {} begins\n\n", game.rules->id(), players[static_cast<std::size_t>(game.first)]);
  using enum Align;
  std::vector<Align> aligned{Right, Left, Left, Left, Right, Right, Left, Right, Right, Left};
  auto rows = step_rows(game.rules->definition(), players, game.steps);
  std::vector<std::string> taken;
  if (const auto width = columns(stdout))
    taken = fit_table(aligned, rows, {"after", "luck", "chance", "dice"}, *width);
  print_text("{}\n", text_table(aligned, rows));
  if (!taken.empty()) print_text("no room for: {}\n", fmt::join(taken, ", "));
  if (game.account) print_sums(*game.account, players);
  if (!game.account) print_text("no winning chances: {}\n", game.left_out);
  if (game.account && !invocation.quiet) {
    print_note("chances are those of the player in the row, if both play best from there on\n");
  }
}

void show(const std::string& agent, const archive::Reviews& reviews, const Invocation& invocation) {
  if (invocation.json) {
    Json json{{"agent", agent}, {"divisions", Json::array()}};
    for (const Review& review : reviews.divisions)
      json["divisions"].push_back(review_json(review));
    json["left_out"] = reviews.left_out;
    print("{}\n", json.dump());
    return;
  }
  for (std::size_t i = 0; i < reviews.divisions.size(); ++i) {
    if (i > 0) print_text("\n");
    print_review(words::escape_terminal(agent), reviews.divisions[i]);
  }
}

}  // namespace danno::leagues::cli::terminal

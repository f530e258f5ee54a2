// The page of a deal, with its games, the sums that decided them, and commands that check it; and
// the page of a match around one of its deals.
#include "leagues/site/deal.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <span>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/report/game_view.hpp"
#include "leagues/report/table.hpp"
#include "leagues/site/deal_parts.hpp"
#include "leagues/site/figures.hpp"
#include "leagues/site/frame.hpp"
#include "leagues/site/standings.hpp"

namespace danno::leagues::site {

namespace {

using referee::record::Step;
using report::GameView;
using report::ViewedStep;
using Kind = VerdictPart::Kind;

double tenths(double percent) { return std::round(10 * percent) / 10 + 0.0; }

std::size_t agent_of_step(const GameView& game, const ViewedStep& step) {
  return game.agent_at[static_cast<std::size_t>(step.made.seat)];
}

/// Returns the parts of the first agent's chance, unrounded.
std::vector<VerdictPart> exact_parts(const GameView& game) {
  const bool sits_first = game.agent_at[0] == 0;
  const referee::record::Account& account = *game.account;
  const double sign = sits_first ? 1 : -1;
  std::array<double, 2> errors{};
  std::array<double, 2> forfeits{};
  for (const ViewedStep& step : game.steps) {
    auto& sums = step.is_decision() ? errors : forfeits;
    sums[agent_of_step(game, step)] += step.explained->cost;  // of a throw it is 0
  }
  return {{Kind::Start, 0, 100 * (sits_first ? account.start : 1 - account.start)},
          {Kind::Dice, 0, 100 * sign * account.luck},
          {Kind::Errors, 1, 100 * errors[1]},
          {Kind::Errors, 0, -100 * errors[0]},
          {Kind::Forfeit, 1, 100 * forfeits[1]},
          {Kind::Forfeit, 0, -100 * forfeits[0]},
          {Kind::Cap, 0, 100 * sign * account.cut}};
}

/// Returns the totals, such as "53 : 48.5": `first` before all others, which keep the order of the
/// line-up.
std::string end_totals(const GameView& game, std::size_t first = 0) {
  std::vector<std::string> totals(game.agent_at.size());
  for (std::size_t seat = 0; seat < totals.size(); ++seat)
    totals[game.agent_at[seat]] = format_grouped(game.rules->definition(), game.end.totals[seat]);
  std::rotate(totals.begin(), totals.begin() + static_cast<std::ptrdiff_t>(first),
              totals.begin() + static_cast<std::ptrdiff_t>(first) + 1);
  return fmt::format("{}", fmt::join(totals, " : "));
}

/// Returns the highest total of a game.
std::string best_total(const GameView& game) {
  const auto seats = static_cast<std::ptrdiff_t>(game.agent_at.size());
  const auto best = std::max_element(game.end.totals.begin(), game.end.totals.begin() + seats);
  return format_grouped(game.rules->definition(), *best);
}

/// Returns the agents in the first place of a game that is over.
std::vector<std::size_t> winners(const GameView& game) {
  std::vector<std::size_t> agents;
  if (!game.is_over()) return agents;
  for (std::size_t seat = 0; seat < game.agent_at.size(); ++seat) {
    if (game.places[seat] == 1) agents.push_back(game.agent_at[seat]);
  }
  return agents;
}

void add_names(Element text, const PageDeal& deal, const std::vector<std::size_t>& agents) {
  for (std::size_t i = 0; i < agents.size(); ++i) {
    if (i > 0) text.text(" and ");
    text.add("span", fmt::format("s{}", agents[i])).bot(deal.agents[agents[i]]);
  }
}

std::size_t beginner(const GameView& game) {
  return game.agent_at[static_cast<std::size_t>(game.first)];
}

/// Adds a heading such as "Game 2: timid begins, hold wins 53 : 48.5"; a game alone has no number.
void add_result(Element heading, const PageDeal& deal, std::size_t index) {
  const GameView& game = deal.games[index];
  if (deal.games.size() > 1) heading.text(fmt::format("Game {}: ", index + 1));
  add_names(heading, deal, {beginner(game)});
  heading.text(" begins, ");
  const auto first = winners(game);
  if (first.empty()) {
    heading.text("not over, ");
  } else {
    add_names(heading, deal, first);
    const bool is_forfeited = !game.faults.empty() && deal.faults != FaultDetail::None;
    heading.text(first.size() > 1 ? " share the win "
                 : is_forfeited   ? " wins by forfeit, "
                                  : " wins ");
  }
  heading.text(deal.agents.size() == 2 || first.empty()
                   ? end_totals(game, first.empty() ? 0 : first.front())
                   : "with " + best_total(game));
  if (game.end.capped) heading.text(", capped");
}

/// Adds the agent's final total and place.
void add_end(Element said, const GameView& game, std::size_t agent) {
  const auto seat =
      static_cast<std::size_t>(std::ranges::find(game.agent_at, agent) - game.agent_at.begin());
  said.add("strong").text(format_grouped(game.rules->definition(), game.end.totals[seat]));
  if (game.is_over()) said.text(fmt::format(", place {}", game.places[seat]));
}

/// Adds an agent's figures of a game: its decisions and what they gave away.
void add_play(Element facts, const PageDeal& deal, const GameView& game, std::size_t agent) {
  Element fact = facts.add("div");
  Element name = fact.add("dt", fmt::format("s{}", agent));
  if (deal.agent_pages.empty()) {
    name.bot(deal.agents[agent]);
  } else {
    name.add("a").link(deal.agent_pages[agent]).bot(deal.agents[agent]);
  }
  if (deal.agents.size() > 2) add_end(fact.add("dd"), game, agent);
  if (!game.account) return;
  const DecisionStats played = decision_stats(game, agent);
  Element said = fact.add("dd");
  if (played.decisions == 0) {
    said.text("nothing to decide");
    return;
  }
  said.add("strong").text(base::format_chance(played.lost));
  said.text(fmt::format(" lost by {}, {} over 2 %",
                        base::format_count(played.decisions, "decision"),
                        base::format_count(played.mistakes, "mistake")));
}

/// Adds the sum that leads from the chance at the start to the result.
void add_verdict(Element facts, const PageDeal& deal, const GameView& game) {
  Element fact = facts.add("div", "wide");
  fact.add("dt").text("How it was decided, in winning chance of ").bot(deal.agents[0]);
  Element said = fact.add("dd");
  for (const VerdictPart& part : game_verdict(game)) {
    if (part.kind == Kind::Start) {
      said.text(fmt::format("{:.1f} % at the start", part.percent));
      continue;
    }
    said.text(fmt::format(", {} by ", format_signed(part.percent)));
    if (part.kind == Kind::Dice) said.text("the dice");
    if (part.kind == Kind::Cap) said.text("the cap of turns");
    if (part.kind == Kind::Errors) said.text("errors of ");
    if (part.kind == Kind::Forfeit) said.text("the forfeit of ");
    if (part.kind == Kind::Errors || part.kind == Kind::Forfeit)
      add_names(said, deal, {part.agent});
  }
  said.text(" = ").add("strong").text(fmt::format("{:g} %", verdict_end(game)));
}

void add_faults(Element section, const PageDeal& deal, const GameView& game) {
  if (deal.faults == FaultDetail::None) return;
  for (const referee::record::Fault& fault : game.faults) {
    Element text = section.add("p");
    add_names(text, deal, {game.agent_at[static_cast<std::size_t>(fault.seat)]});
    text.text(fmt::format(" forfeits: {}", referee::record::to_string(fault.kind)));
    if (deal.faults == FaultDetail::Details)
      text.text(": ").bot(referee::record::describe(fault.cause));
  }
}

void add_game(Element main, const PageDeal& deal, std::size_t index) {
  const GameView& game = deal.games[index];
  Element section = main.add("section", "game");
  section.set("id", std::string(1, static_cast<char>('a' + index)));
  section.set("data-target",
              rules::format_points(game.rules->definition(), game.rules->parameters().target));
  section.set("data-first", fmt::to_string(beginner(game)));
  add_result(section.add("h2"), deal, index);
  add_faults(section, deal, game);
  Element play = section.add("div", "play");
  if (!game.steps.empty()) add_curve(play, deal, index);
  Element facts = play.add("dl", "facts");
  for (std::size_t agent = 0; agent < deal.agents.size(); ++agent)
    add_play(facts, deal, game, agent);
  if (game.account) add_verdict(facts, deal, game);
  if (game.steps.empty())
    play.add("p").text("Nobody threw in this game.");
  else
    add_steps(play.add("div", "list"), deal, index);
}

/// The gains of the winners' chances in their games, in percent as shown: by the dice and by
/// decisions.
struct Gains {
  double dice = 0;
  double play = 0;
};
/// `winners` has the only winner of each game. Returns nullopt if a game has no chances.
std::optional<Gains> winners_gains(const std::vector<GameView>& games,
                                   const std::vector<std::size_t>& winners) {
  Gains gains;
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (!games[i].account) return std::nullopt;
    for (const VerdictPart& part : game_verdict(games[i])) {
      const double gain = winners[i] == 0 ? part.percent : -part.percent;
      if (part.kind == Kind::Dice) gains.dice += gain;
      if (part.kind == Kind::Errors) gains.play += gain;
    }
  }
  return gains;
}

/// Returns why the games ended so, as far as their figures say.
std::string moral_words(const PageDeal& deal, const std::vector<std::size_t>& winners) {
  const bool is_forfeited =
      std::ranges::any_of(deal.games, [](const GameView& game) { return !game.faults.empty(); });
  if (is_forfeited) return deal.faults == FaultDetail::None ? "." : ", with a forfeit.";
  const auto gains = winners_gains(deal.games, winners);
  if (!gains) return ".";
  return fmt::format(": {} by play and {} by the dice, so {} decided.", format_signed(gains->play),
                     format_signed(gains->dice), gains->play > gains->dice ? "play" : "the dice");
}

/// Adds a conclusion from the games together: which agent won them with the same dice.
void add_moral(Element text, const PageDeal& deal) {
  text.text("Every game throws the same dice to the same chairs; only the players change chairs. ");
  std::vector<std::size_t> agents;
  std::set<std::ptrdiff_t> seats;
  for (const GameView& game : deal.games) {
    const auto first = winners(game);
    // A shared win leaves no conclusion.
    if (first.size() != 1) return;
    agents.push_back(first.front());
    seats.insert(std::ranges::find(game.agent_at, first.front()) - game.agent_at.begin());
  }
  Element moral = text.add("strong");
  if (std::set(agents.begin(), agents.end()).size() == 1) {
    add_names(moral, deal, {agents.front()});
    moral.text(deal.games.size() == 2 ? " won both" : " won all");
    // The same seat won each time: its dice decided, whichever agent sat there.
  } else if (seats.size() == 1) {
    moral.text(fmt::format("The player in seat {} won", *seats.begin() + 1));
  } else {
    return;
  }
  moral.text(moral_words(deal, agents));
}

void add_heading(Element main, const PageDeal& deal) {
  main.add("p", "soft small").text(deal.division).text(deal.why.empty() ? "" : " · " + deal.why);
  Element heading = main.add("h1");
  for (std::size_t agent = 0; agent < deal.agents.size(); ++agent) {
    if (agent > 0) heading.text(" – ");
    add_names(heading, deal, {agent});
  }
  if (!deal.same_dice) return;
  heading.text(deal.games.size() == 2
                   ? ", on the same dice twice"
                   : fmt::format(", on the same dice {} times", deal.games.size()));
}

void add_command(Element list, const std::string& command, const std::string& what) {
  Element item = list.add("li");
  item.add("code").text(command);
  item.text(": " + what);
}

/// Adds commands and files by which a reader can check the games.
void add_check(Element main, const PageDeal& deal) {
  Element details = main.add("details");
  details.add("summary").text("Check it yourself");
  Element list = details.add("ul", "small");
  for (std::size_t i = 0; i < deal.games.size(); ++i) {
    const std::string& id = deal.games[i].id;
    if (!id.empty()) {
      add_command(list, fmt::format("danno explain {} LEAGUE", base::quote_shell(id)),
                  fmt::format("game {}, step by step", i + 1));
    }
    if (!deal.written.empty())
      list.add("li")
          .add("a")
          .link(deal.written[i])
          .text(fmt::format("game {} as danno audit takes it", i + 1));
  }
  if (!deal.as_json.empty())
    list.add("li").add("a").link(deal.as_json).text("all games for programs, as JSON lines");
  add_command(list,
              deal.games.front().id.empty() ? "danno audit FILE" : "danno league verify LEAGUE",
              "every throw and every decision by the rules");
  add_command(list, "danno play --html play.html", "a page to play against bots oneself");
  if (!deal.commitment.empty())
    list.add("li").text("the dice were committed to: ").add("code").text(deal.commitment);
  if (!deal.seed.empty()) list.add("li").text("by their seed: ").add("code").text(deal.seed);
}

/// Returns the costliest mistake, such as "; the costliest mistake: hold, bank at 150 : 200, 12.0
/// %"; empty if none was made.
std::string describe_mistake(const PageDeal& deal, const GameView& game) {
  const auto worst = std::ranges::max_element(game.steps, {}, &report::ViewedStep::cost);
  if (worst == game.steps.end() || worst->cost() <= kMistake) return "";
  const std::size_t agent = game.agent_at[static_cast<std::size_t>(worst->made.seat)];
  return fmt::format("; the costliest mistake: {}, {} with {}, where {} was better by {}",
                     deal.agents[agent],
                     report::format_played(game.rules->definition(), worst->made),
                     rules::to_string(worst->made.thrown, game.rules->definition().faces),
                     report::format_choice(game.rules->definition(), *worst->explained->best),
                     percent(worst->cost()));
}

std::string format_match_rating(const MatchSummary& match, const ratings::MatchRating& rating) {
  return format_rating({rating.elo, rating.low, rating.high, static_cast<std::int64_t>(match.deals),
                        report::kMinDealsForMatchInterval});
}

void add_match_row(Element body, const MatchSummary& match, std::size_t agent) {
  const ratings::AgentTally& tally = match.tallies[agent];
  Element tr = body.add("tr");
  tr.add("th", "cut").set("scope", "row").bot(match.agents[agent]);
  if (!match.raw.empty()) tr.add("td", "n").text(format_match_rating(match, match.raw[agent]));
  if (!match.adjusted.empty())
    tr.add("td", "n").text(format_match_rating(match, match.adjusted[agent]));
  tr.add("td", "n").text(percent(tally.score()));
  const auto places = std::span(tally.places).first(match.agents.size());
  tr.add("td", "n").text(fmt::format("{}", fmt::join(places, " / ")));
  tr.add("td", tally.faults.empty() ? "soft" : "bad").text(format_faults(tally));
}

/// Adds the verdict of a match and a table of its agents.
void add_match(Element main, const MatchSummary& match) {
  if (!match.verdict.empty()) main.add("p").add("strong").bot(match.verdict);
  Element table = add_box(main, "The match").add("table", "narrow");
  Element head = table.add("thead").add("tr");
  const auto add = [&](std::string_view text, std::string_view classes) {
    head.add("th", classes).set("scope", "col").text(text);
  };
  add("Agent", "");
  if (!match.raw.empty()) add(match.agents.size() == 2 ? "Elo difference" : "Elo", "n");
  if (!match.adjusted.empty()) add("without the luck of the dice", "n");
  add("Score", "n");
  add("Places", "n");
  add("Faults", "");
  Element body = table.add("tbody");
  for (std::size_t agent = 0; agent < match.agents.size(); ++agent)
    add_match_row(body, match, agent);
}

}  // namespace

double verdict_end(const GameView& game) {
  const double result = game.account->result;
  return tenths(100 * (game.agent_at[0] == 0 ? result : 1 - result));
}

std::vector<VerdictPart> game_verdict(const GameView& game) {
  std::vector<VerdictPart> parts = exact_parts(game);
  double rest = verdict_end(game);
  // Parts are rounded one by one, so that the reader can add them up.
  for (VerdictPart& part : parts) {
    part.percent = tenths(part.percent);
    rest -= part.percent;
  }
  // Rounding leaves a few tenths; the largest change takes them.
  const auto largest =
      std::ranges::max_element(parts.begin() + 1, parts.end(), {},
                               [](const VerdictPart& part) { return std::abs(part.percent); });
  largest->percent = tenths(largest->percent + rest);
  std::erase_if(
      parts, [](const VerdictPart& part) { return part.kind != Kind::Start && part.percent == 0; });
  return parts;
}

DecisionStats decision_stats(const GameView& game, std::size_t agent) {
  DecisionStats played;
  for (const ViewedStep& step : game.steps) {
    if (agent_of_step(game, step) != agent || !step.explained || step.explained->choices < 2)
      continue;
    ++played.decisions;
    played.lost += step.cost();
    if (step.cost() > kMistake) ++played.mistakes;
  }
  return played;
}

PageDeal make_page_deal(const std::vector<report::StoredGame>& games, report::Chances& chances) {
  const report::StoredGame& any = games.front();
  PageDeal deal{.division = any.id.rules,
                .agents = any.names,
                .same_dice = any.same_dice && games.size() > 1,
                .commitment = any.commitment,
                .seed = any.seed};
  for (const report::StoredGame& game : games)
    deal.games.push_back(report::view_game(game, chances));
  return deal;
}

PageDeal make_page_deal(report::GameView game) {
  PageDeal deal{.division = std::string(game.rules->id()), .agents = game.players};
  deal.games.push_back(std::move(game));
  return deal;
}

std::string deal_title(const PageDeal& deal) {
  return fmt::format("{}", fmt::join(deal.agents, " – "));
}

std::string deal_description(const PageDeal& deal) {
  const GameView& game = deal.games[deal.opens];
  const std::string result =
      deal.agents.size() == 2
          ? fmt::format("{} {} {}", deal.agents[0], end_totals(game), deal.agents[1])
          : fmt::format("{}: {}", deal_title(deal), end_totals(game));
  return fmt::format("{}, {}{}", result, game.rules->id(), describe_mistake(deal, game));
}

void add_deal(Element main, const PageDeal& deal) {
  add_heading(main, deal);
  add_games(main, deal);
}

void add_games(Element main, const PageDeal& deal) {
  main.set("class", "deal").set("data-open", std::string(1, static_cast<char>('a' + deal.opens)));
  if (deal.same_dice) add_moral(main.add("p"), deal);
  for (std::size_t i = 0; i < deal.games.size(); ++i)
    add_game(main, deal, i);
  if (deal.same_dice) add_same_dice(main, deal);
  if (deal.games.front().account)
    main.add("p", "soft small")
        .text(
            "Chances assume best play of both from there on; a cost is the chance that a decision "
            "gave away. Luck is what a throw changed for the player that threw.");
  add_check(main, deal);
}

Page deal_page(const PageDeal& deal) {
  Page page{fmt::format("{}, {}", deal_title(deal), deal.division), deal_description(deal), "", {}};
  add_deal(page.body.root().add("main"), deal);
  add_colour_switch(page.body.root().add("footer"));
  return page;
}

Page match_page(const MatchSummary& match, const PageDeal& deal) {
  const std::string facts =
      fmt::format("{}: {}, {}", match.rules, base::format_count(match.deals, "deal"),
                  base::format_count(match.games, "game"));
  Page page{fmt::format("{}, {}", deal_title(deal), match.rules),
            match.verdict.empty() ? facts : match.verdict,
            "",
            {}};
  Element main = page.body.root().add("main");
  main.add("p", "soft small").text(facts);
  add_names(main.add("h1"), match.agents);
  add_match(main, match);
  main.add("h2").text("A deal of it");
  main.add("p").bot(deal.why);
  add_games(main, deal);
  add_colour_switch(page.body.root().add("footer"));
  return page;
}

}  // namespace danno::leagues::site

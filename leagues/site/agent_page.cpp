// The page of an agent in a division.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "leagues/base/count.hpp"
#include "leagues/report/game_view.hpp"
#include "leagues/report/history.hpp"
#include "leagues/report/table.hpp"
#include "leagues/site/chart.hpp"
#include "leagues/site/figures.hpp"
#include "leagues/site/pages.hpp"
#include "leagues/site/standings.hpp"

namespace danno::leagues::site {
namespace {

using report::TableRow;

constexpr std::size_t kNearest = 20;
constexpr std::size_t kExtreme = 10;
constexpr std::size_t kMostOwnGames = 50;

class AgentPage {
 public:
  AgentPage(const PageLeague& league, const PageDivision& division, std::size_t row)
      : league_(league),
        division_(division),
        number_(row),
        row_(division.table.rows[row]),
        review_(division.survey.reviews.empty() ? nullptr : &division.survey.reviews[row]),
        page_(league, division.folder + agent_page_path(league.files, row_.name),
              row_.name + " – " + division.name, "") {}

  std::string print() {
    page_.describe(describe_agent(division_, row_));
    Element main = page_.main();
    main.add("h1").bot(row_.name);
    add_who(main.add("p", "soft"));
    add_facts(main.add("dl", "facts figures"));
    add_agent_history(main, page_, division_, row_);
    add_against(main);
    add_own_games(main);
    if (review_ != nullptr && review_->decisions > 0) {
      if (league_.options.decisions) add_worst(main);
      add_kinds(main);
    }
    add_faults(main);
    return page_.print();
  }

 private:
  void add_who(Element line) const {
    line.add("a").link(page_.to(division_.folder + "index.html")).text(division_.name);
    if (league_.options.authors && !row_.author.empty())
      add_author(line.text(" · by "), page_, row_.author);
    line.text(fmt::format(" · version {}", row_.version));
    if (!row_.hash.empty()) {
      line.text(", content ");
      line.add("code").text(report::short_hash(row_.hash));
    }
    if (row_.days) line.text(", played " + format_days(*row_.days));
    for (const PageDivision& other : league_.divisions) {
      const auto row = std::ranges::find(other.table.rows, row_.name, &TableRow::name);
      if (&other == &division_ || row == other.table.rows.end()) continue;
      line.text(" · ")
          .add("a")
          .link(page_.to(other.folder + agent_page_path(league_.files, row_.name)))
          .text(other.name);
      line.text(fmt::format(": rank {} of {}", format_ranks(*row), other.table.rows.size()));
    }
  }

  void add_fact(Element facts, const std::string& what, const std::string& value,
                std::string_view about) const {
    Element fact = facts.add("div");
    Element name = fact.add("dt");
    if (about.empty())
      name.text(what);
    else
      name.add("a").link(page_.to("how.html"), about).text(what);
    fact.add("dd").add("strong").text(value);
  }

  /// The number of standard errors within which luck is ordinary.
  static std::string luck_words(double z) {
    if (std::abs(z) < 2) return "as usual";
    return fmt::format("{} ({} standard errors)", z > 0 ? "good" : "bad", format_signed(z));
  }

  void add_facts(Element facts) const {
    add_fact(facts, fmt::format("rank of {}", division_.table.rows.size()), format_ranks(row_),
             "rank");
    const bool adjusted = row_.rated_by == report::RatedBy::Adjusted;
    add_fact(facts, adjusted ? "Elo, luck taken out" : "Elo, 95 %", format_rating(row_.rating()),
             adjusted ? "adjusted" : "elo");
    add_fact(facts, fmt::format("score in {} games", base::format_count(row_.tally.games)),
             row_.tally.games > 0 ? percent(row_.tally.score()) : "–", "score");
    if (review_ != nullptr && review_->decisions > 0) {
      add_fact(facts, "lost per game by play", percent(review_->lost_a_game()), "cost");
      add_fact(facts, "lost per decision",
               fmt::format("{:.2f} %", 100 * review_->lost_a_decision()), "cost");
    }
    if (row_.adjusted && row_.adjusted->luck_z)
      add_fact(facts, "luck of the dice", luck_words(*row_.adjusted->luck_z), "luck");
    if (league_.options.faults != FaultDetail::None)
      add_fact(facts, "faults", format_faults(row_.tally), "faults");
  }

  /// Returns all opponents, or those nearest in rank and those furthest from what the ratings
  /// expect.
  [[nodiscard]] std::vector<std::size_t> opponents() const {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < division_.table.rows.size(); ++i) {
      if (i != number_ && against(i)) all.push_back(i);
    }
    if (all.size() <= kMostOpponents) return all;
    const auto distance = [&](std::size_t i) { return i < number_ ? number_ - i : i - number_; };
    std::vector<std::size_t> shown = all;
    std::ranges::stable_sort(shown, {}, distance);
    shown.resize(kNearest);
    std::ranges::stable_sort(all, {}, [&](std::size_t i) { return residual(i); });
    shown.insert(shown.end(), all.begin(), all.begin() + kExtreme);
    shown.insert(shown.end(), all.end() - kExtreme, all.end());
    std::ranges::sort(shown);
    shown.erase(std::unique(shown.begin(), shown.end()), shown.end());  // ranges: not by Clang 14
    return shown;
  }

  [[nodiscard]] std::optional<Against> against(std::size_t other) const {
    return division_.survey.against(static_cast<int>(number_), static_cast<int>(other));
  }

  [[nodiscard]] double residual(std::size_t other) const {
    const ratings::HeadToHead& meetings = division_.table.head_to_head;
    if (number_ >= meetings.size() || other >= meetings.size()) return 0;
    const auto& met = meetings(number_, other);
    return met ? met->residual.value_or(0) : 0;
  }

  void add_against(Element main) {
    const std::vector<std::size_t> shown = opponents();
    if (shown.empty()) return;
    main.add("h2").text("Against each");
    Element body = add_table(main, page_, "Results against each", "against",
                             {{"Rank", "n rank", "rank"},
                              {"Opponent"},
                              {"Score", "n", "score"},
                              {"95 % of the score", "picture"},
                              {"Games", "n"}});
    for (const std::size_t other : shown) {
      const TableRow& row = division_.table.rows[other];
      const Against result = *against(other);
      Element tr = body.add("tr");
      tr.set("id", against_id(league_.files, row.name));
      tr.add("td", "n").text(format_ranks(row));
      Element name = tr.add("th", "cut");
      name.set("scope", "row");
      add_agent_name(name, page_, division_, row);
      tr.add("td", "n").text(percent(result.score));
      add_score_interval(tr.add("td", "picture"), result.score, result.low, result.high);
      tr.add("td", "n").text(base::format_count(result.games));
    }
  }

  /// Adds the deals of this agent that have a page.
  void add_own_games(Element main) {
    std::vector<const PageGame*> own;
    for (const PageGame& game : division_.games) {
      if (std::ranges::find(game.names, row_.name) != game.names.end()) own.push_back(&game);
    }
    if (own.empty()) return;
    const std::size_t shown = std::min(own.size(), kMostOwnGames);
    main.add("h2").text("Its games to watch");
    Element line = main.add("p", "soft small");
    if (shown < own.size()) line.text(fmt::format("The first {} of {}; ", shown, own.size()));
    line.add("a").link(page_.to(division_.folder + "games.html")).text("games of all agents");
    own.resize(shown);
    add_games(main, page_, own);
  }

  /// Returns the mistakes whose game can be watched; all of them if no game can be.
  [[nodiscard]] std::vector<const report::Mistake*> visible_mistakes() const {
    std::vector<const report::Mistake*> shown;
    for (const report::Mistake& mistake : review_->worst) {
      if (division_.games.empty() ||
          division_.find_game(mistake.game.line_up, mistake.game.deal) != nullptr)
        shown.push_back(&mistake);
    }
    return shown;
  }

  static rules::Points own_total(const report::Mistake& mistake) {
    return mistake.viewed.before.totals.at(static_cast<std::size_t>(mistake.viewed.made.seat));
  }

  /// Groups mistakes of one habit: the same action at the same total, where the same was better.
  /// The worst one of a group comes first.
  [[nodiscard]] std::vector<std::vector<const report::Mistake*>> alike_mistakes(
      const std::vector<const report::Mistake*>& worst) const {
    const auto habit = [&](const report::Mistake& mistake) {
      return std::tuple(own_total(mistake), mistake.viewed.made.action,
                        report::mistake_kind(mistake.viewed.made, *mistake.viewed.explained->best));
    };
    std::vector<std::vector<const report::Mistake*>> habits;
    for (const report::Mistake* const mistake : worst) {
      const auto known = std::ranges::find_if(
          habits, [&](const auto& alike) { return habit(*alike.front()) == habit(*mistake); });
      (known == habits.end() ? habits.emplace_back() : *known).push_back(mistake);
    }
    return habits;
  }

  void add_worst(Element main) {
    const std::vector<const report::Mistake*> worst = visible_mistakes();
    if (worst.empty()) return;
    main.add("h2").text("Its costliest decisions");
    Element body = add_table(main, page_, "Costliest decisions", "against worst",
                             {{"Cost", "n rank", "cost"},
                              {"Standing"},
                              {"At stake"},
                              {"Dice"},
                              {"Played"},
                              {"Best"},
                              {"Game"}});
    const rules::Definition& definition = division_.definition();
    for (const std::vector<const report::Mistake*>& alike : alike_mistakes(worst)) {
      const report::Mistake* const mistake = alike.front();
      Element tr = body.add("tr");
      tr.add("td", "n bad").text(percent(mistake->viewed.cost()));
      add_position(tr, mistake->viewed);
      tr.add("td").text(report::format_played(definition, mistake->viewed.made));
      tr.add("td").text(report::format_choice(definition, *mistake->viewed.explained->best));
      Element game = tr.add("td");
      add_step(game, *mistake);
      if (alike.size() == 1) continue;
      Element more = game.add("details");
      more.add("summary").text(
          fmt::format("{} at {}: {} of {}", report::format_played(definition, mistake->viewed.made),
                      format_grouped(definition, own_total(*mistake)), alike.size(), worst.size()));
      for (std::size_t i = 1; i < alike.size(); ++i)
        add_step(more.add("div"), *alike[i]);
    }
    if (division_.survey.games_reviewed < division_.survey.games) {
      main.add("p", "soft small")
          .text(fmt::format("From {} of its games.", base::format_count(review_->games)));
    }
  }

  /// Adds cells with the agent's total and the best other one, the points of its turn and the dice.
  void add_position(Element tr, const report::ViewedStep& step) const {
    const rules::Definition& definition = division_.definition();
    const auto own = static_cast<std::size_t>(step.made.seat);
    rules::Points other = 0;
    for (std::size_t seat = 0; seat < step.before.seats; ++seat) {
      if (seat != own) other = std::max(other, step.before.totals.at(seat));
    }
    tr.add("td").text(fmt::format("{} : {}", format_grouped(definition, step.before.totals.at(own)),
                                  format_grouped(definition, other)));
    tr.add("td").text(format_grouped(definition, step.before.turn.points));
    Element dice = tr.add("td", "d");
    for (const char face : rules::to_string(step.made.thrown, definition.faces))
      dice.add("i").text(std::string(1, face));
  }

  void add_step(Element cell, const report::Mistake& mistake) const {
    const PageGame* const page = division_.find_game(mistake.game.line_up, mistake.game.deal);
    const std::string step =
        fmt::format("{}{}", static_cast<char>('a' + mistake.game.seating), mistake.step);
    if (page == nullptr) {
      cell.bot(report::to_string(mistake.game));
      cell.text(fmt::format(", step {}", mistake.step));
      return;
    }
    Element link = cell.add("a").link(page_.to(page->path + ".html"), step);
    add_names(link, page->names);
    link.text(fmt::format(", deal {}, step {}", mistake.game.deal, mistake.step));
  }

  void add_kinds(Element main) {
    if (review_->lost <= 0) return;
    main.add("h2").text("What it loses by");
    Element body = add_table(main, page_, "Kinds of mistakes", "narrow",
                             {{"Kind"}, {"Times", "n"}, {"Of all it lost", "n"}});
    for (std::size_t kind = 0; kind < report::kMistakeKinds; ++kind) {
      const report::Review::Kind& made = review_->kinds.at(kind);
      if (made.count == 0) continue;
      Element tr = body.add("tr");
      tr.add("th").set("scope", "row").text(to_string(static_cast<report::MistakeKind>(kind)));
      tr.add("td", "n").text(base::format_count(made.count));
      tr.add("td", "n").text(percent(made.lost / review_->lost));
    }
  }

  void add_faults(Element main) {
    if (league_.options.faults == FaultDetail::None || row_.tally.faults.empty()) return;
    main.add("h2").text("Faults");
    Element body = add_table(main, page_, "Faults", "narrow",
                             {{"Kind", "", "faults"}, {"Times", "n"}, {"Games"}});
    for (const auto& [kind, count] : row_.tally.faults) {
      Element tr = body.add("tr");
      tr.add("th").set("scope", "row").text(referee::record::to_string(kind));
      tr.add("td", "n").text(base::format_count(count));
      Element games = tr.add("td");
      for (const PageGame& game : division_.games) {
        if (!has_fault(game, kind)) continue;
        Element link = games.add("div").add("a").link(page_.to(game.path + ".html"));
        add_names(link, game.names);
        link.text(fmt::format(", deal {}", game.deal.deal));
      }
    }
  }

  /// Returns whether this agent committed such a fault in the game.
  [[nodiscard]] bool has_fault(const PageGame& game, referee::record::FaultKind kind) const {
    const auto at = std::ranges::find(game.names, row_.name);
    if (at == game.names.end()) return false;
    const store::StoredLineUp& line_up = *division_.survey.find_line_up(game.deal.line_up);
    const store::Id own = line_up.agents.at(static_cast<std::size_t>(at - game.names.begin()));
    return std::ranges::any_of(division_.survey.faults, [&](const store::StoredFault& fault) {
      return fault.agent == own && fault.fault.kind == kind && fault.line_up == line_up.id &&
             fault.deal == game.deal.deal;
    });
  }

  const PageLeague& league_;
  const PageDivision& division_;
  std::size_t number_;
  const TableRow& row_;
  const report::Review* review_;
  SitePage page_;
};

}  // namespace

std::string agent_page(const PageLeague& league, const PageDivision& division, std::size_t row) {
  return AgentPage(league, division, row).print();
}

}  // namespace danno::leagues::site

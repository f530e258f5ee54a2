// The page on which a person plays against bots: what its script reads, in words for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "leagues/site/frame.hpp"
#include "leagues/site/playground.hpp"

namespace danno::leagues::site {
namespace {

constexpr const char* kTitle = "Play a bot";
constexpr const char* kDescription = "Greed, a dice game, against a bot, with a coach.";

/// A rule set to play.
struct PlayableRules {
  std::string name;  ///< The division's name, or the id.
  const rules::Definition* definition = nullptr;
  std::vector<std::string> changed = {};  ///< Parameters with other values, such as "target=3000".
  /// The chance that the decisions of the league's agents gave away a game, 0 to 1; may be empty.
  std::vector<std::pair<std::string, double>> given_away = {};
};

PlayableRules make_playable(std::string name, const rules::Definition& definition, int seats,
                            const rules::Parameters& parameters) {
  PlayableRules made{.name = std::move(name), .definition = &definition};
  const auto here = rules::list_parameters(definition, parameters);
  const auto usual = rules::list_parameters(definition, definition.defaults(seats));
  for (std::size_t i = 0; i < here.size(); ++i) {
    if (here[i].value != usual[i].value)
      made.changed.push_back(fmt::format("{}={}", here[i].name, here[i].value));
  }
  return made;
}

/// Adds the bundled rule sets that nothing in the list is or is called like.
void add_bundled(std::vector<PlayableRules>& played) {
  for (const rules::Definition* const definition : rules::all_definitions()) {
    const bool is_there = std::ranges::any_of(
        played, [&](const PlayableRules& one) { return one.name == definition->id; });
    if (!is_there) played.push_back({.name = definition->id, .definition = definition});
  }
}

void add_rule_set(Element list, const PlayableRules& rules) {
  Element item = list.add("li").set("data-rules", rules.name);
  if (!rules.changed.empty())
    item.set("data-parameters", fmt::format("{}", fmt::join(rules.changed, " ")));
  item.add("strong").text(rules.name);
  item.text(": " + rules.definition->summary);
  if (rules.definition->is_bundled()) {
    item.set("data-id", rules.definition->id);
    return;
  }
  Element pre = item.add("pre");
  std::istringstream lines(rules.definition->text);
  for (std::string line; std::getline(lines, line);)
    pre.add("span").text(line);
}

/// Adds what the decisions of the league's agents gave away, for the script to set the person's
/// own beside.
void add_given_away(Element main, const PlayableRules& rules) {
  if (rules.given_away.empty()) return;
  Element section = main.add("section", "given-away").set("data-rules", rules.name);
  Element table = section.add("table");
  table.add("caption").text("Winning chance given away a game, in percent: " + rules.name);
  Element head = table.add("thead").add("tr");
  head.add("th").set("scope", "col").text("Player");
  head.add("th", "n").set("scope", "col").text("Given away");
  Element body = table.add("tbody");
  for (const auto& [agent, lost] : rules.given_away) {
    Element row = body.add("tr");
    row.add("th").set("scope", "row").bot(agent);
    row.add("td", "n").text(fmt::format("{:.1f}", 100 * lost));
  }
}

/// Returns the league's rule sets, with what its agents gave away.
std::vector<PlayableRules> playable_rules(const PageLeague& league) {
  std::vector<PlayableRules> played;
  for (const PageDivision& division : league.divisions) {
    const store::StoredDivision& stored = division.stored.front();
    PlayableRules& made = played.emplace_back(
        make_playable(division.name, division.definition(), stored.seats, stored.parameters));
    const std::vector<report::Review>& reviews = division.survey.reviews;
    for (std::size_t row = 0; row < reviews.size(); ++row) {
      if (reviews[row].decisions > 0)
        made.given_away.emplace_back(division.table.rows[row].name, reviews[row].lost_a_game());
    }
    std::ranges::stable_sort(made.given_away, {}, &std::pair<std::string, double>::second);
  }
  return played;
}

/// Adds the content: these rule sets, and the bundled ones of other names.
void add_play(Element main, std::vector<PlayableRules> rules) {
  add_bundled(rules);
  main.add("h1").text(kTitle);
  main.add("p", "lead")
      .text(
          "Roll, keep dice that score, then roll the others for more or bank. A roll that scores "
          "nothing is a bust: the turn’s points are lost.");
  Element needs = main.add("p", "needs");
  needs.text(
      "This page needs JavaScript and WebAssembly. It asks no server for anything. In a "
      "terminal: ");
  needs.add("code").text("danno play");
  Element list = main.add("ul", "rule-sets");
  for (const PlayableRules& one : rules)
    add_rule_set(list, one);
  for (const PlayableRules& one : rules)
    add_given_away(main, one);
}

}  // namespace

std::string play_page(const PageLeague& league) {
  SitePage page(league, kPlayPage, kTitle, kPlayLink, kPlayAssets);
  page.describe(kDescription);
  page.main().set("class", "play-page");
  add_play(page.main(), playable_rules(league));
  return page.print();
}

Page play_page(const rules::RuleSet& rules) {
  Page page{kTitle, kDescription, "", {}};
  page.assets = &kPlayAssets;
  add_play(page.body.root().add("main", "play-page"),
           {make_playable(std::string(rules.id()), rules.definition(), rules.seats(),
                          rules.parameters())});
  add_colour_switch(page.body.root().add("footer"));
  return page;
}

}  // namespace danno::leagues::site

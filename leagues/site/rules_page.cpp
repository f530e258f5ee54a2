// The page of a division's rules: scores, duties, parameters, and what some throws are worth.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "leagues/site/figures.hpp"
#include "leagues/site/frame.hpp"
#include "leagues/site/pages.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/rules/description.hpp"

namespace danno::leagues::site {
namespace {

constexpr std::size_t kMostKeeps = 4;
constexpr std::size_t kMostAlike = 6;

/// Returns the rules of the division's largest tables.
rules::RuleSet division_rules(const PageDivision& division) {
  const store::StoredDivision& stored =
      *std::ranges::find(division.stored, division.table.seats, &store::StoredDivision::seats);
  return {*stored.definition, stored.seats, stored.parameters};
}

/// Adds a table under a heading and returns its body.
Element add_titled(Element main, const SitePage& page, const char* title,
                   std::initializer_list<Heading> headings) {
  main.add("h2").text(title);
  return add_table(main, page, title, "narrow", headings);
}

/// Returns how often each face occurs, sorted, so that all pairs of threes are alike.
std::string dice_shape(rules::Dice dice) {
  std::string counts;
  for (int face = 0; face < rules::kFaces; ++face)
    counts += fmt::to_string(dice.count(face));
  std::ranges::sort(counts);
  return counts;
}

/// Dice that share a line of the table of scores.
struct ScoreLine {
  std::vector<rules::Dice> dice;
  std::vector<rules::Points> points;  ///< One for all, or one for each.
};

/// Returns the points of one pip of dice that are all alike; nullopt for other dice.
std::optional<rules::Points> points_per_pip(rules::Dice dice, rules::Points points) {
  for (int face = 0; face < rules::kFaces; ++face) {
    if (dice.count(face) == dice.size() && points % (face + 1) == 0) return points / (face + 1);
  }
  return std::nullopt;
}

/// Puts dice of one shape and value on one line, and those of one shape that pay by their pips, as
/// 200 for 222 and 300 for 333.
std::vector<ScoreLine> score_lines(const std::vector<rules::Combination>& all) {
  std::map<std::pair<std::string, rules::Points>, std::size_t> by_points;
  std::vector<ScoreLine> lines;
  for (const auto& [dice, points] : all) {
    const auto [line, is_new] = by_points.try_emplace({dice_shape(dice), points}, lines.size());
    if (is_new) lines.push_back({{}, {points}});
    lines[line->second].dice.push_back(dice);
  }
  std::map<std::pair<std::string, rules::Points>, std::size_t> by_pips;
  std::vector<ScoreLine> merged;
  for (ScoreLine& line : lines) {
    const auto per_pip = line.dice.size() == 1
                             ? points_per_pip(line.dice.front(), line.points.front())
                             : std::nullopt;
    if (per_pip) {
      const auto [known, is_new] =
          by_pips.try_emplace({dice_shape(line.dice.front()), *per_pip}, merged.size());
      if (!is_new) {
        merged[known->second].dice.push_back(line.dice.front());
        merged[known->second].points.push_back(line.points.front());
        continue;
      }
    }
    merged.push_back(std::move(line));
  }
  return merged;
}

void add_scores(Element main, const SitePage& page, const rules::RuleSet& rules) {
  Element body = add_titled(main, page, "Scores", {{"Dice", ""}, {"Points", "n"}});
  for (const ScoreLine& line :
       score_lines(rules.definition().keep_rules(rules.parameters()).combinations)) {
    Element tr = body.add("tr");
    Element dice = tr.add("td");
    for (std::size_t i = 0; i < std::min(line.dice.size(), kMostAlike); ++i)
      dice.text((i > 0 ? ", " : "") + rules::to_string(line.dice[i], rules.faces()));
    if (line.dice.size() > kMostAlike) dice.text(", …");
    Element points = tr.add("td", "n");
    for (std::size_t i = 0; i < line.points.size(); ++i)
      points.text((i > 0 ? ", " : "") + format_grouped(rules.definition(), line.points[i]));
  }
}

void add_duties(Element main, const rules::Definition& definition) {
  main.add("h2").text("Play");
  main.add("p").text(
      "Throw, set scoring dice aside, then throw the others for more points or bank those of the "
      "turn. A throw that scores nothing loses them all.");
  Element list = main.add("ul");
  for (const std::string& sentence : rules::describe_rules(definition))
    list.add("li").text(sentence);
}

void add_parameters(Element main, const SitePage& page, const rules::RuleSet& rules) {
  Element body =
      add_titled(main, page, "Parameters", {{"Name", ""}, {"Here", "n"}, {"Default", "n"}});
  const auto here = rules::list_parameters(rules.definition(), rules.parameters());
  const auto usual =
      rules::list_parameters(rules.definition(), rules.definition().defaults(rules.seats()));
  for (std::size_t i = 0; i < here.size(); ++i) {
    const bool differs = here[i].value != usual[i].value;
    Element tr = body.add("tr");
    tr.add("th").set("scope", "row").add("code").text(here[i].name);
    tr.add("td", "n").add(differs ? "strong" : "span").text(here[i].value);
    tr.add("td", "n soft").text(usual[i].value);
  }
}

/// Adds the legal keeps of a throw, best first.
void add_throw(Element body, const rules::RuleSet& rules, rules::Dice thrown) {
  Element tr = body.add("tr");
  tr.add("td").text(rules::to_string(thrown, rules.faces()));
  std::string keeps;
  const auto all = rules.keep_table().keeps(thrown);
  for (const rules::Keep& keep : all.first(std::min(all.size(), kMostKeeps))) {
    keeps += fmt::format("{}{} for {}", keeps.empty() ? "" : ", ",
                         rules::to_string(keep.dice, rules.faces()),
                         format_grouped(rules.definition(), keep.points));
  }
  if (all.size() > kMostKeeps) keeps += ", …";
  tr.add("td").text(rules.wins_at_once(thrown) ? "wins at once" : all.empty() ? "bust" : keeps);
}

void add_throws(Element main, const SitePage& page, const rules::RuleSet& rules) {
  Element body = add_titled(main, page, "Some throws", {{"Throw", ""}, {"May be kept", ""}});
  constexpr std::array<std::array<int, rules::kMaxDice>, 5> kThrows{{{0, 0, 0, 4, 1, 2},
                                                                     {0, 1, 2, 3, 4, 5},
                                                                     {1, 1, 1, 1, 4, 3},
                                                                     {2, 2, 3, 3, 5, 5},
                                                                     {0, 0, 0, 0, 0, 0}}};
  for (const auto& faces : kThrows) {
    rules::Dice thrown;
    for (int i = 0; i < rules.dice(); ++i)
      thrown.add(faces.at(static_cast<std::size_t>(i)));
    add_throw(body, rules, thrown);
  }
}

/// Adds the rule file, with which anybody can adjudicate a game.
void add_text(Element main, const rules::Definition& definition) {
  main.add("h2").text("The file");
  Element named = main.add("p");
  named.text("SHA-256 of its canonical text, which follows: ");
  named.add("code").text(referee::record::rules_hash(definition));
  Element pre = add_box(main, "The file").add("pre");
  std::istringstream lines(definition.text);
  for (std::string line; std::getline(lines, line);)
    pre.add("span").text(line);
}

}  // namespace

std::string rules_page(const PageLeague& league, const PageDivision& division) {
  const rules::RuleSet rules = division_rules(division);
  const rules::Definition& definition = rules.definition();
  SitePage page(league, rules_path(division.name), "Rules – " + division.name, division.name);
  page.describe(fmt::format("{}: {}.", definition.title, definition.summary));
  Element main = page.main();
  main.add("h1").text(definition.title);
  main.add("p", "soft")
      .text(fmt::format("{} · {} dice with the faces {} · {}{} players", definition.summary,
                        rules.dice(), rules.faces(), division.has_table_sizes() ? "up to " : "",
                        rules.seats()));
  add_duties(main, definition);
  add_scores(main, page, rules);
  add_throws(main, page, rules);
  add_parameters(main, page, rules);
  if (!definition.is_bundled()) add_text(main, definition);
  return page.print();
}

}  // namespace danno::leagues::site

#include "leagues/schedule/rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "leagues/base/count.hpp"

namespace danno::leagues::schedule {
namespace {

/// Stages of more matches, those of more than 64 entrants, stand in lists beside the tree.
constexpr std::size_t kMostInTree = 32;

/// Returns a name such as "semi-finals" or "buchholz_median" as a heading.
std::string capitalized(std::string name) {
  std::ranges::replace(name, '_', ' ');
  if ('a' <= name.front() && name.front() <= 'z')
    name.front() = static_cast<char>(name.front() - 'a' + 'A');
  return name;
}

bool is_drawn(const RoundsStage& stage) {
  return !stage.tree.empty() && stage.matches.size() <= kMostInTree;
}

std::string side_points(const RoundsMatch& match, int side) {
  return match.encounter && side >= 0 ? format_half_points(match.encounter->entrant_points(side))
                                      : "";
}

/// The winner first, where there is one.
RoundsMatch turned(const RoundsMatch& match) {
  RoundsMatch shown = match;
  if (shown.winner >= 0 && shown.winner == shown.sides[1])
    std::swap(shown.sides[0], shown.sides[1]);
  return shown;
}

Line side_line(const RoundsMatch& match, int side) {
  if (side == kNobody) return {Piece::of("bye")};
  if (side < 0) return {Piece::of("not known yet")};
  if (side != match.winner) return {Piece::of(Piece::Kind::Entrant, side)};
  return {Piece::of(Piece::Kind::Winner, side), {Piece::Kind::Outcome, " wins"}};
}

class RoundsPages {
 public:
  RoundsPages(const RoundsTables& tables, std::size_t number, std::string_view title)
      : league_(tables.league),
        view_(tables.views[number]),
        finished_(tables.finished),
        title_(title) {}

  [[nodiscard]] EventPages pages() const {
    EventPages event{league_.agents, {page()}};
    event.standings = standings();
    event.deals = {last_deals()};
    return event;
  }

 private:
  [[nodiscard]] EventPage page() const {
    std::uint64_t matches = 0;
    for (const RoundsStage& stage : view_.stages)
      matches += static_cast<std::uint64_t>(std::ranges::count_if(
          stage.matches, [](const RoundsMatch& match) { return !!match.encounter; }));
    EventPage page{"rounds",
                   0,
                   title_,
                   title_,
                   fmt::format("{}, {}", base::format_count(league_.agents.size(), "agent"),
                               base::format_count(matches, "encounter")),
                   winners(),
                   ".",
                   {}};
    add_brackets(page.sections);
    page.sections.push_back(standings());
    for (const RoundsStage& stage : view_.stages) {
      if (!is_drawn(stage)) page.sections.push_back(make_list(stage));
    }
    return page;
  }

  /// Returns the winners; empty before the end.
  [[nodiscard]] std::vector<int> winners() const {
    std::vector<int> winners;
    for (const Placing& placing : view_.standings) {
      if (finished_ && placing.place == 1) winners.push_back(placing.entrant);
    }
    return winners;
  }

  [[nodiscard]] MetAgents encounter_deals(const Encounter& encounter) const {
    return {entrant_ids(league_, encounter.entrants), encounter.first, encounter.end};
  }

  /// Returns how the match ended, with links to its deals.
  [[nodiscard]] Line ending_line(const RoundsMatch& match) const {
    Line line;
    if (!match.encounter) return line;
    if (!match.ending.empty()) line.push_back(Piece::of(match.ending + " · "));
    line.push_back({.kind = Piece::Kind::Games, .deals = encounter_deals(*match.encounter)});
    return line;
  }

  /// One for each tree; its stages are spread over those of the others.
  void add_brackets(std::vector<PageSection>& sections) const {
    const std::size_t first = sections.size();
    for (const RoundsStage& stage : view_.stages) {
      if (!is_drawn(stage)) continue;
      const auto begin = sections.begin() + static_cast<std::ptrdiff_t>(first);
      auto tree = std::ranges::find(begin, sections.end(), stage.tree, &PageSection::heading);
      if (tree == sections.end()) tree = sections.insert(tree, PageSection{stage.tree});
      BracketColumn& column = tree->bracket.emplace_back();
      column.title = capitalized(stage.title);
      for (const RoundsMatch& match : stage.matches)
        column.cards.push_back(make_card(match));
    }
  }

  /// A side a line, as the sides came in.
  [[nodiscard]] BracketCard make_card(const RoundsMatch& match) const {
    BracketCard card{{}, ending_line(match)};
    for (std::size_t i = 0; i < card.sides.size(); ++i)
      card.sides.at(i) = {side_line(match, match.sides.at(i)),
                          side_points(match, match.sides.at(i))};
    return card;
  }

  [[nodiscard]] PageSection standings() const {
    using Kind = PageColumn::Kind;
    PageTable table{"Standings of the rounds", {{"Place"}, {"Agent", Kind::Text}}};
    for (const std::string& figure : view_.figures)
      table.columns.push_back({capitalized(figure)});
    table.columns.push_back({"Elo", Kind::Rating});
    for (const Placing& placing : view_.standings) {
      auto& row = table.rows.emplace_back();
      row = {PageCell::figure(placing.place == 0 ? "–" : fmt::to_string(placing.place)),
             PageCell::agent(placing.entrant)};
      for (const double figure : placing.figures)
        row.push_back(PageCell::figure(fmt::format("{}", figure)));
      row.push_back({PageCell::Kind::Figure, {Piece::of(Piece::Kind::Rating, placing.entrant)}});
    }
    PageSection section{title_ + ": standings", {}, {}, std::move(table)};
    for (const report::Note& note : view_.notes)
      section.notes.push_back(note.text);
    return section;
  }

  [[nodiscard]] PageSection make_list(const RoundsStage& stage) const {
    using Kind = PageColumn::Kind;
    const std::string heading = capitalized(stage.title);
    PageTable table{
        heading,
        {{"Agent", Kind::Text}, {"Against", Kind::Text}, {"Games won"}, {"More", Kind::Text}}};
    for (const RoundsMatch& match : stage.matches)
      table.rows.push_back(row_of_match(turned(match)));
    for (const int entrant : stage.byes) {
      table.rows.push_back({PageCell::agent(entrant),
                            {PageCell::Kind::Soft, {Piece::of("bye")}},
                            PageCell::figure("–"),
                            {PageCell::Kind::Text}});
    }
    PageSection section{heading, {}, {}, std::move(table)};
    section.is_folded = &stage != &view_.stages.back();
    return section;
  }

  [[nodiscard]] std::vector<PageCell> row_of_match(const RoundsMatch& match) const {
    const std::string points = match.encounter
                                   ? fmt::format("{} : {}", side_points(match, match.sides[0]),
                                                 side_points(match, match.sides[1]))
                                   : "–";
    return {{PageCell::Kind::Heading, side_line(match, match.sides[0])},
            {PageCell::Kind::Agent, side_line(match, match.sides[1])},
            PageCell::figure(points),
            {PageCell::Kind::Text, ending_line(match)}};
  }

  /// The last deal of every match that is finished, those of the last stage first.
  [[nodiscard]] std::vector<NotedDeal> last_deals() const {
    std::vector<NotedDeal> deals;
    for (std::size_t stage = view_.stages.size(); stage-- > 0;) {
      for (const RoundsMatch& match : view_.stages[stage].matches) {
        if (!match.encounter || !match.encounter->finished) continue;
        const MetAgents met = encounter_deals(*match.encounter);
        deals.push_back({met.agents, met.end - 1, view_.stages[stage].title + ", the last deal"});
      }
    }
    return deals;
  }

  const store::StoredLeague& league_;
  const RoundsView& view_;
  bool finished_;
  std::string title_;
};

}  // namespace

EventPages rounds_pages(const RoundsTables& tables, std::size_t number, std::string_view title) {
  return RoundsPages(tables, number, title).pages();
}

}  // namespace danno::leagues::schedule

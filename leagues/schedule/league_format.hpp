// A league's format with what it shows of the league: progress, tables, pages.
//
// The base of this interface, in format.hpp, says what is due next.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leagues/report/league_tables.hpp"
#include "leagues/report/table.hpp"
#include "leagues/schedule/format.hpp"
#include "leagues/store/reader.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::schedule {

/// Deals [first, end) of these agents, in the order of their line-up.
struct MetAgents {
  std::vector<store::Id> agents;
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

/// A piece of a line. Entrants are indices into EventPages::entrants.
struct Piece {
  enum class Kind {
    Text,
    Small,    ///< A text of little importance.
    Outcome,  ///< A text that says how it ended.
    Entrant,  ///< The name of `entrant`.
    Winner,   ///< The name of an `entrant` that won.
    Rating,   ///< The rating of `entrant`, with its interval.
    Points,   ///< `points` of the game.
    Chance,   ///< `chance`, an estimate.
    Game,     ///< The text as a link to the last of `deals` that has a page.
    Games,    ///< A link to that deal, or to all results of its agents if none has a page.
  };
  Kind kind = Kind::Text;
  std::string text = {};
  int entrant = 0;
  rules::Points points = 0;
  double chance = 0;
  MetAgents deals = {};

  [[nodiscard]] static Piece of(std::string text) { return {Kind::Text, std::move(text)}; }
  [[nodiscard]] static Piece of(Kind kind, int entrant) { return {kind, {}, entrant}; }
};
using Line = std::vector<Piece>;

struct PageCell {
  enum class Kind { Figure, BadFigure, Heading, Agent, Text, Soft, Outcome };
  Kind kind = Kind::Text;
  Line line = {};

  [[nodiscard]] static PageCell figure(std::string text) {
    return {Kind::Figure, {Piece::of(std::move(text))}};
  }
  /// Makes the heading of an entrant's row.
  [[nodiscard]] static PageCell agent(int entrant) {
    return {Kind::Heading, {Piece::of(Piece::Kind::Entrant, entrant)}};
  }
};

struct PageColumn {
  enum class Kind { Text, Figure, Rating };
  std::string title;
  Kind kind = Kind::Figure;
};

/// Columns under one title.
struct ColumnGroup {
  Line title;
  std::size_t columns = 1;
};

struct PageTable {
  std::string label;  ///< A description for people who cannot see the table.
  std::vector<PageColumn> columns;
  std::vector<std::vector<PageCell>> rows = {};
  std::vector<ColumnGroup> groups = {};  ///< Groups of all columns but the first; may be empty.
};

/// A table with a title, shown beside others.
struct TitledTable {
  std::string title;
  PageTable table;
};

/// Two sides of a bracket, one above the other.
struct BracketCard {
  struct Side {
    Line name;
    std::string points;
  };
  std::array<Side, 2> sides;
  Line more;  ///< An additional line; may be empty.
};

struct BracketColumn {
  std::string title;
  std::vector<BracketCard> cards;
};

/// A part of a page. It shows those of these that are set, in this order.
struct PageSection {
  std::string heading;
  std::string intro = {};
  std::vector<BracketColumn> bracket = {};
  std::optional<PageTable> table = {};
  std::vector<std::string> notes = {};
  std::optional<std::vector<TitledTable>> sheets = {};
  bool is_folded = false;  ///< Whether it shows its heading alone until somebody opens it.
};

/// A page that only one format has.
struct EventPage {
  std::string stem;        ///< Its file name without the extension.
  std::size_t number = 0;  ///< The index among the pages with this stem.
  std::string title;
  std::string link_text;      ///< The name under which other pages link to it.
  std::string summary;        ///< A summary such as "8 agents, 12 games".
  std::vector<int> winners;   ///< Numbers of entrants; empty while it is being played.
  std::string after_winners;  ///< The rest of the sentence that names the winners.
  std::vector<PageSection> sections;
};

/// A deal that should get a page once it is stored.
struct NotedDeal {
  std::vector<store::Id> agents;  ///< The agents in the order of their line-up.
  std::uint64_t deal = 0;
  std::string why;
};

/// The parts that a format adds to the pages of a division.
struct EventPages {
  std::vector<store::StoredAgent> entrants;
  std::vector<EventPage> pages;
  bool is_series = false;  ///< The pages stand in a list, even if there is only one.
  std::optional<PageSection> standings = {};       ///< Shown before all ratings.
  std::vector<std::vector<NotedDeal>> deals = {};  ///< Grouped by page part; in each, best first.
  bool has_all_deals = false;                      ///< `deals` are all that may have a page.
  std::vector<std::pair<std::string, std::string>> left_out =
      {};  ///< The missing part, and the reason.
};

struct DivisionPages {
  std::vector<store::StoredDivision> stored;  ///< One, or one for each table size.
  report::DivisionTable table;
  std::optional<EventPages> event = {};  ///< Empty if the format adds nothing.
};

struct LeaguePages {
  std::string table_json;  ///< The same text as in the league's folder.
  std::vector<DivisionPages> divisions;
};

/// A table.json that was published.
struct PublishedJson {
  std::string text;
  std::vector<std::string> notes = {};  ///< The figures that could not be computed here.
};

class LeagueFormat : public Format {
 public:
  using Format::Format;

  /// Returns who plays, for people: "7 agents".
  [[nodiscard]] virtual std::string field(const store::League& league) const;
  [[nodiscard]] virtual report::LeagueStatus status(const store::Reader& store) const = 0;
  /// Computes once, and has the store keep, what the tables need and would compute anew each time.
  virtual void prepare_tables(store::Reader& /*store*/, const solver::Watch& /*watch*/) const {}
  /// Figures that need solved values which are not here are taken from `published`, if it is given.
  /// Throws base::Json::exception if that cannot be read as a table.
  [[nodiscard]] virtual report::LeagueTables tables(const store::Reader& store,
                                                    const solver::Watch& watch,
                                                    PublishedJson* published = nullptr) const = 0;
  /// Returns why there is no rating history; empty if there is one.
  [[nodiscard]] virtual std::string_view why_no_history() const { return ""; }
  /// Returns the divisions in the order of the league's rule sets.
  [[nodiscard]] virtual LeaguePages pages(const store::Reader& store,
                                          const solver::Watch& watch) const = 0;
};

}  // namespace danno::leagues::schedule

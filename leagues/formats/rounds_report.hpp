// The report of a league in rounds: standings, its format's view of the rounds, and ratings.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/formats/report.hpp"
#include "leagues/formats/rounds.hpp"
#include "leagues/tables/table.hpp"

namespace danno::leagues::formats {

/// The place of an entrant.
struct Placing {
  int entrant = 0;              ///< Index into the league's agents.
  int place = 0;                ///< The place; 0 if not known yet.
  std::vector<double> figures;  ///< The values of RoundsView::figures.
};

/// A place in a stage where two entrants meet.
struct RoundsMatch {
  std::array<int, 2> sides{};          ///< Entrants, kUndecided or kNobody.
  std::optional<Encounter> encounter;  ///< Empty if it is not due or one side has no opponent.
  int winner = kUndecided;
  std::string ending;  ///< What the points do not show, such as "even"; may be empty.
};

/// Matches that do not depend on each other.
struct RoundsStage {
  std::string title;  ///< "semi-finals", "round 3"
  /// The tree that it is drawn in: the winners of one or two neighbours go on to the next stage of
  /// that name. Empty: it is in none.
  std::string tree;
  std::vector<RoundsMatch> matches;
  std::vector<int> byes = {};
};

/// The things that a format in rounds shows of a division besides its ratings.
struct RoundsView {
  bool finished = false;                  ///< No encounter is due any more.
  std::vector<std::string> figures;       ///< What they are, as in table.csv.
  std::vector<Placing> standings;         ///< Best first.
  std::vector<std::string> drawing = {};  ///< Lines under the first one's headings; may be empty.
  std::vector<plan::Sheet> sheets = {};   ///< Titled without the league's name.
  std::vector<plan::Note> notes = {};
  std::vector<RoundsStage> stages = {};      ///< The stages in the order of play.
  files::Json json = files::Json::object();  ///< Further members of the division.
};

struct RoundsTables {
  const store::StoredLeague& league;
  std::string_view format;
  bool finished = false;
  tables::LeagueTable rated;
  std::vector<RoundsView> views;  ///< Indexed by division.
};

class RoundsReport : public Report {
 public:
  /// `title` is the format's name for people, such as "Knock-out". `format` must outlive the
  /// report.
  RoundsReport(const RoundsFormat& format, std::string_view title)
      : format_(format), title_(title) {}
  [[nodiscard]] std::string field(const store::League& league) const final;
  [[nodiscard]] plan::LeagueStatus status(const store::Reader& store) const final;
  void prepare_tables(store::Publisher& store, const solver::Watch& watch) const final;
  [[nodiscard]] plan::ShownTables tables(const store::Reader& store, const solver::Watch& watch,
                                         PublishedJson* published) const final;
  [[nodiscard]] LeaguePages pages(const store::Reader& store,
                                  const solver::Watch& watch) const final;

 protected:
  [[nodiscard]] virtual RoundsView view(const store::StoredLeague& league,
                                        const PlayedDeals& played) const = 0;

 private:
  /// Returns the tables of `league` as the store has it, which outlives them.
  [[nodiscard]] RoundsTables compute(const store::Reader& store, const store::StoredLeague& league,
                                     const solver::Watch& watch,
                                     PublishedJson* published = nullptr) const;

  const RoundsFormat& format_;
  std::string_view title_;
};

/// {"round", "agents", "points", "deals", "finished"}; points are games won.
[[nodiscard]] files::Json encounter_json(const store::StoredLeague& league,
                                         const Encounter& encounter);
/// Half points as points: "3.5".
[[nodiscard]] std::string show_half_points(std::int64_t half_points);
/// Returns the entrant's name as shown.
[[nodiscard]] std::string name_of(const store::StoredLeague& league, int entrant);

}  // namespace danno::leagues::formats

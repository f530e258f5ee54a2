// The base of formats in rounds of encounters of two, where the results of a round decide the next.
//
// Nothing but deals is stored: rounds, pairings and standings are recomputed from them and the
// league's terms. So a run that was stopped continues the same round, and verify knows which deals
// there should be.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leagues/report/table.hpp"
#include "leagues/schedule/encounters.hpp"
#include "leagues/schedule/format.hpp"
#include "leagues/schedule/rated_league.hpp"
#include "leagues/store/league.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::schedule {

inline constexpr const char* kSeeding = "seeding";
inline constexpr const char* kWhoSeeds = "'seeding' is that of format = \"knock-out\" or \"swiss\"";

[[nodiscard]] schedule::KeyShape seeding_shape();

/// Returns the entrants' names, best first: those that the key names (a list, or a table.json of
/// another league), then the others in the order of the league file. Reports what it cannot read.
[[nodiscard]] std::vector<std::string> read_seeding(const store::League& league,
                                                    schedule::FormatKeys& keys);

/// Returns the league's agents in that order, as indices.
[[nodiscard]] std::vector<int> stored_seeding(const store::StoredLeague& league);

/// The encounters of a division that are due and all earlier ones, in the order of play.
struct RoundsState {
  std::vector<Encounter> encounters;  ///< The unfinished ones all belong to one round.
  std::uint64_t to_come = 0;          ///< The largest number of further encounters.
  bool finished = false;
};

/// The games that a division has played.
[[nodiscard]] PlayedDeals read_played(const store::Reader& store, const store::StoredLeague& league,
                                      const store::StoredDivision& division);

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
  std::string ending;  ///< The part of the result that points do not show: "even"; or "".
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
  bool finished = false;                   ///< No encounter is due any more.
  std::vector<std::string> figures;        ///< The names of the figures, as in table.csv.
  std::vector<Placing> standings;          ///< Best first.
  std::vector<std::string> drawing = {};   ///< Lines under the first one's headings; may be empty.
  std::vector<report::Sheet> sheets = {};  ///< Titled without the league's name.
  std::vector<report::Note> notes = {};
  std::vector<RoundsStage> stages = {};    ///< The stages in the order of play.
  base::Json json = base::Json::object();  ///< Further members of the division.
};

struct RoundsTables {
  const store::StoredLeague& league;
  std::string_view format;
  bool finished = false;
  report::LeagueTable rated;
  std::vector<RoundsView> views;  ///< Indexed by division.
};

class RoundsFormat : public RatedFormat {
 public:
  /// `title` is the format's name for people, such as "Knock-out".
  RoundsFormat(schedule::FormatFacts facts, std::string_view title)
      : RatedFormat(std::move(facts)), title_(title) {}
  void read_keys(store::League& league, schedule::FormatKeys& keys) const override;
  [[nodiscard]] schedule::GameCount count(const store::Reader& store) const final;
  [[nodiscard]] std::unique_ptr<schedule::Fixtures> fixtures(const store::Reader& store,
                                                             const store::Epoch& epoch) const final;
  void check_settled(const store::Reader& store) const final;
  [[nodiscard]] std::optional<schedule::FixedTables> check_plan(
      const store::Reader& store) const final;
  [[nodiscard]] std::string field(const store::League& league) const final;
  [[nodiscard]] report::LeagueStatus status(const store::Reader& store) const final;
  [[nodiscard]] report::LeagueTables tables(const store::Reader& store, const solver::Watch& watch,
                                            PublishedJson* published) const final;
  [[nodiscard]] LeaguePages pages(const store::Reader& store,
                                  const solver::Watch& watch) const final;

  /// Recomputes the rounds from a stored league and the deals played in one of its divisions.
  /// Entrants are indices into league.agents.
  [[nodiscard]] virtual RoundsState replay_rounds(const store::StoredLeague& league,
                                                  const PlayedDeals& played) const = 0;

 protected:
  [[nodiscard]] virtual RoundsView view(const store::StoredLeague& league,
                                        const PlayedDeals& played) const = 0;

 private:
  /// Returns whether all of them are finished. Throws store::Discrepancy.
  [[nodiscard]] bool check_rounds(const store::Reader& store) const;
  /// Returns the tables of `league` as the store has it, which outlives them.
  [[nodiscard]] RoundsTables compute(const store::Reader& store, const store::StoredLeague& league,
                                     const solver::Watch& watch,
                                     PublishedJson* published = nullptr) const;

  std::string_view title_;
};

/// Returns the number of games of the encounters, including those to come.
[[nodiscard]] std::uint64_t games_at_most(const store::StoredLeague& league,
                                          const RoundsState& state);
/// The number of games in each deal of an encounter.
inline constexpr std::uint64_t kGamesOfADeal = 2;

/// {"round", "agents", "points", "deals", "finished"}; points are games won.
[[nodiscard]] base::Json encounter_json(const store::StoredLeague& league,
                                        const Encounter& encounter);
/// Half points as points: "3.5".
[[nodiscard]] std::string show_half_points(std::int64_t half_points);
/// Returns the entrant's name as shown.
[[nodiscard]] std::string entrant_name(const store::StoredLeague& league, int entrant);

/// Returns what the rounds add to division `number`; `title` is RoundsFormat's.
[[nodiscard]] EventPages rounds_pages(const RoundsTables& tables, std::size_t number,
                                      std::string_view title);

}  // namespace danno::leagues::schedule

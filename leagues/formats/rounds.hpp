// Formats in rounds of encounters of two, where the results of a round decide the next.
//
// Nothing but deals is stored: rounds, pairings and standings are told again from them and the
// league's terms. So a run that was stopped goes on with the same round, and verify tells which
// deals there should be.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "leagues/formats/encounters.hpp"
#include "leagues/plan/format.hpp"

namespace danno::leagues::formats {

/// The encounters of a division that are due, and those before, in the order of play.
struct ToldRounds {
  std::vector<Encounter> encounters;  ///< Those not finished are all of one round.
  std::uint64_t to_come = 0;          ///< Further ones, at most.
  bool finished = false;
};

/// Where an entrant stands.
struct Placing {
  int entrant = 0;              ///< Among the league's agents.
  int place = 0;                ///< 0: not known yet.
  std::vector<double> figures;  ///< Of RoundsReport::figures.
};

/// A place of a stage where two meet.
struct RoundsMatch {
  std::array<int, 2> sides{};          ///< Entrants; kUndecided, kNobody.
  std::optional<Encounter> encounter;  ///< Nothing: it is not due, or one has nobody to meet.
  int winner = kUndecided;
  std::string ending;  ///< What its points do not tell: "even"; may be empty.
};

/// Matches that do not depend on each other.
struct RoundsStage {
  std::string title;     ///< "semi-finals", "round 3"
  bool in_tree = false;  ///< The winners of two neighbours meet in the next such stage.
  std::vector<RoundsMatch> matches;
  std::vector<int> byes = {};
};

/// What a format says of a division beside what is said of any league.
struct RoundsReport {
  std::vector<std::string> figures;       ///< What they are, as in table.csv.
  std::vector<Placing> standings;         ///< Best first.
  std::vector<std::string> drawing = {};  ///< Lines under the first one's headings; may be empty.
  std::vector<plan::Sheet> sheets = {};   ///< Titled without the league's name.
  std::vector<plan::Note> notes = {};
  std::vector<RoundsStage> stages = {};    ///< In the order of play.
  text::Json json = text::Json::object();  ///< Further members of the division.
};

struct RoundsTables;  // rounds_files.hpp

class RoundsFormat : public plan::Format {
 public:
  [[nodiscard]] std::string field(const store::League& league) const override;
  void read_keys(store::League& league, plan::FormatKeys& keys) const override;
  [[nodiscard]] plan::GameCount count(const store::Store& store) const final;
  [[nodiscard]] std::unique_ptr<plan::Fixtures> fixtures(const store::Store& store,
                                                         const store::Epoch& epoch) const final;
  [[nodiscard]] plan::LeagueStatus status(const store::Store& store) const final;
  void prepare_tables(store::Store& store, const solver::Watch& watch) const final;
  [[nodiscard]] plan::ShownTables tables(const store::Store& store, const solver::Watch& watch,
                                         plan::PublishedJson* published) const final;
  /// What tables() shows, of `league` as the store has it, which outlives it.
  [[nodiscard]] RoundsTables compute(const store::Store& store, const store::StoredLeague& league,
                                     const solver::Watch& watch,
                                     plan::PublishedJson* published = nullptr) const;
  void check_settled(const store::Store& store) const final;
  [[nodiscard]] std::optional<plan::SettledTables> check_plan(
      const store::Store& store) const final;

  /// By what is stored of a league and played in one of its divisions; entrants are numbers of
  /// league.agents.
  [[nodiscard]] virtual ToldRounds tell(const store::StoredLeague& league,
                                        const PlayedDeals& played) const = 0;

 protected:
  [[nodiscard]] virtual RoundsReport report(const store::StoredLeague& league,
                                            const PlayedDeals& played) const = 0;

 private:
  /// Returns whether all of them are finished. Throws store::Discrepancy.
  [[nodiscard]] bool check_rounds(const store::Store& store) const;
};

/// {"round", "agents", "points", "deals", "finished"}; points are games won.
[[nodiscard]] text::Json encounter_json(const store::StoredLeague& league,
                                        const Encounter& encounter);
/// Half points as points: "3.5".
[[nodiscard]] std::string show_half_points(std::int64_t half_points);
/// As shown.
[[nodiscard]] std::string name_of(const store::StoredLeague& league, int entrant);

}  // namespace danno::leagues::formats

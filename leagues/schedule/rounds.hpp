// The base of formats in rounds, where the results of a round decide the next: encounters of two in
// mirrored deals, or tables whose games have dice of their own.
//
// Nothing but deals is stored: rounds, pairings and standings are recomputed from them, the
// league's terms and, for tables, the seed. So a run that was stopped continues the same round, and
// verify knows which deals there should be.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leagues/report/table.hpp"
#include "leagues/schedule/encounters.hpp"
#include "leagues/schedule/format.hpp"
#include "leagues/schedule/rated_league.hpp"
#include "leagues/store/league.hpp"
#include "leagues/store/reader.hpp"
#include "referee/record/dice_stream.hpp"
#include "referee/rules/position.hpp"

namespace danno::leagues::schedule {

inline constexpr const char* kSeeding = "seeding";

[[nodiscard]] FileKey seeding_key();

/// Returns the entrants' names, best first: those that the key names (a list, or a table.json of
/// another league), then the others in the order of the league file. Reports what it cannot read.
[[nodiscard]] std::vector<std::string> read_seeding(const store::League& league, FormatKeys& keys);

/// Returns the league's agents in that order, as indices.
[[nodiscard]] std::vector<int> stored_seeding(const store::StoredLeague& league);

/// Agents that meet in a round, and the deals that they play in it.
struct RoundMeeting {
  std::uint64_t round = 0;         ///< The round's number, which rises over all events of a league.
  std::vector<int> entrants = {};  ///< In the order of their line-up; by seat at a table.
  std::uint64_t first = 0;         ///< Together with `end`: deals [first, end) of the line-up.
  std::uint64_t end = 0;
  std::uint64_t place = 0;  ///< The place of its line-up among those that are planned.
  bool finished = false;
  std::optional<int> starts = {};  ///< The seat that begins, if no start roll decides.
};

/// The meetings of an event that are due and all earlier ones, in the order of play.
struct RoundsState {
  std::vector<RoundMeeting> meetings;  ///< The unfinished ones all belong to one round.
  std::uint64_t to_come = 0;           ///< The largest number of further encounters.
  bool finished = false;

  void add(const Encounter& encounter);
};

/// One rule set of a stored league in rounds, with what was played of it. Entrants are indices into
/// the league's agents.
class RoundsDivision {
 public:
  /// Reads nothing yet. All but the epoch must outlive the object.
  RoundsDivision(const store::StoredLeague& league, std::span<const store::StoredDivision> tables,
                 std::optional<store::Epoch> epoch);

  [[nodiscard]] const store::StoredLeague& league() const { return *league_; }
  [[nodiscard]] const rules::Definition& definition() const { return *tables_.front().definition; }
  /// The only stored division, or for tables one for each number of seats from 2 on.
  [[nodiscard]] std::span<const store::StoredDivision> tables() const { return tables_; }
  /// Returns where in tables() so many agents meet.
  [[nodiscard]] std::size_t table(std::size_t seats) const { return seats - min_seats_; }
  [[nodiscard]] const rules::RuleSet& rules(std::size_t table) const { return rules_[table]; }
  /// The deals of encounters.
  [[nodiscard]] const PlayedDeals& deals() const { return deals_; }
  /// Returns the record of a table's game; null if it was not played. Faults have no reports.
  [[nodiscard]] const referee::record::GameRecord* game(std::uint64_t deal,
                                                        const std::vector<int>& seats) const;
  /// Returns the number of table games that were played.
  [[nodiscard]] std::size_t games() const { return games_.size(); }
  /// The digests that Reader::visit_deals() returned, indexed as tables().
  [[nodiscard]] const std::vector<std::string>& records() const { return records_; }

  void read(const store::Reader& store);
  /// Notes what a deal is worth, if all its agents are in the league.
  void add(const store::StoredLineUp& line_up, const referee::play::DealResult& deal);

  /// Returns the agents' names as the keys of deals have them.
  [[nodiscard]] std::vector<std::string> key_names(const std::vector<int>& entrants) const;

  /// The only epoch of a league of tables; empty before its first run.
  [[nodiscard]] const std::optional<store::Epoch>& epoch() const { return epoch_; }
  /// Returns the key of a table's game.
  [[nodiscard]] referee::record::Key key(std::uint64_t deal, const std::vector<int>& seats) const;
  /// Returns the seed in the GameStart message to the agent at that seat of a table.
  [[nodiscard]] std::uint64_t agent_seed(std::uint64_t deal, const std::vector<int>& seats,
                                         int seat) const;
  /// Returns who begins at a table by the start roll, and who threw least.
  [[nodiscard]] rules::Start start_roll(std::uint64_t deal, const std::vector<int>& seats) const;

 private:
  [[nodiscard]] referee::record::KeyRules rules_in_key(std::size_t seats) const;

  const store::StoredLeague* league_;
  std::span<const store::StoredDivision> tables_;
  std::size_t min_seats_;
  std::optional<store::Epoch> epoch_;
  std::vector<rules::RuleSet> rules_;  // of the tables
  std::map<store::Id, int> entrants_;
  PlayedDeals deals_;
  std::map<std::pair<std::uint64_t, std::vector<int>>, referee::record::GameRecord> games_;
  std::vector<std::string> records_;
};

/// Returns the divisions of the league, which is that of the store and must outlive them, with what
/// was played.
[[nodiscard]] std::vector<RoundsDivision> read_rounds(const store::Reader& store,
                                                      const store::StoredLeague& league);

/// A format whose fixtures follow from the rounds played before. A league without StoredPlan plays
/// games at tables; any other plays encounters.
class RoundsFormat : public LeagueFormat {
 public:
  using LeagueFormat::LeagueFormat;
  [[nodiscard]] GameCount count(const store::Reader& store) const final;
  [[nodiscard]] std::unique_ptr<Fixtures> fixtures(const store::Reader& store) const final;
  void check_settled(const store::Reader& store) const final;
  [[nodiscard]] std::optional<FixedTables> check_plan(const store::Reader& store) const final;

  /// Returns how many events a division plays, one after the other.
  [[nodiscard]] virtual int event_count(const store::StoredLeague& /*league*/) const { return 1; }
  /// Recomputes the rounds of event `number`, from 0, as far as it was played.
  [[nodiscard]] virtual RoundsState replay_rounds(const RoundsDivision& division,
                                                  int number) const = 0;
  /// Returns the rounds of the first event from `number` on that is not finished, or of the last
  /// one, and sets `number` to it.
  [[nodiscard]] RoundsState replay_current(const RoundsDivision& division, int& number) const;
  /// Returns the largest number of games of a division in this state, including those to come.
  [[nodiscard]] virtual std::uint64_t games_at_most(const store::StoredLeague& league,
                                                    const RoundsState& state) const;

 private:
  /// Adds the games that are fixed one by one, and returns whether all rounds are finished. Throws
  /// store::Discrepancy.
  [[nodiscard]] bool check_rounds(const store::Reader& store, FixedTables& fixed) const;
};

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

/// The base of formats whose rounds are encounters of two in mirrored deals.
class EncountersFormat : public RoundsFormat {
 public:
  /// FormatFacts::title must be set.
  using RoundsFormat::RoundsFormat;
  void read_keys(store::League& league, FormatKeys& keys) const override;
  void prepare_tables(store::Reader& store, const solver::Watch& watch) const final;
  [[nodiscard]] std::string field(const store::League& league) const final;
  [[nodiscard]] report::LeagueStatus status(const store::Reader& store) const final;
  [[nodiscard]] report::LeagueTables tables(const store::Reader& store, const solver::Watch& watch,
                                            PublishedJson* published) const final;
  [[nodiscard]] LeaguePages pages(const store::Reader& store,
                                  const solver::Watch& watch) const final;

 protected:
  [[nodiscard]] virtual RoundsView view(const RoundsDivision& division) const = 0;

 private:
  /// Returns the tables of `league` as the store has it, which outlives them.
  [[nodiscard]] RoundsTables compute(const store::Reader& store, const store::StoredLeague& league,
                                     const solver::Watch& watch,
                                     PublishedJson* published = nullptr) const;
};

/// The number of games in each deal of an encounter.
inline constexpr std::uint64_t kGamesOfADeal = 2;

/// {"round", "agents", "points", "deals", "finished"}; points are games won.
[[nodiscard]] base::Json encounter_json(const store::StoredLeague& league,
                                        const Encounter& encounter);
/// Half points as points: "3.5".
[[nodiscard]] std::string format_half_points(std::int64_t half_points);
/// Returns the ids of these agents of the league, which are given by index.
[[nodiscard]] std::vector<store::Id> entrant_ids(const store::StoredLeague& league,
                                                 std::span<const int> entrants);
/// Returns the entrant's name as shown.
[[nodiscard]] std::string entrant_name(const store::StoredLeague& league, int entrant);

/// Returns what the rounds add to division `number`; `title` is the format's.
[[nodiscard]] EventPages rounds_pages(const RoundsTables& tables, std::size_t number,
                                      std::string_view title);

}  // namespace danno::leagues::schedule

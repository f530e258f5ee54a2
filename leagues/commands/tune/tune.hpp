// Plays a tune: races of candidates, then the winner against the present setting on fresh dice.
//
// A round is a list of candidates that meet the same opponents with the same dice: a race, or the
// two of the last comparison. All rounds are one gauntlet with common dice in one folder, and
// agents of different rounds have different names in the keys of their deals, so every round has
// fresh dice. What is played next follows from what is stored: an interrupted tune goes on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "leagues/commands/gate/resumable_gauntlet.hpp"
#include "leagues/commands/tune/race.hpp"
#include "leagues/commands/tune/space.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "leagues/ratings/game_luck.hpp"
#include "leagues/ratings/solved_game.hpp"
#include "leagues/runner/runner.hpp"
#include "referee/record/agent_set.hpp"

namespace danno::leagues::commands::tune {

struct TuneTerms {
  int seats = 2;
  RaceTerms race;
  std::uint64_t max_deals = 30'000;  ///< The limit for all candidates of all races together.
  std::uint64_t gain_deals = 500;    ///< The deals of the winner; as many of the present setting.
  std::optional<std::string> seed;   ///< If unset, a seed is drawn.
};

/// A candidate as it stood in the last race that it took part in.
struct TunedPoint {
  Point point;
  std::size_t race = 0;
  CandidateStanding standing;
};

class Tune {
 public:
  /// `bot` is as it plays now. With more than two seats, `opponents` are one, of which copies fill
  /// the table, or as many as fill it. `common` has everything of the line-ups except agents and
  /// seed. Throws SpaceError if an opponent's name contains ':', or `terms` allow too few deals for
  /// a first look at all candidates.
  Tune(entrants::Entrant bot, std::vector<entrants::Entrant> opponents, Space space,
       const referee::play::LineUp& common, TuneTerms terms);

  /// Removes the luck from the scores by `values`, unless they are null. It is called before the
  /// first deal; finding values takes time, so the terms are checked before.
  void adjust(std::unique_ptr<const ratings::SolvedGame> values);

  /// Stores the deals and reports of faults in the folder, and takes what is stored there. Throws
  /// store::WrongFolder, and SpaceError if these are of another seed.
  void store_in(const std::filesystem::path& folder, const store::Conditions& conditions);

  /// Plays until the end or referee::play::request_stop(). Observers are called for what is stored.
  void run(const runner::RunOptions& options, std::span<const runner::Observer> observers);

  [[nodiscard]] const entrants::Entrant& bot() const { return bot_; }
  [[nodiscard]] const std::vector<entrants::Entrant>& opponents() const { return opponents_; }
  [[nodiscard]] const Space& space() const { return space_; }
  [[nodiscard]] const rules::RuleSet& rules() const { return *common_.rules; }
  [[nodiscard]] const TuneTerms& terms() const { return terms_; }
  [[nodiscard]] const store::Epoch& epoch() const { return gauntlet_->epoch(); }
  /// Returns the values with which luck is computed; null if there are none.
  [[nodiscard]] const ratings::SolvedGame* values() const { return values_.get(); }
  /// Returns the deals of the races so far.
  [[nodiscard]] std::uint64_t deals() const;
  [[nodiscard]] std::size_t races() const { return races_; }
  /// Returns the number of candidates that race now.
  [[nodiscard]] std::size_t racing() const;
  /// Returns whether nothing is left to play.
  [[nodiscard]] bool is_over() const { return over_; }
  /// Returns whether a finer race was due and the deals did not suffice for it.
  [[nodiscard]] bool lacks_deals() const { return too_few_deals_; }
  /// Returns the candidates of all races, each once, in the order of the axes.
  [[nodiscard]] std::vector<TunedPoint> points() const;
  /// Returns the point that leads the last race; nullopt if there is none, or all that are left
  /// decide alike.
  [[nodiscard]] std::optional<Point> best() const;
  /// Returns all parameters of the bot with the values to take over: those of the best. Empty if it
  /// is not known, or surely worse on fresh dice than the bot as it is.
  [[nodiscard]] std::vector<entrants::Parameter> advice() const;
  /// Returns the name of a point's agent in the last race that it took part in.
  [[nodiscard]] std::string point_name(const TunedPoint& point) const;
  /// Returns whether the bot plays with these values now.
  [[nodiscard]] bool is_present(const Point& point) const;
  /// Returns how far the best is ahead of the bot as it is, on fresh dice; nullopt before that is
  /// known.
  [[nodiscard]] std::optional<EloEstimate> gain() const;
  /// Returns why no gain can be measured: the bot as it is cannot play; empty if it can.
  [[nodiscard]] const std::string& no_gain() const { return no_gain_; }
  /// Returns the opponent whose faults ended the tune, and the fault; empty if none did.
  [[nodiscard]] const std::string& broken() const { return broken_; }

 private:
  struct Meeting {  // of a candidate with a table of opponents
    std::size_t candidate = 0;
    std::size_t table = 0;
    std::size_t index = 0;  // of the candidate in the line-up
    referee::play::LineUp line_up;
    referee::record::AgentSet absent = {};
    std::vector<int> faults;
  };
  struct RaceRound {
    std::vector<Point> points;  // empty: the last comparison
    std::vector<entrants::Entrant> entrants;
    Race race;
    std::vector<Meeting> meetings;
    std::uint64_t due_deals = 0;  // deals that each plays before the next look
    std::uint64_t looked = 0;     // deals of the last look

    /// The points that were neither dropped nor failed, the best first.
    [[nodiscard]] std::vector<Point> remaining() const;
  };

  void begin_race(const std::vector<Point>& points);
  void begin_gain();
  void begin(RaceRound round, const std::string& dice_name);
  [[nodiscard]] std::vector<std::vector<entrants::Entrant>> tables() const;
  void take(Meeting& meeting, std::span<const referee::play::DealResult> deals);
  void count_faults(Meeting& meeting, std::span<const referee::play::DealResult> deals);
  std::size_t settle_rounds();
  void take_stored(std::size_t first);
  [[nodiscard]] std::uint64_t deals_left() const;
  [[nodiscard]] std::uint64_t next_due_deals() const;
  void look();
  std::vector<runner::Task> next_tasks();

  entrants::Entrant bot_;
  std::vector<entrants::Entrant> opponents_;
  Space space_;
  referee::play::LineUp common_;
  TuneTerms terms_;
  std::unique_ptr<const ratings::SolvedGame> values_;
  std::optional<ratings::LuckOfGames> luck_;
  std::optional<gate::ResumableGauntlet> gauntlet_;
  std::filesystem::path folder_;
  store::Conditions conditions_;
  std::vector<RaceRound> rounds_;
  std::size_t races_ = 0;             // the rounds that are races
  std::vector<std::size_t> playing_;  // meetings of the last round, by task
  bool over_ = false;
  bool too_few_deals_ = false;
  std::string no_gain_;
  std::string broken_;
};

}  // namespace danno::leagues::commands::tune

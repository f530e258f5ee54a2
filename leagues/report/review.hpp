// The cost of an agent's decisions in the two-player games of a league or a match.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "leagues/report/game_view.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::report {

/// The kinds of decisions that differ from the best one.
enum class MistakeKind : std::uint8_t {
  BankedEarly,  ///< It banked, but rolling on was best.
  RolledOn,     ///< It rolled on, but banking was best.
  OtherDice,    ///< The action was right, but other dice were best to keep.
  Accepted,     ///< It accepted an offer that it should have declined.
  Declined,     ///< It declined an offer that it should have accepted.
};
inline constexpr std::size_t kMistakeKinds = 5;

/// Returns "banked early", "rolled on", "kept other dice", "accepted" or "declined".
[[nodiscard]] std::string_view to_string(MistakeKind kind);

/// Returns the kind of a decision that differs from `best`.
[[nodiscard]] MistakeKind mistake_kind(const referee::record::Step& step,
                                       const solver::Choice& best);

/// The loss below which a difference is rounding and the decision counts as the best.
inline constexpr double kNoLoss = 1e-9;

struct Mistake {
  GameId game;
  std::size_t step = 0;  ///< The number from 1, as in 'danno explain GAME'.
  ViewedStep viewed;
  std::string file = {};  ///< The file of a written game, which has no id.
  /// Returns what 'danno explain' takes for the game.
  [[nodiscard]] std::string name_of_game() const { return file.empty() ? to_string(game) : file; }
};

/// The lesson of a mistake: its kind, and the dice of the roll that was or was not made.
using Lesson = std::pair<MistakeKind, int>;

/// An agent's review in one division. Chances and losses are winning chances, 0 to 1.
struct Review {
  const rules::Definition* definition = nullptr;
  std::int64_t games = 0;
  std::int64_t decisions = 0;  ///< Decisions with more than one choice.
  std::int64_t best = 0;       ///< Decisions that were as good as the best.
  double lost = 0;             ///< Lost by decisions, over all games.
  double lost_by_forfeits = 0;
  double luck = 0;  ///< The gain of the agent from the throws of both sides.
  struct Kind {
    std::int64_t count = 0;
    double lost = 0;
  };
  std::array<Kind, kMistakeKinds> kinds{};  ///< Indexed by MistakeKind.
  std::vector<Mistake> worst;               ///< The worst ones first; ten or fewer.
  /// The costliest mistake of each lesson in short games, made while no total was near the target;
  /// without alternatives.
  std::map<Lesson, Mistake> midgame;

  /// The mean loss of a game and of a decision; 0 if there were none. A mean over decisions of how
  /// good each was would not keep the order of agents, because most decisions cost nothing.
  [[nodiscard]] double lost_a_game() const;
  [[nodiscard]] double lost_a_decision() const;
  /// Returns those of `midgame`, the worst ones first.
  [[nodiscard]] std::vector<Mistake> midgame_mistakes() const;
};

/// Returns whether a game is short enough that its page shows every step.
[[nodiscard]] bool is_short(const referee::record::GameRecord& record);

/// Reviews games of two under some rules. It keeps what it solved, so use one per thread.
class Reviewer {
 public:
  /// Both references must outlive the object.
  Reviewer(const rules::RuleSet& rules, const ratings::SolvedGame& solved);

  /// Adds a game to the reviews of its agents, which are indexed as in the line-up; a null review
  /// is skipped.
  void add(const GameId& id, const referee::record::GameRecord& record, std::array<Review*, 2> of);

 private:
  const rules::RuleSet& rules_;
  solver::Evaluator evaluator_;
};

/// An agent's reviews by division, and the reasons for divisions that could not be explained.
struct Reviews {
  std::vector<Review> divisions;
  std::vector<std::string> left_out;
};

/// Reviews all stored games of `agent`, named as in the tables ("ada", "ada@2").
[[nodiscard]] Reviews review_agent(const store::Reader& store, std::string_view agent,
                                   const solver::Watch& watch = solver::unwatched);

/// An agent's reviews in the games that `danno match` wrote below a folder.
struct MatchReviews {
  Reviews reviews;
  std::set<std::string> players;  ///< All players of these games; empty if there are none.
};
[[nodiscard]] MatchReviews review_match(const std::filesystem::path& folder, std::string_view agent,
                                        const solver::Watch& watch);

}  // namespace danno::leagues::report

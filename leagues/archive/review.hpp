// What an agent's decisions cost it over a league: the coach's view of its stored games of two.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/archive/game_view.hpp"
#include "referee/solver/solve.hpp"

namespace danno::leagues::archive {

/// How a decision differs from the best one.
enum class MistakeKind : std::uint8_t {
  BankedEarly,  ///< Rolling on was best.
  RolledOn,     ///< Banking was best.
  KeptOther,    ///< The right action with other dice kept.
  Accepted,     ///< An offer to decline.
  Declined,     ///< An offer to accept.
};
inline constexpr std::size_t kMistakeKinds = 5;

/// "banked early", "rolled on", "kept other dice", "accepted", "declined".
[[nodiscard]] std::string_view to_string(MistakeKind kind);

/// Of a decision with a best one.
[[nodiscard]] MistakeKind kind_of(const referee::record::Step& step, const solver::Choice& best);

/// Less than this is rounding: the decision was as good as the best.
inline constexpr double kNoLoss = 1e-9;

/// How close to best play a loss of winning chance is, 0 to 100, by the formula that lichess.org
/// publishes for chess (lichess.org/page/accuracy).
[[nodiscard]] double accuracy(double loss);

struct Mistake {
  GameId game;
  std::size_t step = 0;  ///< From 1, as 'danno explain GAME' counts.
  ViewedStep viewed;
};

/// An agent in one division. Chances and losses in winning chance, 0 to 1.
struct Review {
  const rules::Definition* definition = nullptr;
  std::int64_t games = 0;
  std::int64_t decisions = 0;  ///< With more than one choice.
  std::int64_t best = 0;       ///< Of them as good as the best.
  double accuracy_sum = 0;     ///< Over decisions.
  double lost = 0;             ///< By decisions, over all games.
  double lost_by_forfeits = 0;
  double luck = 0;  ///< Of both sides' throws, to the agent.
  struct Kind {
    std::int64_t count = 0;
    double lost = 0;
  };
  std::array<Kind, kMistakeKinds> kinds{};  ///< By MistakeKind.
  std::vector<Mistake> worst;               ///< At most ten, the worst first.
};

/// Reviews games of two under some rules. Keeps what it solved: one a thread, one for many games.
class Reviewer {
 public:
  /// Both must outlive it.
  Reviewer(const rules::RuleSet& rules, const scores::SolvedGame& solved);

  /// Adds a game to the reviews of its agents, by their index in the line-up; null: to no review.
  /// Returns the lowest winning chance that each of them had.
  std::array<double, 2> add(const GameId& id, const referee::record::GameRecord& record,
                            std::array<Review*, 2> of);

 private:
  void add_step(Review& review, Mistake made);
  void keep_if_bad(Review& review, Mistake made);

  const rules::RuleSet& rules_;
  solver::Evaluator evaluator_;
};

/// What a league says of an agent, by division; reasons for divisions that could not be explained.
struct Reviews {
  std::vector<Review> divisions;
  std::vector<std::string> left_out;
};

/// Of all stored games of `agent`, named as in the tables ("ada", "ada@2").
[[nodiscard]] Reviews review_agent(const store::Reader& store, std::string_view agent,
                                   const solver::Watch& watch = solver::unwatched);

}  // namespace danno::leagues::archive

// A second referee, slow and obvious: what the product's rules are compared with.
//
// Written from the text of the rules alone. Dice are a string of faces, keeps are tried one by one,
// every rule set is named where it differs. Never use it outside tests.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace danno::oracle {

/// Points in units: half points in true-greed, else points.
using Points = long;

struct Keep {
  std::string dice;
  Points points = 0;
  bool hot = false;
};

/// A rule set from a file, key by key as docs/house-rules.md has them; points in units.
struct House {
  std::string faces = "123456";
  int dice = 6;
  int unit = 1;
  std::vector<std::pair<std::string, std::string>> scores;  ///< Patterns and points as written.
  bool keeps_all = false;
  bool bank_all = false;
  std::string hot = "may-roll";
  std::string every_keep;
  Points minimum_bank = 0;
  std::string offer = "none";
  std::vector<std::string> locks;
  std::vector<std::string> wins;
  int in_a_row = 0;
  Points penalty = 0;
  bool below_zero = false;
  Points first_throw_bust = 0;
  bool exact = false;
  std::string ending = "others-one-turn";
  bool tie_banks = true;
  bool first_to_reach = false;
};

struct Settings {
  std::string id;
  /// The rules of a rule set from a file; its id then means nothing.
  std::shared_ptr<const House> house = nullptr;
  Points target = 0;
  Points entry = 0;
  int max_turns = 1000;
  bool over_target = false;
  bool spare_dice_score = false;
  bool break_triples = true;
  bool dead_dice = false;
  bool choose_attempt = false;
  bool newcomer_accepts = true;
  bool six_alike_ends_turn = false;
  bool bank_below_entry = false;
  /// Rolls that were seen already; copies share it.
  std::shared_ptr<std::map<std::string, std::vector<Keep>>> seen =
      std::make_shared<std::map<std::string, std::vector<Keep>>>();
  std::shared_ptr<std::map<std::string, std::optional<Points>>> entries =
      std::make_shared<std::map<std::string, std::optional<Points>>>();
};

/// The faces of a rule set in order, and how many dice it is played with.
std::string face_names(const Settings& settings);
int dice_count(const Settings& settings);

/// The dice by rising face.
std::string sorted(const Settings& settings, std::string dice);

/// Returns what all of `dice` are worth, split into entries of the table as best one can; nullopt
/// if some die is left over.
std::optional<Points> worth(const Settings& settings, const std::string& dice);

/// Returns the keeps by falling points, then as the strings compare in face order.
const std::vector<Keep>& legal_keeps(const Settings& settings, const std::string& roll);

struct Choice {
  std::string keep;
  Points points = 0;
  int next_dice = 0;
  bool may_roll = false;
  bool may_bank = false;
};

struct Player {
  Points total = 0;
  bool in = false;
  bool out = false;
  int went_out = 0;
  int turns = 0;
  int reached = 0;
  int busts = 0;  ///< In a row.
};

enum class Waits { Answer, Throw, Choice, Nothing };
enum class Fell { Choice, Bust, Attempt, Win, Bonus };

/// One game, event by event.
class Game {
 public:
  Game(Settings settings, int seats, int first);
  void set_score(int seat, Points total, bool in);

  Waits waits = Waits::Throw;
  int mover = 0;
  std::vector<Player> players;
  Points turn_points = 0;
  Points locked = 0;
  Points inherited = 0;
  int to_throw = 0;
  Points offer_points = 0;
  int offer_dice = 0;
  bool capped = false;

  Fell throw_dice(const std::string& dice);
  [[nodiscard]] std::vector<Choice> choices() const;
  void roll_on(const Choice& choice);
  void bank(const Choice& choice);
  void accept();
  void decline();
  void forfeit(int seat);
  [[nodiscard]] std::vector<int> places() const;
  /// All that the rest of a game of two depends on, but for how many turns and throws there were.
  /// In the last turns only the difference of the totals counts. Above `most` turn points or `lead`
  /// points ahead, more of them change nothing.
  [[nodiscard]] std::string state(Points most, Points lead) const;

 private:
  Player& now() { return players[static_cast<std::size_t>(mover)]; }
  [[nodiscard]] const Player& now() const { return players[static_cast<std::size_t>(mover)]; }
  [[nodiscard]] bool bank_is_legal(const Keep& keep) const;
  [[nodiscard]] bool takes_all(const Keep& keep) const;
  [[nodiscard]] bool house_bank_is_legal(const Keep& keep) const;
  void book(Points points, bool entry_met);
  Fell bust();
  void end_turn(Points offered, int dice);
  void next_turn(Points offered, int dice);
  void owe_all_others();

  Settings settings_;
  std::string roll_;
  int throws_ = 0;  ///< Of this turn.
  bool attempting_ = false;
  bool must_show_ = false;
  bool last_turns_ = false;
  Points to_beat_ = 0;
  std::vector<int> owed_;  ///< Seats that still have a last turn, in order.
  std::optional<int> instant_winner_;
  int time_ = 0;
  int gone_ = 0;
};

}  // namespace danno::oracle

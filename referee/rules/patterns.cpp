#include "referee/rules/patterns.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace danno::rules {
namespace {

constexpr std::string_view kLetters = "abcdef";

/// The number of each letter's face, from 1; 0: the pattern does not have the letter.
using Faces = std::array<int, kFaces>;

bool is_letter(char c, const PatternDice& dice) {
  return kLetters.find(c) != std::string_view::npos && dice.faces.find(c) == std::string_view::npos;
}

std::optional<std::string> pattern_problem(std::string_view pattern, const PatternDice& dice) {
  const std::string quoted = "'" + std::string(pattern) + "'";
  if (pattern.empty()) return "a pattern is empty; expected faces and letters, as in \"aaa\"";
  if (std::cmp_greater(pattern.size(), dice.dice)) {
    return quoted + " is a pattern of " + std::to_string(pattern.size()) + " dice; expected 1 to " +
           std::to_string(dice.dice);
  }
  for (const char c : pattern) {
    if (is_letter(c, dice) || dice.faces.find(c) != std::string_view::npos) continue;
    return quoted + " has a character that is neither a face nor a letter a to f; expected faces " +
           std::string(dice.faces) + " and letters a to f";
  }
  return std::nullopt;
}

bool names_a_face(std::string_view pattern, const PatternDice& dice) {
  return !std::ranges::all_of(pattern, [&](char c) { return is_letter(c, dice); });
}

/// Calls `visit` for every choice of different faces for the letters; never, if there are too few.
void for_each_choice(std::string_view pattern, const PatternDice& dice,
                     const std::function<void(Dice, const Faces&)>& visit) {
  Dice named;
  std::string letters;
  unsigned taken = 0;
  for (const char c : pattern) {
    if (!is_letter(c, dice)) {
      const auto face = static_cast<int>(dice.faces.find(c));
      named.add(face);
      taken |= 1U << face;
    } else if (letters.find(c) == std::string::npos) {
      letters += c;
    }
  }
  // `choose` gives one letter after another a face that is still free, as many dice of it as the
  // letter occurs.
  Faces chosen{};
  const std::function<void(std::size_t, Dice, unsigned)> choose = [&](std::size_t next, Dice so_far,
                                                                      unsigned in_use) {
    if (next == letters.size()) return visit(so_far, chosen);
    const auto many = static_cast<int>(std::ranges::count(pattern, letters[next]));
    for (int face = 0; face < kFaces; ++face) {
      if (((in_use >> face) & 1U) != 0) continue;
      chosen.at(kLetters.find(letters[next])) = face + 1;
      Dice with = so_far;
      with.add(face, many);
      choose(next + 1, with, in_use | (1U << face));
    }
  };
  choose(0, named, taken);
}

/// "100 * a + 50": a sum of products of whole numbers and one letter of the pattern.
class Expression {
 public:
  Expression(const Score& score, const PatternDice& dice) {
    std::string_view text = score.points;
    while (true) {
      text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
      if (text.empty()) break;
      take(text, score.pattern, dice);
      if (!problem_.empty()) return;
    }
    if (operand_due_) problem_ = "it ends where a number or a letter was expected";
  }

  [[nodiscard]] const std::string& problem() const { return problem_; }

  /// Returns the value in points; at most kHuge.
  [[nodiscard]] std::int64_t value(const Faces& faces) const {
    std::int64_t sum = 0;
    std::int64_t product = 1;
    for (const Token& token : tokens_) {
      if (token.plus) {
        sum = std::min(sum + product, kHuge);
        product = 1;
      } else {
        // Tokens between two pluses are factors of one product.
        const std::int64_t factor =
            token.letter < 0 ? token.number : faces.at(static_cast<std::size_t>(token.letter));
        product = std::min(product * factor, kHuge);
      }
    }
    return std::min(sum + product, kHuge);
  }

 private:
  /// More than a pattern may score. Its product with any factor fits the type.
  static constexpr std::int64_t kHuge = 1'000'000'000;
  static constexpr std::size_t kMostDigits = 9;
  static constexpr std::size_t kMostTokens = 32;

  struct Token {
    bool plus = false;
    std::int64_t number = 1;
    int letter = -1;
  };

  void take(std::string_view& text, std::string_view pattern, const PatternDice& dice) {
    const char c = text.front();
    if (tokens_.size() == kMostTokens) {
      problem_ = "it is too long";
      return;
    }
    if (operand_due_) {
      const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
      if (digits > kMostDigits) {
        problem_ = "a number has more than " + std::to_string(kMostDigits) + " digits";
      } else if (digits > 0) {
        tokens_.push_back({.number = std::stoll(std::string(text.substr(0, digits)))});
        text.remove_prefix(digits);
      } else if (is_letter(c, dice)) {
        take_letter(c, pattern);
        text.remove_prefix(1);
      } else {
        problem_ = "a number or a letter was expected at '" + std::string(text.substr(0, 10)) + "'";
      }
      operand_due_ = false;
      return;
    }
    if (c != '*' && c != '+') {
      problem_ = "'*' or '+' was expected at '" + std::string(text.substr(0, 10)) + "'";
      return;
    }
    if (c == '+') tokens_.push_back({.plus = true});
    text.remove_prefix(1);
    operand_due_ = true;
  }

  void take_letter(char c, std::string_view pattern) {
    const auto letter = static_cast<int>(kLetters.find(c));
    if (pattern.find(c) == std::string_view::npos) {
      problem_ = std::string("the pattern has no letter '") + c + "'";
    } else if (letter_ >= 0 && letter_ != letter) {
      problem_ = "it has two letters";
    }
    letter_ = letter;
    tokens_.push_back({.letter = letter});
  }

  std::vector<Token> tokens_;
  int letter_ = -1;
  bool operand_due_ = true;
  std::string problem_;
};

struct ScoredDice {
  Points points = 0;
  bool named = false;
  std::string pattern;
};

struct ByWritten {
  bool operator()(Dice a, Dice b) const {
    return a.size() != b.size() ? a.size() < b.size() : compare_written(a, b) < 0;
  }
};

class Expander {
 public:
  Expander(const PatternDice& dice, std::vector<RuleProblem>& problems)
      : dice_(dice), problems_(problems) {}

  void add(const Score& score) {
    if (const auto problem = pattern_problem(score.pattern, dice_)) {
      complain(score.pattern, *problem);
      return;
    }
    const auto plain = plain_points(score);
    const Expression expression(score, dice_);
    if (!plain && !expression.problem().empty()) {
      complain(score.pattern,
               "the points of '" + score.pattern + "' are '" + score.points +
                   "': " + expression.problem() +
                   "; expected whole numbers, '*', '+' and one letter of the pattern, as in " +
                   "\"100 * a\"");
      return;
    }
    bool any = false;
    bool well = true;
    const bool named = names_a_face(score.pattern, dice_);
    for_each_choice(score.pattern, dice_, [&](Dice dice, const Faces& faces) {
      any = true;
      const std::int64_t points = plain ? *plain : expression.value(faces) * dice_.unit;
      if (well) well = enter(score.pattern, dice, points, named);
    });
    // A pattern with more letters than free faces matches nothing, which is surely a mistake.
    if (!any)
      complain(score.pattern, "'" + score.pattern + "' has more letters than there are faces left");
  }

  [[nodiscard]] std::vector<Combination> combinations() const {
    std::vector<Combination> list;
    for (const auto& [dice, entry] : entries_)
      list.push_back({dice, entry.points});
    return list;
  }

 private:
  /// "100" or "0.5" in units; any number of digits, so that what is too high is said to be so.
  [[nodiscard]] std::optional<std::int64_t> plain_points(const Score& score) const {
    Definition scale;
    scale.unit = dice_.unit;
    const std::string& text = score.points;
    if (const auto points = parse_points(scale, text)) return *points;
    const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    return digits ? std::optional<std::int64_t>(kMaxPatternPoints + std::int64_t{1}) : std::nullopt;
  }

  bool enter(const std::string& pattern, Dice dice, std::int64_t points, bool named) {
    if (points < 1 || points > kMaxPatternPoints) {
      complain(pattern, "'" + pattern + "' scores " + (points < 1 ? "nothing" : "too much") +
                            "; expected more than 0 and at most " +
                            std::to_string(kMaxPatternPoints / dice_.unit) + " points");
      return false;
    }
    const ScoredDice entry{static_cast<Points>(points), named, pattern};
    const auto [known, is_new] = entries_.try_emplace(dice, entry);
    // Patterns with faces come first.
    if (is_new || known->second.points == entry.points || known->second.named != named) return true;
    Definition scale;
    scale.unit = dice_.unit;
    const std::string dice_text = to_string(dice, dice_.faces);
    if (known->second.pattern == pattern) {
      complain(pattern, "'" + pattern + "' gives " + dice_text + " both " +
                            format_points(scale, known->second.points) + " and " +
                            format_points(scale, entry.points) + " points");
    } else {
      problems_.push_back({"score", pattern,
                           "'" + pattern + "' gives " + dice_text + " " +
                               format_points(scale, entry.points) + " points, and '" +
                               known->second.pattern + "' " +
                               format_points(scale, known->second.points),
                           "score", known->second.pattern});
    }
    return false;
  }

  void complain(const std::string& pattern, const std::string& message) {
    problems_.push_back({"score", pattern, message});
  }

  const PatternDice& dice_;
  std::vector<RuleProblem>& problems_;
  std::map<Dice, ScoredDice, ByWritten> entries_;
};

}  // namespace

std::vector<Combination> expand_scores(const std::vector<Score>& scores, const PatternDice& dice,
                                       std::vector<RuleProblem>& problems) {
  Expander expander(dice, problems);
  // Patterns that name faces come first, since they replace what letters alone say of the same
  // dice.
  for (const bool named : {true, false}) {
    for (const Score& score : scores) {
      if (names_a_face(score.pattern, dice) == named) expander.add(score);
    }
  }
  return expander.combinations();
}

std::vector<Dice> expand_patterns(const std::vector<std::string>& patterns, const PatternDice& dice,
                                  std::string_view key, std::vector<RuleProblem>& problems) {
  std::vector<Dice> list;
  for (const std::string& pattern : patterns) {
    if (const auto problem = pattern_problem(pattern, dice)) {
      problems.push_back({"turn", std::string(key), *problem});
      continue;
    }
    for_each_choice(pattern, dice, [&](Dice one, const Faces&) { list.push_back(one); });
  }
  std::ranges::sort(list, ByWritten());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

}  // namespace danno::rules

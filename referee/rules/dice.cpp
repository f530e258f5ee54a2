#include "referee/rules/dice.hpp"

namespace danno::rules {

std::strong_ordering compare_written(Dice a, Dice b) {
  for (int face = 0; face < kFaces; ++face) {
    if (a.count(face) == b.count(face)) continue;
    // The text with more of the first differing face continues with that face. The other text
    // either ends there (as a prefix it comes first) or continues with a later face (it comes
    // last).
    const bool more_in_a = a.count(face) > b.count(face);
    const Dice fewer = more_in_a ? b : a;
    bool fewer_goes_on = false;
    for (int later = face + 1; later < kFaces; ++later)
      fewer_goes_on |= fewer.count(later) > 0;
    return more_in_a == fewer_goes_on ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  return std::strong_ordering::equal;
}

std::string to_string(Dice dice, std::string_view faces) {
  std::string text;
  for (int face = 0; face < kFaces; ++face) {
    text.append(static_cast<std::size_t>(dice.count(face)), faces[static_cast<std::size_t>(face)]);
  }
  return text;
}

std::optional<Dice> parse_dice(std::string_view text, std::string_view faces) {
  if (text.size() > static_cast<std::size_t>(kMaxDice)) return std::nullopt;
  Dice dice;
  for (const char c : text) {
    const auto face = faces.find(c);
    if (face == std::string_view::npos) return std::nullopt;
    dice.add(static_cast<int>(face));
  }
  return dice;
}

int ways(Dice dice) {
  // The result is the multinomial coefficient of the counts.
  constexpr std::array<int, kMaxDice + 1> kFactorial{1, 1, 2, 6, 24, 120, 720};
  int result = kFactorial[static_cast<std::size_t>(dice.size())];
  for (int face = 0; face < kFaces; ++face) {
    result /= kFactorial[static_cast<std::size_t>(dice.count(face))];
  }
  return result;
}

}  // namespace danno::rules

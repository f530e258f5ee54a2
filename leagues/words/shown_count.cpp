#include "leagues/words/shown_count.hpp"

namespace danno::leagues::words {

std::string show_count(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t place = digits.size(); place > 3; place -= 3)
    digits.insert(digits.begin() + static_cast<std::ptrdiff_t>(place - 3), ',');
  return digits;
}

std::string show_count(std::uint64_t count, std::string_view noun) {
  return show_count(count).append(" ").append(noun).append(count == 1 ? "" : "s");
}

std::string show_dice(int count) {
  return std::to_string(count).append(count == 1 ? " die" : " dice");
}

}  // namespace danno::leagues::words

// Any bytes: they are games whose numbers fit and which are the same when they are written as JSON,
// or a line of them is named.
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/ratings/results_file.hpp"

namespace {

void check(const danno::leagues::ratings::RecordedGames& games) {
  assert(!games.ends.empty() && std::ranges::is_sorted(games.ends));
  assert(games.players.size() == games.places.size() && games.players.size() == games.ends.back());
  const auto agents = static_cast<int>(games.names.size());
  assert(
      std::ranges::all_of(games.players, [&](int agent) { return 0 <= agent && agent < agents; }));
  std::vector<std::size_t> numbers(games.ends.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  assert(std::ranges::is_permutation(games.order, numbers));
  assert(std::ranges::is_sorted(games.deals) && games.deals.back() == games.order.size());
}

/// Returns the games as lines of JSON, each with its deal.
std::string print(const danno::leagues::ratings::RecordedGames& games) {
  std::vector<std::size_t> deals(games.order.size());
  for (std::size_t deal = 0, at = 0; deal < games.deals.size(); ++deal) {
    for (; at < games.deals[deal]; ++at)
      deals[games.order[at]] = deal;
  }
  std::string lines;
  for (std::size_t number = 0; number < games.ends.size(); ++number) {
    const auto game = games.game(number);
    danno::leagues::base::Json line{{"deal", deals[number]}, {"places", game.places}};
    for (const int player : game.players)
      line["players"].push_back(games.names[static_cast<std::size_t>(player)]);
    lines += line.dump() + "\n";
  }
  return lines;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = danno::leagues::base::first_code_point(text).length;
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream in(std::string(data, data + size));
  try {
    const auto games = danno::leagues::ratings::read_results(in, "results");
    check(games);
    if (!std::ranges::all_of(games.names, is_utf8)) return 0;  // JSON has no other text
    std::istringstream printed(print(games));
    const auto again = danno::leagues::ratings::read_results(printed, "printed");
    assert(again.names == games.names && again.players == games.players);
    assert(again.places == games.places && again.ends == games.ends);
    assert(again.deals.size() == games.deals.size());
  } catch (const std::invalid_argument& error) {
    assert(std::string_view(error.what()).starts_with("results"));
  }
  return 0;
}

// Any bytes: they are games whose numbers fit, or a line of them is named.
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream in(std::string(data, data + size));
  try {
    check(danno::leagues::ratings::read_results(in, "results"));
  } catch (const std::invalid_argument& error) {
    assert(std::string_view(error.what()).starts_with("results"));
  }
  return 0;
}

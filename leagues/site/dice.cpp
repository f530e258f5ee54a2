#include "leagues/site/dice.hpp"

#include <fmt/format.h>

#include <array>

namespace danno::leagues::site {
namespace {

/// By face: where its pips lie, in a square of three by three from the upper left.
constexpr std::array<std::string_view, 7> kPips{"", "4", "08", "048", "0268", "02468", "023568"};
constexpr int kDie = 44;
constexpr int kStep = 52;

void add_die(Element svg, int x, char face) {
  svg.add("rect")
      .set("x", fmt::to_string(x))
      .set("y", "1")
      .set("width", fmt::to_string(kDie))
      .set("height", fmt::to_string(kDie))
      .set("rx", "9");
  for (const char pip : kPips.at(static_cast<std::size_t>(face - '0'))) {
    svg.add("circle")
        .set("cx", fmt::to_string(x + ((pip - '0') % 3 + 1) * kDie / 4))
        .set("cy", fmt::to_string(1 + ((pip - '0') / 3 + 1) * kDie / 4))
        .set("r", "4");
  }
}

}  // namespace

void add_dice(Element parent, std::string_view faces) {
  const int width = static_cast<int>(faces.size()) * kStep - (kStep - kDie) + 2;
  Element svg = parent.add("svg", "art");
  svg.set("aria-hidden", "true")
      .set("viewBox", fmt::format("0 0 {} {}", width, kDie + 2))
      .set("width", fmt::to_string(width))
      .set("height", fmt::to_string(kDie + 2));
  int x = 1;
  for (const char face : faces) {
    add_die(svg, x, face);
    x += kStep;
  }
}

const std::string_view kIcon =
    R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="1" y="1" width="30" height="30" rx="7" fill="#0067a8"/><g fill="#fff"><circle cx="9" cy="9" r="3"/><circle cx="23" cy="9" r="3"/><circle cx="16" cy="16" r="3"/><circle cx="9" cy="23" r="3"/><circle cx="23" cy="23" r="3"/></g></svg>
)";

}  // namespace danno::leagues::site

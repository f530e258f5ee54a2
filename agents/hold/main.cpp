#include <cstdio>
#include <string_view>

#include "agents/hold/hold.hpp"

int main(int argc, char** argv) {
  danno::agents::Hold hold;
  if (argc > 1) {
    if (argc == 3 && std::string_view(argv[1]) == "--at")
      hold.at = danno::agents::parse_half_points(argv[2]);
    if (!hold.at) {
      std::fputs("hold: expected --at N, points as shown, as in --at 350 or --at 3.5\n", stderr);
      return 2;
    }
  }
  return danno::play<danno::agents::HoldGame>(hold, {.name = "hold"});
}

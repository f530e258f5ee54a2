#include "agents/random/random.hpp"

int main() {
  return danno::play<danno::agents::Random>(danno::agents::decide_random, {.name = "random"});
}

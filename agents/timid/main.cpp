#include "agents/timid/timid.hpp"

int main() { return danno::play(danno::agents::decide_timid, {.name = "timid"}); }

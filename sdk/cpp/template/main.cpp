#include "agent.hpp"

int main() { return danno::play(decide); }

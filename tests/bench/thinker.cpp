// thinker MICROSECONDS: an agent that uses so much of the processor for every answer.
#include <cstdlib>
#include <ctime>

#include "sdk/cpp/danno.hpp"

namespace {

double own_microseconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
}

}  // namespace

int main(int argc, char** argv) {
  const double thinking = argc > 1 ? std::atof(argv[1]) : 200;
  return danno::play(
      [thinking](const danno::Question& question) {
        const double until = own_microseconds() + thinking;
        while (own_microseconds() < until) {
        }
        if (question.is_offer()) return danno::decline();
        return question.may_bank(0) ? danno::bank(0) : danno::roll(0);
      },
      {.name = "thinker"});
}

#include "leagues/cli/terminal/redraw.hpp"

#include <algorithm>
#include <chrono>

#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/keys.hpp"
#include "leagues/cli/terminal/live_screen.hpp"
#include "leagues/cli/terminal/print.hpp"

namespace danno::leagues::cli::terminal {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kShare = 10;

LivePage draw_until_left(const std::function<LivePage()>& read, const std::string& go_on) {
  auto begin = Clock::now();
  LivePage page = read();
  const Keys keys;
  const LiveScreen screen;
  while (true) {
    LiveScreen::draw("q leaves it playing.  " + page.text);
    if (page.last) return page;
    const auto pause =
        std::max<Clock::duration>(std::chrono::seconds(1), kShare * (Clock::now() - begin));
    if (Keys::leaves(Keys::read(std::chrono::duration_cast<std::chrono::milliseconds>(pause))))
      return page;
    stop_if_asked(go_on);
    begin = Clock::now();
    page = read();
  }
}

}  // namespace

void redraw(const std::function<LivePage()>& read, const std::string& elsewhere,
            const std::string& go_on) {
  if (!Keys().live()) throw UsageError(elsewhere);
  const Interrupts interrupts(Work::Compute);
  print_text("{}", draw_until_left(read, go_on).text);
}

}  // namespace danno::leagues::cli::terminal

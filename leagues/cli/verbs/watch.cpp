// danno league watch: the tables in place in the terminal while the league is played.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <vector>

#include "leagues/archive/export.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/keys.hpp"
#include "leagues/cli/terminal/live_screen.hpp"
#include "leagues/cli/terminal/recent_rate.hpp"
#include "leagues/cli/terminal/show_league.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::cli::verbs {
namespace {

using Clock = std::chrono::steady_clock;
using words::escape_terminal;

/// Faults that are shown, the last ones.
constexpr std::size_t kFaults = 3;
/// Reading leaves nine tenths of a core to those who play.
constexpr int kShare = 10;

std::string faults_text(const store::Reader& store, const store::StoredLeague& league) {
  std::vector<store::StoredFault> faults;
  for (const store::StoredDivision& division : league.divisions) {
    const auto found = store.faults(division);
    faults.insert(faults.end(), found.begin(), found.end());
  }
  std::ranges::sort(faults, std::ranges::greater(), &store::StoredFault::id);
  if (faults.size() > kFaults) faults.resize(kFaults);
  std::map<store::Id, std::string> names;
  for (const store::StoredAgent& agent : store.all_agents())
    names[agent.id] = escape_terminal(agent.shown_name());
  std::string text;
  for (const store::StoredFault& found : faults)
    text += fmt::format("{}{}: {}: {}\n", text.empty() ? "\nlast faults\n" : "", names[found.agent],
                        referee::record::to_string(found.fault.kind),
                        escape_terminal(describe(found.fault.cause)));
  return text;
}

struct Moment {
  std::string text;
  std::uint64_t deals = 0;
  bool complete = false;
};

/// One moment of a league that somebody may be playing.
Moment read_moment(const std::filesystem::path& folder, terminal::RecentRate* rate,
                   const terminal::Invocation& invocation) {
  const store::Reader now = store::Reader::open_to_read(folder);
  const store::Reader store = store::Reader::open_as_of(folder, now.stage());
  const formats::Report& report = formats::report_of(store);
  const plan::LeagueStatus status = report.status(store);
  Moment moment;
  moment.complete = status.json.value("complete", false);
  moment.deals = archive::count_deals(store);
  const auto tables = report.tables(
      store, [](std::string_view, std::uint64_t, std::uint64_t) { terminal::stop_if_asked(); });
  std::string speed;
  if (rate != nullptr) {
    rate->add(Clock::now(), moment.deals);
    speed = fmt::format(", {} a second",
                        words::show_count(static_cast<std::uint64_t>(rate->per_second())));
  }
  moment.text = fmt::format("{}; {} stored{}\n{}{}", escape_terminal(status.headline),
                            words::show_count(moment.deals, "deal"), speed,
                            terminal::text_of(tables, terminal::Notes::LeftOut, invocation),
                            faults_text(store, store.league()));
  return moment;
}

/// Returns the last moment that was shown.
Moment watch_until_left(const std::filesystem::path& folder,
                        const terminal::Invocation& invocation) {
  auto begin = Clock::now();
  Moment moment = read_moment(folder, nullptr, invocation);
  terminal::RecentRate rate(Clock::now(), moment.deals);
  const terminal::Keys keys;
  const terminal::LiveScreen screen;
  while (true) {
    terminal::LiveScreen::draw("q leaves it playing.  " + moment.text);
    if (moment.complete) return moment;
    const auto pause =
        std::max<Clock::duration>(std::chrono::seconds(1), kShare * (Clock::now() - begin));
    if (terminal::Keys::leaves(
            terminal::Keys::read(std::chrono::duration_cast<std::chrono::milliseconds>(pause))))
      return moment;
    terminal::stop_if_asked("the league goes on; what was played: danno league status");
    begin = Clock::now();
    moment = read_moment(folder, &rate, invocation);
  }
}

void watch(const flags::StoredLeagueArguments& arguments, const terminal::Invocation& invocation) {
  if (!terminal::Keys().live())
    throw terminal::UsageError(
        "watch draws on a terminal; 'danno league status' and 'danno league table' print once");
  const auto folder = flags::stored_folder(arguments);
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  fmt::print("{}", watch_until_left(folder, invocation).text);
}

}  // namespace

void add_watch(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb =
      league.add(invocation, {.name = "watch",
                              .summary = "the tables in place while the league is played",
                              .group = "Verbs",
                              .examples = "  danno league watch league.toml\n"
                                          "  danno league watch out/spring"});
  const auto arguments = std::make_shared<flags::StoredLeagueArguments>();
  flags::add_stored_league(verb, *arguments);
  verb.runs([arguments, &invocation] { watch(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs

// danno league watch: the tables in place in the terminal while the league is played.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print_league.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/cli/watch_screen.hpp"
#include "leagues/report/stored_game.hpp"
#include "leagues/runner/runner.hpp"
#include "leagues/schedule/formats.hpp"

namespace danno::leagues::commands::league {
namespace {

using Clock = std::chrono::steady_clock;
using base::escape_terminal;

/// Faults that are shown, the last ones.
constexpr std::size_t kFaults = 3;

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

/// One moment of a league that may be playing.
class WatchedLeague {
 public:
  WatchedLeague(std::filesystem::path folder, const cli::Invocation& invocation)
      : folder_(std::move(folder)), invocation_(invocation) {}

  cli::LivePage read() {
    const store::Reader now = store::Reader::open_to_read(folder_);
    const store::Reader store = store::Reader::open_at(folder_, now.snapshot());
    const schedule::LeagueFormat& report = schedule::stored_format(store);
    const report::LeagueStatus status = report.status(store);
    const std::string played = count(report::count_deals(store));
    const auto tables = report.tables(
        store, [](std::string_view, std::uint64_t, std::uint64_t) { cli::stop_if_asked(); });
    return {fmt::format("{}; {}\n{}{}", escape_terminal(status.headline), played,
                        cli::format_tables(tables, cli::Notes::LeftOut, invocation_),
                        faults_text(store, store.league())),
            status.json.value("complete", false)};
  }

 private:
  std::string count(std::uint64_t deals) {
    const std::string stored = base::format_count(deals, "deal") + " stored";
    if (!rate_) {
      rate_.emplace(Clock::now(), deals);
      return stored;
    }
    rate_->add(Clock::now(), deals);
    return fmt::format("{}, {} a second", stored,
                       base::format_count(static_cast<std::uint64_t>(rate_->per_second())));
  }

  std::filesystem::path folder_;
  const cli::Invocation& invocation_;
  std::optional<runner::RecentRate> rate_;
};

void watch(const cli::StoredLeagueArguments& arguments, const cli::Invocation& invocation) {
  WatchedLeague pages(cli::stored_folder(arguments), invocation);
  cli::watch_screen(
      [&] { return pages.read(); },
      "watch needs a terminal; 'danno league status' and 'danno league table' print once",
      "the league continues; 'danno league status' shows what was played");
}

}  // namespace

void add_watch(cli::Command league, cli::Invocation& invocation) {
  const cli::Command command =
      league.add(invocation, {.name = "watch",
                              .summary = "show live tables while the league is played",
                              .examples = "  danno league watch league.toml\n"
                                          "  danno league watch out/spring"});
  const auto arguments = std::make_shared<cli::StoredLeagueArguments>();
  cli::add_stored_league(command, *arguments);
  command.runs([arguments, &invocation] { watch(*arguments, invocation); });
}

}  // namespace danno::leagues::commands::league

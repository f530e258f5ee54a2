// danno league watch: the tables in place in the terminal while the league is played.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "leagues/archive/export.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/show_league.hpp"
#include "leagues/cli/terminal/watch_screen.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/formats/formats.hpp"
#include "leagues/play/runner.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::cli::verbs {
namespace {

using Clock = std::chrono::steady_clock;
using words::escape_terminal;

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
  WatchedLeague(std::filesystem::path folder, const terminal::Invocation& invocation)
      : folder_(std::move(folder)), invocation_(invocation) {}

  terminal::LivePage read() {
    const store::Reader now = store::Reader::open_to_read(folder_);
    const store::Reader store = store::Reader::open_at(folder_, now.stage());
    const formats::LeagueFormat& report = formats::format_of(store);
    const plan::LeagueStatus status = report.status(store);
    const std::string played = count(archive::count_deals(store));
    const auto tables = report.tables(
        store, [](std::string_view, std::uint64_t, std::uint64_t) { terminal::stop_if_asked(); });
    return {fmt::format("{}; {}\n{}{}", escape_terminal(status.headline), played,
                        terminal::format_tables(tables, terminal::Notes::LeftOut, invocation_),
                        faults_text(store, store.league())),
            status.json.value("complete", false)};
  }

 private:
  std::string count(std::uint64_t deals) {
    const std::string stored = words::show_count(deals, "deal") + " stored";
    if (!rate_) {
      rate_.emplace(Clock::now(), deals);
      return stored;
    }
    rate_->add(Clock::now(), deals);
    return fmt::format("{}, {} a second", stored,
                       words::show_count(static_cast<std::uint64_t>(rate_->per_second())));
  }

  std::filesystem::path folder_;
  const terminal::Invocation& invocation_;
  std::optional<play::RecentRate> rate_;
};

void watch(const flags::StoredLeagueArguments& arguments, const terminal::Invocation& invocation) {
  WatchedLeague pages(flags::stored_folder(arguments), invocation);
  terminal::watch_screen(
      [&] { return pages.read(); },
      "watch draws on a terminal; 'danno league status' and 'danno league table' "
      "print once",
      "the league goes on; what was played: danno league status");
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

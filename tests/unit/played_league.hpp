// A league in a folder of its own that is played to its end, and means to tamper with it.
#pragma once

#include "leagues/runner/league_run.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/site/publish.hpp"
#include "leagues/verify/verify.hpp"
#include "tests/unit/league_folder.hpp"
#include "tests/unit/played_games.hpp"
#include "tests/unit/stored_deals.hpp"

namespace danno::leagues {

/// A league of three agents, and of all rule sets if a test asks for no others.
class PlayedLeague : public LeagueFolder {
 protected:
  void play() {
    if (league_.divisions.empty()) {
      for (const rules::Definition* const definition : rules::all_definitions())
        league_.divisions.push_back({definition, definition->defaults(league_.seats)});
    }
    store::Writer store = store::Writer::open_to_play(out());
    schedule::sync_store(store, league_);
    run(store,
        [](const referee::play::LineUp& line_up, std::uint64_t begin, std::uint64_t end,
           referee::record::AgentSet absent) { return random_deals(line_up, begin, end, absent); });
    site::publish_tables(store.reader(), out());
  }
  /// Plays what is missing, without tables.
  void run(store::Writer& store, const runner::PlayDeals& play_deals) const {
    runner::LeagueRun run(league_, store, schedule::find_format(league_.format),
                          {.conditions = {.isolation = "none",
                                          .layers = "",
                                          .machine = "m",
                                          .limits = league_.limits},
                           .faults = out() / "faults"});
    runner::RunOptions options;
    options.play = play_deals;
    ASSERT_EQ(run.play(options, {}), runner::RunEnd::Complete);
  }
  [[nodiscard]] std::string read(const std::string& file) const {
    std::ifstream stream(out() / file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  void write(const std::string& file, const std::string& text) const {
    std::ofstream(out() / file) << text;
  }
  /// Replaces a text in a file that has it.
  void replace(const std::string& file, const std::string& from, const std::string& to) const {
    std::string text = read(file);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << file << " has no " << from;
    write(file, text.replace(at, from.size(), to));
  }
  /// Changes the games of deal 3 of the first line-up.
  void change(
      const std::function<void(std::vector<referee::record::GameRecord>&)>& change_games) const {
    change_deals(out(), 1, [&](DealBytes& deals) {
      if (!deals.contains(3)) return;
      auto games = referee::record::decode_deal(deals[3]);
      change_games(games);
      deals[3] = referee::record::encode_deal(games);
    });
  }
  [[nodiscard]] verify::Verification verified() const {
    return verify::verify(out(), 2, [](auto...) {});
  }
  [[nodiscard]] std::string problem() const { return verified().problem.value_or(""); }
};

}  // namespace danno::leagues

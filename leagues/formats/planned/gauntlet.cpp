#include "leagues/formats/planned/gauntlet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "leagues/formats/formats.hpp"
#include "leagues/formats/planned/line_ups.hpp"
#include "leagues/formats/planned_format.hpp"
#include "leagues/plan/format_keys.hpp"
#include "leagues/words/suggest.hpp"

namespace danno::leagues::formats::planned {
namespace {

constexpr const char* kName = "gauntlet";
constexpr const char* kChallengers = "challengers";
constexpr const char* kCommonDice = "common_dice";

class GauntletFormat : public PlannedFormat {
 public:
  GauntletFormat()
      : PlannedFormat(
            {.name = kName,
             .own_keys = {{kChallengers,
                           "'challengers' are those of format = \"gauntlet\"",
                           {plan::KeyKind::Words,
                            "for a gauntlet: who meets all others; default: the first agent", "",
                            "[\"ada\"]"}}}}) {}

  [[nodiscard]] store::PlanLineUps line_ups() const override { return planned_line_ups; }

  [[nodiscard]] std::vector<std::string> names_in_keys(
      const store::StoredLeague& league, std::vector<std::string> names) const override {
    if (!league.settings.value(kCommonDice, false)) return names;
    for (std::string& name : names)
      name = name.substr(0, name.find(':'));
    return names;
  }

  void read_keys(store::League& league, plan::FormatKeys& keys) const override {
    league.challengers = keys.league.words(kChallengers).value_or(std::vector<std::string>());
    if (league.seats != 2)
      keys.league.complain("seats", "a gauntlet has two seats; expected seats = 2, or no such key");
  }

  void check_entrants(store::League& league, plan::FormatKeys& keys) const override {
    std::vector<std::string> known;
    for (const entrants::Entrant& entrant : league.entrants)
      known.push_back(entrant.agent.name);
    auto asked = std::exchange(league.challengers, {});
    if (!keys.league.contains(kChallengers)) asked = {known.front()};
    bool all_known = true;
    for (const std::string& name : asked) {
      if (std::ranges::find(known, name) == known.end()) {
        all_known = false;
        keys.league.complain(kChallengers, fmt::format("no agent '{}'; {}", name,
                                                       words::expected_one_of(name, known)));
      } else if (std::ranges::find(league.challengers, name) == league.challengers.end()) {
        league.challengers.push_back(name);
      }
    }
    const std::size_t challengers = league.challengers.size();
    if (all_known && (challengers == 0 || challengers == known.size())) {
      keys.league.complain(kChallengers,
                           "a gauntlet is challengers against the others; expected some of both");
    }
  }
};

}  // namespace

void set_gauntlet(store::League& league, std::vector<std::string> challengers) {
  league.format = kName;
  league.challengers = std::move(challengers);
}

void set_gauntlet_of_common_dice(store::League& league, std::vector<std::string> challengers) {
  set_gauntlet(league, std::move(challengers));
  league.format_keys[kCommonDice] = true;
}

RegisteredFormat gauntlet() {
  static const GauntletFormat kFormat;
  static const PlannedReport kReport;
  return {kFormat, kReport};
}

}  // namespace danno::leagues::formats::planned

// The knock-out (scheme.hpp): duels of mirrored deals, who loses is out.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "leagues/formats/formats.hpp"
#include "leagues/formats/knock_out/report.hpp"
#include "leagues/formats/seeding.hpp"
#include "leagues/plan/format_keys.hpp"

namespace danno::leagues::formats::knock_out {
namespace {

constexpr const char* kThirdPlace = "third_place";

class KnockOutFormat : public RoundsFormat {
 public:
  KnockOutFormat()
      : RoundsFormat({.name = "knock-out",
                      .own_keys = {{kSeeding, kWhoSeeds, seeding_shape()},
                                   {kThirdPlace,
                                    "'third_place' is that of format = \"knock-out\"",
                                    {plan::KeyKind::Flag,
                                     "for a knock-out: whether it is played for", "true"}}}}) {}

  void read_keys(store::League& league, plan::FormatKeys& keys) const override {
    RoundsFormat::read_keys(league, keys);
    static_cast<void>(keys.league.node(kSeeding));  // check_entrants() reads it
    if (league.max_per_author > 1) {
      keys.league.complain("max_per_author",
                           "agents of one author would meet in the end; expected "
                           "max_per_author = 1, or 0 where they may meet");
    }
    league.format_keys[kThirdPlace] = keys.league.flag(kThirdPlace).value_or(true);
  }

  void check_entrants(store::League& league, plan::FormatKeys& keys) const override {
    league.format_keys[kSeeding] = read_seeding(league, keys);
  }

  [[nodiscard]] ToldRounds tell(const store::StoredLeague& league,
                                const PlayedDeals& played) const override {
    const KnockOutTerms terms = knock_out_terms(league);
    const KnockOut told = tell_knock_out(terms, played);
    ToldRounds rounds;
    for (const Duel& duel : told.duels) {
      if (duel.encounter) rounds.encounters.push_back(*duel.encounter);
    }
    rounds.finished = told.finished;
    if (!told.finished) rounds.to_come = most_duels(terms) - rounds.encounters.size();
    return rounds;
  }
};

}  // namespace

KnockOutTerms knock_out_terms(const store::StoredLeague& league) {
  KnockOutTerms terms;
  terms.seeding = stored_seeding(league);
  terms.deals = league.plan->deals.value_or(1);
  terms.third_place = league.settings.at(kThirdPlace).get<bool>();
  return terms;
}

RegisteredFormat format() {
  static const KnockOutFormat kFormat;
  static const KnockOutReport kReport(kFormat);
  return {kFormat, kReport};
}

}  // namespace danno::leagues::formats::knock_out

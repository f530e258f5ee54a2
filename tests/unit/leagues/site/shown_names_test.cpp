// Store::show_as(): what is made of a store under other names has no trace of the true ones.
#include "leagues/archive/author_folder.hpp"
#include "leagues/archive/export.hpp"
#include "leagues/formats/ladder/terms.hpp"
#include "leagues/scores/game_luck.hpp"
#include "leagues/scores/luck_sums.hpp"
#include "leagues/site/site.hpp"
#include "leagues/tables/table.hpp"
#include "referee/record/evidence.hpp"
#include "referee/talk/report.hpp"
#include "tests/unit/played_league.hpp"

namespace danno::leagues {
namespace {

/// Their order is that of the true names turned round.
const std::map<std::string, std::string> kNames{
    {"qqqada", "zoe"}, {"qqqbob", "mia"}, {"qqqcy", "eve"}};

class ShownNames : public PlayedLeague {
 protected:
  ShownNames() {
    for (entrants::Entrant& entrant : league_.entrants) {
      entrant.agent.name.insert(0, "qqq");
      entrant.author = "qqqauthor of " + entrant.agent.name;
    }
  }
  void play_koans(int seats = 2) {
    const rules::Definition& koans = *rules::find_definition("koans");
    league_.seats = seats;
    league_.divisions = {{&koans, koans.defaults(seats), {}}};
    play();
  }
  [[nodiscard]] store::Reader shown() const {
    store::Reader store = store::Reader::open_to_read(out());
    store.show_as(kNames);
    return store;
  }
  /// Paths and contents of all files below a folder that the test made.
  [[nodiscard]] std::string all_of(const std::string& made) const {
    std::string all;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_ / made)) {
      all += fs::relative(entry.path(), folder_).string() + "\n";
      std::ifstream stream(entry.path());
      if (entry.is_regular_file())
        all.append(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    }
    return all;
  }

  static void expect_seated_in_order(const store::Reader& store) {
    const store::StoredDivision division = store.league().divisions.front();
    const std::vector<store::StoredAgent> agents = store.all_agents();
    for (const store::StoredLineUp& line_up : store.all_line_ups(division)) {
      EXPECT_TRUE(std::ranges::is_sorted(store::names_of(line_up, agents)));
      store.visit_stored(line_up, 0, [&](const store::StoredDeal& deal) {
        const auto games = referee::record::decode_deal(deal.games);
        for (std::size_t seating = 0; seating < games.size(); ++seating) {
          EXPECT_EQ(games[seating].seating, seating);
          EXPECT_EQ(games[seating].agent_at.front(), seating);
        }
        for (const store::StoredFault& fault : deal.faults) {
          const auto& game = games.at(static_cast<std::size_t>(fault.seating));
          const auto seat = static_cast<std::size_t>(fault.fault.seat);
          EXPECT_EQ(line_up.agents.at(game.agent_at.at(seat)), fault.agent);
          EXPECT_EQ(
              std::ranges::count(game.faults, fault.fault.seat, &referee::record::Fault::seat), 1);
        }
        return true;
      });
    }
  }
  static void expect_sums_of_the_games(const store::Reader& store) {
    const store::StoredDivision division = store.league().divisions.front();
    std::size_t blocks = 0;
    (void)store.visit_blocks(store.line_ups(division), [&](const store::StoredLineUp& line_up,
                                                           const store::StoredBlock& block) {
      ++blocks;
      const auto sums = scores::sum_deals(store.deals_of(block), line_up.agents.size());
      EXPECT_EQ(block.sums, sums ? scores::encode_sums(*sums) : "");
    });
    EXPECT_GT(blocks, 0U);
  }
};

TEST_F(ShownNames, StandInPlaceOfTheTrueOnesInAllThatASiteHas) {
  play();
  const store::Reader store = shown();
  site::SiteOptions options;
  options.games.reset();
  options.shown.faults = site::ShownFaults::Details;
  (void)site::make_site(store, folder_ / "site", options);
  const std::string all = all_of("site");
  EXPECT_EQ(all.find("qqq"), std::string::npos) << all.substr(all.find("qqq") - 100, 200);
  EXPECT_NE(all.find("eve+mia-3.html"), std::string::npos);
}

TEST_F(ShownNames, StandInPlaceOfTheTrueOnesInAnAuthorsFolder) {
  play();
  const store::Reader store = shown();
  const archive::AuthorFolder written = archive::write_author_folder(
      store, "zoe", archive::compute_standings(store), folder_ / "for-zoe", {});
  EXPECT_GT(written.faults, 0U);
  const std::string all = all_of("for-zoe");
  EXPECT_EQ(all.find("qqq"), std::string::npos) << all.substr(all.find("qqq") - 100, 200);
  EXPECT_NE(all.find("\"agent\": \"zoe\""), std::string::npos);
}

TEST_F(ShownNames, OfALadderLeaveWhatItCallsDecided) {
  const rules::Definition& koans = *rules::find_definition("koans");
  league_.divisions = {{&koans, koans.defaults(2), {}}};
  league_.format = "ladder";
  league_.deals = 0;
  league_.seed = "test";
  league_.format_keys.update(formats::ladder::to_json({.until = {.games = 400}}));
  play();
  const store::Reader store = shown();
  (void)site::make_site(store, folder_ / "site", {});
  EXPECT_EQ(all_of("site").find("qqq"), std::string::npos);
  const auto decided = [](const store::Reader& read) {
    std::map<std::string, std::pair<int, int>> ranks;
    const auto json =
        files::Json::parse(formats::report_of(read).tables(read, solver::unwatched).json());
    for (const files::Json& division : json.at("divisions")) {
      for (const files::Json& agent : division.at("agents"))
        ranks[agent.at("name").get<std::string>()] = {agent.at("decided_rank_low").get<int>(),
                                                      agent.at("decided_rank_high").get<int>()};
    }
    return ranks;
  };
  const auto was = decided(store::Reader::open_to_read(out()));
  const auto now = decided(store);
  for (const auto& [name, other] : kNames)
    EXPECT_EQ(now.at(other), was.at(name));
}

TEST_F(ShownNames, LeaveEveryFigureOfTheTable) {
  play();
  const tables::LeagueTable was = tables::compute_table(store::Reader::open_to_read(out()));
  const tables::LeagueTable now = tables::compute_table(shown());
  for (std::size_t division = 0; division < was.divisions.size(); ++division) {
    ASSERT_EQ(now.divisions[division].rows.size(), 3U);
    for (const tables::TableRow& row : was.divisions[division].rows) {
      const auto other = std::ranges::find(now.divisions[division].rows, kNames.at(row.name),
                                           &tables::TableRow::name);
      ASSERT_NE(other, now.divisions[division].rows.end());
      EXPECT_EQ(other->author + other->hash, "");
      EXPECT_EQ(other->tally.games, row.tally.games);
      EXPECT_EQ(other->tally.score(), row.tally.score());
      EXPECT_EQ(other->tally.faults, row.tally.faults);
      EXPECT_NEAR(*other->elo, *row.elo, 1e-6);
      ASSERT_EQ(other->adjusted.has_value(), row.adjusted.has_value());
      if (row.adjusted) {
        EXPECT_NEAR(other->adjusted->elo, row.adjusted->elo, 1e-6);
      }
    }
  }
}

TEST_F(ShownNames, TellNoOrderOfTheTrueOnes) {
  play_koans();
  const store::Reader store = shown();
  std::vector<std::string> names;
  for (const store::StoredAgent& agent : store.league().agents)
    names.push_back(agent.name);
  EXPECT_EQ(names, (std::vector<std::string>{"eve", "mia", "zoe"}));
  expect_seated_in_order(store);
  expect_sums_of_the_games(store);
  std::vector<std::string> line_ups;
  archive::visit_games(store, [&](const archive::StoredGame& game) {
    if (line_ups.empty() || line_ups.back() != game.id.line_up) line_ups.push_back(game.id.line_up);
  });
  EXPECT_EQ(line_ups, (std::vector<std::string>{"eve,mia", "eve,zoe", "mia,zoe"}));
}

TEST_F(ShownNames, OfTablesOfThreeToo) {
  play_koans(3);
  const store::Reader store = shown();
  expect_seated_in_order(store);
  expect_sums_of_the_games(store);
  archive::visit_games(store, [](const archive::StoredGame& game) {
    EXPECT_NO_THROW((void)archive::written_game(game));
  });
}

TEST_F(ShownNames, TurnTheReportsOfFaultsToo) {
  play_koans();
  std::map<store::Id, store::StoredFault> was;
  const store::Reader plain = store::Reader::open_to_read(out());
  const store::StoredDivision division = plain.league().divisions.front();
  for (const store::StoredFault& fault : plain.faults(division))
    was.emplace(fault.id, fault);
  ASSERT_FALSE(was.empty());
  referee::record::Evidence evidence;
  evidence.agent = "qqqada";
  const rules::Definition& koans = *rules::find_definition("koans");
  evidence.game = referee::record::FaultyGame{&koans, koans.defaults(2), 5, 0};
  referee::record::Fault reported;
  reported.evidence = std::make_shared<const referee::record::Evidence>(evidence);
  sql("UPDATE fault SET report = '" + referee::talk::report_json(reported) + "' WHERE seating = 0");
  const store::Reader store = shown();
  for (const store::StoredFault& fault : store.faults(division)) {
    EXPECT_EQ(fault.seating, 1 - was.at(fault.id).seating);
    const auto report = referee::talk::parse_report(store.fault_report(fault.id));
    if (report.evidence->game) {
      EXPECT_EQ(report.evidence->game->seating, fault.seating);
    }
    EXPECT_TRUE(report.evidence->game || was.at(fault.id).seating == 1);
    EXPECT_THAT(report.evidence->agent, testing::AnyOf("eve", "mia", "zoe"));
  }
}

TEST_F(ShownNames, AreNotGivenAwayByAProgramThatIsNotThere) {
  play_koans();
  sql("UPDATE fault SET kind = 'never-ready', detail = 'no program qqqada/bot'");
  const store::Reader store = shown();
  for (const store::StoredFault& fault : store.faults(store.league().divisions.front()))
    EXPECT_EQ(describe(fault.fault.cause), "");
  referee::record::GameRecord game;
  game.faults.push_back({.kind = referee::record::FaultKind::NeverReady,
                         .cause = referee::record::InWords{"no program qqqada/bot"},
                         .evidence = nullptr});
  std::vector<referee::record::GameRecord> games{game};
  store::reseat(games, std::vector<std::size_t>{1, 0});
  EXPECT_EQ(describe(games.front().faults.front().cause), "");
}

TEST_F(ShownNames, AreNotWrittenIntoTheLeague) {
  play_koans();
  store::Reader store = shown();
  EXPECT_FALSE(store.is_writable());
  EXPECT_THROW(store.show_as({{"qqqada", "qqqbob"}}), std::invalid_argument);
}

TEST(ReorderedSums, AreThoseOfTheDealsInThatOrder) {
  const rules::Definition& koans = *rules::find_definition("koans");
  const rules::RuleSet rules(koans, 3, koans.defaults(3));
  referee::play::LineUp line_up;
  line_up.rules = &rules;
  line_up.agents.resize(3);
  line_up.key_names = {"a", "b", "c"};
  auto deals = random_deals(line_up, 0, 20, {}).deals;
  std::vector<scores::GameLuck> lucks(deals.size() * 3);
  for (std::size_t i = 0; i < lucks.size(); ++i) {
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b)
        lucks[i].own[a][b] = a == b ? 0 : static_cast<double>((i * 7 + a * 3 + b) % 11) / 16;
    }
  }
  const scores::DealSums sums = *scores::sum_deals(deals, 3);
  const scores::LuckSums luck = *scores::sum_luck(deals, lucks, 3);
  const std::vector<std::size_t> order{2, 0, 1};
  for (referee::play::DealResult& deal : deals) {
    for (referee::record::GameRecord& game : deal.games) {
      for (std::size_t seat = 0; seat < 3; ++seat)
        game.agent_at.at(seat) = static_cast<std::uint8_t>(
            std::ranges::find(order, game.agent_at.at(seat)) - order.begin());
    }
  }
  for (scores::GameLuck& game : lucks) {
    const auto was = game.own;
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b)
        game.own[a][b] = was[order[a]][order[b]];
    }
  }
  EXPECT_EQ(scores::reordered(sums, order), *scores::sum_deals(deals, 3));
  EXPECT_EQ(scores::reordered(luck, order), *scores::sum_luck(deals, lucks, 3));
}

}  // namespace
}  // namespace danno::leagues

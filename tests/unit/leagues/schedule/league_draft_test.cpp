#include "leagues/schedule/league_draft.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "leagues/base/json.hpp"
#include "leagues/schedule/formats.hpp"
#include "leagues/schedule/league_file.hpp"
#include "tests/scratch_folder.hpp"

namespace danno::leagues::schedule {
namespace {

namespace fs = std::filesystem;
using base::Json;
using testing::HasSubstr;
using testing::IsEmpty;

/// A folder with two agents in bots/.
class LeagueDraft : public testing::Test {
 protected:
  LeagueDraft() {
    for (const char* const name : {"ada", "bob"}) {
      fs::create_directories(folder_ / "bots" / name);
      std::ofstream(folder_ / "bots" / name / "agent.toml")
          << "name = \"" << name << "\"\nrun = [\"sh\"]\n";
    }
  }

  store::League read(const std::string& text) {
    std::ofstream(folder_ / "league.toml") << text;
    return schedule::read_league_file(folder_ / "league.toml");
  }
  std::string problems(const std::string& text) {
    try {
      static_cast<void>(read(text));
      return "";
    } catch (const LeagueFileErrors& errors) {
      return errors.what();
    }
  }
  /// The line that a key of one format needs beside it.
  static std::string stored_format(std::string_view key) {
    for (const Format* const format : schedule::all_formats()) {
      if (std::ranges::count(format->facts().own_keys, key, &OwnKey::name) > 0)
        return "format = \"" + std::string(format->name()) + "\"\n";
    }
    return "";
  }
  /// A file with this value and no other in the table.
  static std::string with(const KeyTable& table, std::string_view key, const std::string& value) {
    const std::string line = std::string(key) + " = " + value + "\n";
    if (table.name == "league") {
      std::string text = "[league]\n" + stored_format(key) + line;
      if (key != "rules") text += "rules = [\"koans\"]\n";
      return key == "agents" ? text : text + "agents = \"bots/*\"\n";
    }
    const std::string league = "[league]\nrules = [\"koans\"]\n";
    const std::string heading =
        table.name == "agent" ? "[[agent]]\n" : "[" + std::string(table.name) + "]\n";
    return league + "agents = \"bots/*\"\n" + heading + line;
  }
  /// Returns what the reader says of a number or a word that it does not know.
  std::string draft_words(const KeyTable& table, const LeagueKey& key, const std::string& value) {
    return problems(with(table, key.name, value));
  }

  ScratchFolder scratch_;
  fs::path folder_ = scratch_.path();
  std::vector<KeyTable> tables_ = key_tables(schedule::all_formats());
};

std::set<std::string> split(const std::string& list) {
  std::set<std::string> words;
  std::istringstream stream(list);
  for (std::string word; std::getline(stream, word, ',');)
    words.insert(word.substr(word.find_first_not_of(' ')));
  return words;
}

TEST_F(LeagueDraft, ListsTheKeysThatTheReaderKnows) {
  for (const KeyTable& table : tables_) {
    const std::string told = problems(with(table, "qqqqqqqqqqqqqqqq", "1"));
    const std::string expected = "expected ";
    ASSERT_THAT(told, HasSubstr(expected)) << table.name;
    const std::string list = told.substr(told.find(expected) + expected.size());
    std::set<std::string> listed;
    for (const LeagueKey& key : table.keys)
      listed.emplace(key.name);
    EXPECT_EQ(listed, split(list.substr(0, list.find('\n')))) << table.name;
  }
}

TEST_F(LeagueDraft, TellsWhatEachKeyTakesAsTheReaderDoes) {
  for (const KeyTable& table : tables_) {
    for (const LeagueKey& key : table.keys) {
      const KeyShape& shape = key.shape;
      EXPECT_NE(shape.why, "") << key.name;
      EXPECT_NE(shape.standard.empty(), shape.example.empty()) << key.name;
      if (shape.kind == KeyKind::Number) {
        EXPECT_THAT(draft_words(table, key, "-1"),
                    HasSubstr("expected a whole number from " + std::to_string(shape.least) +
                              " to " + std::to_string(shape.most)));
      } else if (shape.kind == KeyKind::Flag) {
        EXPECT_THAT(draft_words(table, key, "7"), HasSubstr("expected true or false")) << key.name;
      } else if (shape.kind == KeyKind::Other) {
        EXPECT_THAT(draft_words(table, key, "true"), HasSubstr("expected")) << key.name;
      } else {
        const bool is_list = shape.kind == KeyKind::Words || shape.kind == KeyKind::RuleSets;
        EXPECT_THAT(draft_words(table, key, "7"), HasSubstr(is_list ? "a list of" : "a string"))
            << key.name;
      }
    }
  }
}

TEST_F(LeagueDraft, ListsTheWordsThatTheReaderKnows) {
  int checked = 0;
  for (const KeyTable& table : tables_) {
    for (const LeagueKey& key : table.keys) {
      if (key.shape.words.empty()) continue;
      const auto quoted = [&](const std::string& word) {
        const std::string text = "\"" + word + "\"";
        const bool is_list =
            key.shape.kind == KeyKind::Words || key.shape.kind == KeyKind::RuleSets;
        return is_list ? "[" + text + "]" : text;
      };
      const std::string told = draft_words(table, key, quoted("qqqqqqqqqqqqqqqq"));
      for (const std::string& word : key.shape.words)
        EXPECT_THAT(told, HasSubstr(word)) << key.name;
      const auto commas =
          static_cast<std::size_t>(std::ranges::count(told.substr(0, told.find('\n')), ',') + 1);
      EXPECT_LE(commas, key.shape.words.size()) << told;
      ++checked;
    }
  }
  EXPECT_GE(checked, 7);
}

bool is_of_one_format(std::string_view key) {
  return std::ranges::any_of(schedule::all_formats(), [&](const Format* format) {
    return std::ranges::count(format->facts().own_keys, key, &OwnKey::name) > 0;
  });
}

/// The lines that are commented out are comments no more, but for those of one format or agent.
std::string with_defaults(const std::vector<KeyTable>& tables, const std::string& draft) {
  std::istringstream stream(draft);
  std::string text;
  for (std::string line; std::getline(stream, line);) {
    const auto is_default = [&](const LeagueKey& key) {
      return !key.shape.standard.empty() && !is_of_one_format(key.name) &&
             line.starts_with("# " + std::string(key.name) + " = ");
    };
    const bool found = std::ranges::any_of(
        tables, [&](const KeyTable& table) { return std::ranges::any_of(table.keys, is_default); });
    text += (found ? line.substr(2) : line) + "\n";
  }
  return text;
}

TEST_F(LeagueDraft, PlaysAsItIsAndItsDefaultsAreThose) {
  const std::string draft = league_draft("spring", schedule::all_formats());
  const store::League league = read(draft);
  EXPECT_EQ(league.name, "spring");
  EXPECT_EQ(league.entrants.size(), 2U);
  const std::string whole = with_defaults(tables_, draft);
  EXPECT_GT(std::ranges::count(draft, '#'), std::ranges::count(whole, '#') + 12);
  const store::League same = read(whole);
  EXPECT_EQ(same.format, league.format);
  EXPECT_EQ(same.seats, league.seats);
  EXPECT_EQ(same.deals, league.deals);
  EXPECT_EQ(same.mirror, league.mirror);
  EXPECT_EQ(same.rank_by, league.rank_by);
  EXPECT_EQ(same.rating, league.rating);
  EXPECT_EQ(same.max_per_author, league.max_per_author);
  EXPECT_EQ(same.advice, league.advice);
  EXPECT_EQ(same.limits.answer, league.limits.answer);
  EXPECT_EQ(same.limits.start, league.limits.start);
  EXPECT_EQ(same.limits.max_faults, league.limits.max_faults);
  EXPECT_EQ(same.limits.memory_mb, league.limits.memory_mb);
  EXPECT_EQ(same.limits.isolation, league.limits.isolation);
}

TEST_F(LeagueDraft, HasASchemaOfTheSameKeys) {
  const Json schema = base::parse_json(league_schema(schedule::all_formats()));
  for (const KeyTable& table : tables_) {
    const Json& top = schema.at("properties").at(table.name);
    const Json& keys = (table.name == "agent" ? top.at("items") : top).at("properties");
    EXPECT_EQ(keys.size(), table.keys.size()) << table.name;
    for (const LeagueKey& key : table.keys)
      EXPECT_TRUE(keys.contains(key.name)) << key.name;
  }
  const Json& koans = schema.at("properties").at("rules").at("properties").at("koans");
  EXPECT_EQ(koans.at("properties").at("target").at("type").get<std::string>(), "number");
  EXPECT_EQ(
      problems("[league]\nrules = [\"koans\"]\nagents = \"bots/*\"\n[rules.koans]\ntarget = 9000"),
      "");
}

}  // namespace
}  // namespace danno::leagues::schedule

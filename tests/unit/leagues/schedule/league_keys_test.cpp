#include "leagues/schedule/league_keys.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "leagues/base/json.hpp"
#include "leagues/schedule/league_file.hpp"
#include "tests/scratch_folder.hpp"

namespace danno::leagues::schedule {
namespace {

namespace fs = std::filesystem;
using base::Json;
using testing::AllOf;
using testing::HasSubstr;

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

  ScratchFolder scratch_;
  fs::path folder_ = scratch_.path();
  LeagueKeys values_;
  std::vector<KeyTable> tables_ = key_tables(values_);
};

/// A file with this value and no other in the table.
std::string file_with(const KeyTable& table, const FileKey& key, const std::string& value) {
  const std::string line = std::string(key.name) + " = " + value + "\n";
  std::string text = "[league]\n";
  if (key.name != "rules") text += "rules = [\"koans\"]\n";
  if (key.name != "agents") text += "agents = \"bots/*\"\n";
  if (!key.formats.empty()) text += "format = \"" + key.formats.front() + "\"\n";
  if (table.name == "league") return text + line;
  const std::string name(table.name);
  return text + (name == "agent" ? "[[agent]]\n" : "[" + name + "]\n") + line;
}

TEST_F(LeagueDraft, ExplainsEachKeyWhoseWrongValueIsAProblem) {
  for (const KeyTable& table : tables_) {
    for (const FileKey& key : table.keys) {
      EXPECT_NE(key.why, "") << key.name;
      EXPECT_NE(key.standard.empty(), key.example.empty()) << key.name;
      const std::string wrong = key.kind == KeyKind::Flag ? "7" : "true";
      EXPECT_THAT(problems(file_with(table, key, wrong)),
                  AllOf(HasSubstr("'" + std::string(key.name) + "'"), HasSubstr("expected ")))
          << key.name;
    }
  }
}

/// The lines that are commented out are comments no more, but for those of one format or agent.
std::string with_defaults(const std::vector<KeyTable>& tables, const std::string& draft) {
  std::istringstream stream(draft);
  std::string text;
  for (std::string line; std::getline(stream, line);) {
    const auto is_default = [&](const FileKey& key) {
      return !key.standard.empty() && key.formats.empty() &&
             line.starts_with("# " + std::string(key.name) + " = ");
    };
    const bool found = std::ranges::any_of(
        tables, [&](const KeyTable& table) { return std::ranges::any_of(table.keys, is_default); });
    text += (found ? line.substr(2) : line) + "\n";
  }
  return text;
}

TEST_F(LeagueDraft, PlaysAsItIsAndItsDefaultsAreThose) {
  const std::string draft = league_draft("spring");
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
  const Json schema = base::parse_json(league_schema());
  for (const KeyTable& table : tables_) {
    const Json& top = schema.at("properties").at(table.name);
    const Json& keys = (table.name == "agent" ? top.at("items") : top).at("properties");
    EXPECT_EQ(keys.size(), table.keys.size()) << table.name;
    for (const FileKey& key : table.keys)
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

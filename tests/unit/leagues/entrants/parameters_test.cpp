#include "leagues/entrants/parameters.hpp"

#include <gtest/gtest.h>

#include "leagues/entrants/agent_files.hpp"

namespace danno::leagues::entrants {
namespace {

using Words = std::vector<std::string>;
using Kind = Parameter::Kind;

const std::vector<Parameter> kValues{{"threshold", "200", Kind::Integer},
                                     {"style", "bold", Kind::Word}};

TEST(Parameters, ReplaceWholeWordsAndWhatStandsBehindASign) {
  EXPECT_EQ(command_with(Words{"./a", "{threshold}", "--style={style}"}, kValues),
            (Words{"./a", "200", "--style=bold"}));
}

TEST(Parameters, AreInTheEnvironmentWhereNoWordNamesThem) {
  EXPECT_EQ(command_with(Words{"./a", "{threshold}"}, kValues),
            (Words{"env", "DANNO_style=bold", "./a", "200"}));
  EXPECT_EQ(command_with(Words{"./a"}, {}), (Words{"./a"}));
}

TEST(Parameters, AreNoBracesOfAScript) {
  for (const char* const word : {"{ exit; }", "print({x})", "f{x}", "{1}", "{}", "x{y", "{a-b}"})
    EXPECT_EQ(placeholder_in(word), "") << word;
  EXPECT_EQ(placeholder_in("{x}"), "x");
  EXPECT_EQ(placeholder_in("--at={x_1}"), "x_1");
}

TEST(Parameters, WithoutAValueAreTold) {
  EXPECT_EQ(missing_values(Words{"./a", "{dice}"}, kValues),
            "'{dice}' has no value; add to agent.toml: parameters = { dice = … }");
  EXPECT_EQ(missing_values(Words{"./a", "{threshold}"}, kValues), "");
}

TEST(Parameters, HaveTheKindTheyAreWrittenAs) {
  EXPECT_EQ(parameter_kind("-12"), Kind::Integer);
  EXPECT_EQ(parameter_kind("0.5"), Kind::Decimal);
  EXPECT_EQ(parameter_kind("1e3"), Kind::Decimal);
  for (const char* const word : {"", "bold", "12x", "nan", "inf", "1.2.3"})
    EXPECT_EQ(parameter_kind(word), Kind::Word) << word;
}

TEST(Manifest, HasTheLineAddedOrReplaced) {
  const std::string line = "parameters = { threshold = 200, style = \"bold\" }\n";
  EXPECT_EQ(parameters_line(kValues) + "\n", line);
  EXPECT_EQ(manifest_with("name = \"a\"\nrun = [\"./a\"]\n", kValues),
            "name = \"a\"\nrun = [\"./a\"]\n" + line);
  EXPECT_EQ(manifest_with("parameters = { threshold = 1 } # mine\nname = \"a\"\n", kValues),
            line.substr(0, line.size() - 1) + "  # mine\nname = \"a\"\n");
  EXPECT_EQ(manifest_with("run = [\"./a\"]", kValues), "run = [\"./a\"]\n" + line);
}

TEST(Manifest, IsLeftToAPersonWhereParametersAreASection) {
  EXPECT_THROW((void)manifest_with("name = \"a\"\n[parameters]\nthreshold = 1\n", kValues),
               AgentError);
  EXPECT_THROW((void)manifest_with("\"parameters\" = { threshold = 1 }\n", kValues), AgentError);
}

TEST(Manifest, IsLeftToAPersonWhereAnotherTextLooksLikeTheKey) {
  EXPECT_THROW((void)manifest_with("note = \"\"\"\nparameters = {}\n\"\"\"\n", kValues),
               AgentError);
}

TEST(Manifest, HasNumbersAndTextsAsTomlWritesThem) {
  const std::vector<Parameter> odd{{"a", "007", Kind::Integer},   {"b", ".5", Kind::Decimal},
                                   {"c", "+5", Kind::Integer},    {"d", "1e3", Kind::Decimal},
                                   {"e", "a\nb\x7f", Kind::Word}, {"f", "0.10", Kind::Decimal},
                                   {"g", "1", Kind::Decimal}};
  EXPECT_EQ(manifest_with("name = \"a\"\n", odd),
            "name = \"a\"\nparameters = { a = 7, b = 0.5, c = 5, d = 1e3, "
            "e = \"a\\u000ab\\u007f\", f = 0.10, g = 1.0 }\n");
}

TEST(Manifest, KeepsTextsAsTomlReadsThem) {
  const std::vector<Parameter> quoted{{"x", "a\"b\\c", Kind::Word}};
  EXPECT_EQ(parameters_line(quoted), R"(parameters = { x = "a\"b\\c" })");
}

}  // namespace
}  // namespace danno::leagues::entrants

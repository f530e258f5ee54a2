// Writes the result of a check or a score as results.json for Gradescope:
// https://gradescope-autograders.readthedocs.io/en/latest/specs/
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/commands/agent/agent_check.hpp"

namespace danno::leagues::commands::agent {

/// A grade as shown by graders. Texts are plain: control characters are escaped.
struct Grade {
  struct Test {
    std::string name;
    bool passed = true;
    std::vector<std::string> output;  ///< The output lines.
  };
  /// A figure; more is better.
  struct Figure {
    std::string key;  ///< A name of [a-z0-9_].
    double value = 0;
  };
  std::string agent;
  bool passed = false;  ///< Full points if true, otherwise none.
  std::string outcome;  ///< A line of text.
  std::vector<Test> tests;
  std::vector<Figure> figures;
};

/// Returns the grade of a check: one test per line, and figures with the shares, in percent, won
/// against the opponents that measure strength.
[[nodiscard]] Grade make_grade(const CheckReport& report);

inline constexpr int kFullPoints = 100;

/// Returns the figure of the share won against an opponent, 0 to 1: its key is as in "share_hold",
/// its value is in percent.
[[nodiscard]] Grade::Figure share_figure(std::string_view opponent, double share);

/// Returns the lines that are not empty, with control characters escaped.
[[nodiscard]] std::vector<std::string> plain_lines(const std::vector<std::string>& lines);

[[nodiscard]] std::string gradescope_results(const Grade& grade);

/// Writes results.json. The folder must exist. Throws std::system_error.
void write_grade_file(const Grade& grade, const std::filesystem::path& folder);

}  // namespace danno::leagues::commands::agent

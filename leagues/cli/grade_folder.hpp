// --grade FOLDER of check and gate.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace danno::cli {

/// `folder` lives as long as the verb; it stays empty where the flag is not given.
void add_grade_flag(CLI::App& verb, std::string& folder);

/// Makes it where it is not there: before the games, not after. Throws UsageError.
void make_grade_folder(const std::string& folder);

}  // namespace danno::cli

#include "leagues/cli/flags/chosen_isolation.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "leagues/cli/terminal/invocation.hpp"

namespace danno::cli {

void add_isolation_flag(CLI::App& verb, std::string& text) {
  verb.add_option("--isolation", text, "strict, confined or none")->type_name("LEVEL");
}

referee::Isolation chosen_isolation(const std::string& text) {
  if (const auto level = referee::parse_isolation(text)) return *level;
  throw UsageError(fmt::format("--isolation '{}'; expected strict, confined or none", text));
}

}  // namespace danno::cli

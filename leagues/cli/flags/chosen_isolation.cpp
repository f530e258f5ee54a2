#include "leagues/cli/flags/chosen_isolation.hpp"
#include "leagues/cli/flags/verb.hpp"

#include <fmt/format.h>

#include "leagues/cli/terminal/invocation.hpp"

namespace danno::leagues::cli::flags {

void add_isolation_flag(Verb verb, std::string& text) {
  verb.option("--isolation", text, "strict, confined or none").takes("LEVEL");
}

referee::sandbox::Isolation chosen_isolation(const std::string& text) {
  if (const auto level = referee::sandbox::parse_isolation(text)) return *level;
  throw terminal::UsageError(
      fmt::format("--isolation '{}'; expected strict, confined or none", text));
}

}  // namespace danno::leagues::cli::flags

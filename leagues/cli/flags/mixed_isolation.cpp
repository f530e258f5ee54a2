#include "leagues/cli/flags/mixed_isolation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "leagues/cli/terminal/invocation.hpp"

namespace danno::leagues::cli::flags {

void add_mix_isolation(Verb verb, bool& mix) {
  verb.flag("--mix-isolation", mix, "games of different isolation levels in one table");
}

void refuse_mixed_isolation(const store::Reader& store, std::optional<std::string_view> now) {
  for (const store::StoredDivision& division : store.league().divisions) {
    auto levels = store.isolation_levels(division);
    if (now && std::ranges::find(levels, *now) == levels.end()) levels.emplace_back(*now);
    if (levels.size() < 2) continue;
    throw terminal::UsageError(fmt::format(
        "{}: games at isolation {} would share a table; --out DIR plays them anew elsewhere, "
        "--mix-isolation has them mixed",
        division.definition->id, fmt::join(levels, " and ")));
  }
}

}  // namespace danno::leagues::cli::flags

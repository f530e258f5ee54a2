// The flag --mix-isolation, which allows games of different isolation levels in one table.
#pragma once

#include <optional>
#include <string_view>

#include "leagues/cli/flags/verb.hpp"
#include "leagues/store/store.hpp"

namespace danno::leagues::cli::flags {

/// Adds the flag; `mix` must live as long as the verb.
void add_mix_isolation(Verb verb, bool& mix);

/// One table, one level; `now` is that of the games to come. Throws UsageError.
void refuse_mixed_isolation(const store::Reader& store, std::optional<std::string_view> now);

}  // namespace danno::leagues::cli::flags

// Removes from the league what a part brought, if its machine turns out to be untrustworthy.
#pragma once

#include <cstdint>
#include <filesystem>

#include "leagues/parts/plan_file.hpp"

namespace danno::leagues::parts {

/// Removes the part's deals and all later ones of their line-ups, and renames the part's files to
/// *.dropped. Returns how many deals were removed. `folder` is the league's. Throws PlanError.
std::uint64_t drop_part(store::Store& store, const std::filesystem::path& folder,
                        const PartsPlan& plan, int part);

}  // namespace danno::leagues::parts

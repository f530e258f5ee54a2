// Takes what a part brought out of the league again: of a machine that is not to be trusted.
#pragma once

#include <cstdint>
#include <filesystem>

#include "leagues/parts/plan_file.hpp"

namespace danno::leagues::parts {

/// The part's deals, and those after them in their line-ups, are missing again, and the part's
/// files are put aside as *.dropped. Returns how many deals that are. `folder` is the league's.
/// Throws PlanError.
std::uint64_t drop_part(store::Store& store, const std::filesystem::path& folder,
                        const PartsPlan& plan, int part);

}  // namespace danno::leagues::parts

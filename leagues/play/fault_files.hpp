// Reports of faults as files: a folder an agent, to be handed to its author and fed to `danno
// repeat`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "referee/play/line_up.hpp"

namespace danno::leagues {

/// AGENT/RULES-LINE,UP-DEAL-SEATING.json: the report of a fault of names[agent].
[[nodiscard]] std::filesystem::path fault_file(std::string_view rules,
                                               std::span<const std::string> names,
                                               std::size_t agent, std::uint64_t deal, int seating);

/// Writes the report of every fault of these deals; `names` are the line-up's agents. Returns how
/// many. Throws std::system_error or std::filesystem::filesystem_error.
std::size_t write_fault_files(const std::filesystem::path& folder, std::string_view rules,
                              std::span<const std::string> names,
                              std::span<const referee::DealResult> deals);

/// The name as a file's: letters, digits and `._@-` stay, other bytes become %XX; never hidden.
/// Different names are different files.
[[nodiscard]] std::string file_name_of(std::string_view agent);

}  // namespace danno::leagues

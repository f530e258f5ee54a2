// Reports of faults as files: a folder an agent, to be handed to its author and fed to `danno
// repeat`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "leagues/play/runner.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::play {

/// AGENT/RULES-LINE,UP-DEAL-SEATING.json: the report of a fault of names[agent].
[[nodiscard]] std::filesystem::path fault_file(std::string_view rules,
                                               std::span<const std::string> names,
                                               std::size_t agent, std::uint64_t deal, int seating);

/// Writes one, with the folders above it. Throws as write_fault_files().
void write_fault_file(const std::filesystem::path& file, std::string_view report);

/// Writes the report of every fault of these deals; `names` are the line-up's agents. Returns how
/// many. Throws std::system_error or std::filesystem::filesystem_error.
std::size_t write_fault_files(const std::filesystem::path& folder, std::string_view rules,
                              std::span<const std::string> names,
                              std::span<const referee::play::DealResult> deals);

/// Has write_fault_files() write those of all that is played; an empty folder: of nothing.
[[nodiscard]] Observer fault_file_writer(std::filesystem::path folder);

}  // namespace danno::leagues::play

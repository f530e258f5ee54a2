// Writes reports of faults as files, in a folder per agent, for its author and for `danno repeat`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "leagues/play/runner.hpp"
#include "leagues/store/store.hpp"
#include "referee/play/line_up.hpp"

namespace danno::leagues::play {

/// Returns AGENT/RULES-LINE,UP-DEAL-SEATING.json, the path for a fault of names[agent].
[[nodiscard]] std::filesystem::path fault_file(std::string_view rules,
                                               std::span<const std::string> names,
                                               std::size_t agent, std::uint64_t deal, int seating);

/// Writes a report and the folders above it. Throws what write_fault_files() throws.
void write_fault_file(const std::filesystem::path& file, std::string_view report);

/// Writes the report of every fault of these deals; `names` are the line-up's agents. Returns the
/// number of reports. Throws std::system_error or std::filesystem::filesystem_error.
std::size_t write_fault_files(const std::filesystem::path& folder, std::string_view rules,
                              std::span<const std::string> names,
                              std::span<const referee::play::DealResult> deals);

/// Writes the reports of stored faults that are not there, because who stored them was interrupted.
/// Throws what write_fault_files() throws.
void write_missing_fault_files(const std::filesystem::path& folder, const store::Reader& store);

/// Returns an observer that calls write_fault_files() for everything that is played; it writes
/// nothing if `folder` is empty.
[[nodiscard]] Observer fault_file_writer(std::filesystem::path folder);

}  // namespace danno::leagues::play

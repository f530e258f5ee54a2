// The formats that a league may have. CMakeLists.txt lists them; each is a folder here.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "leagues/formats/report.hpp"
#include "leagues/plan/format.hpp"

namespace danno::leagues::formats {

/// A format in its two halves, each of which lives as long as the program.
struct RegisteredFormat {
  const plan::Format& plan;  ///< Says what is due next.
  const Report& report;      ///< Says what is shown.
};

/// Those of this program (format_list.cmake).
[[nodiscard]] std::span<const RegisteredFormat> registered_formats();

/// The first halves; the first is that of league files that name none.
[[nodiscard]] std::span<const plan::Format* const> all_formats();

/// Both throw store::Damaged if no format has that name.
[[nodiscard]] const plan::Format& find_format(std::string_view name);
[[nodiscard]] const Report& find_report(std::string_view name);

/// Those of the stored league.
[[nodiscard]] const plan::Format& format_of(const store::Reader& store);
[[nodiscard]] const Report& report_of(const store::Reader& store);

/// As plan::read_league_file(), of all formats.
[[nodiscard]] store::League read_league_file(const std::filesystem::path& file);
/// As plan::read_growing_league(), of all formats.
[[nodiscard]] store::League read_growing_league(const std::filesystem::path& file,
                                                std::string_view text);
/// As plan::read_league_terms(), of all formats.
[[nodiscard]] store::League read_league_terms(const std::filesystem::path& file);

/// Settles the store with the league, as its format has it. Throws store::OtherLeague.
void settle(store::Store& store, const store::League& league);

/// The folder's store to play in, settled with the league. Throws as both do.
[[nodiscard]] store::Store open_to_play(const std::filesystem::path& folder,
                                        const store::League& league);

/// To look at what settle() would make of it. Throws as that does.
[[nodiscard]] store::Reader open_as_settled(const std::filesystem::path& folder,
                                            const store::League& league);

}  // namespace danno::leagues::formats

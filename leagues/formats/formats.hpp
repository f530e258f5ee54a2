// The formats that a league may have. Each is a folder here; CMakeLists.txt lists them.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "leagues/formats/report.hpp"
#include "leagues/plan/format.hpp"

namespace danno::leagues::formats {

/// A format's two halves, which live as long as the program.
struct RegisteredFormat {
  const plan::Format& plan;  ///< It says what is due next.
  const Report& report;      ///< It says what is shown.
};

/// Returns the formats of this program (format_list.cmake).
[[nodiscard]] std::span<const RegisteredFormat> registered_formats();

/// Returns the formats' first halves. League files that name no format have the first.
[[nodiscard]] std::span<const plan::Format* const> all_formats();

/// Both throw store::Damaged if no format has this name.
[[nodiscard]] const plan::Format& find_format(std::string_view name);
[[nodiscard]] const Report& find_report(std::string_view name);

/// Those of the stored league.
[[nodiscard]] const plan::Format& format_of(const store::Reader& store);
[[nodiscard]] const Report& report_of(const store::Reader& store);

/// Calls plan::read_league_file() with all formats.
[[nodiscard]] store::League read_league_file(const std::filesystem::path& file);
/// Calls plan::read_growing_league() with all formats.
[[nodiscard]] store::League read_growing_league(const std::filesystem::path& file,
                                                std::string_view text);
/// Calls plan::read_league_terms() with all formats.
[[nodiscard]] store::League read_league_terms(const std::filesystem::path& file);

/// Settles the store with the league, whose format plans the line-ups. Throws store::OtherLeague.
void settle(store::Store& store, const store::League& league);

/// Opens the folder's store to play in it, and settles it with the league. Throws what
/// Store::open_to_play() and settle() throw.
[[nodiscard]] store::Store open_to_play(const std::filesystem::path& folder,
                                        const store::League& league);

/// Opens the league as settle() would leave it, to look at. Throws what settle() throws.
[[nodiscard]] store::Reader open_as_settled(const std::filesystem::path& folder,
                                            const store::League& league);

}  // namespace danno::leagues::formats

// The formats that a league may have. Each is a folder here; CMakeLists.txt lists them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "leagues/schedule/format.hpp"
#include "leagues/schedule/league_format.hpp"
#include "leagues/store/writer.hpp"

namespace danno::leagues::schedule {

/// The key of StoredLeague::settings for a season that was closed, complete or not.
inline constexpr const char* kClosed = "closed";

/// Returns whether the league is finished: all seeds are published, nothing was added after the
/// tables, and it is no season that closed early.
[[nodiscard]] bool has_ended(const store::Reader& store);

/// Returns the formats of this program (format_list.cmake), which live as long as it does. League
/// files that name no format have the first.
[[nodiscard]] std::span<const LeagueFormat* const> all_formats();

/// Throws store::Damaged if no format has this name.
[[nodiscard]] const LeagueFormat& find_format(std::string_view name);

/// Returns the stored league's format.
[[nodiscard]] const LeagueFormat& stored_format(const store::Reader& store);

/// Returns how many agents can share a table; with max_per_author, only one of each author can.
[[nodiscard]] std::size_t max_agents_at_one_table(const store::League& league);

/// Returns the author of each agent as a number; an agent without an author has its own number.
[[nodiscard]] std::vector<int> number_authors(const store::StoredLeague& league);

/// Is passed the store as it is settled. If it throws, nothing is changed.
using CheckSettled = std::function<void(const store::Reader& settled)>;

/// Updates the store to the league, whose format plans the line-ups. Throws store::OtherLeague.
void sync_store(store::Writer& store, const store::League& league, const CheckSettled& check = {});

/// Throws store::OtherLeague if games at this isolation level would share a table with games at
/// another one: agents play differently where less is allowed. Whoever adds games calls it.
void refuse_mixed_isolation(const store::Reader& store, referee::sandbox::Isolation level);

/// Updates the store to a league that is played to its end. One that had ended and now lacks games
/// has a secret seed again from the same moment on. Throws store::OtherLeague, also if games at the
/// league's isolation level would share a table with games at another one.
void sync_to_play(store::Writer& store, const store::League& league);

/// Opens the folder's store and updates it to a league that is played to its end. Throws what
/// Writer::open_to_play() and sync_to_play() throw.
[[nodiscard]] store::Writer open_to_play(const std::filesystem::path& folder,
                                         const store::League& league);

/// Removes the league of a folder if its settings have this key; any other league stays. Throws
/// what Writer::open_to_play() throws, as while another process plays it.
void remove_league(const std::filesystem::path& folder, std::string_view key);

/// Opens the league as sync_store() would leave it, to look at. Throws what sync_store() throws.
[[nodiscard]] store::Reader open_as_settled(const std::filesystem::path& folder,
                                            const store::League& league);

}  // namespace danno::leagues::schedule

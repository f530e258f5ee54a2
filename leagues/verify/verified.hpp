// What an earlier verification has found right: DIR/verified.json. Who can write the folder can
// write this file, so it saves time and proves nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <unordered_map>

#include "leagues/store/store.hpp"

namespace danno::leagues::verify {

struct VerifiedDeals {
  std::uint64_t games = 0;
  /// By line-up, how many of its first deals were found right.
  std::unordered_map<store::Id, std::uint64_t> deals = {};
};

/// Returns what was kept, if the store still has the rows and hashes of then; else nothing.
[[nodiscard]] VerifiedDeals verified_before(const std::filesystem::path& folder);
/// Keeps that all of the store, which is at that stage, was found right. Throws std::system_error.
void keep_verified(const std::filesystem::path& folder, const store::Reader& store,
                   const std::string& stage);

}  // namespace danno::leagues::verify

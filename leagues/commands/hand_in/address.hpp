// The address of a season, as a user types it.
#pragma once

#include <string>

namespace danno::leagues::commands::hand_in {

struct Address {
  std::string base;    ///< Such as "https://greed.example.org/autumn", without a slash at its end.
  std::string author;  ///< The author in "https://ada@greed.example.org"; empty if there is none.

  /// Returns whether others in the network could read what is sent there.
  [[nodiscard]] bool is_open() const;
};

/// Parses an address; https is the default. Throws UsageError.
[[nodiscard]] Address parse_address(const std::string& typed);

/// Returns the address to which `base` moved, if its `/mine/` leads to `redirect`; empty if it
/// leads to another host or away from https.
[[nodiscard]] std::string moved_address(const std::string& base, const std::string& redirect);

}  // namespace danno::leagues::commands::hand_in

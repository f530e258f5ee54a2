// Numbers distinct byte strings 0, 1, 2, … in the order in which they first occur.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace danno::leagues::ratings {

/// Keeps every distinct string once, concatenated in one buffer; holds fewer than 2^32 strings.
class Interner {
 public:
  /// Returns the number of `bytes`, a new one if they were not seen before.
  std::uint32_t intern(std::string_view bytes);

  /// Returns the string of a number; valid until the next intern().
  std::string_view operator[](std::uint32_t number) const;

  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }

 private:
  void grow();

  std::vector<char> bytes_;
  std::vector<std::size_t> ends_;
  std::vector<std::uint32_t> slots_;  // open addressing: number + 1, or 0 for empty
};

}  // namespace danno::leagues::ratings

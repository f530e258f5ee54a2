// What is stored is not what it must be.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace danno::leagues::store {

/// What is wrong, with its place.
class Discrepancy : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class... Arguments>
void require(bool holds, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  if (!holds) throw Discrepancy(fmt::format(format, std::forward<Arguments>(arguments)...));
}

}  // namespace danno::leagues::store

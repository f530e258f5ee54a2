// The exception for stored data that is not what it must be.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace danno::leagues::store {

/// Thrown with a message that says what is wrong and where.
class Discrepancy : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class... Arguments>
void require(bool holds, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  if (!holds) throw Discrepancy(fmt::format(format, std::forward<Arguments>(arguments)...));
}

}  // namespace danno::leagues::store

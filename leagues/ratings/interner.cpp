#include "leagues/ratings/interner.hpp"

#include <cassert>
#include <functional>
#include <limits>

namespace danno::leagues::ratings {

std::string_view Interner::operator[](std::uint32_t number) const {
  assert(number < ends_.size());
  const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
  return {bytes_.data() + begin, ends_[number] - begin};
}

std::uint32_t Interner::intern(std::string_view bytes) {
  if (2 * (ends_.size() + 1) > slots_.size()) {
    grow();
  }
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = std::hash<std::string_view>{}(bytes)&mask;
  while (slots_[slot] != 0 && (*this)[slots_[slot] - 1] != bytes) {
    slot = (slot + 1) & mask;
  }
  if (slots_[slot] == 0) {
    assert(ends_.size() < std::numeric_limits<std::uint32_t>::max() - 1);
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    ends_.push_back(bytes_.size());
    slots_[slot] = static_cast<std::uint32_t>(ends_.size());
  }
  return slots_[slot] - 1;
}

void Interner::grow() {
  slots_.assign(slots_.empty() ? 16 : 2 * slots_.size(), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t number = 0; number < size(); ++number) {
    std::size_t slot = std::hash<std::string_view>{}((*this)[number]) & mask;
    while (slots_[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    slots_[slot] = number + 1;
  }
}

}  // namespace danno::leagues::ratings

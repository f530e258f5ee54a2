// Cuts the bytes of a fuzz target into the parts that it wants.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace danno::fuzz {

/// Bytes as values and texts; zeros and empty texts follow the last one.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size)
      : rest_(reinterpret_cast<const char*>(data), size) {}

  [[nodiscard]] bool is_empty() const { return rest_.empty(); }
  std::uint8_t byte() { return value<std::uint8_t>(); }
  template <class Value>
  Value value() {
    Value value{};
    const std::string_view bytes = take(sizeof value);
    std::memcpy(&value, bytes.data(), bytes.size());
    return value;
  }
  /// Takes the text before the next NUL, and the NUL.
  std::string text() {
    const std::size_t end = std::min(rest_.find('\0'), rest_.size());
    std::string text(take(end));
    take(1);
    return text;
  }
  /// Takes bytes behind their number, which has two bytes, the low one first.
  std::string block() { return std::string(take(value<std::uint16_t>())); }
  std::string rest() { return std::string(take(rest_.size())); }

 private:
  std::string_view take(std::size_t size) {
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view rest_;
};

/// Returns whether the text names a file in whatever folder it is put.
inline bool is_component(std::string_view text) {
  return !text.empty() && text.size() <= 255 && text != "." && text != ".." &&
         text.find('/') == text.npos && text.find('\0') == text.npos;
}

/// Returns whether the text can be a message: one line.
inline bool is_line(std::string_view text) { return !text.empty() && text.find('\n') == text.npos; }

}  // namespace danno::fuzz

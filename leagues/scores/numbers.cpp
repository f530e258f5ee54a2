#include "leagues/scores/numbers.hpp"

namespace danno::leagues::scores {

void put_number(std::string& bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7U)
    bytes += static_cast<char>(number | 0x80U);
  bytes += static_cast<char>(number);
}

void put_signed(std::string& bytes, std::int64_t number) {
  const auto bits = static_cast<std::uint64_t>(number);
  put_number(bytes, number < 0 ? ~(bits << 1U) : bits << 1U);
}

std::optional<std::uint64_t> take_number(std::string_view& bytes) {
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    number |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return number;
  }
  return std::nullopt;
}

std::optional<std::int64_t> take_signed(std::string_view& bytes) {
  const auto number = take_number(bytes);
  if (!number) return std::nullopt;
  const std::uint64_t half = *number >> 1U;
  return static_cast<std::int64_t>((*number & 1U) != 0 ? ~half : half);
}

}  // namespace danno::leagues::scores

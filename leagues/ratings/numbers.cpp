// Writes whole numbers in base 128, the least digits first: a byte above 127 is followed by another
// (LEB128). A signed number n is folded to 2n, or -2n - 1 if it is negative, so that small ones
// stay short.
#include "leagues/ratings/numbers.hpp"

namespace danno::leagues::ratings {
namespace {

__extension__ using UInt128 = unsigned __int128;

template <class Unsigned>
void put(std::string& bytes, Unsigned number) {
  for (; number >= 0x80; number >>= 7U)
    bytes += static_cast<char>(number | 0x80U);
  bytes += static_cast<char>(number);
}

template <class Unsigned>
std::optional<Unsigned> take(std::string_view& bytes) {
  Unsigned number = 0;
  for (unsigned shift = 0; shift < 8 * sizeof number && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    number |= Unsigned{byte & 0x7FU} << shift;
    if (byte < 0x80) return number;
  }
  return std::nullopt;
}

template <class Unsigned, class Signed>
void fold(std::string& bytes, Signed number) {
  const auto bits = static_cast<Unsigned>(number);
  put<Unsigned>(bytes, number < 0 ? ~(bits << 1U) : bits << 1U);
}

template <class Unsigned, class Signed>
std::optional<Signed> unfold(std::string_view& bytes) {
  const auto number = take<Unsigned>(bytes);
  if (!number) return std::nullopt;
  const Unsigned half = *number >> 1U;
  return static_cast<Signed>((*number & 1U) != 0 ? ~half : half);
}

}  // namespace

void put_number(std::string& bytes, std::uint64_t number) { put(bytes, number); }
void put_signed(std::string& bytes, std::int64_t number) { fold<std::uint64_t>(bytes, number); }
void put_wide(std::string& bytes, Int128 number) { fold<UInt128>(bytes, number); }

std::optional<std::uint64_t> take_number(std::string_view& bytes) {
  return take<std::uint64_t>(bytes);
}

std::optional<std::int64_t> take_signed(std::string_view& bytes) {
  return unfold<std::uint64_t, std::int64_t>(bytes);
}

std::optional<Int128> take_wide(std::string_view& bytes) { return unfold<UInt128, Int128>(bytes); }

}  // namespace danno::leagues::ratings

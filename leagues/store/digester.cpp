#include "leagues/store/digester.hpp"

#include <fmt/format.h>

#include "referee/record/sha256.hpp"

namespace danno::leagues::store {

Digester::Digester() { crypto_generichash_init(&state_, nullptr, 0, crypto_generichash_BYTES); }

void Digester::add(std::string_view bytes) {
  // Most values are a few bytes: a library call for each would cost more than hashing them.
  constexpr std::size_t kAtOnce = 4096;
  pending_ += bytes;
  if (pending_.size() >= kAtOnce) update();
}

void Digester::update() {
  crypto_generichash_update(&state_, reinterpret_cast<const unsigned char*>(pending_.data()),
                            pending_.size());
  pending_.clear();
}

void Digester::add_value(std::optional<std::string_view> value) {
  // A value is written as a netstring, so that no two lists of values have the same bytes. NULL is
  // "-".
  if (!value) return add("-,");
  const fmt::format_int size(value->size());
  add({size.data(), size.size()});
  add(":");
  add(*value);
  add(",");
}

namespace {

/// Returns FNV-1a, folded to 16 bits. The digest proves the content of a row; the mark only shows
/// where it differs.
std::uint16_t compute_mark(std::string_view value) {
  std::uint32_t hash = 2166136261U;
  for (const char byte : value) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 16777619U;
  }
  return static_cast<std::uint16_t>((hash >> 16U) ^ hash);
}

void add_hex(std::string& text, std::uint16_t mark) {
  for (unsigned shift = 16; shift > 0;)
    text += "0123456789abcdef"[(mark >> (shift -= 4)) & 0xFU];
}

}  // namespace

void RowDigester::add_value(std::optional<std::string_view> value) {
  digester_.add_value(value);
  // A row's marks are its keys in words, then four hexadecimal digits for each other column.
  if (column_ < keys_) {
    if (column_ > 0) marks_ += '/';
    marks_ += value.value_or("");
  } else {
    if (column_ == keys_) marks_ += ' ';
    add_hex(marks_, compute_mark(value.value_or("")));
  }
  ++column_;
}

void RowDigester::add_number(std::int64_t number) {
  const fmt::format_int digits(number);
  add_value(std::string_view(digits.data(), digits.size()));
}

void RowDigester::end_row() {
  digester_.end_row();
  marks_ += '\n';
  column_ = 0;
}

std::string Digester::bytes() {
  update();
  std::string digest(crypto_generichash_BYTES, '\0');
  crypto_generichash_final(&state_, reinterpret_cast<unsigned char*>(digest.data()), digest.size());
  return digest;
}

std::string Digester::hex() { return referee::record::to_hex(bytes()); }

}  // namespace danno::leagues::store

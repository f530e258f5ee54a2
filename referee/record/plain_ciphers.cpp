// The ciphers without libraries. Tests compare them with those of ciphers.cpp.
#include <algorithm>
#include <bit>
#include <string>

#include "referee/record/ciphers.hpp"

namespace danno::referee::record {
namespace {

constexpr std::size_t kBlock = 64;
using HashWords = std::array<std::uint32_t, 8>;

constexpr std::array<std::uint32_t, 64> kRound{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t read_big_endian(const char* bytes) {
  std::uint32_t word = 0;
  for (int i = 0; i < 4; ++i)
    word = (word << 8U) | static_cast<std::uint8_t>(bytes[i]);
  return word;
}

/// Returns the message schedule of a block.
std::array<std::uint32_t, 64> expand(const char* block) {
  std::array<std::uint32_t, 64> words{};
  for (std::size_t i = 0; i < 16; ++i)
    words[i] = read_big_endian(block + 4 * i);
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t a = words[i - 15];
    const std::uint32_t b = words[i - 2];
    words[i] = words[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3U)) + words[i - 7] +
               (std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10U));
  }
  return words;
}

void mix(HashWords& state, const char* block) {
  const auto words = expand(block);
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t one = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                              ((e & f) ^ (~e & g)) + kRound[i] + words[i];
    const std::uint32_t two =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + one;
    d = c;
    c = b;
    b = a;
    a = one + two;
  }
  const HashWords mixed{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i)
    state[i] += mixed[i];
}

std::uint32_t read_little_endian(const std::uint8_t* bytes) {
  std::uint32_t word = 0;
  for (int i = 3; i >= 0; --i)
    word = (word << 8U) | bytes[i];
  return word;
}

using ChaChaState = std::array<std::uint32_t, 16>;

void mix_quarter(ChaChaState& x, std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
  const auto add = [&](std::size_t to, std::size_t from, std::size_t turned, int bits) {
    x[to] += x[from];
    x[turned] = std::rotl(x[turned] ^ x[to], bits);
  };
  add(a, b, d, 16);
  add(c, d, b, 12);
  add(a, b, d, 8);
  add(c, d, b, 7);
}

void write_block(const ChaChaState& start, std::span<std::uint8_t> block) {
  ChaChaState x = start;
  for (int round = 0; round < 20; round += 2) {
    for (std::size_t i = 0; i < 4; ++i)
      mix_quarter(x, i, 4 + i, 8 + i, 12 + i);
    for (std::size_t i = 0; i < 4; ++i)
      mix_quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
  }
  for (std::size_t i = 0; i < block.size(); ++i)
    block[i] = static_cast<std::uint8_t>((x[i / 4] + start[i / 4]) >> (8 * (i % 4)));
}

}  // namespace

struct Sha256::State {
  HashWords words{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::string rest;
  std::uint64_t size = 0;
};

Sha256::Sha256() : state_(std::make_unique<State>()) {}
Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
  state_->size += bytes.size();
  state_->rest.append(bytes);
  std::size_t at = 0;
  for (; at + kBlock <= state_->rest.size(); at += kBlock)
    mix(state_->words, state_->rest.data() + at);
  state_->rest.erase(0, at);
}

Sha256Hash Sha256::finish() {
  const std::uint64_t bits = 8 * state_->size;
  // A one, zeros up to the end of a block, and in its last eight bytes the number of bits.
  std::string end("\x80");
  end.append((2 * kBlock - 9 - state_->rest.size()) % kBlock, '\0');
  for (int shift = 56; shift >= 0; shift -= 8)
    end += static_cast<char>(static_cast<std::uint8_t>(bits >> static_cast<unsigned>(shift)));
  add(end);
  Sha256Hash hash{};
  for (std::size_t i = 0; i < hash.size(); ++i)
    hash[i] = static_cast<std::uint8_t>(state_->words[i / 4] >> (24 - 8 * (i % 4)));
  return hash;
}

struct Hmac::State {
  std::string inner;
  std::string outer;
};

Hmac::Hmac(std::string_view key) : state_(std::make_unique<State>()) {
  std::string padded(key);
  if (key.size() > kBlock) {
    Sha256 hash;
    hash.add(key);
    const Sha256Hash short_key = hash.finish();
    padded.assign(short_key.begin(), short_key.end());
  }
  padded.resize(kBlock);
  for (const char c : padded) {
    state_->inner += static_cast<char>(c ^ 0x36);
    state_->outer += static_cast<char>(c ^ 0x5c);
  }
}
Hmac::~Hmac() = default;

Sha256Hash Hmac::compute(std::string_view message) const {
  Sha256 inner;
  inner.add(state_->inner);
  inner.add(message);
  const Sha256Hash hash = inner.finish();
  Sha256 outer;
  outer.add(state_->outer);
  outer.add({reinterpret_cast<const char*>(hash.data()), hash.size()});
  return outer.finish();
}

void write_chacha20(const std::array<std::uint8_t, 32>& key,
                    const std::array<std::uint8_t, 8>& nonce, std::uint64_t counter,
                    std::span<std::uint8_t> blocks) {
  ChaChaState state{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  for (std::size_t i = 0; i < 8; ++i)
    state[4 + i] = read_little_endian(key.data() + 4 * i);
  for (std::size_t i = 0; i < 2; ++i)
    state[14 + i] = read_little_endian(nonce.data() + 4 * i);
  for (std::size_t at = 0; at < blocks.size(); at += kBlock, ++counter) {
    state[12] = static_cast<std::uint32_t>(counter);
    state[13] = static_cast<std::uint32_t>(counter >> 32U);
    write_block(state, blocks.subspan(at, std::min(kBlock, blocks.size() - at)));
  }
}

void start_ciphers() {}

}  // namespace danno::referee::record

// The program has referee/record/plain_ciphers.cpp in place of referee/record/ciphers.cpp. The
// expected values are those of the modules hashlib, hmac and cryptography of Python.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "referee/record/sha256.hpp"

namespace danno::referee::record {
namespace {

TEST(PlainSha256, PadsEveryLengthOfTheLastBlock) {
  const std::vector<std::pair<std::size_t, const char*>> hashes{
      {0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
      {56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
      {63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"},
      {64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
      {65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"},
      {120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"},
      {1000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"}};
  for (const auto& [length, hash] : hashes)
    EXPECT_EQ(sha256_hex(std::string(length, 'a')), hash) << length;
}

TEST(PlainSha256, IsThatOfThePiecesTogether) {
  const std::string text(1000, 'a');
  Sha256 hash;
  for (std::size_t at = 0; at < text.size(); at += 40)
    hash.add(text.substr(at, 40));
  EXPECT_EQ(to_hex(hash.finish()), sha256_hex(text));
}

TEST(PlainHmac, HashesOnlyKeysLongerThanABlock) {
  const std::vector<std::pair<std::size_t, const char*>> codes{
      {3, "5cc0f316f17d05342a2ec0d22cac40b8b14a397e20bb0da089c6fe8131b7a1da"},
      {64, "84332a7580ed3cf75de83c644c8d2c1c262ad90e0190e5c5ae4b82b2102e8e75"},
      {65, "c62955a96944ff68deabbc0eab6192065c1c55bb8ddee16151ed5337f911eab9"},
      {131, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"}};
  for (const auto& [length, code] : codes) {
    const Hmac hmac(std::string(length, '\xaa'));
    EXPECT_EQ(to_hex(hmac.compute("Test Using Larger Than Block-Size Key - Hash Key First")), code)
        << length;
  }
}

TEST(PlainChaCha20, WritesBlocksFromACounterOf64Bits) {
  std::array<std::uint8_t, 32> key{};
  for (std::size_t i = 0; i < key.size(); ++i)
    key[i] = static_cast<std::uint8_t>(i);
  const std::uint64_t counter = (std::uint64_t{3} << 32) | 7;
  std::array<std::uint8_t, 128> blocks{};
  write_chacha20(key, {0, 1, 2, 3, 4, 5, 6, 7}, counter, blocks);
  EXPECT_EQ(to_hex(blocks),
            "1d2901b94b5130c46fcf87994fc62c9e406ac9605b9abc4b54cb62eb80c20d5e"
            "1d9bbdc5bb83fe4575705679bcee1d82d38681e524e7b21731e18d9763feebee"
            "a6a1d2ec0f7962366ab2b15f6e442a2ff8d68bc602df5a16c3847c3e1e9751cd"
            "bec51605245b6f34ebe5753a6728f97f801e90c9d99f0c66e13cb5133b3be4f8");
}

}  // namespace
}  // namespace danno::referee::record

#include "leagues/store/pack.hpp"

#include <gtest/gtest.h>
#include <zstd.h>

#include <stdexcept>

namespace danno::leagues::store {
namespace {

TEST(PackedTexts, AreTheSameAgain) {
  for (const std::vector<std::string>& texts :
       {std::vector<std::string>(), {""}, {"a", "", std::string(300, 'b')}})
    EXPECT_EQ(unpack(pack(texts)), texts);
}

TEST(PackedTexts, AreDamagedByASingleBit) {
  const std::vector<std::string> texts{"some", std::string(100, 'x'), "games"};
  const std::string frame = pack(texts);
  for (std::size_t bit = 0; bit < 8 * frame.size(); ++bit) {
    std::string changed = frame;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
    try {  // a bit of the header may mean nothing
      EXPECT_EQ(unpack(changed), texts) << bit;
    } catch (const std::runtime_error&) {
    }
  }
  EXPECT_THROW((void)unpack(frame.substr(0, frame.size() - 1)), std::runtime_error);
  EXPECT_THROW((void)unpack(""), std::runtime_error);
}

TEST(PackedTexts, AreDamagedByALengthThatIsCutOrGoesOnBehindTheEnd) {
  const auto frame = [](const std::string& content) {
    std::string made(ZSTD_compressBound(content.size()), '\0');
    made.resize(ZSTD_compress(made.data(), made.size(), content.data(), content.size(), 1));
    return made;
  };
  EXPECT_EQ(unpack(frame("\3abc\1d")), (std::vector<std::string>{"abc", "d"}));
  for (const std::string content :
       {"\3ab", "\1a\x80", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"}) {
    EXPECT_THROW((void)unpack(frame(content)), std::runtime_error) << content;
  }
}

}  // namespace
}  // namespace danno::leagues::store

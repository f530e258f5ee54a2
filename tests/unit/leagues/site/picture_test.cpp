#include <gtest/gtest.h>

#include "leagues/site/picture.hpp"

namespace danno::leagues::site {
namespace {

constexpr Colour kWhite{255, 255, 255};
constexpr Colour kBlack{0, 0, 0};

std::string picture_of(std::string_view words) {
  Picture picture(200, 40, kWhite);
  picture.write(words, {4, 30}, 20, kBlack);
  return picture.png();
}

TEST(Picture, IsAPngAndTheSameAgain) {
  const std::string png = picture_of("odds +111");
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(png, picture_of("odds +111"));
  EXPECT_NE(png, picture_of("odds -111"));
}

TEST(Picture, EveryPrintableCharacterIsDrawn) {
  const std::string empty = picture_of(" ");
  for (char letter = '!'; letter <= '~'; ++letter)
    EXPECT_NE(picture_of(std::string(1, letter)), empty) << letter;
}

TEST(Picture, WhatItHasNoLetterForIsOneBox) {
  const std::string box = picture_of("\x01");
  for (const char* const word : {"\x1b", "é", "日", "\u202e", "🎲", "\xff"}) {
    EXPECT_EQ(picture_of(word), box) << word;
    EXPECT_EQ(width_of(word, 20), width_of("a", 20)) << word;
  }
}

TEST(Picture, WhatLiesOutsideIsCut) {
  Picture picture(10, 10, kWhite);
  const std::string before = picture.png();
  picture.draw({-500, -500}, {-20, 900}, 30, kBlack);
  picture.draw({40, 5}, {1e6, 5}, 4, kBlack);
  EXPECT_EQ(picture.png(), before);
  picture.write(std::string(1000, 'M'), {-50, 5}, 20, kBlack);
  EXPECT_NE(picture.png(), before);
}

}  // namespace
}  // namespace danno::leagues::site

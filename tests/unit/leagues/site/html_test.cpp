#include <gtest/gtest.h>

#include <string>

#include "leagues/site/html.hpp"
#include "leagues/site/page.hpp"

namespace danno::leagues::site {
namespace {

TEST(Html, NoWordBecomesMarkup) {
  PageBody body;
  Element name = body.root().add("b");
  name.bot("<script>alert('&\"')</script>");
  name.set("title", "\"><img onerror=x>");
  EXPECT_EQ(body.print(),
            "<body><b title=\"&quot;>&lt;img onerror=x>\"><bdi>&lt;script&gt;"
            "alert('&amp;\"')&lt;/script&gt;</bdi></b></body>");
}

TEST(Html, ControlsTurnedTextAndBrokenBytesAreShown) {
  PageBody body;
  body.root()
      .text(std::string("\x1b[31m \xE2\x80\xAE \xFF \xEF\xBF\xBF", 15))
      .bot(std::string(1, 0));
  EXPECT_EQ(body.print(), "<body>\\x1b[31m \\u202e \\xff \\uffff<bdi>\\x00</bdi></body>");
}

TEST(Html, AColonBeginsAText) {  // as in "53 : 48.5", and is no command to a log here
  PageBody body;
  body.root().text(": ");
  EXPECT_EQ(body.print(), "<body>: </body>");
}

TEST(Html, EmptyElementsHaveTheirEndAndClassesTheirPlace) {
  PageBody body;
  body.root().add("td", "n soft");
  EXPECT_EQ(body.print(), "<body><td class=\"n soft\"></td></body>");
}

TEST(Html, LinksArePercentEncoded) {
  PageBody body;
  body.root().add("a").link("../koans/100%25 \"<&#.html", "a 1");
  body.root().add("a").link("", "a96");
  EXPECT_EQ(body.print(),
            "<body><a href=\"../koans/100%2525%20%22%3C%26%23.html#a%201\"></a>"
            "<a href=\"#a96\"></a></body>");
}

TEST(HtmlDeathTest, WhatThePolicyForbidsIsABug) {
  PageBody body;
  EXPECT_DEATH(body.root().set("href", "x"), "href");
  EXPECT_DEATH(body.root().set("onclick", "x"), "on");
  EXPECT_DEATH(body.root().set("style", "x"), "style");
  EXPECT_DEATH(body.root().add("br"), "kVoid");
}

TEST(Page, HasItsPolicyFirstAndItsTwoFiles) {
  const Page page{"a <b>", "1 & 2", "", PageBody()};
  const std::string text = print_page(page, "../", kDealAssets);
  EXPECT_EQ(text.rfind("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                       "style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; "
                       "form-action 'none'\">",
                       0),
            0U);
  EXPECT_NE(text.find("<title>a &lt;b&gt;</title>"), std::string::npos);
  EXPECT_NE(text.find("content=\"1 &amp; 2\""), std::string::npos);
  EXPECT_NE(text.find("href=\"../danno.css\""), std::string::npos);
  EXPECT_NE(text.find("src=\"../danno.js\""), std::string::npos);
}

TEST(Page, AsOneFileNamesStyleAndScriptByTheirHash) {
  const std::string text = print_single_file({"a", "", "", PageBody()});
  EXPECT_EQ(text.find("self"), std::string::npos);
  EXPECT_NE(text.find("style-src 'sha256-"), std::string::npos);
  EXPECT_NE(text.find("<style>" + std::string(kDealAssets.style) + "</style>"), std::string::npos);
  EXPECT_NE(text.find("<script>" + std::string(kDealAssets.script) + "</script>"),
            std::string::npos);
}

TEST(Assets, AreSmallAndCannotEndTheirElement) {
  for (const Assets& assets : {kDealAssets, kLeagueAssets}) {
    EXPECT_LE(assets.style.size(), 20U * 1024);
    EXPECT_LE(assets.script.size(), 18U * 1024);
    EXPECT_EQ(assets.style.find("</"), std::string::npos);
    EXPECT_EQ(assets.script.find("</"), std::string::npos);
  }
}

TEST(Assets, TheScriptHasNoWayToMakeMarkupOrCodeOfText) {
  for (const char* const word : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write",
                                 "eval(", "Function(", "setTimeout('", "setTimeout(\"", "fetch(",
                                 "XMLHttpRequest", "import ", "localStorage", "cookie"}) {
    EXPECT_EQ(kDealAssets.script.find(word), std::string::npos) << word;
    EXPECT_EQ(kLeagueAssets.script.find(word), std::string::npos) << word;
  }
}

}  // namespace
}  // namespace danno::leagues::site

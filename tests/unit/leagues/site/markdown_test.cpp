#include "leagues/site/markdown.hpp"

#include <gtest/gtest.h>

#include <string>

#include "leagues/base/escape.hpp"

namespace danno::leagues::site {
namespace {

std::string show(std::string_view markdown, const MarkdownOptions& options = {}) {
  PageBody body;
  add_markdown(body.root(), markdown, options);
  return body.print();
}

TEST(Markdown, AnEscapedWordIsShownAsItWas) {
  const std::string word = R"(a<script>|`*[x](y)~$&"':@ )";
  const std::string page = show("# " + base::escape_markdown(word) + "\n");
  PageBody expected;
  expected.root().add("h1").bot(word);
  EXPECT_EQ(page, expected.print());
}

TEST(Markdown, NoWordOfALetterBecomesMarkup) {
  const std::string page = show(
      "# <img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\n\n    <b>stderr</b>\n\n"
      "- <i>\n\n| <u> | `<s>` |\n|---|--:|\n| <a href=javascript:x> | &#60;em&#62; |\n");
  for (const char* const tag : {"<img", "<script", "<b>", "<i>", "<u>", "<s>", "<a ", "<em"})
    EXPECT_EQ(page.find(tag), std::string::npos) << tag << "\n" << page;
  EXPECT_NE(page.find("&lt;em&gt;"), std::string::npos) << page;
}

TEST(Markdown, ATableHasItsAlignmentAndLinks) {
  const std::string page =
      show("| agent | games |\n| --- | ---: |\n| ada | 12 |\n",
           {.level = 2, .link = [](std::string_view word) {
              return word == "ada" ? std::string("agents/ada/") : std::string();
            }});
  EXPECT_NE(page.find("<td><a href=\"agents/ada/\"><bdi>ada</bdi></a></td>"
                      "<td class=\"n\"><bdi>12</bdi></td>"),
            std::string::npos)
      << page;
}

TEST(Markdown, IndentedLinesStayLinesAndHeadingsAreLowered) {
  EXPECT_NE(show("## Faults\n\n    one\n      two\n", {.level = 3})
                .find("<h4><bdi>Faults</bdi></h4><pre class=\"wrapped\"><span><bdi>one</bdi></span>"
                      "<span><bdi>  two</bdi></span></pre>"),
            std::string::npos);
}

TEST(Markdown, EndsInTheMiddleAreNoReasonToStop) {
  for (const char* const text :
       {"", "#", "|", "- ", "    ", "`", "| a\n|", "|\n|\n|", "- a\n  b", "&#", "&#60", "a `b"})
    EXPECT_TRUE(show(text).starts_with("<body>")) << text;
}

}  // namespace
}  // namespace danno::leagues::site

// The page in which a bot is written and played.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

#include "leagues/base/json.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/entrants/scaffold.hpp"
#include "leagues/site/frame.hpp"
#include "leagues/site/pages.hpp"
#include "leagues/site/playground.hpp"
#include "referee/record/sha256.hpp"

namespace danno::leagues::site {
namespace {

using base::Json;

/// A bot to begin with, and the idea behind it.
struct StartingPoint {
  std::string_view title;
  std::string_view about;
  std::string_view text;
};

/// The first one is the bot of `danno new js`, the others are those of docs/write-an-agent.md.
std::array<StartingPoint, 3> list_steps() {
  return {{
      {"Stop at 300",
       "This is what danno new js writes: it banks once its turn is worth a tenth of the target. "
       "Press Run: hold, which stops at 250, is stronger. Change SHARE to 12, and run it again.",
       {}},
      {"How a game ends",
       "Points beyond the target win nothing, and in the last turn only the lead counts. That "
       "wins a few games more; hold is still stronger.",
       kEndOfGameBot},
      {"Fewer dice, sooner",
       "One die busts two times in three, five dice one time in thirteen. So this one banks at "
       "200 with one or two dice left, at 350 with three, at 950 with four. It beats hold.",
       kFewerDiceBot},
  }};
}

/// Returns the files that `danno new js mybot` makes, by name.
Json bot_folder() {
  const std::filesystem::path folder = entrants::agent_templates() / "js";
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  Json files = Json::object();
  for (const std::string& name : names)
    files[name] = base::read_whole(folder / name).value_or("");
  return files;
}

/// Returns the script's constant with the texts that it needs.
std::string files_script() {
  Json steps = Json::array();
  const Json folder = bot_folder();
  for (const StartingPoint& step : list_steps())
    steps.push_back({{"title", step.title},
                     {"about", step.about},
                     {"text", step.text.empty() ? folder.at("agent.mjs") : Json(step.text)}});
  // The frame's policy lets nothing run but its script and what that makes.
  const Json files{
      {"policy", fmt::format("default-src 'none'; script-src 'sha256-{}' blob:; worker-src blob:",
                             referee::record::sha256_base64(kBotFrame))},
      {"frame", kBotFrame},
      {"worker", kBotWorker},
      {"match", kMatchScript},
      {"referee", kRefereeWorker},
      {"steps", steps},
      {"folder", folder}};
  return fmt::format("const FILES = {};\n", base::dump(files));
}

/// Adds the places that the script fills.
void add_places(Element main, const SitePage& page) {
  Element write = main.add("div", "write");
  Element work = write.add("section", "work").set("aria-label", "Your bot");
  work.add("div", "begin").set("role", "group").set("aria-label", "Begin with");
  work.add("p", "about-step");
  work.add("div", "code");
  work.add("p", "soft small")
      .set("id", "keys")
      .text("Tab indents; Esc, then Tab, leaves the editor. Ctrl+Enter runs.");
  work.add("div", "acts");
  if (page.league().has_hand_in())
    work.add("p", "small").add("a").link(page.to(kHandInPage)).text("Hand in what you downloaded");
  work.add("p", "said").set("role", "status");
  Element choices = work.add("details");
  choices.add("summary").text("Name, rules and dice");
  choices.add("div", "choices");
  Element printed = work.add("details", "printed").set("open").set("hidden");
  printed.add("summary").text("What it printed");
  printed.add("pre").set("tabindex", "0");
  write.add("section", "results")
      .set("aria-label", "Result")
      .add("p", "soft")
      .text(
          "Run your bot: 1,000 deals against each of three bots, every deal twice on the same "
          "dice.");
}

void add_without_script(Element main) {
  Element words = main.add("noscript").add("p");
  words.text("This page needs script. Without it, ");
  words.add("code").text("danno new js mybot");
  words.text(" makes the same bot as a folder, and ");
  words.add("code").text("danno match mybot hold");
  words.text(" plays it.");
}

}  // namespace

std::string write_page(const PageLeague& league) {
  SitePage page(league, kWritePage, kWriteTitle, kWriteTitle, write_assets());
  page.describe("Write a bot for Greed in the page, and see how strong it is.");
  Element main = page.main();
  main.add("h1").text(kWriteTitle);
  main.add("p", "lead")
      .text(
          "A bot is one function: it gets a question with all that is legal, and answers it. Yours "
          "plays here, in your browser; nothing leaves this page.");
  add_without_script(main);
  add_places(main, page);
  return page.print();
}

const Assets& write_assets() {
  static const std::string kScript = files_script() + std::string(kWriteScript);
  static const Assets kAssets{"write.css",  kWriteStyle, "write.js", kScript,
                              &kDealAssets, true,        kBotFrame};
  return kAssets;
}

}  // namespace danno::leagues::site

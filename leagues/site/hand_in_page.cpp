// Shows what a season says about itself, and the page on which authors hand in. The form is made
// by hand_in.js, because nothing of it works without script; the page alone shows the command.
#include <fmt/format.h>

#include "leagues/base/count.hpp"
#include "leagues/site/frame.hpp"
#include "leagues/site/pages.hpp"

namespace danno::leagues::site {
namespace {

std::string until_words(const SeasonFacts& season, bool has_started) {
  if (season.is_closed) return "The season is closed.";
  if (!has_started) return fmt::format("The season opens on {}.", format_minute(*season.opens));
  if (!season.closes) return "The season is open.";
  return fmt::format("The season is open until {}.", format_minute(*season.closes));
}

std::string queue_words(const SeasonFacts& season) {
  const std::string waiting = season.queue == 0
                                  ? "No submission waits"
                                  : base::format_count(season.queue, "submission") +
                                        (season.queue == 1 ? " waits" : " wait") + " for an answer";
  return fmt::format("{}. So far {} {} accepted, {} refused.", waiting,
                     base::format_count(season.accepted), season.accepted == 1 ? "was" : "were",
                     base::format_count(season.refused));
}

void add_last_accepted(Element main, const PageLeague& league) {
  const SeasonFacts& season = *league.options.season;
  if (season.last.empty()) return;
  Element line = main.add("p", "soft small");
  line.text("Last accepted: ");
  for (const AcceptedSubmission& one : season.last) {
    if (&one != &season.last.front()) line.text(" · ");
    line.bot(one.agent);
    if (league.options.authors && one.author != one.agent) line.text(" by ").bot(one.author);
    line.text(", " + format_minute(one.answered));
  }
}

void add_command(Element main, const std::string& command) {
  main.add("pre", "wrapped").add("span").text(command);
}

/// Adds what an author does without the form.
void add_terminal(Element main, const SeasonFacts& season) {
  const std::size_t host = season.web.find("://") + 3;
  main.add("h2").text("From a terminal");
  main.add("p").text("With your own name in place of NAME; both ask for the token:");
  add_command(main, fmt::format("danno hand-in mybot --to {}NAME@{}", season.web.substr(0, host),
                                season.web.substr(host)));
  add_command(main, fmt::format("curl -T mybot.zip -u NAME {}/hand-in/", season.web));
}

}  // namespace

void add_season(Element main, const SitePage& page) {
  const PageLeague& league = page.league();
  if (!league.options.season) return;
  const SeasonFacts& season = *league.options.season;
  if (season.is_final) {
    Element line = main.add("p");
    line.add("strong").text("This is the final.");
    line.text(" It has the last accepted version of every agent that was handed in. ");
    line.add("a").link(page.to(league.season_page())).text("The season");
    return;
  }
  const bool has_started = !season.opens || season.accepted + season.refused + season.queue > 0 ||
                           !league.options.live || league.options.live->at >= *season.opens;
  Element box = main.add("section", "season");
  Element line = box.add("p");
  line.add("strong").text(until_words(season, has_started));
  if (!season.is_closed && league.has_hand_in() && page.path() != kHandInPage) {
    line.text(" ").add("a").link(page.to(kHandInPage)).text("Hand in an agent");
  }
  if (league.has_final)
    line.text(" ").add("a").link(page.to(league.final_page())).text("The final");
  box.add("p").text(queue_words(season));
  add_last_accepted(box, league);
}

std::string hand_in_page(const PageLeague& league) {
  const SeasonFacts& season = *league.options.season;
  SitePage page(league, kHandInPage, "Hand in", "Hand in", kHandInAssets);
  page.describe("Hand in an agent to " + league.title() + ".");
  Element main = page.main();
  main.add("h1").text("Hand in");
  add_season(main, page);
  if (season.is_closed) return page.print();
  Element agent = main.add("p");
  agent.text("An agent is a folder with agent.toml, as ").add("code").text("danno new");
  agent.text(fmt::format(" makes it, of at most {} MB. {} of an author are checked in a day.",
                         season.max_mb, base::format_count(season.max_per_day, "submission")));
  main.add("div", "hand-in").set("data-max-bytes", fmt::to_string(season.max_mb << 20U));
  main.add("noscript").add("p").text("The form needs JavaScript; a terminal does not.");
  add_terminal(main, season);
  main.add("h2").text("What happens then");
  Element then = main.add("p");
  then.text("It is built and checked as by ").add("code").text("danno check");
  then.text(
      ". If it passes, it plays from the next round on, in place of your version before. If it "
      "does "
      "not, you read why, and the version before continues.");
  main.add("p").add("a").link(page.to("mine/")).text("Your answers, reports and games");
  return page.print();
}

}  // namespace danno::leagues::site

// danno league site: a stored league as a folder of pages.

#include <memory>

#include "leagues/cli/flags/site_flags.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/files/json.hpp"
#include "leagues/play/runner.hpp"
#include "leagues/site/site.hpp"
#include "leagues/verify/verify.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"
#include "referee/sandbox/processors.hpp"

namespace danno::leagues::cli::verbs {
namespace {

namespace fs = std::filesystem;
using files::Json;

struct SiteArguments {
  flags::StoredLeagueArguments league;
  std::string to;
  bool verify = false;
  flags::SiteFlags shown;
};

/// Returns the p-value of the dice if everything holds; otherwise prints what does not.
std::optional<double> verified(const fs::path& folder) {
  const verify::Verification found = verify::verify(folder, referee::sandbox::usable_cores(),
                                                    [](auto...) { terminal::stop_if_asked(); });
  if (!found.problem) return verify::overall_p(found.dice);
  terminal::print_note("wrong: {}; the site is as it was\n",
                       words::escape_terminal(*found.problem));
  return std::nullopt;
}

void tell(const fs::path& folder, const site::MadeSite& made,
          const terminal::Invocation& invocation) {
  const std::string index = (folder / "index.html").string();
  if (invocation.json) {
    Json left_out = Json::array();
    for (const auto& [what, why] : made.left_out)
      left_out.push_back({{"what", what}, {"why", why}});
    const Json json{{"site", index},
                    {"pages", made.pages},
                    {"bytes", made.bytes},
                    {"games", made.games},
                    {"left_out", left_out}};
    terminal::print("{}\n", files::dump(json));
    return;
  }
  terminal::print_text("{}  {} pages, {:.1f} MB{}\n", words::escape_terminal(index),
                       words::show_count(made.pages), static_cast<double>(made.bytes) / 1e6,
                       made.is_new ? "" : ", as they were: nothing is new");
  if (invocation.quiet) return;
  for (const auto& [what, why] : made.left_out)
    terminal::print_note("left out: {}: {}\n", what, words::escape_terminal(why));
}

int make(const SiteArguments& arguments, const terminal::Invocation& invocation) {
  const fs::path league = flags::stored_folder(arguments.league);
  const store::Reader now = store::Reader::open_to_read(league);
  const auto file = flags::league_file(arguments.league);
  const plan::SiteKeys keys = file ? flags::read_site_keys(*file) : plan::SiteKeys();
  site::SiteOptions options = flags::site_options(arguments.shown, keys, now);
  const terminal::Interrupts interrupts(terminal::Work::Compute);
  if (arguments.verify) {
    options.verified = verified(league);
    if (!options.verified) return terminal::kFails;
  }
  const store::Reader store =
      store::Reader::open_at(league, now.stage());  // the league may be playing
  const fs::path folder = arguments.to.empty() ? league / site::kFolder : fs::path(arguments.to);
  const site::MadeSite made =
      site::make_site(store, folder, options, terminal::watch_for(invocation));
  tell(folder, made, invocation);
  return terminal::kDone;
}

}  // namespace

void add_site(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb =
      league.add(invocation, {.name = "site",
                              .summary = "the league as a folder of web pages",
                              .group = "Verbs",
                              .examples = "  danno league site league.toml\n"
                                          "  danno league site out/spring --to public --verify"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<SiteArguments>();
  flags::add_stored_league(verb, arguments->league);
  verb.option("--to", arguments->to, "the folder to write; default site in the league's")
      .takes("FOLDER");
  verb.flag("--verify", arguments->verify, "'danno league verify' first; the pages say so");
  flags::add_site_flags(verb, arguments->shown);
  verb.runs([arguments, &invocation] { return make(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs

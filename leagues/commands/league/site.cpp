// danno league site: a stored league as a folder of pages.

#include "leagues/site/site.hpp"
#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/site_options.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/runner/runner.hpp"
#include "leagues/verify/verify.hpp"
#include "referee/sandbox/processors.hpp"

namespace danno::leagues::commands::league {
namespace {

namespace fs = std::filesystem;
using base::Json;

struct SiteArguments {
  cli::StoredLeagueArguments league;
  std::string to;
  bool verify = false;
  cli::SiteFlags shown;
};

/// Returns the p-value of the dice if everything holds; otherwise prints what does not.
std::optional<double> verified(const fs::path& folder) {
  const verify::Verification found = verify::verify(folder, referee::sandbox::usable_cores(),
                                                    [](auto...) { cli::stop_if_asked(); });
  if (!found.problem) return verify::overall_p(found.dice);
  cli::print_note("wrong: {}; the site is unchanged\n", base::escape_terminal(*found.problem));
  return std::nullopt;
}

void print_made_site(const fs::path& folder, const site::MadeSite& made,
                     const cli::Invocation& invocation) {
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
    cli::print("{}\n", base::dump(json));
    return;
  }
  cli::print_text("{}  {} pages, {:.1f} MB{}\n", base::escape_terminal(index),
                  base::format_count(made.pages), static_cast<double>(made.bytes) / 1e6,
                  made.is_new ? "" : ", unchanged");
  if (invocation.quiet) return;
  for (const auto& [what, why] : made.left_out)
    cli::print_note("left out: {}: {}\n", what, base::escape_terminal(why));
}

int make(const SiteArguments& arguments, const cli::Invocation& invocation) {
  const fs::path league = cli::stored_folder(arguments.league);
  const store::Reader now = store::Reader::open_to_read(league);
  const auto file = cli::league_file(arguments.league);
  const schedule::SiteKeys keys = file ? cli::read_league_terms(*file).site : schedule::SiteKeys();
  site::SiteOptions options = cli::site_options(arguments.shown, keys, now);
  const cli::Interrupts interrupts(cli::Work::Compute);
  if (arguments.verify) {
    options.verified = verified(league);
    if (!options.verified) return cli::kFails;
  }
  const store::Reader store =
      store::Reader::open_at(league, now.snapshot());  // the league may be playing
  const fs::path folder = arguments.to.empty() ? league / site::kFolder : fs::path(arguments.to);
  const site::MadeSite made = site::make_site(store, folder, options, cli::watch_for(invocation));
  print_made_site(folder, made, invocation);
  return cli::kDone;
}

}  // namespace

void add_site(cli::Command league, cli::Invocation& invocation) {
  const auto [command, arguments] =
      league.add(invocation, make,
                 {.name = "site",
                  .summary = "write the league as web pages",
                  .examples = "  danno league site league.toml\n"
                              "  danno league site out/spring --to public --verify"});
  command.json_flag(invocation);
  cli::add_stored_league(command, arguments.league);
  command.option("--to FOLDER", arguments.to,
                 "the folder to write; default site in the league's folder");
  command.flag("--verify", arguments.verify,
               "run 'danno league verify' first; the pages show the result");
  cli::add_site_flags(command, arguments.shown);
}

}  // namespace danno::leagues::commands::league

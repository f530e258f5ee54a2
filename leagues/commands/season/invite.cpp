// danno season invite: a token for each author, and the folders in which nginx puts what they send.
#include <fmt/format.h>

#include <memory>
#include <set>
#include <stdexcept>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/commands/season/tokens.hpp"
#include "leagues/commands/season/web_folders.hpp"

namespace danno::leagues::commands::season {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostNames = 10'000;

struct InviteArguments {
  std::string file;
  std::vector<std::string> names;
  std::vector<std::string> revoked;
};

/// The authors to invite: those who get a token in any case, and those who get one if they have
/// none. So a list that grew is given again without harm.
struct Invited {
  std::set<std::string> named;
  std::set<std::string> listed;
};

Invited find_invited(const InviteArguments& arguments) {
  Invited invited;
  for (const std::string& name : arguments.names) {
    if (!fs::is_regular_file(name)) {
      if (name.ends_with(".csv"))
        throw cli::UsageError(fmt::format("{}: no such file", base::escape_terminal(name)));
      if (const std::string problem = login_problem(name); !problem.empty())
        throw cli::UsageError(problem + "; or a CSV file with the column 'author'");
      invited.named.insert(name);
      continue;
    }
    try {
      const auto authors = read_authors(name);
      invited.listed.insert(authors.begin(), authors.end());
    } catch (const std::invalid_argument& problem) {
      throw cli::UsageError(fmt::format("{}: {}", base::escape_terminal(name), problem.what()));
    }
  }
  return invited;
}

void revoke(const InviteArguments& arguments, Tokens& tokens) {
  for (const std::string& name : arguments.revoked) {
    if (!tokens.has(name))
      throw cli::UsageError(fmt::format("--revoke '{}': no such author in web/htpasswd",
                                        base::escape_terminal(name)));
    tokens.revoke(name);
  }
}

void print_result(const InviteArguments& arguments, const Tokens& tokens, std::size_t renewed,
                  const fs::path& web) {
  if (renewed > 0)
    cli::print_text("{} in {}, which only you can read\n", base::format_count(renewed, "new token"),
                    base::escape_terminal((web / "tokens.csv").string()));
  cli::print_text("{} can hand in\n", base::format_count(tokens.size(), "author"));
  if (tokens.address().empty())
    cli::print("next: danno season web {} --address https://HOST\n",
               base::escape_terminal(base::quote_shell(arguments.file)));
}

int run(const InviteArguments& arguments) {
  const schedule::SeasonKeys keys = cli::read_season_keys(arguments.file);
  if (arguments.names.empty() && arguments.revoked.empty())
    throw cli::UsageError(
        "nobody is named; expected names of authors, or a CSV file with the column 'author'");
  if (!arguments.names.empty()) require_open_umask();
  const Invited invited = find_invited(arguments);
  const fs::path web = web_folder(arguments.file);
  Tokens tokens(web);
  revoke(arguments, tokens);
  std::set<std::string> renewed = invited.named;
  for (const std::string& author : invited.listed) {
    if (!tokens.has(author)) renewed.insert(author);
  }
  make_web_folders(keys, web);
  for (const std::string& author : renewed) {
    make_author_folder(keys, author);
    tokens.renew(author);
  }
  tokens.write();
  print_result(arguments, tokens, renewed.size(), web);
  return cli::kDone;
}

}  // namespace

void add_invite(cli::Command season, cli::Invocation& invocation) {
  const cli::Command command =
      season.add(invocation, {.name = "invite",
                              .summary = "give authors tokens, to hand in over the web",
                              .examples = "  danno season invite season.toml authors.csv\n"
                                          "  danno season invite season.toml ada --revoke bob"});
  const auto arguments = std::make_shared<InviteArguments>();
  command.option("FILE", arguments->file, "the league file, with [season]").required();
  command
      .option("AUTHOR", arguments->names,
              "names, which get a new token; or a CSV file with the column 'author', whose authors "
              "get one if they have none")
      .several(kMostNames);
  command
      .option("--revoke NAME", arguments->revoked,
              "an author who can hand in no more; repeat it for others")
      .repeated();
  command.runs([arguments] { return run(*arguments); });
}

}  // namespace danno::leagues::commands::season

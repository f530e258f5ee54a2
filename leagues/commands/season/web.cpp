// danno season web: the configuration with which nginx serves a season.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <stdexcept>

#include "leagues/base/escape.hpp"
#include "leagues/base/number.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/commands/season/nginx.hpp"
#include "leagues/commands/season/tokens.hpp"
#include "leagues/commands/season/web_folders.hpp"
#include "leagues/site/site.hpp"

namespace danno::leagues::commands::season {
namespace {

namespace fs = std::filesystem;

struct WebArguments {
  std::string file;
  std::string out;
  std::string address;
  std::string listen;
  bool no_tls = false;
};

/// Returns what the nginx of this machine says of its version; empty if there is none.
std::string read_nginx_version() {
  std::FILE* const pipe = ::popen("PATH=$PATH:/usr/sbin nginx -v 2>&1", "re");
  if (pipe == nullptr) return "";
  std::array<char, 256> text{};
  const std::size_t bytes = std::fread(text.data(), 1, text.size(), pipe);
  ::pclose(pipe);
  return {text.data(), bytes};
}

WebAddress parse_address(const WebArguments& arguments) {
  try {
    WebAddress address = parse_web_address(arguments.address);
    if (!address.tls && !arguments.no_tls)
      throw cli::UsageError(
          "--address: tokens sent over http can be read on the way; expected https://, or --no-tls "
          "for a test on this machine");
    return address;
  } catch (const std::invalid_argument& problem) {
    throw cli::UsageError(fmt::format("--address '{}': {}",
                                      base::escape_terminal(arguments.address), problem.what()));
  }
}

void require_listen(const std::string& listen) {
  const std::size_t colon = listen.rfind(':');
  const bool is_plain =
      listen.find_first_not_of("0123456789abcdefABCDEF.:[]*") == std::string::npos;
  if (listen.empty() || (is_plain && colon != std::string::npos &&
                         base::parse_whole<int>(listen.substr(colon + 1), 1, 65535)))
    return;
  throw cli::UsageError(fmt::format("--listen '{}': expected ADDRESS:PORT, as in 127.0.0.1:8080",
                                    base::escape_terminal(listen)));
}

NginxOptions make_options(const WebArguments& arguments, const schedule::SeasonKeys& keys,
                          const fs::path& web) {
  const store::League league = cli::read_league_terms(arguments.file).league;
  const fs::path out = fs::absolute(cli::league_folder(league, arguments.out));
  return {.season = league.name,
          .address = parse_address(arguments),
          .listen = arguments.listen,
          .tls = !arguments.no_tls,
          .has_http2_directive = has_http2_directive(read_nginx_version()),
          .web = web,
          .inbox = keys.inbox,
          .outbox = keys.outbox,
          .site = (out / site::kFolder).lexically_normal(),
          .final_site = (out / "final" / site::kFolder).lexically_normal(),
          .max_mb = keys.max_mb};
}

/// Writes the file; what somebody changed in it stays in a file beside it.
bool write_configuration(const fs::path& file, const std::string& text) {
  const auto before = base::read_whole(file);
  const bool differs = before && *before != text;
  if (differs) base::write_durable(file.string() + ".before", *before);
  base::write_durable(file, text);
  return differs;
}

void print_commands(const NginxOptions& options, const WebArguments& arguments,
                    const schedule::SeasonKeys& keys) {
  const auto quoted = [](const fs::path& path) {
    return base::escape_terminal(base::quote_shell(path.string()));
  };
  cli::print("\nenable it:\n");
  if (options.tls && options.listen.empty())
    cli::print("  sudo certbot certonly --webroot -w /var/www/html -d {}\n", options.address.host);
  cli::print("  sudo chgrp -R www-data {} {} {}\n", quoted(keys.inbox), quoted(keys.outbox),
             quoted(options.web));
  cli::print("  sudo chgrp $(id -gn) {}\n", quoted(uploads_folder(keys)));
  cli::print("  sudo ln -sf {} {}\n", quoted(options.web / "nginx.conf"),
             quoted(fs::path("/etc/nginx/sites-enabled") / base::to_file_name(options.season)));
  cli::print("  sudo nginx -t && sudo nginx -s reload\n");
  cli::print("then: danno season run {}\n", quoted(arguments.file));
}

void print_result(const NginxOptions& options, const WebArguments& arguments,
                  const schedule::SeasonKeys& keys, bool differs) {
  const fs::path file = options.web / "nginx.conf";
  cli::print_text("{}  the configuration of nginx, one file to read\n",
                  base::escape_terminal(file.string()));
  if (differs)
    cli::print_text("{}  the one before, which differs\n",
                    base::escape_terminal(file.string() + ".before"));
  cli::print_text("{}/hand-in.html  the page for authors\n", options.address.text);
  print_commands(options, arguments, keys);
  if (Tokens(options.web).size() == 0)
    cli::print_note("note: nobody has a token yet: danno season invite {} authors.csv\n",
                    base::escape_terminal(base::quote_shell(arguments.file)));
  for (const fs::path& path : {options.web, options.site, keys.inbox, keys.outbox}) {
    const fs::path closed = closed_folder(path);
    if (closed.empty()) continue;
    cli::print_note(
        "note: nginx is another user, and only you can pass {}; move the season, for example to "
        "/srv, or run: chmod o+x {}\n",
        base::escape_terminal(closed.string()),
        base::escape_terminal(base::quote_shell(closed.string())));
    break;
  }
}

int run(const WebArguments& arguments) {
  const schedule::SeasonKeys keys = cli::read_season_keys(arguments.file);
  require_listen(arguments.listen);
  require_open_umask();
  const fs::path web = web_folder(arguments.file);
  const NginxOptions options = make_options(arguments, keys, web);
  std::string text;
  try {
    text = nginx_configuration(options);
  } catch (const std::invalid_argument& problem) {
    throw cli::UsageError(base::escape_terminal(problem.what()));
  }
  make_web_folders(keys, web);
  Tokens tokens(web);
  tokens.set_address(options.address.text);
  tokens.write();
  print_result(options, arguments, keys, write_configuration(web / "nginx.conf", text));
  return cli::kDone;
}

}  // namespace

void add_web(cli::Command season, cli::Invocation& invocation) {
  const cli::Command command = season.add(
      invocation,
      {.name = "web",
       .summary = "write the configuration with which nginx serves a season",
       .examples =
           "  danno season web season.toml --address https://greed.example.org\n"
           "  danno season web season.toml --address https://www.example.org/greed --no-tls"});
  const auto arguments = std::make_shared<WebArguments>();
  command.option("FILE", arguments->file, "the league file, with [season]").required();
  command.option("--address URL", arguments->address, "where the season's pages will be")
      .required();
  command.option("--listen ADDRESS:PORT", arguments->listen,
                 "where nginx listens; default port 443, with --no-tls 127.0.0.1:8080");
  command.flag("--no-tls", arguments->no_tls,
               "for a proxy in front that does TLS, or a test on this machine");
  command.option("--out DIR", arguments->out, "the league's folder; default out/NAME");
  command.runs([arguments] { return run(*arguments); });
}

}  // namespace danno::leagues::commands::season

// danno season invite, danno season web: tokens for authors, the folders in which nginx puts what
// they send, and the configuration with which nginx serves a season.
#include "leagues/commands/season/web.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <vector>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/number.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/text.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/stored_league.hpp"
#include "leagues/commands/season/nginx.hpp"
#include "leagues/commands/season/tokens.hpp"
#include "leagues/site/author_pages.hpp"
#include "leagues/site/site.hpp"

namespace danno::leagues::commands::season {
namespace {

namespace fs = std::filesystem;
using base::escape_terminal;

// --- folders -------------------------------------------------------------------------------------

/// The age at which half an upload is one that a killed nginx left.
constexpr auto kUploadAge = std::chrono::hours(24);

constexpr fs::perms kReads =
    fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec | fs::perms::set_gid;
constexpr fs::perms kWrites = kReads | fs::perms::group_write;

/// A folder that has the rights is left alone: who is not in its group would take its set-group-id.
void make_folder(const fs::path& folder, fs::perms rights) {
  if (fs::create_directories(folder)) return fs::permissions(folder, rights);
  const fs::perms now = fs::status(folder).permissions();
  if ((now & rights) != rights) fs::permissions(folder, rights, fs::perm_options::add);
}

/// Returns the folder in the inbox where nginx keeps what it has of an upload; queues ignore it.
fs::path uploads_folder(const schedule::SeasonKeys& keys) { return keys.inbox / ".uploads"; }

/// Makes the inbox, the outbox and the folder `web`.
void make_web_folders(const schedule::SeasonKeys& keys, const fs::path& web) {
  for (const fs::path& folder : {keys.inbox, keys.outbox, web})
    make_folder(folder, kReads);
  // nginx becomes its owner at its start; the group lets the season remove what is left there.
  make_folder(uploads_folder(keys), kWrites);
}

/// Throws if the umask keeps the group of new files, which nginx is in, from reading. Others may be
/// kept out.
void require_open_umask() {
  const mode_t mask = ::umask(S_IWGRP | S_IWOTH);
  ::umask(mask);
  if ((mask & (S_IRGRP | S_IXGRP)) == 0) return;
  throw cli::UsageError(
      "nginx reads files as their group, which umask {:03o} keeps out; "
      "before this and 'danno season run', run: umask 022",
      mask);
}

/// Returns the first folder on the way to `path` that other users cannot pass; empty if there is
/// none.
fs::path closed_folder(const fs::path& path) {
  fs::path way;
  for (const fs::path& part : fs::absolute(path).parent_path()) {
    way /= part;
    std::error_code missing;
    const fs::file_status status = fs::status(way, missing);
    if (fs::is_directory(status) &&
        (status.permissions() & fs::perms::others_exec) == fs::perms::none)
      return way;
  }
  return {};
}

// --- danno season invite -------------------------------------------------------------------------

constexpr std::size_t kMostNames = 10'000;

struct InviteArguments {
  std::string file;
  std::vector<std::string> names;
  std::vector<std::string> revoked;
};

/// Returns the authors to invite, and whether one gets a token in any case, and not only if there
/// is none. So a list that grew is given again without harm.
std::map<std::string, bool> find_invited(const InviteArguments& arguments) {
  std::map<std::string, bool> invited;
  for (const std::string& name : arguments.names) {
    if (!fs::is_regular_file(name)) {
      if (name.ends_with(".csv")) throw cli::UsageError("{}: no such file", name);
      if (const std::string problem = login_problem(name); !problem.empty())
        throw cli::UsageError(problem + "; or a CSV file with the column 'author'");
      invited[name] = true;
      continue;
    }
    try {
      for (const std::string& author : read_authors(name))
        invited.try_emplace(author, false);
    } catch (const std::invalid_argument& problem) {
      throw cli::UsageError(fmt::format("{}: {}", escape_terminal(name), problem.what()));
    }
  }
  return invited;
}

void revoke(const InviteArguments& arguments, Tokens& tokens) {
  for (const std::string& name : arguments.revoked) {
    if (!tokens.has(name))
      throw cli::UsageError("--revoke '{}': no such author in web/htpasswd", name);
    tokens.revoke(name);
  }
}

/// Makes an author's folders in the inbox, where nginx may write, and in the outbox, with a page.
void make_author_folder(const schedule::SeasonKeys& keys, const std::string& author) {
  make_folder(keys.inbox / author, kWrites);
  const fs::path own = keys.outbox / base::to_file_name(author);
  make_folder(own, kReads);
  site::write_author_page(own, author);
}

void invite(const InviteArguments& arguments) {
  const schedule::SeasonKeys keys = cli::read_season_keys(arguments.file);
  if (arguments.names.empty() && arguments.revoked.empty())
    throw cli::UsageError(
        "nobody is named; expected names of authors, or a CSV file with the column 'author'");
  if (!arguments.names.empty()) require_open_umask();
  const auto invited = find_invited(arguments);
  const fs::path web = web_folder(arguments.file);
  Tokens tokens(web);
  revoke(arguments, tokens);
  make_web_folders(keys, web);
  std::size_t renewed = 0;
  for (const auto& [author, in_any_case] : invited) {
    if (tokens.has(author) && !in_any_case) continue;
    make_author_folder(keys, author);
    tokens.renew(author);
    ++renewed;
  }
  tokens.write();
  if (renewed > 0)
    cli::print_text("{} in {}, which only you can read\n", base::format_count(renewed, "new token"),
                    escape_terminal((web / "tokens.csv").string()));
  cli::print_text("{} can hand in\n", base::format_count(tokens.size(), "author"));
  if (tokens.address().empty())
    cli::print("next: danno season web {} --address https://HOST\n",
               escape_terminal(base::quote_shell(arguments.file)));
}

// --- the configuration of nginx ------------------------------------------------------------------

struct WebArguments {
  std::string file;
  std::string out;
  std::string address;
  std::string listen;
  bool no_tls = false;
};

/// The request of `danno season web`, and the values that follow from it. All paths are absolute.
struct WebSetup {
  const WebArguments& arguments;
  schedule::SeasonKeys keys;
  std::string season;  ///< The league's name.
  hand_in::Address address;
  fs::path web;  ///< The folder of htpasswd.
  fs::path site;
  fs::path final_site;
};

/// Returns a word for names of variables and zones: two seasons may share an nginx.
std::string identifier(std::string_view season) {
  std::string word = "danno_";
  for (const char letter : base::to_lower(season)) {
    const auto byte = static_cast<unsigned char>(letter);
    if (std::isalnum(byte) != 0)
      word += letter;
    else
      word += fmt::format("_{:02x}", byte);
  }
  return word;
}

/// Returns a path as it stands between quotes. nginx cannot escape a `$`.
std::string quotable(const fs::path& path) {
  const std::string& text = path.native();
  const auto stays = [](unsigned char letter) {
    return letter >= ' ' && letter != '"' && letter != '\\' && letter != '$';
  };
  if (std::ranges::all_of(text, stays)) return text;
  throw cli::UsageError(
      "the path {} cannot stand in a configuration of nginx; expected one without "
      "quotes, backslashes and $",
      text);
}

/// Returns what the nginx of this machine says of its version; empty if there is none.
std::string read_nginx_version() {
  std::FILE* const pipe = ::popen("PATH=$PATH:/usr/sbin nginx -v 2>&1", "re");
  if (pipe == nullptr) return "";
  std::array<char, 256> text{};
  const std::size_t bytes = std::fread(text.data(), 1, text.size(), pipe);
  ::pclose(pipe);
  return {text.data(), bytes};
}

NginxValues make_values(const WebSetup& setup) {
  const bool tls = !setup.arguments.no_tls;
  const std::string& listen = setup.arguments.listen;
  // HTTP/2 has a directive of its own since nginx 1.25.1, which warns of the older form.
  const bool has_directive = has_http2_directive(read_nginx_version());
  return {{"NAME", setup.season},
          {"ID", identifier(setup.season)},
          {"HOST", std::string(setup.address.host())},
          {"PATH", std::string(setup.address.path())},
          {"TLS", tls ? "yes" : ""},
          {"PLAIN", tls ? "" : "yes"},
          {"REDIRECT", tls && listen.empty() ? "yes" : ""},
          {"LISTEN", !listen.empty() ? listen
                     : tls           ? "443"
                                     : "127.0.0.1:8080"},
          {"HTTP2", has_directive ? "" : " http2"},
          {"HTTP2_ON", tls && has_directive ? "yes" : ""},
          {"WEB", quotable(setup.web)},
          {"INBOX", quotable(setup.keys.inbox)},
          {"OUTBOX", quotable(setup.keys.outbox)},
          {"SITE", quotable(setup.site)},
          {"FINAL", quotable(setup.final_site)},
          {"MAX_MB", fmt::format("{}", setup.keys.max_mb + 1)}};
}

// --- danno season web ----------------------------------------------------------------------------

hand_in::Address parse_address(const WebArguments& arguments) {
  hand_in::Address address = parse_web_address(arguments.address);
  if (!address.is_https() && !arguments.no_tls)
    throw cli::UsageError(
        "--address: tokens sent over http can be read on the way; expected https://, or --no-tls "
        "for a test on this machine");
  return address;
}

void require_listen(const std::string& listen) {
  const std::size_t colon = listen.rfind(':');
  const bool is_plain =
      listen.find_first_not_of("0123456789abcdefABCDEF.:[]*") == std::string::npos;
  if (listen.empty() || (is_plain && colon != std::string::npos &&
                         base::parse_whole<int>(listen.substr(colon + 1), 1, 65535)))
    return;
  throw cli::UsageError("--listen '{}': expected ADDRESS:PORT, as in 127.0.0.1:8080", listen);
}

/// Returns whether a text has only letters, digits and these.
bool has_only(std::string_view text, std::string_view further) {
  return std::ranges::all_of(text, [&](unsigned char letter) {
    return std::isalnum(letter) != 0 || further.find(static_cast<char>(letter)) != further.npos;
  });
}

/// Writes the file; what somebody changed in it stays in a file beside it.
bool write_configuration(const fs::path& file, const std::string& text) {
  const auto before = base::read_whole(file);
  const bool differs = before && *before != text;
  if (differs) base::write_durable(file.string() + ".before", *before);
  base::write_durable(file, text);
  return differs;
}

void print_commands(const WebSetup& setup) {
  const auto quoted = [](const fs::path& path) {
    return escape_terminal(base::quote_shell(path.string()));
  };
  cli::print("\nenable it:\n");
  if (!setup.arguments.no_tls && setup.arguments.listen.empty())
    cli::print("  sudo certbot certonly --webroot -w /var/www/html -d {}\n", setup.address.host());
  cli::print("  sudo chgrp -R www-data {} {} {}\n", quoted(setup.keys.inbox),
             quoted(setup.keys.outbox), quoted(setup.web));
  cli::print("  sudo chgrp $(id -gn) {}\n", quoted(uploads_folder(setup.keys)));
  cli::print("  sudo ln -sf {} {}\n", quoted(setup.web / "nginx.conf"),
             quoted(fs::path("/etc/nginx/sites-enabled") / base::to_file_name(setup.season)));
  cli::print("  sudo nginx -t && sudo nginx -s reload\n");
  cli::print("then: danno season run {}\n", quoted(setup.arguments.file));
}

void print_setup(const WebSetup& setup, bool differs) {
  const std::string file = escape_terminal((setup.web / "nginx.conf").string());
  cli::print_text("{}  the configuration of nginx, one file to read\n", file);
  if (differs) cli::print_text("{}.before  the one before, which differs\n", file);
  cli::print_text("{}/hand-in.html  the page for authors\n", setup.address.base);
  print_commands(setup);
  if (Tokens(setup.web).size() == 0)
    cli::print_note("note: nobody has a token yet: danno season invite {} authors.csv\n",
                    escape_terminal(base::quote_shell(setup.arguments.file)));
  for (const fs::path& path : {setup.web, setup.site, setup.keys.inbox, setup.keys.outbox}) {
    const fs::path closed = closed_folder(path);
    if (closed.empty()) continue;
    cli::print_note(
        "note: nginx is another user, and only you can pass {}; move the season, for example to "
        "/srv, or run: chmod o+x {}\n",
        escape_terminal(closed.string()), escape_terminal(base::quote_shell(closed.string())));
    break;
  }
}

void set_up_web(const WebArguments& arguments) {
  const schedule::SeasonKeys keys = cli::read_season_keys(arguments.file);
  require_listen(arguments.listen);
  require_open_umask();
  const store::League league = cli::read_league_terms(arguments.file).league;
  const fs::path out = fs::absolute(cli::league_folder(league, arguments.out));
  const WebSetup setup{.arguments = arguments,
                       .keys = keys,
                       .season = league.name,
                       .address = parse_address(arguments),
                       .web = web_folder(arguments.file),
                       .site = (out / site::kFolder).lexically_normal(),
                       .final_site = (out / "final" / site::kFolder).lexically_normal()};
  const std::string text = nginx_configuration(make_values(setup));
  make_web_folders(keys, setup.web);
  Tokens tokens(setup.web);
  tokens.set_address(setup.address.base);
  tokens.write();
  print_setup(setup, write_configuration(setup.web / "nginx.conf", text));
}

}  // namespace

hand_in::Address parse_web_address(std::string_view typed) {
  hand_in::Address address{.base = std::string(typed), .author = {}};
  while (address.base.ends_with('/'))
    address.base.pop_back();
  if (address.is_https() || address.base.starts_with("http://")) {
    const std::string_view host = address.host();
    const std::string_view path = address.path();
    const std::string_view port = address.authority().substr(host.size());
    if (!host.empty() && has_only(host, ".-[]:") && has_only(port, ":") &&
        has_only(path, "/._~-") && path.find("//") == path.npos && path.find("..") == path.npos)
      return address;
  }
  throw cli::UsageError(
      "--address '{}': expected where the season will be, as in "
      "https://greed.example.org or https://www.example.org/greed",
      typed);
}

fs::path web_folder(const fs::path& league_file) {
  return fs::absolute(league_file).parent_path() / "web";
}

void remove_half_uploads(const schedule::SeasonKeys& keys) {
  std::error_code error;
  const auto too_old = fs::file_time_type::clock::now() - kUploadAge;
  fs::directory_iterator entry(uploads_folder(keys), error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code gone;  // nginx may end an upload meanwhile
    const auto changed = entry->last_write_time(gone);
    if (!gone && changed < too_old) fs::remove(entry->path(), gone);
  }
}

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
  command.runs([arguments] { invite(*arguments); });
}

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
  command.runs([arguments] { set_up_web(*arguments); });
}

}  // namespace danno::leagues::commands::season

// Fills nginx.conf.in. A word in it, such as @INBOX@, is replaced by a value; lines that only some
// seasons need are one word.
#include "leagues/commands/season/nginx.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <map>
#include <stdexcept>
#include <tuple>

#include "leagues/base/text.hpp"

namespace danno::leagues::commands::season {
namespace {

namespace fs = std::filesystem;

/// The listen lines with TLS. HTTP/2 has a directive of its own since nginx 1.25.1, which warns of
/// the older form.
std::string tls_lines(const NginxOptions& options) {
  const bool as_parameter = !options.has_http2_directive;
  std::string lines = "    # TLS and HTTP/2.\n";
  const auto listen = [&](std::string_view where) {
    lines += fmt::format("    listen {} ssl{};\n", where, as_parameter ? " http2" : "");
  };
  listen(options.listen.empty() ? "443" : options.listen);
  if (options.listen.empty()) listen("[::]:443");
  if (!as_parameter) lines += "    http2 on;\n";
  return lines +
         fmt::format(
             "    # The certificate, where certbot puts it; write your own paths if you have "
             "another.\n"
             "    ssl_certificate /etc/letsencrypt/live/{0}/fullchain.pem;\n"
             "    ssl_certificate_key /etc/letsencrypt/live/{0}/privkey.pem;\n"
             "    # Older versions are not secure.\n"
             "    ssl_protocols TLSv1.2 TLSv1.3;\n",
             options.address.host);
}

std::string plain_lines(const NginxOptions& options) {
  return fmt::format(
      "    # Without TLS: tokens can be read on the way, so only a proxy on this machine may come "
      "here.\n"
      "    listen {};\n"
      "    # That proxy says whose request it is, for the limits of a network.\n"
      "    set_real_ip_from 127.0.0.1;\n"
      "    set_real_ip_from ::1;\n"
      "    real_ip_header X-Forwarded-For;\n",
      options.listen.empty() ? kDefaultPlainListen : options.listen);
}

/// The server that leads from http to https.
std::string redirect_server(const NginxOptions& options) {
  if (!options.tls || !options.listen.empty()) return "";
  return fmt::format(
      "# From http to https.\n"
      "server {{\n"
      "    # Browsers that are given only the name try http.\n"
      "    listen 80;\n"
      "    listen [::]:80;\n"
      "    server_name {0};\n"
      "    # certbot shows here that the host is yours.\n"
      "    location /.well-known/acme-challenge/ {{ root /var/www/html; }}\n"
      "    # Everything else.\n"
      "    location / {{ return 301 https://{0}$request_uri; }}\n"
      "}}\n",
      options.address.host);
}

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
  throw std::invalid_argument(
      fmt::format("the path {} cannot stand in a configuration of nginx; expected one without "
                  "quotes, backslashes and $",
                  text));
}

/// Replaces what would end a quoted word or a comment.
std::string plain_words(std::string_view words) {
  std::string plain(words);
  for (char& letter : plain) {
    if (static_cast<unsigned char>(letter) < ' ' || letter == '"' || letter == '\\' ||
        letter == '$')
      letter = '_';
  }
  return plain;
}

std::map<std::string_view, std::string, std::less<>> make_values(const NginxOptions& options) {
  const std::string& path = options.address.path;
  return {
      {"NAME", plain_words(options.season)},
      {"ID", identifier(options.season)},
      {"PATH", path},
      {"REDIRECT", redirect_server(options)},
      {"LISTEN", options.tls ? tls_lines(options) : plain_lines(options)},
      {"HOST", options.address.host},
      {"WEB", quotable(options.web)},
      {"INBOX", quotable(options.inbox)},
      {"OUTBOX", quotable(options.outbox)},
      {"SITE", quotable(options.site)},
      {"FINAL", quotable(options.final_site)},
      {"MAX_MB", fmt::format("{}", options.max_mb + 1)},
      {"HSTS", options.tls ? "    # A browser that was here comes by https from now on.\n"
                             "    add_header Strict-Transport-Security max-age=31536000 always;\n"
                           : ""},
      {"START", path.empty() ? ""
                             : fmt::format("    # The path without its slash.\n"
                                           "    location = {0} {{ return 301 {0}/; }}\n"
                                           "    # Nothing of this host is elsewhere.\n"
                                           "    location / {{ return 404; }}\n",
                                           path)},
  };
}

/// Returns whether a text has only letters, digits and these.
bool has_only(std::string_view text, std::string_view further) {
  return std::ranges::all_of(text, [&](unsigned char letter) {
    return std::isalnum(letter) != 0 || further.find(static_cast<char>(letter)) != further.npos;
  });
}

}  // namespace

WebAddress parse_web_address(std::string_view text) {
  while (text.ends_with('/'))
    text.remove_suffix(1);
  WebAddress address{
      .tls = text.starts_with("https://"), .host = {}, .path = {}, .text = std::string(text)};
  const std::size_t scheme = text.find("://");
  const bool is_web = address.tls || text.starts_with("http://");
  std::string_view rest = is_web ? text.substr(scheme + 3) : std::string_view();
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  address.path = rest.substr(slash);
  rest = rest.substr(0, slash);
  const std::size_t port = rest.starts_with('[') ? rest.find("]:") : rest.find(':');
  const std::size_t host = port == rest.npos ? rest.size() : port + (rest.starts_with('[') ? 1 : 0);
  address.host = rest.substr(0, host);
  const bool is_plain = has_only(address.host, ".-[]:") && has_only(address.path, "/._~-") &&
                        has_only(rest.substr(host), ":") &&
                        address.path.find("//") == std::string::npos &&
                        address.path.find("..") == std::string::npos;
  if (!address.host.empty() && is_plain) return address;
  throw std::invalid_argument(
      "expected where the season will be, as in https://greed.example.org or "
      "https://www.example.org/greed");
}

std::string nginx_configuration(const NginxOptions& options) {
  const auto values = make_values(options);
  std::string text;
  std::string_view rest = kNginxTemplate;
  while (true) {
    const std::size_t begin = rest.find('@');
    text += rest.substr(0, begin);
    if (begin == rest.npos) return text;
    rest.remove_prefix(begin + 1);
    const std::size_t end =
        std::min(rest.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_"), rest.size());
    const auto value = values.find(rest.substr(0, end));
    // A word between two signs is a value; another sign is one of nginx's named locations.
    if (value == values.end() || !rest.substr(end).starts_with('@')) {
      text += '@';
      continue;
    }
    text += value->second;
    rest.remove_prefix(end + 1);
  }
}

bool has_http2_directive(std::string_view version) {
  std::array<int, 3> numbers{};
  const std::size_t slash = version.find('/');
  if (slash == version.npos) return false;
  const char* place = version.data() + slash + 1;
  const char* const end = version.data() + version.size();
  for (int& number : numbers) {
    const auto [next, error] = std::from_chars(place, end, number);
    if (error != std::errc()) break;
    place = next == end ? next : next + 1;
  }
  return numbers >= std::array{1, 25, 1};
}

}  // namespace danno::leagues::commands::season

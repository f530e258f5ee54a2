// The configuration of nginx for a season: nginx.conf.in with the season's own words in it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace danno::leagues::commands::season {

/// The content of nginx.conf.in.
extern const std::string_view kNginxTemplate;

/// The address of a season's pages, in parts.
struct WebAddress {
  bool tls = true;   ///< True for https.
  std::string host;  ///< Without a port.
  std::string path;  ///< Without a slash at the end: "" or "/greed".
  std::string text;  ///< The whole, without a slash at the end.
};

/// Parses an address. Throws std::invalid_argument, which says what was expected.
[[nodiscard]] WebAddress parse_web_address(std::string_view text);

struct NginxOptions {
  std::string season;  ///< The league's name.
  WebAddress address;
  std::string listen;                ///< ADDRESS:PORT; empty: the default.
  bool tls = true;                   ///< False if a proxy in front does TLS, or nobody.
  bool has_http2_directive = false;  ///< True for nginx 1.25.1 and later.
  std::filesystem::path web;         ///< The folder of htpasswd. All paths are absolute.
  std::filesystem::path inbox;
  std::filesystem::path outbox;
  std::filesystem::path site;
  std::filesystem::path final_site;
  std::uintmax_t max_mb = 16;  ///< The size of a submission.
};

/// The address that the configuration listens on if there is no TLS.
inline constexpr const char* kDefaultPlainListen = "127.0.0.1:8080";

/// Returns the configuration. Throws std::invalid_argument if a path cannot stand in it.
[[nodiscard]] std::string nginx_configuration(const NginxOptions& options);

/// Returns whether a version, as `nginx -v` prints it, has the directive `http2`.
[[nodiscard]] bool has_http2_directive(std::string_view version);

}  // namespace danno::leagues::commands::season

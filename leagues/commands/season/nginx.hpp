// The configuration of nginx for a season: nginx.conf.in with the season's own words in it.
//
// A word in it, such as @INBOX@, is replaced by a value. The lines from @IF WORD@ to @END@ stand
// only if the word has one.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace danno::leagues::commands::season {

/// The content of nginx.conf.in.
extern const std::string_view kNginxTemplate;

/// The values of its words.
using NginxValues = std::map<std::string_view, std::string, std::less<>>;

[[nodiscard]] std::string nginx_configuration(const NginxValues& values);

/// Returns whether a version, as `nginx -v` prints it, has the directive `http2`.
[[nodiscard]] bool has_http2_directive(std::string_view version);

}  // namespace danno::leagues::commands::season

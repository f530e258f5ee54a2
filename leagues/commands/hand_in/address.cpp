#include "leagues/commands/hand_in/address.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "leagues/base/escape.hpp"
#include "leagues/cli/invocation.hpp"

namespace danno::leagues::commands::hand_in {
namespace {

constexpr std::string_view kHttps = "https://";
constexpr std::string_view kHttp = "http://";

cli::UsageError refusal(std::string_view typed, std::string_view what) {
  return cli::UsageError(
      fmt::format("--to {}: {}; expected an address as in https://greed.example.org",
                  base::escape_terminal(typed), what));
}

std::string_view scheme(std::string_view base) { return base.starts_with(kHttps) ? kHttps : kHttp; }

/// Returns the host with its port.
std::string_view host_and_port(std::string_view base) {
  base.remove_prefix(scheme(base).size());
  return base.substr(0, base.find('/'));
}

std::string_view host(std::string_view base) {
  const std::string_view both = host_and_port(base);
  if (both.starts_with('[')) return both.substr(0, both.find(']') + 1);
  return both.substr(0, both.find(':'));
}

/// Removes the pages of a season, which a user may have copied with the address.
void remove_page(std::string& base) {
  constexpr std::array<std::string_view, 5> kPages{"/", "/hand-in", "/hand-in.html", "/mine",
                                                   "/index.html"};
  const auto is_at_end = [&](std::string_view page) { return base.ends_with(page); };
  for (auto page = kPages.begin(); page != kPages.end();) {
    page = std::ranges::find_if(kPages, is_at_end);
    if (page != kPages.end()) base.resize(base.size() - page->size());
  }
}

}  // namespace

bool Address::is_open() const {
  const std::string_view name = host(base);
  const bool is_loopback =
      name == "localhost" || name == "[::1]" ||
      (name.starts_with("127.") && name.find_first_not_of("0123456789.") == name.npos);
  return base.starts_with(kHttp) && !is_loopback;
}

Address parse_address(const std::string& typed) {
  Address address;
  std::string rest = typed;
  std::string_view chosen = kHttps;
  if (rest.starts_with(kHttp)) chosen = kHttp;
  if (rest.starts_with(kHttp) || rest.starts_with(kHttps)) rest.erase(0, chosen.size());
  // This refuses another scheme, a query, and whatever a shell or curl may change.
  constexpr std::string_view kAllowed = ".-_~/:@[]%+,";
  const bool is_plain = std::ranges::all_of(rest, [&](unsigned char letter) {
    return std::isalnum(letter) != 0 || kAllowed.find(static_cast<char>(letter)) != kAllowed.npos;
  });
  if (!is_plain || rest.find("//") != std::string::npos) throw refusal(typed, "it is no address");
  const std::string authority = rest.substr(0, rest.find('/'));
  if (std::ranges::count(authority, '@') > 1) throw refusal(typed, "it names two authors");
  const std::size_t at = authority.find('@');
  if (at != std::string::npos) {
    address.author = rest.substr(0, at);
    rest.erase(0, at + 1);
    if (address.author.find(':') != std::string::npos)
      throw refusal(address.author.substr(0, address.author.find(':')) + ":…",
                    "a token on the command line can be read by everybody on this machine; give it "
                    "in DANNO_TOKEN");
  }
  if (host(std::string(chosen) + rest).empty()) throw refusal(typed, "it has no host");
  address.base = std::string(chosen) + rest;
  remove_page(address.base);
  return address;
}

std::string moved_address(const std::string& base, const std::string& redirect) {
  const bool is_http = redirect.starts_with(kHttp) || redirect.starts_with(kHttps);
  if (!is_http || host(base) != host(redirect)) return "";
  if (scheme(base) == kHttps && scheme(redirect) == kHttp) return "";
  constexpr std::string_view kPage = "/mine/";
  return redirect.ends_with(kPage) ? redirect.substr(0, redirect.size() - kPage.size()) : "";
}

}  // namespace danno::leagues::commands::hand_in

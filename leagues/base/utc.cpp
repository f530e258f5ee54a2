#include "leagues/base/utc.hpp"

#include <fmt/chrono.h>

#include <ctime>

namespace danno::leagues::base {

std::chrono::sys_seconds utc_now() {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

std::string format_utc(std::chrono::sys_seconds time) {
  return fmt::format("{:%FT%TZ}", fmt::gmtime(time));
}

std::chrono::sys_seconds parse_utc(const std::string& text) {
  std::tm parts{};
  if (::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts) == nullptr) return {};
  return std::chrono::sys_seconds(std::chrono::seconds(::timegm(&parts)));
}

}  // namespace danno::leagues::base

#include "leagues/words/file_name.hpp"

#include <fmt/format.h>

namespace danno::leagues::words {

std::string file_name_of(std::string_view agent) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._@-";
  std::string name;
  for (const char c : agent) {
    const bool hidden = c == '.' && name.empty();
    if (kPlain.find(c) != std::string_view::npos && !hidden) {
      name += c;
    } else {
      name += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return name;
}

}  // namespace danno::leagues::words

#include "leagues/entrants/shell.hpp"

#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>

namespace danno::leagues::entrants {

Told ask_shell(const std::string& command) {
  Told told;
  FILE* const pipe = ::popen((command + " 2>&1").c_str(), "re");
  if (pipe == nullptr) throw std::system_error(errno, std::generic_category(), command);
  std::array<char, 4096> bytes{};
  while (const std::size_t got = std::fread(bytes.data(), 1, bytes.size(), pipe))
    told.text.append(bytes.data(), got);
  const int status = ::pclose(pipe);
  told.done = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return told;
}

}  // namespace danno::leagues::entrants

#include "leagues/entrants/shell.hpp"

#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace danno::leagues::entrants {

ShellPipe::ShellPipe(const std::string& command) : pipe_(::popen(command.c_str(), "re")) {
  if (pipe_ == nullptr) throw std::system_error(errno, std::generic_category(), command);
}

ShellPipe::~ShellPipe() {
  if (pipe_ != nullptr) ::pclose(pipe_);
}

std::size_t ShellPipe::read(std::span<char> bytes) {
  return std::fread(bytes.data(), 1, bytes.size(), pipe_);
}

bool ShellPipe::ends_well() {
  const int status = ::pclose(std::exchange(pipe_, nullptr));
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

Told ask_shell(const std::string& command) {
  ShellPipe pipe(command + " 2>&1");
  Told told;
  std::array<char, 4096> bytes{};
  while (const std::size_t got = pipe.read(bytes))
    told.text.append(bytes.data(), got);
  told.done = pipe.ends_well();
  return told;
}

}  // namespace danno::leagues::entrants

#include "tests/bench/bare_children.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace danno::leagues::bench {

BareChildren::PipeEnds BareChildren::make_pipe() {
  std::array<int, 2> files{};
  if (::pipe2(files.data(), O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), "pipe2");
  return {referee::sandbox::Descriptor(files[0]), referee::sandbox::Descriptor(files[1])};
}

BareChildren::BareChildren(void (*serve)(int read, int write) noexcept) {
  for (std::size_t child = 0; child < kCount; ++child) {
    pids_[child] = ::fork();
    if (pids_[child] < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (pids_[child] > 0) continue;
    for (Pipes& pipes : pipes_) {
      pipes.to.write.close();
      pipes.from.read.close();
    }
    serve(pipes_[child].to.read.get(), pipes_[child].from.write.get());
    ::_exit(0);
  }
}

BareChildren::~BareChildren() {
  for (Pipes& pipes : pipes_)
    pipes.to.write.close();
  for (const pid_t pid : pids_) {
    while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

void write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(file, bytes.data(), bytes.size());
    if (n < 0) throw std::system_error(errno, std::generic_category(), "write");
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace danno::leagues::bench

// Two children of this process, each at the other end of two pipes.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <sys/types.h>

#include "referee/sandbox/descriptor.hpp"

namespace danno::leagues::bench {

class BareChildren {
 public:
  static constexpr std::size_t kCount = 2;

  /// Starts the children, which call `serve` with their ends of the pipes and end when it returns.
  /// Throws std::system_error.
  explicit BareChildren(void (*serve)(int read, int write) noexcept);
  /// Ends the children's input and waits for them.
  ~BareChildren();
  BareChildren(const BareChildren&) = delete;
  BareChildren& operator=(const BareChildren&) = delete;

  [[nodiscard]] int to(std::size_t child) const { return pipes_[child].to.write.get(); }
  [[nodiscard]] int from(std::size_t child) const { return pipes_[child].from.read.get(); }

 private:
  struct PipeEnds {
    referee::sandbox::Descriptor read;
    referee::sandbox::Descriptor write;
  };
  struct Pipes {
    PipeEnds to = make_pipe();
    PipeEnds from = make_pipe();
  };
  static PipeEnds make_pipe();

  std::array<Pipes, kCount> pipes_;
  std::array<pid_t, kCount> pids_{};
};

/// Writes all bytes. Throws std::system_error.
void write_all(int file, std::string_view bytes);

}  // namespace danno::leagues::bench

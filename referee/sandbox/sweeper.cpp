#include "referee/sandbox/sweeper.hpp"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <system_error>

#include "referee/sandbox/descriptor.hpp"
#include "referee/sandbox/init/launch_request.hpp"
#include "referee/sandbox/locate.hpp"
#include "referee/sandbox/spawn.hpp"

namespace danno::referee::sandbox {
namespace {

Descriptor start_sweeper() {
  std::array<int, 2> files{};
  if (::pipe2(files.data(), O_CLOEXEC) != 0) return Descriptor();
  const Descriptor theirs(files[0]);
  Descriptor ours(files[1]);
  const Descriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  try {
    const std::array<int, init::kLifeline + 1> descriptors = {nothing.get(), nothing.get(),
                                                              nothing.get(), theirs.get()};
    // The child forks and exits, so this process need not reap the sweeper itself.
    const pid_t child = spawn(find_init().string(), {"sweep"}, descriptors);
    while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    return ours;
  } catch (const std::runtime_error&) {
    return Descriptor();
  }
}

/// Sends a record as init/launch_request.hpp defines it: a letter, the path, NUL. One write is
/// never mixed with another thread's (pipe(7), PIPE_BUF).
void send_record(char what, const std::filesystem::path& path) {
  static const Descriptor kSweeper = start_sweeper();
  const std::string record = what + path.string() + '\0';
  [[maybe_unused]] const ssize_t sent = ::write(kSweeper.get(), record.data(), record.size());
}

}  // namespace

void sweep_after_us(const std::filesystem::path& folder) { send_record(init::kRemove, folder); }
void forget_swept(const std::filesystem::path& folder) { send_record(init::kKeep, folder); }
std::filesystem::path make_swept_folder(const std::filesystem::path& name) {
  std::uint64_t random = 0;
  if (::getrandom(&random, sizeof random, 0) != sizeof random) {
    throw std::system_error(errno, std::system_category(), "getrandom");
  }
  std::filesystem::path folder = name.string() + fmt::format("{:016x}", random);
  sweep_after_us(folder);
  if (::mkdir(folder.c_str(), 0700) != 0) {
    const int error = errno;
    forget_swept(folder);
    throw std::system_error(error, std::system_category(), folder.string());
  }
  return folder;
}

void leave_after_us(const std::filesystem::path& group) { send_record(init::kRemoveCgroup, group); }

}  // namespace danno::referee::sandbox

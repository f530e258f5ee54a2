#include "referee/sandbox/spawn.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/process/v2/posix/vfork_launcher.hpp>
#include <boost/process/v2/process.hpp>
#include <numeric>
#include <system_error>

#include "referee/sandbox/descriptor.hpp"

namespace danno::referee::sandbox {
namespace {

namespace process = boost::process::v2;
using Arguments = const char* const*;

/// Closes what Boost 1.81 to 1.84 may let the child inherit. After vfork the hooks run on the
/// parent's memory: they only make system calls.
struct CloseInheritedFds {
  std::span<const int> sources;

  template <class Launcher>
  boost::system::error_code on_exec_setup(Launcher& /*launcher*/,
                                          const process::filesystem::path& /*program*/,
                                          Arguments& /*arguments*/) {
    for (std::size_t target = 0; target < sources.size(); ++target) {
      if (::dup2(sources[target], static_cast<int>(target)) < 0) ::_exit(127);
    }
    ::syscall(SYS_close_range, static_cast<unsigned>(sources.size()), ~0U, CLOSE_RANGE_CLOEXEC);
    return {};
  }

  /// Exits without the exit handlers and buffers of the parent.
  template <class Launcher>
  void on_exec_error(Launcher& /*launcher*/, const process::filesystem::path& /*program*/,
                     Arguments& /*arguments*/, const boost::system::error_code& /*error*/) {
    ::_exit(127);
  }
  /// Never called; Boost up to 1.86 looks for the other overload by this one's parameters.
  template <class Launcher>
  void on_exec_error(Launcher&, const boost::system::error_code&, const process::filesystem::path&,
                     Arguments&, const boost::system::error_code&);
};

}  // namespace

pid_t spawn(const std::string& program, const std::vector<std::string>& arguments,
            std::span<const int> descriptors) {
  // The copies get numbers above all targets, so that no dup2 overwrites a source.
  std::vector<Descriptor> copies;
  std::vector<int> sources;
  for (const int file : descriptors) {
    copies.emplace_back(::fcntl(file, F_DUPFD_CLOEXEC, static_cast<int>(descriptors.size())));
    if (!copies.back()) throw std::system_error(errno, std::system_category(), "fcntl");
    sources.push_back(copies.back().get());
  }
  static constexpr const char* kNoEnvironment[] = {nullptr};
  // Each launch gets its own context: a reactor that lived on would be closed and opened again in
  // the child.
  boost::asio::io_context context;
  process::posix::vfork_launcher launcher;
  launcher.env = kNoEnvironment;
  // Boost itself closes all behind the last of these (and none between them, up to 1.84).
  launcher.fd_whitelist.resize(descriptors.size());
  std::iota(launcher.fd_whitelist.begin(), launcher.fd_whitelist.end(), 0);
  boost::system::error_code error;
  auto child =
      launcher(context.get_executor(), error, program, arguments, CloseInheritedFds{sources});
  if (error) throw std::system_error(error.value(), std::system_category(), program);
  const pid_t pid = child.id();
  child.detach();
  return pid;
}

}  // namespace danno::referee::sandbox

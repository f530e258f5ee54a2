// Repairs what a parent process or a shell's limits would break: closed streams, small stacks, few
// files, ignored signals. Messages about failures name the limit that caused them.
#include "leagues/cli/process_limits.hpp"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <new>

#include "leagues/base/count.hpp"
#include "leagues/base/whole_file.hpp"
#include "referee/sandbox/processors.hpp"

namespace danno::leagues::cli {
namespace {

/// The number of files that a league and its first agents (15 each) need.
constexpr rlim_t kLeastFiles = 128;
constexpr rlim_t kUsualFiles = 1024;
/// Bytes of stack.
constexpr rlim_t kLeastStack = rlim_t{1} << 20U;
constexpr rlim_t kUsualStack = rlim_t{8} << 20U;

rlimit process_limit(__rlimit_resource resource) {
  rlimit limit{RLIM_INFINITY, RLIM_INFINITY};
  ::getrlimit(resource, &limit);
  return limit;
}

std::string help_with_files(rlim_t files) {
  return fmt::format(
      "this process may have {} files open; expected at least {}: run 'ulimit -n {}' first", files,
      kLeastFiles, kUsualFiles);
}

bool mentions_error(const std::string& text, int error) {
  return text.find(::strerror(error)) != std::string::npos;
}

/// Opens /dev/null for each closed standard stream, so that no file opened later gets descriptor 0,
/// 1 or 2.
void open_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // A closed stdout is opened read-only, so that writing a result still fails.
    if (::fcntl(stream, F_GETFD) < 0)
      (void)::open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
  }
}

/// Lets a write beyond `ulimit -f` fail with EFBIG instead of ending the process. A handler is not
/// inherited by the programs that are started, as an ignored signal would be.
void outlive_file_size_limit() {
  struct sigaction action {};
  action.sa_handler = [](int) {};
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGXFSZ, &action, nullptr);
}

/// Undoes what a parent process may have set: while SIGCHLD is ignored, no child can be waited for,
/// here or in any program that we start.
void wait_for_children() { ::signal(SIGCHLD, SIG_DFL); }

/// Raises a small limit on the stack, for this thread and those to come. Returns what to do if that
/// is not allowed.
std::string enlarge_stacks() {
  rlimit stack = process_limit(RLIMIT_STACK);
  if (stack.rlim_cur >= kUsualStack) return {};
  stack.rlim_cur = std::min(stack.rlim_max, kUsualStack);
  ::setrlimit(RLIMIT_STACK, &stack);
  // The stack of the main thread follows the limit, that of others these attributes.
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, kUsualStack);
  ::pthread_setattr_default_np(&attributes);
  ::pthread_attr_destroy(&attributes);
  const rlim_t size = process_limit(RLIMIT_STACK).rlim_cur;
  if (size >= kLeastStack) return {};
  return fmt::format(
      "this process may have {} KB of stack; expected at least {}: run 'ulimit -s {}' first",
      size >> 10U, kLeastStack >> 10U, kUsualStack >> 10U);
}

/// Returns the kernel's name for the processor; empty if it has none.
std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return {};
}

}  // namespace

std::string prepare_process_limits() {
  open_closed_streams();
  outlive_file_size_limit();
  wait_for_children();
  if (std::string stack = enlarge_stacks(); !stack.empty()) return stack;
  rlimit files = process_limit(RLIMIT_NOFILE);
  if (files.rlim_cur < kLeastFiles) {
    files.rlim_cur = std::min(files.rlim_max, kUsualFiles);
    ::setrlimit(RLIMIT_NOFILE, &files);
  }
  return files.rlim_cur < kLeastFiles ? help_with_files(files.rlim_cur) : "";
}

std::string describe_failure(const std::exception& error) {
  std::string text = error.what();
  if (const auto* file = dynamic_cast<const std::filesystem::filesystem_error*>(&error)) {
    text = fmt::format("{}: {}", file->path1().string(), file->code().message());
  } else if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) {
    text = "out of memory";
  }
  const rlim_t space = process_limit(RLIMIT_AS).rlim_cur;
  const bool lacks_space =
      text == "out of memory" || mentions_error(text, ENOMEM) || mentions_error(text, EAGAIN);
  if (space != RLIM_INFINITY && lacks_space) {
    text.resize(std::min(text.find('\n'), text.size()));  // a table follows; the limit explains it
    text +=
        fmt::format("; this process may have {} MB of addresses: run 'ulimit -v unlimited' first",
                    space >> 20U);
  } else if (mentions_error(text, EMFILE)) {
    const rlim_t files = process_limit(RLIMIT_NOFILE).rlim_cur;
    text += fmt::format("; this process may have {} files open: run 'ulimit -n {}' first", files,
                        std::max(4 * files, kUsualFiles));
  }
  // The store's own messages name this step already.
  const bool has_step = text.find(base::kMakeRoom) != std::string::npos;
  if (!has_step && (mentions_error(text, ENOSPC) || mentions_error(text, EDQUOT)))
    text += base::kMakeRoom;
  if (const rlim_t size = process_limit(RLIMIT_FSIZE).rlim_cur;
      size != RLIM_INFINITY && (mentions_error(text, EFBIG) || text.ends_with("disk I/O error")))
    text +=
        fmt::format("; a file may have {} KB here: run 'ulimit -f unlimited' first", size >> 10U);
  return text;
}

std::string machine(const std::string& version) {
  struct utsname names {};
  ::uname(&names);
  const std::string model = processor();
  return fmt::format("{} {} {}, {}{}{}, danno {}", names.sysname, names.release, names.machine,
                     base::format_count(referee::sandbox::usable_cores(), "core"),
                     model.empty() ? "" : ", ", model, version);
}

}  // namespace danno::leagues::cli

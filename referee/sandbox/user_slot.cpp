#include "referee/sandbox/user_slot.hpp"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>

namespace danno::referee::sandbox {
namespace {

struct Range {
  std::uint32_t first = 880'000;
  std::uint32_t last = 880'255;
};

Range configured_range() {
  Range range;
  const char* text = std::getenv("DANNO_UIDS");
  if (text == nullptr) return range;
  char rest = 0;
  // Accounts have lower ids. A process that kills all others of its user must never have an
  // account's id.
  constexpr std::uint32_t kLeast = 65'536;
  if (std::sscanf(text, "%u-%u%c", &range.first, &range.last, &rest) != 2 || range.first < kLeast ||
      range.last < range.first || range.last == ~0U) {
    throw std::runtime_error(fmt::format(
        "DANNO_UIDS is '{}'; expected FIRST-LAST, both at least {}, of no account", text, kLeast));
  }
  return range;
}

/// Returns whether the id exists here. A container maps only some ids: user_namespaces(7).
bool is_mapped(std::uint32_t user) {
  std::ifstream map("/proc/self/uid_map");
  std::uint64_t inside = 0;
  std::uint64_t outside = 0;
  std::uint64_t count = 0;
  while (map >> inside >> outside >> count) {
    if (user >= inside && user < inside + count) return true;
  }
  return false;
}

Descriptor try_lock(std::uint32_t user) {
  const auto path = fmt::format("/run/danno/user-{}", user);
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file) throw std::system_error(errno, std::system_category(), path);
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) file.close();
  return file;
}

/// Takes the user's name among the abstract sockets, which referees share that see another /run,
/// as in a chroot. Returns nothing if it is taken.
Descriptor try_claim(std::uint32_t user) {
  sockaddr_un address{AF_UNIX, {}};
  const std::string name = fmt::format("danno-user-{}", user);
  std::ranges::copy(name, &address.sun_path[1]);  // behind a zero: no file
  const std::size_t size = offsetof(sockaddr_un, sun_path) + 1 + name.size();
  Descriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!socket) throw_errno("socket");
  const auto* const to = reinterpret_cast<const sockaddr*>(&address);
  if (::bind(socket.get(), to, static_cast<socklen_t>(size)) != 0) socket.close();
  return socket;
}

/// Returns whether the id has an account. A look-up takes milliseconds where accounts come from a
/// service, so a missing account is remembered for a minute.
bool has_account(std::uint32_t user) {
  using Clock = std::chrono::steady_clock;
  static std::mutex mutex;
  static std::map<std::uint32_t, Clock::time_point> had_none;
  const std::lock_guard lock(mutex);
  const auto now = Clock::now();
  const auto known = had_none.find(user);
  if (known != had_none.end() && now - known->second < std::chrono::minutes(1)) return false;
  if (::getpwuid(user) != nullptr) return true;
  had_none[user] = now;
  return false;
}

}  // namespace

std::size_t UserSlot::count() {
  const Range range = configured_range();
  return std::size_t{range.last} - range.first + 1;
}

UserSlot::UserSlot() {
  const Range range = configured_range();
  if (!is_mapped(range.first) || !is_mapped(range.last)) {
    throw std::runtime_error(fmt::format(
        "users {}-{} do not exist in this container; set DANNO_UIDS=FIRST-LAST to a range of "
        "/proc/self/uid_map",
        range.first, range.last));
  }
  if (::mkdir("/run/danno", 0755) != 0 && errno != EEXIST) {
    throw std::system_error(errno, std::system_category(), "/run/danno");
  }
  for (user_ = range.first; user_ <= range.last; ++user_) {
    if (has_account(user_)) {
      throw std::runtime_error(
          fmt::format("user {} has an account; set DANNO_UIDS=FIRST-LAST to a free range", user_));
    }
    lock_ = try_lock(user_);
    if (lock_) claim_ = try_claim(user_);
    if (claim_) return;
  }
  throw std::runtime_error(
      fmt::format("all users {}-{} are taken by running agents; set "
                  "DANNO_UIDS=FIRST-LAST to a wider range",
                  range.first, range.last));
}

}  // namespace danno::referee::sandbox

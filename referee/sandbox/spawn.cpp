#include "referee/sandbox/spawn.hpp"

#include <fcntl.h>
#include <spawn.h>

#include <csignal>
#include <cstring>
#include <system_error>

#include "referee/sandbox/descriptor.hpp"

namespace danno::referee::sandbox {
namespace {

void check(int error, const std::string& what) {
  if (error != 0) throw std::system_error(error, std::system_category(), what);
}

/// The actions of a child before it becomes the program.
class Actions {
 public:
  Actions() { check(::posix_spawn_file_actions_init(&actions_), "posix_spawn"); }
  ~Actions() { ::posix_spawn_file_actions_destroy(&actions_); }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;

  void copy(int source, int target) {
    check(::posix_spawn_file_actions_adddup2(&actions_, source, target), "posix_spawn");
  }
  void close_from(int first) {
    check(::posix_spawn_file_actions_addclosefrom_np(&actions_, first), "posix_spawn");
  }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

/// The attributes of a child whose signals all do what they do by default. The C library leaves two
/// of its own ignored otherwise, and sigfillset() does not name them.
class DefaultSignals {
 public:
  DefaultSignals() {
    check(::posix_spawnattr_init(&attributes_), "posix_spawn");
    sigset_t all;
    std::memset(&all, 0xFF, sizeof all);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
  }
  ~DefaultSignals() { ::posix_spawnattr_destroy(&attributes_); }
  DefaultSignals(const DefaultSignals&) = delete;
  DefaultSignals& operator=(const DefaultSignals&) = delete;

  [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

}  // namespace

pid_t spawn(const std::string& program, const std::vector<std::string>& arguments,
            std::span<const int> descriptors) {
  // The copies get numbers above all targets, so that no dup2 overwrites a source.
  const auto count = static_cast<int>(descriptors.size());
  std::vector<Descriptor> copies;
  Actions actions;
  for (int target = 0; target < count; ++target) {
    const int source = descriptors[static_cast<std::size_t>(target)];
    copies.emplace_back(::fcntl(source, F_DUPFD_CLOEXEC, count));
    if (!copies.back()) throw_errno("fcntl");
    actions.copy(copies.back().get(), target);
  }
  actions.close_from(count);

  std::vector<std::string> texts{program};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  std::vector<char*> words;
  for (std::string& text : texts)
    words.push_back(text.data());
  words.push_back(nullptr);
  char* const no_environment[] = {nullptr};
  const DefaultSignals attributes;
  pid_t pid = 0;
  check(::posix_spawn(&pid, program.c_str(), actions.get(), attributes.get(), words.data(),
                      no_environment),
        program);
  return pid;
}

}  // namespace danno::referee::sandbox

// Runs a command on a kernel that seems to have no Landlock: without_landlock COMMAND [ARG…]
#include <errno.h>
#include <seccomp.h>
#include <unistd.h>

int main(int argc, char** argv) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (argc < 2 || filter == nullptr) return 2;
  const int rule = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS),
                                    seccomp_syscall_resolve_name("landlock_create_ruleset"), 0);
  if (rule != 0 || seccomp_load(filter) != 0) return 2;
  ::execv(argv[1], argv + 1);
  return 127;
}

// An agent of one byte a question that leaves its work to others and says what the kernel knows of
// them: for each byte read it writes "RAN WAITED", in nanoseconds, of the threads that worked.
//
//   napper MODE
//
//   children   a process for each question, which naps between its pieces of work
//   threads    a short thread for each piece of work
//   orphans    a short process for each piece of work, for which nobody waits
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

namespace {

constexpr int kPieces = 10;

/// The kernel's figures of a thread, in nanoseconds: Documentation/scheduler/sched-stats.
struct Figures {
  std::int64_t ran = 0;
  std::int64_t waited = 0;
};

Figures own_figures() {
  Figures figures;
  std::ifstream("/proc/thread-self/schedstat") >> figures.ran >> figures.waited;
  return figures;
}

/// Uses half a millisecond of the processor.
void work() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  const std::int64_t end = now.tv_sec * 1'000'000'000 + now.tv_nsec + 500'000;
  while (now.tv_sec * 1'000'000'000 + now.tv_nsec < end)
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
}

/// Runs `work` in a new process and returns the figures that it writes at its end.
template <class Work>
Figures work_in_process(Work work) {
  int files[2];
  if (::pipe(files) != 0) std::_Exit(1);
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    const Figures figures = own_figures();
    (void)!::write(files[1], &figures, sizeof figures);
    std::_Exit(0);
  }
  Figures figures;
  if (::read(files[0], &figures, sizeof figures) != sizeof figures) std::_Exit(1);
  ::close(files[0]);
  ::close(files[1]);
  ::waitpid(child, nullptr, 0);
  return figures;
}

Figures work_in_thread() {
  Figures figures;
  std::thread([&figures] {
    work();
    figures = own_figures();
  }).join();
  return figures;
}

Figures answer(std::string_view mode) {
  if (mode == "children") {
    return work_in_process([] {
      for (int piece = 0; piece < kPieces; ++piece) {
        work();
        ::usleep(200);
      }
    });
  }
  Figures sum;
  for (int piece = 0; piece < kPieces; ++piece) {
    const Figures figures = mode == "threads" ? work_in_thread() : work_in_process(work);
    sum.ran += figures.ran;
    sum.waited += figures.waited;
  }
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc > 1 ? argv[1] : "";
  if (mode == "orphans") ::signal(SIGCHLD, SIG_IGN);
  for (char byte = 0; ::read(0, &byte, 1) == 1;) {
    const Figures figures = answer(mode);
    std::printf("%lld %lld\n", static_cast<long long>(figures.ran),
                static_cast<long long>(figures.waited));
    std::fflush(stdout);
  }
}

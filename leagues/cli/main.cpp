// The program `danno`: reads the command line, runs one verb, and turns what it throws into one
// line and an exit code.
#include <fmt/format.h>
#include <malloc.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <system_error>

#include "leagues/cli/flags/command_line.hpp"
#include "leagues/cli/terminal/interrupt.hpp"
#include "leagues/cli/terminal/print.hpp"
#include "leagues/cli/terminal/process_limits.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/files/json.hpp"
#include "leagues/store/store.hpp"
#include "leagues/words/escape.hpp"
#include "referee/record/sha256.hpp"

namespace danno::leagues::cli {
namespace {

/// The exit code that shells use for SIGPIPE: the reader of stdout has gone.
constexpr int kUnread = 141;

int fail(const terminal::Invocation& invocation, int code, const std::string& message) {
  if (invocation.json && code == terminal::kWrongUse) {
    const files::Json error{{"error", {{"message", message}}}};
    std::puts(files::dump(error).c_str());  // a failure is ignored: the exit code remains
  }
  terminal::print_note("error: {}\n", words::escape_lines(message));
  return code;
}

int fail_to_write(const terminal::Invocation& invocation, int error) {
  if (error == EPIPE) return kUnread;
  return fail(invocation, terminal::kBroken,
              fmt::format("stdout cannot be written: {}", std::strerror(error)));
}

int run(int argc, char** argv) {
  terminal::Invocation invocation;
  invocation.program = argv[0];
  invocation.version = DANNO_VERSION;
  if (const std::string missing = terminal::prepare_process_limits(); !missing.empty())
    return fail(invocation, terminal::kBroken, missing);
  int exit_code = terminal::kDone;
  try {
    referee::record::start_sodium();
    exit_code = flags::run_command_line(argc, argv, DANNO_VERSION, [&](flags::Verb program) {
      verbs::add_verbs(program, invocation);
    });
  } catch (const terminal::UsageError& error) {
    invocation.json = flags::asks_for_json(argc, argv);
    return fail(invocation, terminal::kWrongUse, error.what());
  } catch (const store::WrongFolder& error) {
    return fail(invocation, terminal::kWrongUse, error.what());
  } catch (const terminal::Interrupted& interrupted) {
    terminal::print_note("interrupted; {}\n", interrupted.what());
    return interrupted.exit_code();
  } catch (const std::system_error& error) {
    if (std::ferror(stdout) != 0 || error.code() == std::errc::broken_pipe)
      return fail_to_write(invocation, error.code().value());
    return fail(invocation, terminal::kBroken, terminal::describe_failure(error));
  } catch (const std::exception& error) {
    return fail(invocation, terminal::kBroken, terminal::describe_failure(error));
  }
  if (std::fflush(stdout) != 0) return fail_to_write(invocation, errno);
  return exit_code;
}

}  // namespace
}  // namespace danno::leagues::cli

int main(int argc, char** argv) {
  // Allocate blocks of 1 MB or more with mmap, so that glibc returns them to the system when they
  // are freed.
  constexpr int kLarge = 1'000'000;
  ::mallopt(M_MMAP_THRESHOLD, kLarge);
  return danno::leagues::cli::run(argc, argv);
}

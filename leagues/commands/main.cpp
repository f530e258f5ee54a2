// The program `danno`: reads the command line, runs one command, and turns what it throws into one
// line and an exit code.
#include <fmt/format.h>
#include <malloc.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <system_error>

#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/cli/command_line.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/process_limits.hpp"
#include "leagues/commands/commands.hpp"
#include "leagues/store/reader.hpp"
#include "referee/record/sha256.hpp"

namespace danno::leagues::commands {
namespace {

/// The exit code that shells use for SIGPIPE: the reader of stdout has gone.
constexpr int kUnread = 141;

int fail(const cli::Invocation& invocation, int code, const std::string& message) {
  if (invocation.json && code == cli::kWrongUse) {
    const base::Json error{{"error", {{"message", message}}}};
    std::puts(base::dump(error).c_str());  // a failure is ignored: the exit code remains
  }
  cli::print_note("error: {}\n", base::escape_lines(message));
  return code;
}

int fail_to_write(const cli::Invocation& invocation, int error) {
  if (error == EPIPE) return kUnread;
  return fail(invocation, cli::kBroken,
              fmt::format("stdout cannot be written: {}", std::strerror(error)));
}

int run(int argc, char** argv) {
  cli::Invocation invocation;
  invocation.program = argv[0];
  invocation.version = DANNO_VERSION;
  if (const std::string missing = cli::prepare_process_limits(); !missing.empty())
    return fail(invocation, cli::kBroken, missing);
  int exit_code = cli::kDone;
  try {
    referee::record::start_ciphers();
    exit_code = cli::run_command_line(argc, argv, DANNO_VERSION, [&](cli::Command program) {
      add_commands(program, invocation);
    });
  } catch (const cli::UsageError& error) {
    invocation.json = cli::asks_for_json(argc, argv);
    return fail(invocation, cli::kWrongUse, error.what());
  } catch (const store::WrongFolder& error) {
    return fail(invocation, cli::kWrongUse, error.what());
  } catch (const cli::Interrupted& interrupted) {
    cli::print_note("interrupted; {}\n", interrupted.what());
    return interrupted.exit_code();
  } catch (const cli::OutputError& error) {
    return fail_to_write(invocation, error.error());
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::broken_pipe) return kUnread;
    return fail(invocation, cli::kBroken, cli::describe_failure(error));
  } catch (const std::exception& error) {
    return fail(invocation, cli::kBroken, cli::describe_failure(error));
  }
  if (std::fflush(stdout) != 0) return fail_to_write(invocation, errno);
  return exit_code;
}

}  // namespace
}  // namespace danno::leagues::commands

int main(int argc, char** argv) {
  // Allocate blocks of 1 MB or more with mmap, so that glibc returns them to the system when they
  // are freed.
  constexpr int kLarge = 1'000'000;
  ::mallopt(M_MMAP_THRESHOLD, kLarge);
  return danno::leagues::commands::run(argc, argv);
}

#include "leagues/cli/flags/gate_attempts.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <system_error>

#include "leagues/cli/terminal/print.hpp"
#include "leagues/words/escape.hpp"

namespace danno::leagues::cli::flags {

std::vector<gate::Attempt> book_attempts(const flags::GateArguments& arguments, gate::Gate& gate,
                                         const terminal::Invocation& invocation) {
  if (arguments.attempts.empty()) return {};
  auto attempts = gate::attempts_of(gate.report(), gate.entrants());
  bool had_torn_line = false;
  try {
    had_torn_line = gate::book_attempts(arguments.attempts, attempts, gate.report());
  } catch (const std::system_error&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw terminal::UsageError(fmt::format("--attempts {}", words::escape_terminal(error.what())));
  }
  if (had_torn_line && !invocation.quiet)
    fmt::print(stderr,
               "--attempts {}: its last line was cut off by a full disk or a kill; removed\n",
               words::escape_terminal(arguments.attempts));
  for (const gate::GateReport::Test& entry : gate.report().tests) {
    if (invocation.quiet) break;
    terminal::print_note("attempt {} against {}: alpha is {:.4g}\n", *entry.attempt,
                         words::escape_terminal(entry.baseline), entry.test.terms().alpha);
  }
  return attempts;
}

}  // namespace danno::leagues::cli::flags

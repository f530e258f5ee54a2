#include "leagues/cli/print_fault.hpp"

#include <system_error>
#include <vector>

#include "leagues/base/escape.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/progress.hpp"
#include "leagues/entrants/hints.hpp"
#include "leagues/runner/fault_files.hpp"
#include "referee/protocol/report.hpp"
#include "referee/record/evidence.hpp"

namespace danno::leagues::cli {
namespace {

using base::escape_terminal;
using referee::record::Fault;

/// Keeps the report of a fault in a game.
void print_repeat(const Players& players, std::size_t agent, const Fault& fault,
                  const std::filesystem::path& folder, const Invocation& invocation) {
  std::vector<std::string> names;
  for (const entrants::Entrant& entrant : players.entrants)
    names.push_back(entrant.agent.name);
  const referee::record::FaultyGame& game = *fault.evidence->game;
  const std::filesystem::path file =
      folder / runner::fault_file(game.rules->id, names, agent, game.deal, game.seating);
  try {
    runner::write_fault_file(file, referee::protocol::report_json(fault));
  } catch (const std::system_error& error) {
    print_text("   again   its report is not stored: {}\n", escape_terminal(error.what()));
    return;
  }
  print("   again   {} repeat {} {}\n", invocation.program, shell_word(file.string()),
        shell_word(players.named[agent]));
}

}  // namespace

void print_fault(const Players& players, std::size_t agent, const Fault& fault,
                 const std::filesystem::path& folder, const Invocation& invocation) {
  // People sit before the programs and have no faults.
  agent -= players.people;
  const entrants::Entrant& entrant = players.entrants[agent];
  const referee::record::Evidence& evidence = *fault.evidence;
  print_text("{}: {}: {}\n", escape_terminal(entrant.agent.name),
             referee::record::to_string(fault.kind), escape_terminal(describe(fault.cause)));
  print_text("   asked   {}\n", escape_terminal(describe(evidence.question)));
  for (const auto& [stream, text] : referee::protocol::output_lines(evidence))
    print_text("   {}  {}\n", stream, escape_terminal(text));
  print_text("   help    {}\n", escape_terminal(entrants::hint(fault, entrant)));
  if (evidence.game) print_repeat(players, agent, fault, folder, invocation);
  print_text("\n");
}

void print_end_by(const std::string& named, const Invocation& invocation) {
  print_text("stopped: an agent that faults loses, whatever its strength\n");
  print("next    fix it, then {} check {}\n", invocation.program, shell_word(named));
}

}  // namespace danno::leagues::cli

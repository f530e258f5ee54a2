// Any bytes as a fault report and as the first bytes of a program: the hint for the author is one
// line of what the agent said and of advice.
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>

#include "leagues/entrants/hints.hpp"
#include "referee/protocol/report.hpp"
#include "referee/record/evidence.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/scratch_folder.hpp"

namespace entrants = danno::leagues::entrants;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const danno::ScratchFolder kFolder;
  danno::fuzz::Input input(data, size);
  entrants::Entrant entrant;
  entrant.agent.folder = kFolder.path();
  entrant.agent.command = {"./agent"};
  entrant.run = {"./agent"};
  try {
    const auto fault = danno::referee::protocol::parse_report(input.text());
    std::ofstream(kFolder.path() / "agent", std::ios::binary) << input.rest();
    const std::string hint = entrants::hint(fault, entrant);
    assert(hint.empty() || hint.find('\n') == std::string::npos);
    const std::string line = entrants::most_informative_line(fault.evidence->stderr_lines);
    assert(line.find('\n') == std::string::npos);
  } catch (const std::runtime_error& error) {
    assert(error.what() != std::string());
  }
  return 0;
}

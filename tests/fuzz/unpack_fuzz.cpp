// Any bytes, as a .zip where they begin like one, else as a .tgz: they become a folder with
// agent.toml within the limits, or it is said why not, and nothing is left.
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "leagues/entrants/unpack.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/scratch_folder.hpp"

namespace fs = std::filesystem;
using danno::leagues::entrants::agent_files;
using danno::leagues::entrants::AgentError;
using danno::leagues::entrants::FolderLimits;
using danno::leagues::entrants::is_agent_folder;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const danno::ScratchFolder kInbox;
  static const danno::ScratchFolder kSeason;
  const fs::path to = kSeason.path() / "ada";
  const std::string bytes(data, data + size);
  const fs::path file = kInbox.path() / (bytes.starts_with("PK") ? "ada.zip" : "ada.tgz");
  std::ofstream(file, std::ios::binary) << bytes;
  FolderLimits limits;
  limits.bytes = std::uintmax_t{1} << 20;
  limits.files = 100;
  try {
    unpack(file, to, limits);
    assert(is_agent_folder(to));
    assert(!agent_files(to, limits).empty());
    fs::remove_all(to);
  } catch (const AgentError& error) {
    assert(error.lines().size() == 1 && danno::fuzz::is_line(error.lines()[0]));
  }
  assert(fs::is_empty(kSeason.path()));
  return 0;
}

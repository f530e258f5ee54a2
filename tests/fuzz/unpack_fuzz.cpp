// Any bytes, as a .zip where they begin like one, else as a .tgz: they become a folder with
// agent.toml within the limits, or it is said why not, and nothing is left.
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "leagues/entrants/unpack.hpp"

namespace fs = std::filesystem;
using danno::leagues::entrants::agent_files;
using danno::leagues::entrants::AgentError;
using danno::leagues::entrants::FolderLimits;
using danno::leagues::entrants::is_agent_folder;

namespace {

/// The test's own temporary folder goes with it.
fs::path empty_folder() {
  std::string folder = (fs::temp_directory_path() / "danno-unpack-XXXXXX").string();
  assert(mkdtemp(folder.data()) != nullptr);
  return folder;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fs::path kInbox = empty_folder();
  static const fs::path kSeason = empty_folder();
  const std::string bytes(data, data + size);
  const fs::path file = kInbox / (bytes.starts_with("PK") ? "ada.zip" : "ada.tgz");
  std::ofstream(file, std::ios::binary) << bytes;
  FolderLimits limits;
  limits.bytes = std::uintmax_t{1} << 20;
  limits.files = 100;
  try {
    unpack(file, kSeason / "ada", limits);
    assert(is_agent_folder(kSeason / "ada"));
    assert(!agent_files(kSeason / "ada", limits).empty());
    fs::remove_all(kSeason / "ada");
  } catch (const AgentError& error) {
    assert(error.lines().size() == 1 && !error.lines()[0].empty());
    assert(error.lines()[0].find('\n') == std::string::npos);
  }
  assert(fs::is_empty(kSeason));
  return 0;
}

// Any bytes as records of `git ls-tree`: each is a file or folder in the folder, or refused.
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "leagues/entrants/git_folder.hpp"
#include "tests/fuzz/input.hpp"

namespace entrants = danno::leagues::entrants;

namespace {

void check_record(const std::string& record) {
  try {
    const auto entry = entrants::parse_tree_entry(record);
    if (!entry) return;
    assert(!entry->path.empty() && entry->path.is_relative());
    for (const auto& part : entry->path)
      assert(danno::fuzz::is_component(part.native()));
    assert(entry->hash.find_first_of(" \t\n") == std::string::npos && !entry->hash.empty());
    assert(!(entry->program && entry->link));
  } catch (const entrants::AgentError& error) {
    assert(danno::fuzz::is_line(error.what()));
  }
}

void check_argument(const std::string& text) {
  try {
    const auto folder = entrants::parse_git_folder(text);
    if (!folder) return;
    assert(!folder->revision.empty() && !folder->revision.starts_with('-'));
    assert(folder->revision.find(':') == std::string::npos && !folder->name.empty());
  } catch (const entrants::AgentError& error) {
    assert(error.what() != std::string());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  danno::fuzz::Input input(data, size);
  check_argument(input.text());
  while (!input.is_empty())
    check_record(input.text());
  return 0;
}

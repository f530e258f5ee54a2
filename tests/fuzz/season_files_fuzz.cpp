// Any bytes as the files of a season's logins: a list of authors, tokens.csv, htpasswd and address
// on the organiser's side, and the token file of an author. What is read is written and read again
// the same.
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "leagues/cli/invocation.hpp"
#include "leagues/commands/hand_in/login.hpp"
#include "leagues/commands/season/tokens.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/scratch_folder.hpp"

namespace fs = std::filesystem;
namespace hand_in = danno::leagues::commands::hand_in;
namespace season = danno::leagues::commands::season;
using danno::leagues::cli::UsageError;

namespace {

void write(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

std::string read(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void check_authors(const std::string& text) {
  static const danno::ScratchFolder kFolder;
  const fs::path file = kFolder.path() / "authors.csv";
  write(file, text);
  try {
    for (const std::string& author : season::read_authors(file))
      assert(season::login_problem(author).empty());
  } catch (const std::invalid_argument& error) {
    assert(danno::fuzz::is_line(error.what()));
  }
}

void check_tokens(danno::fuzz::Input input) {
  static const danno::ScratchFolder kFolder;
  const fs::path& folder = kFolder.path();
  for (const char* const name : {"tokens.csv", "htpasswd", "address"})
    write(folder / name, input.text());
  const season::Tokens tokens(folder);
  tokens.write();
  const std::string before = read(folder / "tokens.csv") + read(folder / "htpasswd");
  const season::Tokens again(folder);
  assert(again.size() == tokens.size() && again.address() == tokens.address());
  again.write();
  assert(read(folder / "tokens.csv") + read(folder / "htpasswd") == before);
}

/// A login that was added is found, and those of other authors stay.
void check_logins(const std::string& text) {
  hand_in::Address address = hand_in::parse_address("https://ben@example.org/greed");
  const hand_in::Login login{.author = "ben", .token = "t0"};
  try {
    const hand_in::Address others{.base = address.base, .author = "ada"};
    const auto before = hand_in::find_login(text, others);
    const std::string added = hand_in::add_login(text, address, login);
    const auto found = hand_in::find_login(added, address);
    assert(found && found->author == login.author && found->token == login.token);
    const auto after = hand_in::find_login(added, others);
    assert(before.has_value() == after.has_value() && (!before || before->token == after->token));
    assert(hand_in::add_login(added, address, login) == added);
  } catch (const UsageError& error) {
    assert(danno::fuzz::is_line(error.what()));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  danno::fuzz::Input input(data, size);
  const std::uint8_t kind = input.byte() % 3;
  if (kind == 0) check_authors(input.rest());
  if (kind == 1) check_tokens(input);
  if (kind == 2) check_logins(input.rest());
  return 0;
}

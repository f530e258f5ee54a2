// Any bytes as a name or an address that came over the web, in an archive or on the command line:
// what is accepted is safe where it is used, and what is made of it is so in any case.
#include <algorithm>
#include <cassert>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "leagues/base/escape.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/commands/hand_in/login.hpp"
#include "leagues/commands/hand_in/season_client.hpp"
#include "leagues/commands/season/nginx.hpp"
#include "leagues/commands/season/tokens.hpp"
#include "leagues/commands/season/web.hpp"
#include "leagues/entrants/agent_files.hpp"
#include "leagues/entrants/agent_folder.hpp"
#include "leagues/entrants/agent_names.hpp"
#include "tests/fuzz/input.hpp"

namespace base = danno::leagues::base;
namespace entrants = danno::leagues::entrants;
namespace fs = std::filesystem;
namespace hand_in = danno::leagues::commands::hand_in;
namespace season = danno::leagues::commands::season;
using danno::fuzz::is_component;
using danno::fuzz::is_line;

namespace {

/// Returns the name that base::to_file_name() turned into this one.
std::string from_file_name(std::string_view file) {
  std::string name;
  for (std::size_t i = 0; i < file.size(); ++i) {
    const bool is_code = file[i] == '%';
    name += is_code ? static_cast<char>(std::stoi(std::string(file.substr(i + 1, 2)), nullptr, 16))
                    : file[i];
    if (is_code) i += 2;
  }
  return name;
}

void check_file_name(const std::string& text) {
  if (text.empty()) return;
  const std::string file = base::to_file_name(text);
  assert(file.find('/') == file.npos && file.front() != '.' && from_file_name(file) == text);
}

void check_path(const std::string& text) {
  try {
    const fs::path path = entrants::path_in_folder(text);
    assert(path.is_relative() && path == path.lexically_normal());
    for (const fs::path& part : path)
      assert(is_component(part.native()) && base::escape_controls(part.native()) == part.native());
    assert(entrants::path_in_folder(path.string()) == path);
  } catch (const entrants::AgentError& error) {
    assert(is_line(error.what()));
  }
}

/// A login is one part of a path and of an address, in which nothing means anything else.
void check_login(const std::string& text) {
  const std::string problem = season::login_problem(text);
  if (!problem.empty()) {
    assert(is_line(problem));
    return;
  }
  assert(is_component(text) && base::to_file_name(text) == text && text.front() != '-');
  assert(base::quote_shell(text) == text && base::escape_xml(text) == text);
  assert(entrants::author_problem(text).empty());
  assert(hand_in::parse_address("https://" + text + "@example.org/x").author == text);
}

void check_item(const std::string& text) {
  const std::string item =
      hand_in::make_item_name(fs::path("/tmp") / text.substr(0, text.find('/')));
  assert(is_component(item) && item.ends_with(".zip") && item.size() <= 73);
  assert(item.front() != '.' && item.front() != '-' && base::quote_shell(item) == item);
}

void check_full_names(const std::vector<std::string>& words) {
  const auto& [author, own, other] = std::tie(words[0], words[1], words[2]);
  if (!entrants::full_name_problem(author, own).empty()) return;
  const entrants::AgentNames names = entrants::agent_names(author, own);
  assert(is_line(names.full) && is_component(base::to_file_name(names.full)));
  if (author.empty() || other.empty() || author == other) return;
  assert(entrants::agent_names(other, own).full != names.full || names.full == own);
}

void check_address(const std::string& text) {
  try {
    const hand_in::Address address = hand_in::parse_address(text);
    assert(base::quote_shell(address.base).find_first_of(" \n\\\"") == std::string::npos);
    assert(address.author.find_first_of(":/@") == std::string::npos);
    const hand_in::Address again = hand_in::parse_address(address.base);
    assert(again.base == address.base && again.author.empty());
  } catch (const danno::leagues::cli::UsageError& error) {
    assert(is_line(error.what()));
  }
}

/// Returns the host of an address as RFC 3986 has it.
std::string_view host(std::string_view address) {
  address.remove_prefix(address.find("://") + 3);
  address = address.substr(0, address.find_first_of("/?#"));
  const std::size_t user = address.rfind('@');
  if (user != address.npos) address.remove_prefix(user + 1);
  const std::size_t bracket = address.starts_with('[') ? address.find(']') : address.npos;
  return bracket != address.npos ? address.substr(0, bracket + 1)
                                 : address.substr(0, address.find(':'));
}

/// A server may send an author on, but neither to another host nor away from TLS.
void check_redirect(const std::string& typed, const std::string& redirect) {
  try {
    const std::string from = hand_in::parse_address(typed).base;
    const std::string moved = hand_in::moved_address(from, redirect);
    if (moved.empty()) return;
    const std::string to = hand_in::parse_address(moved).base;
    assert(host(to) == host(from));
    assert(to.starts_with("https://") || from.starts_with("http://"));
  } catch (const danno::leagues::cli::UsageError& error) {
    assert(is_line(error.what()));
  }
}

/// The address of a season stands in a configuration of nginx.
void check_web_address(const std::string& text) {
  try {
    const hand_in::Address address = season::parse_web_address(text);
    assert(std::ranges::all_of(address.base, [](unsigned char c) {
      return std::isalnum(c) != 0 ||
             std::string_view("-._~/:[]").find(static_cast<char>(c)) != std::string_view::npos;
    }));
    assert(season::parse_web_address(address.base).base == address.base);
  } catch (const danno::leagues::cli::UsageError& error) {
    assert(is_line(error.what()));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  danno::fuzz::Input input(data, size);
  const std::vector<std::string> words{input.text(), input.text(), input.text()};
  const std::string& text = words[0];
  check_file_name(text);
  check_path(text);
  check_login(text);
  check_item(text);
  check_full_names(words);
  check_address(text);
  check_redirect(text, words[1]);
  check_web_address(text);
  static_cast<void>(season::has_http2_directive(text));
  return 0;
}

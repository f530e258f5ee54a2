#include "leagues/commands/hand_in/login.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string_view>

#include "leagues/base/escape.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"

namespace danno::leagues::commands::hand_in {

namespace fs = std::filesystem;

// --- the address ---------------------------------------------------------------------------------

namespace {

constexpr std::string_view kHttps = "https://";
constexpr std::string_view kHttp = "http://";

cli::UsageError refusal(std::string_view typed, std::string_view what) {
  return cli::UsageError("--to {}: {}; expected an address as in https://greed.example.org", typed,
                         what);
}

/// Removes the pages of a season, which a user may have copied with the address.
void remove_page(std::string& base) {
  constexpr std::array<std::string_view, 5> kPages{"/", "/hand-in", "/hand-in.html", "/mine",
                                                   "/index.html"};
  const auto is_at_end = [&](std::string_view page) { return base.ends_with(page); };
  for (auto page = kPages.begin(); page != kPages.end();) {
    page = std::ranges::find_if(kPages, is_at_end);
    if (page != kPages.end()) base.resize(base.size() - page->size());
  }
}

}  // namespace

std::string_view Address::authority() const {
  const std::string_view rest =
      std::string_view(base).substr(is_https() ? kHttps.size() : kHttp.size());
  return rest.substr(0, rest.find('/'));
}

std::string_view Address::host() const {
  const std::string_view both = authority();
  if (both.starts_with('[')) return both.substr(0, both.find(']') + 1);
  return both.substr(0, both.find(':'));
}

std::string_view Address::path() const {
  const std::string_view both = authority();
  return std::string_view(base).substr(static_cast<std::size_t>(both.end() - base.data()));
}

bool Address::is_open() const {
  const std::string_view name = host();
  const bool is_loopback =
      name == "localhost" || name == "[::1]" ||
      (name.starts_with("127.") && name.find_first_not_of("0123456789.") == name.npos);
  return !is_https() && !is_loopback;
}

Address parse_address(const std::string& typed) {
  Address address;
  std::string rest = typed;
  std::string_view chosen = kHttps;
  if (rest.starts_with(kHttp)) chosen = kHttp;
  if (rest.starts_with(kHttp) || rest.starts_with(kHttps)) rest.erase(0, chosen.size());
  // This refuses another scheme, a query, and whatever a shell or curl may change.
  constexpr std::string_view kAllowed = ".-_~/:@[]%+,";
  const bool is_plain = std::ranges::all_of(rest, [&](unsigned char letter) {
    return std::isalnum(letter) != 0 || kAllowed.find(static_cast<char>(letter)) != kAllowed.npos;
  });
  if (!is_plain || rest.find("//") != std::string::npos) throw refusal(typed, "it is no address");
  const std::string authority = rest.substr(0, rest.find('/'));
  if (std::ranges::count(authority, '@') > 1) throw refusal(typed, "it names two authors");
  const std::size_t at = authority.find('@');
  if (at != std::string::npos) {
    address.author = rest.substr(0, at);
    rest.erase(0, at + 1);
    if (address.author.find(':') != std::string::npos)
      throw refusal(address.author.substr(0, address.author.find(':')) + ":…",
                    "a token on the command line can be read by everybody on this machine; give it "
                    "in DANNO_TOKEN");
  }
  address.base = std::string(chosen) + rest;
  if (address.host().empty()) throw refusal(typed, "it has no host");
  remove_page(address.base);
  return address;
}

std::string moved_address(const std::string& base, const std::string& redirect) {
  const Address from{.base = base, .author = {}};
  const Address to{.base = redirect, .author = {}};
  const bool is_http = redirect.starts_with(kHttp) || to.is_https();
  if (!is_http || from.host() != to.host() || (from.is_https() && !to.is_https())) return "";
  constexpr std::string_view kPage = "/mine/";
  return redirect.ends_with(kPage) ? redirect.substr(0, redirect.size() - kPage.size()) : "";
}

// --- the token -----------------------------------------------------------------------------------

namespace {

constexpr const char* kVariable = "DANNO_TOKEN";
constexpr std::uint64_t kLargestTokenFile = 1 << 20;

/// A line of the token file.
struct TokenLine {
  std::string address;
  std::string author;
  std::string token;
};

TokenLine parse_line(const std::string& line) {
  TokenLine parsed;
  std::istringstream words(line);
  words >> parsed.address >> parsed.author >> parsed.token;
  return parsed;
}

/// Returns whether the line of a token file is for this address, however the user wrote it. A line
/// without an address is for none, so that it does not keep the others from use.
bool is_for(const TokenLine& line, const Address& address) {
  if (line.token.empty() || line.address.starts_with('#')) return false;
  try {
    return parse_address(line.address).base == address.base;
  } catch (const cli::UsageError&) {
    return false;
  }
}

void require_plain(const std::string& word, std::string_view what) {
  const bool is_plain = !word.empty() && std::ranges::all_of(word, [](unsigned char letter) {
    return std::isgraph(letter) != 0 || letter >= 0x80;
  });
  if (!is_plain) throw cli::UsageError("{} is empty or has blanks or control characters", what);
}

/// Takes the login out of the environment; nullopt if it is not there.
std::optional<Login> take_from_environment(const Address& address) {
  const char* const value = std::getenv(kVariable);
  if (value == nullptr) return std::nullopt;
  const std::string text = value;
  ::unsetenv(kVariable);
  const std::size_t colon = text.find(':');
  Login login{.author = address.author, .token = text};
  if (colon != std::string::npos) login = {text.substr(0, colon), text.substr(colon + 1)};
  if (login.author.empty())
    throw cli::UsageError("{} names no author; expected AUTHOR:TOKEN", kVariable);
  require_plain(login.author, fmt::format("the author in {}", kVariable));
  require_plain(login.token, fmt::format("the token in {}", kVariable));
  return login;
}

/// Returns the text of the token file; empty if it is missing.
std::string read_token_file(const fs::path& file) {
  struct stat status {};
  if (file.empty() || ::stat(file.c_str(), &status) != 0) return "";
  const std::string& path = file.native();
  if ((status.st_mode & 077) != 0) {
    throw cli::UsageError("{} can be read by others (mode {:o}); expected 600: chmod 600 {}", path,
                          status.st_mode & 0777, base::quote_shell(path));
  }
  const auto text = base::read_whole(file, kLargestTokenFile);
  if (!text) throw cli::UsageError("{} cannot be read", path);
  return *text;
}

/// The user's terminal, whatever stdin and stdout are.
class Terminal {
 public:
  Terminal() : stream_(std::fopen("/dev/tty", "r+e"), std::fclose) {}
  [[nodiscard]] bool exists() const { return stream_ != nullptr; }

  /// Asks a question and returns the answer without the line end. Throws Interrupted after Ctrl-C
  /// or the end of input.
  [[nodiscard]] std::string ask(const std::string& question, bool shows_answer) const {
    const int file = ::fileno(stream_.get());
    termios before{};
    ::tcgetattr(file, &before);
    termios during = before;
    // Ctrl-C is read as a letter that ends the line, so that no signal leaves the terminal without
    // echo.
    constexpr int kCtrlC = 3;
    during.c_lflag &= static_cast<tcflag_t>(~ISIG);
    during.c_cc[VEOL] = kCtrlC;
    if (!shows_answer) during.c_lflag &= static_cast<tcflag_t>(~ECHO);
    ::tcsetattr(file, TCSAFLUSH, &during);
    // Nothing that is typed after the question is shown.
    std::fputs(question.c_str(), stream_.get());
    std::fflush(stream_.get());
    std::string answer;
    int letter = std::fgetc(stream_.get());
    for (; letter != EOF && letter != '\n' && letter != kCtrlC; letter = std::fgetc(stream_.get()))
      answer += static_cast<char>(letter);
    ::tcsetattr(file, TCSAFLUSH, &before);
    std::fseek(stream_.get(), 0, SEEK_CUR);  // from reading to writing
    if (!shows_answer || letter != '\n') std::fputs("\n", stream_.get());
    if (letter != '\n') throw cli::Interrupted(130, "nothing was sent");
    return answer;
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream_;
};

Login ask_for_login(const Address& address) {
  const Terminal terminal;
  if (!terminal.exists()) {
    throw cli::UsageError(
        "no token for {}; the organiser sends you one. Expected {}=AUTHOR:TOKEN in the "
        "environment, "
        "or a line 'ADDRESS AUTHOR TOKEN' in ~/.config/danno/tokens",
        address.base, kVariable);
  }
  Login login{.author = address.author, .token = {}, .was_typed = true};
  if (login.author.empty())
    login.author = terminal.ask(fmt::format("author at {}: ", address.base), true);
  require_plain(login.author, "the author");
  login.token = terminal.ask(
      fmt::format("token of {} (it is not shown): ", base::escape_terminal(login.author)), false);
  require_plain(login.token, "the token");
  return login;
}

}  // namespace

fs::path token_file() {
  const char* const home = std::getenv("HOME");
  return home == nullptr || *home == '\0' ? fs::path() : fs::path(home) / ".config/danno/tokens";
}

std::optional<Login> find_login(std::string_view text, const Address& address) {
  std::istringstream lines{std::string(text)};
  std::optional<Login> found;
  for (std::string line; std::getline(lines, line);) {
    TokenLine parsed = parse_line(line);
    if (!is_for(parsed, address)) continue;
    if (!address.author.empty() && parsed.author != address.author) continue;
    if (found) {
      throw cli::UsageError("the token file has {} and {} for {}; name one, as in https://{}@HOST",
                            found->author, parsed.author, address.base, found->author);
    }
    found = {std::move(parsed.author), std::move(parsed.token)};
  }
  return found;
}

std::string add_login(std::string_view text, const Address& address, const Login& login) {
  std::istringstream lines{std::string(text)};
  std::string changed;
  for (std::string line; std::getline(lines, line);) {
    const TokenLine parsed = parse_line(line);
    if (!is_for(parsed, address) || parsed.author != login.author) changed += line + "\n";
  }
  return changed + fmt::format("{} {} {}\n", address.base, login.author, login.token);
}

Login get_login(const Address& address) {
  if (auto login = take_from_environment(address)) return *std::move(login);
  if (auto login = find_login(read_token_file(token_file()), address)) return *std::move(login);
  return ask_for_login(address);
}

void offer_to_store(const Address& address, const Login& login) {
  const fs::path file = token_file();
  const Terminal terminal;
  if (!login.was_typed || file.empty() || !terminal.exists()) return;
  if (!terminal.ask("store it in ~/.config/danno/tokens? [y/n] ", true).starts_with('y')) return;
  const std::string text = add_login(read_token_file(file), address, login);
  fs::create_directories(file.parent_path());
  base::write_secret(file, text);
}

}  // namespace danno::leagues::commands::hand_in

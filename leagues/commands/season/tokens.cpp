#include "leagues/commands/season/tokens.hpp"

#include <fmt/format.h>
#include <nettle/base64.h>
#include <nettle/sha1.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "leagues/base/escape.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/base/text.hpp"
#include "leagues/base/whole_file.hpp"
#include "referee/record/sha256.hpp"

namespace danno::leagues::commands::season {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestLogin = 64;
constexpr const char* kHeader = "author,token,command";

template <std::size_t Bytes>
std::array<std::uint8_t, Bytes> draw_bytes() {
  referee::record::start_ciphers();
  std::array<std::uint8_t, Bytes> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  return bytes;
}

/// Returns "{SSHA}" and the base64 of the hash of token and salt, followed by the salt (RFC 2307).
std::string hash_token(std::string_view token) {
  const auto salt = draw_bytes<8>();
  struct sha1_ctx context {};
  sha1_init(&context);
  sha1_update(&context, token.size(), reinterpret_cast<const std::uint8_t*>(token.data()));
  sha1_update(&context, salt.size(), salt.data());
  std::array<std::uint8_t, SHA1_DIGEST_SIZE + salt.size()> hashed{};
  sha1_digest(&context, SHA1_DIGEST_SIZE, hashed.data());
  std::ranges::copy(salt, hashed.begin() + SHA1_DIGEST_SIZE);
  std::array<char, BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE + salt.size())> text{};
  base64_encode_raw(text.data(), hashed.size(), hashed.data());
  return fmt::format("{{SSHA}}{}", std::string_view(text.data(), text.size()));
}

std::vector<std::string> read_lines(const fs::path& file) {
  std::istringstream text(base::read_whole(file).value_or(""));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) {
    while (line.ends_with('\r'))
      line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

/// Splits a line at commas, semicolons or tabs. Quotes around a field are removed.
std::vector<std::string> split_fields(std::string_view line) {
  std::vector<std::string> fields;
  while (true) {
    const std::size_t end = std::min(line.find_first_of(",;\t"), line.size());
    std::string_view field = line.substr(0, end);
    while (!field.empty() && (field.front() == ' ' || field.front() == '"'))
      field.remove_prefix(1);
    while (!field.empty() && (field.back() == ' ' || field.back() == '"'))
      field.remove_suffix(1);
    fields.emplace_back(field);
    if (end == line.size()) return fields;
    line.remove_prefix(end + 1);
  }
}

/// Returns whether other programs call a column of names or addresses so.
bool is_usual_heading(const std::string& field) {
  static constexpr std::array<std::string_view, 12> kHeadings{
      "account", "e-mail", "email",   "id",       "login", "mail",
      "name",    "names",  "student", "students", "user",  "username"};
  return std::ranges::find(kHeadings, base::to_lower(field)) != kHeadings.end();
}

/// Returns the command that the author types.
std::string hand_in_command(const std::string& author, const std::string& address) {
  const std::size_t scheme = address.find("://");
  if (scheme == std::string::npos) return "";
  const std::size_t host = scheme + 3;
  return fmt::format("danno hand-in mybot --to {}{}@{}", address.substr(0, host), author,
                     address.substr(host));
}

}  // namespace

std::string login_problem(std::string_view author) {
  const bool is_plain = std::ranges::all_of(author, [](unsigned char letter) {
    return letter < 0x80 &&
           (std::isalnum(letter) != 0 || letter == '.' || letter == '_' || letter == '-');
  });
  const bool begins = !author.empty() && author.front() != '.' && author.front() != '-';
  if (is_plain && begins && author.size() <= kLongestLogin) return "";
  return fmt::format(
      "'{}' cannot be a login; expected 1 to {} letters, digits and . _ -, as in ada.lovelace",
      base::escape_terminal(author), kLongestLogin);
}

std::vector<std::string> read_authors(const fs::path& file) {
  const std::vector<std::string> lines = read_lines(file);
  if (lines.empty()) throw std::invalid_argument("expected a name of an author in each line");
  std::string_view first = lines.front();
  if (first.starts_with("\xEF\xBB\xBF")) first.remove_prefix(3);  // a spreadsheet's mark
  const auto names = split_fields(first);
  const auto column = std::ranges::find(names, "author", base::to_lower) - names.begin();
  const bool has_column = column < std::ssize(names);
  // Another header, such as name or login;mail, must not become an author.
  const auto columns = std::ranges::count_if(names, [](const auto& name) { return !name.empty(); });
  if (!has_column && (columns > 1 || is_usual_heading(names.front()))) {
    throw std::invalid_argument(
        "1: no column is called 'author'; expected a first line that calls the names' column "
        "'author', or only a name in each line");
  }
  std::vector<std::string> authors;
  for (std::size_t i = has_column ? 1 : 0; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    const auto fields = split_fields(i == 0 ? first : lines[i]);
    const auto own = static_cast<std::size_t>(has_column ? column : 0);
    const std::string author = own < fields.size() ? fields[own] : "";
    if (const std::string problem = login_problem(author); !problem.empty())
      throw std::invalid_argument(fmt::format("{}: {}", i + 1, problem));
    authors.push_back(author);
  }
  return authors;
}

Tokens::Tokens(fs::path folder) : folder_(std::move(folder)) {
  for (const std::string& line : read_lines(folder_ / "tokens.csv")) {
    const auto fields = split_fields(line);
    if (line != kHeader && fields.size() >= 2) tokens_[fields[0]] = fields[1];
  }
  for (const std::string& line : read_lines(folder_ / "htpasswd")) {
    const std::size_t colon = line.find(':');
    if (colon != line.npos) hashes_[line.substr(0, colon)] = line.substr(colon + 1);
  }
  const auto address = read_lines(folder_ / "address");
  if (!address.empty()) address_ = address.front();
}

void Tokens::renew(const std::string& author) {
  const std::string token = referee::record::to_hex(draw_bytes<16>());
  tokens_[author] = token;
  hashes_[author] = hash_token(token);
}

void Tokens::revoke(const std::string& author) {
  tokens_.erase(author);
  hashes_.erase(author);
}

void Tokens::write() const {
  std::string csv = fmt::format("{}\n", kHeader);
  for (const auto& [author, token] : tokens_)
    csv += fmt::format("{},{},{}\n", author, token,
                       base::escape_csv(hand_in_command(author, address_)));
  std::string hashes;
  for (const auto& [author, hash] : hashes_)
    hashes += fmt::format("{}:{}\n", author, hash);
  fs::create_directories(folder_);
  base::write_secret(folder_ / "tokens.csv", csv);
  base::write_durable(folder_ / "htpasswd", hashes);
  // nginx reads it as its group, also after a --revoke with a closed umask.
  fs::permissions(folder_ / "htpasswd", fs::perms::group_read, fs::perm_options::add);
  if (!address_.empty()) base::write_durable(folder_ / "address", address_ + "\n");
}

}  // namespace danno::leagues::commands::season

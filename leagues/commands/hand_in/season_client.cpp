#include "leagues/commands/hand_in/season_client.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cctype>
#include <random>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "leagues/base/escape.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/entrants/scaffold.hpp"

namespace danno::leagues::commands::hand_in {
namespace {

namespace fs = std::filesystem;
using base::Json;
using namespace std::chrono_literals;

constexpr int kCreated = 201;
constexpr int kOverwritten = 204;
constexpr int kUnauthorized = 401;
constexpr int kNotFound = 404;
constexpr int kConflict = 409;
constexpr int kTooLarge = 413;
constexpr int kTooMany = 429;
constexpr int kUnavailable = 503;

/// The attempts to send a file while the server is busy; each pause is twice the one before.
constexpr int kAttempts = 6;
constexpr int kFirstPause = 250;  // milliseconds
constexpr std::size_t kLongestItem = 60;

bool is_redirect(int status) { return status >= 300 && status < 400; }

cli::UsageError no_season(const Address& address, const HttpAnswer& answer) {
  const std::string shown = base::escape_terminal(address.base);
  if (answer.status == 0) {
    return cli::UsageError(
        fmt::format("{} cannot be reached: {}", shown, base::escape_terminal(answer.problem)));
  }
  if (is_redirect(answer.status)) {
    return cli::UsageError(
        fmt::format("{} leads to {}, so nothing was sent; name the season there with --to", shown,
                    base::escape_terminal(answer.redirect)));
  }
  return cli::UsageError(
      fmt::format("{} is not the address of a season: {}/mine/ answers {}, not 401; expected the "
                  "address that the "
                  "organiser sent, with its path",
                  shown, shown, answer.status));
}

/// Waits before the next attempt. Throws Interrupted after a signal.
void pause(int milliseconds) {
  ::poll(nullptr, 0, milliseconds);  // a signal ends it
  cli::stop_if_asked("nothing was sent");
}

std::uint64_t number(const Json& entry) { return entry.at("number").get<std::uint64_t>(); }

/// Returns the last entry with that item, or the last one of all; null if there is none.
const Json* find_entry(const Json& list, const std::string& item) {
  const Json* found = nullptr;
  for (const Json& entry : list) {
    const bool counts = item.empty() || entry.at("item").get<std::string>() == item;
    if (counts && (found == nullptr || number(entry) > number(*found))) found = &entry;
  }
  return found;
}

/// Returns the bytes as a part of a URL's path.
std::string encode_path(std::string_view name) {
  std::string encoded;
  for (const char letter : name) {
    const auto byte = static_cast<unsigned char>(letter);
    const bool is_plain =
        std::isalnum(byte) != 0 || letter == '.' || letter == '_' || letter == '-';
    encoded += is_plain ? std::string(1, letter) : fmt::format("%{:02X}", byte);
  }
  return encoded;
}

/// Returns the name of a file beside the lists; empty if the server's word is a path.
std::string plain_name(std::string name) {
  const bool is_plain = name.find('/') == std::string::npos && name != "." && name != "..";
  return is_plain ? std::move(name) : "";
}

}  // namespace

Json parse_list(std::string_view body, const std::string& name) {
  Json list = base::parse_json(body).at(name);
  if (!list.is_array()) throw base::JsonError("expected a list");
  return list;
}

SubmissionState find_submission(const Json& waiting, const Json& answers, const std::string& item) {
  SubmissionState state;
  state.item = item;
  const Json* const waits = find_entry(waiting, item);
  const Json* const answered = find_entry(answers, item);
  if (waits == nullptr && answered == nullptr) return state;
  // A submission that was just answered may be in both lists.
  const bool is_answered =
      waits == nullptr || (answered != nullptr && number(*answered) >= number(*waits));
  const Json* const entry = is_answered ? answered : waits;
  state.number = number(*entry);
  state.item = entry->at("item").get<std::string>();
  if (!is_answered) {
    state.place = entry->at("place").get<std::uint64_t>();
    return state;
  }
  state.verdict = entry->at("verdict").get<std::string>();
  state.agent = entry->at("agent").get<std::string>();
  state.letter_file = plain_name(entry->at("letter").get<std::string>());
  return state;
}

Address find_season(const Address& address, const fs::path& scratch) {
  if (address.is_open()) {
    throw cli::UsageError(
        fmt::format("{} would send your token so that others can read it; expected https://",
                    base::escape_terminal(address.base)));
  }
  Address found = address;
  constexpr int kMostMoves = 5;
  for (int moves = 0;; ++moves) {
    const HttpAnswer answer = request({.url = found.base + "/mine/"}, scratch);
    const std::string moved =
        is_redirect(answer.status) ? moved_address(found.base, answer.redirect) : "";
    if (moved.empty() || moved == found.base || moves == kMostMoves) {
      if (answer.status != kUnauthorized) throw no_season(found, answer);
      break;
    }
    found.base = parse_address(moved).base;
  }
  return found;
}

SeasonClient::SeasonClient(Address address, const Login& login, fs::path scratch)
    : address_(std::move(address)),
      author_(login.author),
      login_(login.author + ":" + login.token),
      scratch_(std::move(scratch)) {}

HttpAnswer SeasonClient::get(const std::string& file) const {
  return request({.url = address_.base + "/mine/" + file, .login = login_}, scratch_);
}

std::optional<Json> SeasonClient::get_list(const std::string& name) const {
  const HttpAnswer answer = get(name + ".json");
  if (answer.status == kUnauthorized) refuse_login();
  if (answer.status == kNotFound) return Json::array();  // nothing has been answered yet
  if (answer.status != 200) return std::nullopt;
  return parse_list(answer.body, name);
}

void SeasonClient::check_login() const {
  const auto answers = get_list("answers");
  if (!answers) throw std::runtime_error(address_.base + " is not ready; try again in a minute");
  // A list that no season writes is reported before anything is sent.
  for (const Json& entry : *answers)
    (void)number(entry);
}

void SeasonClient::send(const fs::path& zip, const std::string& item) const {
  const HttpRequest upload{
      .url = address_.base + "/hand-in/" + item, .login = login_, .upload = zip, .most = 10min};
  HttpAnswer answer;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (attempt > 0) pause(kFirstPause << (attempt - 1));
    answer = request(upload, scratch_);
    // A file of this name waits there if the answer to an earlier attempt was lost.
    if (answer.status == kCreated || answer.status == kOverwritten || answer.status == kConflict)
      return;
    const bool is_busy =
        answer.status == 0 || answer.status == kTooMany || answer.status == kUnavailable;
    if (!is_busy) break;
  }
  refuse_upload(answer, item);
}

void SeasonClient::refuse_login() const {
  throw cli::UsageError(
      fmt::format("{} does not know this token of '{}'; expected the author and the token that the "
                  "organiser sent last, in DANNO_TOKEN or ~/.config/danno/tokens",
                  address_.base, base::escape_terminal(author_)));
}

void SeasonClient::refuse_upload(const HttpAnswer& answer, const std::string& item) const {
  const std::string to = fmt::format("{}/hand-in/{}", address_.base, item);
  switch (answer.status) {
    case 0:
      throw cli::UsageError(
          fmt::format("{} was not sent: {}", item, base::escape_terminal(answer.problem)));
    case kUnauthorized:
      refuse_login();
    case kTooLarge:
      throw cli::UsageError(fmt::format(
          "{} is larger than the season takes; remove what the agent does not need", item));
    default:
      break;
  }
  const std::string problem =
      fmt::format("{} answers {}, so {} was not sent", to, answer.status, item);
  if (answer.status >= 500 || answer.status == kTooMany)
    throw std::runtime_error(problem + "; try again in a minute");
  throw cli::UsageError(problem + "; ask the organiser whether the season takes submissions there");
}

std::optional<SubmissionState> SeasonClient::look(const std::string& item) const {
  const auto waiting = get_list("waiting");
  const auto answers = get_list("answers");
  if (!waiting || !answers) return std::nullopt;
  SubmissionState state = find_submission(*waiting, *answers, item);
  if (!state.is_answered()) return state;
  if (!state.letter_file.empty()) {
    const HttpAnswer answer = get(encode_path(state.letter_file));
    if (answer.status == 200) state.letter = answer.body;
  }
  state.standings = get_list("standings").value_or(Json::array());
  return state;
}

std::string make_item_name(const fs::path& bot) {
  std::string name = entrants::folder_name(bot);
  if (name.ends_with(".zip")) name.resize(name.size() - 4);
  for (char& letter : name) {
    const bool is_kept = std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '.' ||
                         letter == '_' || letter == '-';
    if (!is_kept) letter = '-';
  }
  const bool is_hidden = name.empty() || name.front() == '.' || name.front() == '-';
  if (is_hidden) name.insert(0, "bot");
  return fmt::format("{}-{:08x}.zip", name.substr(0, kLongestItem), std::random_device()());
}

}  // namespace danno::leagues::commands::hand_in

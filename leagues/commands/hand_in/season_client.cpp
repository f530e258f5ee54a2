#include "leagues/commands/hand_in/season_client.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <random>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "leagues/base/number.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/entrants/scaffold.hpp"

namespace danno::leagues::commands::hand_in {
namespace {

namespace fs = std::filesystem;
using base::Json;
using namespace std::chrono_literals;

// --- requests ------------------------------------------------------------------------------------

struct HttpRequest {
  std::string url;
  std::string login = {};           ///< AUTHOR:TOKEN; nobody is logged in if empty.
  fs::path upload = {};             ///< The file to PUT; if empty, it is a GET.
  std::chrono::seconds most = 30s;  ///< The longest time that it may take.
};

constexpr std::size_t kLargestBody = std::size_t{1} << 20;

/// Marks the line in which curl reports the status.
constexpr std::string_view kMark = "@danno ";

/// The lowest status code of an answer that is not followed by another.
constexpr int kFirstFinal = 200;

/// Returns an option of a curl configuration file as a line, quoted.
std::string config_line(const std::string& option, const std::string& value) {
  std::string line = option + " = \"";
  for (const char letter : value) {
    if (letter == '"' || letter == '\\')
      line += {'\\', letter};
    else if (letter == '\n')
      line += "\\n";
    else
      line += letter;
  }
  return line + "\"\n";
}

std::string make_config(const HttpRequest& request) {
  const auto most = fmt::format("{}", request.most.count());
  std::string config = "silent\nshow-error\ngloboff\n";
  config += config_line("url", request.url);
  config += config_line("proto", "=http,https");
  config += config_line("connect-timeout", "15");
  config += config_line("max-time", most);
  // curl prints this with its messages, because its output is the body.
  config += config_line("write-out",
                        fmt::format("%{{stderr}}\n{}%{{http_code}} %{{redirect_url}}\n", kMark));
  if (!request.login.empty()) config += "basic\n" + config_line("user", request.login);
  if (!request.upload.empty()) config += config_line("upload-file", request.upload.string());
  return config;
}

/// Runs curl with this configuration. The body is cut at kLargestBody, whatever the server sends.
void run_curl(const std::string& config, const fs::path& body, const fs::path& report) {
  const std::string command = fmt::format("curl --disable --config - 2>{} | head -c {} >{}",
                                          base::quote_shell(report.string()), kLargestBody,
                                          base::quote_shell(body.string()));
  // curl may end before it has read its options.
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  std::FILE* const pipe = ::popen(command.c_str(), "we");
  const int error = errno;
  if (pipe != nullptr) {
    std::fwrite(config.data(), 1, config.size(), pipe);
    ::pclose(pipe);
  }
  std::signal(SIGPIPE, before);
  if (pipe == nullptr) throw std::system_error(error, std::generic_category(), "curl");
}

constexpr std::string_view kNoAnswer = "there was no answer";

/// Returns curl's message without its name and number: "curl: (6) Could not resolve host: x".
std::string curl_problem(std::string_view report) {
  const std::size_t begin = report.find("curl: ");
  if (begin == std::string_view::npos) return std::string(kNoAnswer);
  std::string_view line = report.substr(begin);
  line = line.substr(0, line.find('\n'));
  const std::size_t number = line.find(") ");
  line = line.substr(number == std::string_view::npos ? 6 : number + 2);
  return std::string(line.empty() ? kNoAnswer : line);
}

/// Sends a request and waits for the answer. `scratch` is a folder for curl's output.
HttpAnswer request(const HttpRequest& request, const fs::path& scratch) {
  const fs::path body = scratch / "body";
  const fs::path report = scratch / "report";
  run_curl(make_config(request), body, report);
  HttpAnswer answer = parse_curl_report(base::read_whole(report).value_or(""));
  answer.body = base::read_whole(body).value_or("");
  return answer;
}

// --- the season ----------------------------------------------------------------------------------

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
  if (answer.status == 0) {
    return cli::UsageError("{} cannot be reached: {}", address.base, answer.problem);
  }
  if (is_redirect(answer.status)) {
    return cli::UsageError("{} leads to {}, so nothing was sent; name the season there with --to",
                           address.base, answer.redirect);
  }
  return cli::UsageError(
      "{} is not the address of a season: {}/mine/ answers {}, not 401; expected the "
      "address that the "
      "organiser sent, with its path",
      address.base, address.base, answer.status);
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

/// Returns the name of a file beside the lists; empty if the server's word is a path.
std::string plain_name(std::string name) {
  const bool is_plain = name.find('/') == std::string::npos && name != "." && name != "..";
  return is_plain ? std::move(name) : "";
}

}  // namespace

HttpAnswer parse_curl_report(std::string_view report) {
  HttpAnswer answer;
  const std::size_t mark = report.rfind(kMark);
  if (mark == std::string_view::npos) {
    if (report.find("not found") != std::string_view::npos)
      throw cli::UsageError("there is no curl on this machine; install it: sudo apt install curl");
    answer.problem = curl_problem(report);
    return answer;
  }
  std::string_view line = report.substr(mark + kMark.size());
  line = line.substr(0, line.find('\n'));
  const std::size_t blank = std::min(line.find(' '), line.size());
  answer.status = base::parse_whole<int>(line.substr(0, blank)).value_or(0);
  answer.redirect = line.substr(std::min(blank + 1, line.size()));
  if (answer.status >= kFirstFinal) return answer;
  // The connection ended after "100 Continue", or before any answer.
  answer.status = 0;
  answer.problem = curl_problem(report);
  return answer;
}

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
    throw cli::UsageError("{} would send your token so that others can read it; expected https://",
                          address.base);
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
      "{} does not know this token of '{}'; expected the author and the token that the "
      "organiser sent last, in DANNO_TOKEN or ~/.config/danno/tokens",
      address_.base, author_);
}

void SeasonClient::refuse_upload(const HttpAnswer& answer, const std::string& item) const {
  const std::string to = fmt::format("{}/hand-in/{}", address_.base, item);
  switch (answer.status) {
    case 0:
      throw cli::UsageError("{} was not sent: {}", item, answer.problem);
    case kUnauthorized:
      refuse_login();
    case kTooLarge:
      throw cli::UsageError(
          "{} is larger than the season takes; remove what the agent does not need", item);
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
    const HttpAnswer answer = get(base::to_file_name(state.letter_file));
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

#include "leagues/commands/hand_in/curl.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <string_view>
#include <system_error>

#include "leagues/base/escape.hpp"
#include "leagues/base/number.hpp"
#include "leagues/base/outside_file.hpp"
#include "leagues/cli/invocation.hpp"

namespace danno::leagues::commands::hand_in {
namespace {

namespace fs = std::filesystem;

/// Ignores SIGPIPE as long as it exists: curl may end before it has read its options.
class NoPipeSignal {
 public:
  NoPipeSignal() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;
  ~NoPipeSignal() { std::signal(SIGPIPE, before_); }

 private:
  void (*before_)(int);
};

/// Marks the line in which curl reports the status.
constexpr std::string_view kMark = "@danno ";

/// The lowest status code of an answer that is not followed by another.
constexpr int kFirstFinal = 200;

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
  const NoPipeSignal no_signal;
  const std::string command = fmt::format("curl --disable --config - 2>{} | head -c {} >{}",
                                          base::quote_shell(report.string()), kLargestBody,
                                          base::quote_shell(body.string()));
  std::FILE* const pipe = ::popen(command.c_str(), "we");
  if (pipe == nullptr) throw std::system_error(errno, std::generic_category(), "curl");
  std::fwrite(config.data(), 1, config.size(), pipe);
  ::pclose(pipe);
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

HttpAnswer request(const HttpRequest& request, const fs::path& scratch) {
  const fs::path body = scratch / "body";
  const fs::path report = scratch / "report";
  run_curl(make_config(request), body, report);
  HttpAnswer answer = parse_curl_report(base::read_whole(report).value_or(""));
  answer.body = base::read_whole(body).value_or("");
  return answer;
}

}  // namespace danno::leagues::commands::hand_in

// Requests over HTTP by the system's curl.
//
// The options go to its stdin, so that no other user of the machine sees the token in a list of
// processes. Nothing of the user's own curlrc is read.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>

namespace danno::leagues::commands::hand_in {

struct HttpRequest {
  std::string url;
  std::string login = {};             ///< AUTHOR:TOKEN; nobody is logged in if empty.
  std::filesystem::path upload = {};  ///< The file to PUT; if empty, it is a GET.
  std::chrono::seconds most = std::chrono::seconds(30);  ///< The longest time that it may take.
};

struct HttpAnswer {
  int status = 0;        ///< The status code; 0 if there was no answer.
  std::string problem;   ///< The message of curl if there was no answer.
  std::string redirect;  ///< The address to which the answer leads; empty if it leads nowhere.
  std::string body;      ///< At most kLargestBody bytes.
};

inline constexpr std::size_t kLargestBody = std::size_t{1} << 20;

/// Sends a request and waits for the answer. `scratch` is a folder for curl's output. Throws
/// UsageError if the machine has no curl.
[[nodiscard]] HttpAnswer request(const HttpRequest& request, const std::filesystem::path& scratch);

/// Reads what curl printed besides the body. Throws UsageError if there was no curl to print.
[[nodiscard]] HttpAnswer parse_curl_report(std::string_view report);

/// Returns an option of a curl configuration file as a line, quoted.
[[nodiscard]] std::string config_line(const std::string& option, const std::string& value);

}  // namespace danno::leagues::commands::hand_in

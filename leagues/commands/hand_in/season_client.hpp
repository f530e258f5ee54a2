// The author's side of a season on the web (docs/run-a-season.md):
//
//   PUT ADDRESS/hand-in/ITEM.zip      201: it is in the inbox; 409: one of that name still is
//   GET ADDRESS/mine/answers.json     the author's files in the outbox (season/outbox.hpp)
//   GET ADDRESS/mine/000017-ITEM.md   a letter
//
// A submission is known by its item, whose name no other has. Requests are sent by the system's
// curl. Its options go to its stdin, so that no other user of the machine sees the token in a list
// of processes. Nothing of the user's own curlrc is read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "leagues/base/json.hpp"
#include "leagues/commands/hand_in/login.hpp"

namespace danno::leagues::commands::hand_in {

struct HttpAnswer {
  int status = 0;        ///< The status code; 0 if there was no answer.
  std::string problem;   ///< The message of curl if there was no answer.
  std::string redirect;  ///< The address to which the answer leads; empty if it leads nowhere.
  std::string body;      ///< Cut after 1 MiB.
};

/// Reads what curl printed besides the body. Throws UsageError if there was no curl to print.
[[nodiscard]] HttpAnswer parse_curl_report(std::string_view report);

/// The state of a submission as the season shows it.
struct SubmissionState {
  std::uint64_t number = 0;  ///< 0: it is not in the queue yet.
  std::string item;
  std::uint64_t place = 0;  ///< The place in the queue; 0 if it does not wait there.
  std::string verdict;      ///< "taken", "unchanged" or "refused"; empty as long as it waits.
  std::string agent;
  std::string letter_file;                     ///< The name of its letter on the server.
  std::string letter;                          ///< The letter's text.
  base::Json standings = base::Json::array();  ///< Where the author's agents stand.

  [[nodiscard]] bool is_answered() const { return !verdict.empty(); }
  [[nodiscard]] bool is_refused() const { return verdict == "refused"; }
};

/// Returns the address where the season is: that one, or the one on the same host to which it
/// leads. Nothing is logged in for it. `scratch` is a folder for files in transit. Throws
/// UsageError if there is no season, or no curl on this machine.
[[nodiscard]] Address find_season(const Address& address, const std::filesystem::path& scratch);

/// Returns the list of this name in a JSON file of the author's. Throws base::Json::exception if it
/// is not what a season writes.
[[nodiscard]] base::Json parse_list(std::string_view body, const std::string& name);
/// Returns the state of the submission that SeasonClient::look() wants, from the author's lists and
/// without its letter. Throws base::Json::exception.
[[nodiscard]] SubmissionState find_submission(const base::Json& waiting, const base::Json& answers,
                                              const std::string& item);

class SeasonClient {
 public:
  /// `scratch` is a folder for files in transit.
  SeasonClient(Address address, const Login& login, std::filesystem::path scratch);

  /// Throws UsageError if the season does not know the login.
  void check_login() const;

  /// Sends the zip under the name of `item`. Throws UsageError if the season does not take it, and
  /// std::runtime_error if its server fails.
  void send(const std::filesystem::path& zip, const std::string& item) const;

  /// Returns the state of the submission of that name. An empty name means the author's last
  /// submission. Returns nullopt if the season does not answer now.
  [[nodiscard]] std::optional<SubmissionState> look(const std::string& item) const;

 private:
  [[nodiscard]] HttpAnswer get(const std::string& file) const;
  /// Returns a list of the author's; nullopt if there was no answer.
  [[nodiscard]] std::optional<base::Json> get_list(const std::string& name) const;
  [[noreturn]] void refuse_login() const;
  [[noreturn]] void refuse_upload(const HttpAnswer& answer, const std::string& item) const;

  Address address_;
  std::string author_;
  std::string login_;
  std::filesystem::path scratch_;
};

/// Returns a name for the server, of letters, digits and `._-`, which is another each time:
/// "mybot-5f2a61c0.zip".
[[nodiscard]] std::string make_item_name(const std::filesystem::path& bot);

}  // namespace danno::leagues::commands::hand_in

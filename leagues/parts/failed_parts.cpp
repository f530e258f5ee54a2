#include "leagues/parts/failed_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <system_error>
#include <tuple>

#include "leagues/files/outside_file.hpp"
#include "leagues/files/whole_file.hpp"
#include "leagues/parts/part_file.hpp"
#include "leagues/words/file_name.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::parts {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExtension = ".failed";

std::vector<fs::path> failure_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == kExtension) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::optional<FailedPart> read_failure(const fs::path& file) {
  const auto json = files::Json::try_parse(files::read_whole(file).value_or(""));
  if (!json || !json->is_object()) return std::nullopt;
  try {
    return FailedPart{json->at("part").get<int>(), json->at("host").get<std::string>(),
                      json->at("agent").get<std::string>(), json->at("reason").get<std::string>()};
  } catch (const files::JsonError&) {
    return std::nullopt;
  }
}

}  // namespace

void write_failed_part(const fs::path& folder, const FailedPart& failed) {
  const files::Json json{{"part", failed.part},
                         {"host", failed.host},
                         {"agent", failed.agent},
                         {"reason", failed.reason}};
  const std::string name =
      fmt::format("{:04}.{}{}", failed.part, words::file_name_of(failed.host), kExtension);
  try {
    files::write_whole(folder / name, json.dump() + "\n");
  } catch (const std::system_error&) {
    // The disk may be what failed.
  }
}

void forget_failures(const fs::path& folder, int part) {
  for (const fs::path& file : failure_files(folder)) {
    const auto failed = read_failure(file);
    if (failed && failed->part == part) fs::remove(file);
  }
}

std::vector<FailedHost> failed_hosts(const fs::path& folder) {
  std::map<std::tuple<std::string, std::string>, FailedHost> hosts;
  for (const fs::path& file : failure_files(folder)) {
    const auto failed = read_failure(file);
    if (!failed || fs::exists(finished_part(folder, failed->part))) continue;
    FailedHost& host = hosts[{failed->host, failed->agent}];
    host.host = failed->host;
    host.agent = failed->agent;
    host.reason = failed->reason;
    host.parts.push_back(failed->part);
  }
  std::vector<FailedHost> result;
  for (auto& [key, host] : hosts)
    result.push_back(std::move(host));
  return result;
}

std::string text_of(const FailedHost& failed) {
  const std::string parts =
      fmt::format("{}: {}", failed.host, words::show_count(failed.parts.size(), "part"));
  return failed.agent.empty() ? fmt::format("{} failed: {}", parts, failed.reason)
                              : fmt::format("{} could not start '{}'", parts, failed.agent);
}

files::Json json_of(const std::vector<FailedHost>& failed) {
  files::Json hosts = files::Json::array();
  for (const FailedHost& host : failed) {
    hosts.push_back({{"host", host.host},
                     {"agent", host.agent},
                     {"reason", host.reason},
                     {"parts", host.parts}});
  }
  return hosts;
}

}  // namespace danno::leagues::parts

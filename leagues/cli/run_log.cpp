// The log of a run: one line for each event, as key=value pairs (logfmt), in a file that rotates,
// on stderr, or both. A log that cannot be written is a warning and never ends a run.
#include "leagues/cli/run_log.hpp"

#include <fmt/format.h>
#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "leagues/base/escape.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/cli/process_limits.hpp"
#include "referee/record/log.hpp"

namespace danno::leagues::cli {
namespace {

void warn(const std::string& problem) {
  cli::print_note("warning: the log cannot be written: {}; the run continues without it\n",
                  base::escape_terminal(problem));
}

/// Returns whether a value needs no quotes.
bool is_plain(std::string_view value) {
  return !value.empty() && std::ranges::none_of(value, [](unsigned char c) {
    return c == ' ' || c == '"' || c == '\\' || c == '=';
  });
}

std::string shown(std::string_view value) {
  std::string text;
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  text = base::escape_terminal(text);
  return is_plain(text) ? text : fmt::format("\"{}\"", text);
}

std::string log_line(std::string_view event, const std::vector<referee::record::LogField>& fields) {
  std::string line = fmt::format("event={}", event);
  for (const referee::record::LogField& field : fields)
    line += fmt::format(" {}={}", field.key, shown(field.value));
  return line;
}

/// Returns the outputs that were asked for and can be opened.
std::vector<spdlog::sink_ptr> sinks_for(const Invocation& invocation,
                                        const std::filesystem::path& file, std::size_t file_bytes) {
  std::vector<spdlog::sink_ptr> sinks;
  if (invocation.verbose) sinks.push_back(std::make_shared<spdlog::sinks::stderr_sink_mt>());
  if (file.empty()) return sinks;
  try {
    sinks.push_back(std::make_shared<spdlog::sinks::rotating_file_sink_mt>(
        file.string(), file_bytes, RunLog::kFiles - 1));
  } catch (const spdlog::spdlog_ex& error) {
    warn(error.what());
  }
  return sinks;
}

/// Returns the logger; null if it would have no output.
std::shared_ptr<spdlog::logger> logger_for(const Invocation& invocation,
                                           const std::filesystem::path& file,
                                           std::size_t file_bytes) {
  const auto sinks = sinks_for(invocation, file, file_bytes);
  if (sinks.empty()) return nullptr;
  auto logger = std::make_shared<spdlog::logger>("danno", sinks.begin(), sinks.end());
  logger->set_formatter(std::make_unique<spdlog::pattern_formatter>(
      "time=%Y-%m-%dT%H:%M:%S.%eZ %v", spdlog::pattern_time_type::utc));
  logger->flush_on(spdlog::level::info);  // what was logged outlives a kill
  // A full disk would otherwise repeat the warning for every line.
  logger->set_error_handler(
      [warned = std::make_shared<std::atomic<bool>>(false)](const std::string& problem) {
        if (!warned->exchange(true)) warn(problem);
      });
  return logger;
}

void log_promises(const referee::sandbox::IsolationState& promised) {
  std::vector<referee::record::LogField> fields{
      {"level", referee::sandbox::to_string(promised.level)}};
  for (const referee::sandbox::Layer& layer : promised.layers)
    fields.emplace_back(layer.name, layer.state);
  referee::record::log_event("isolation", fields);
}

}  // namespace

RunLog::RunLog(const Invocation& invocation, const std::filesystem::path& file,
               const referee::sandbox::IsolationState& promised, std::size_t file_bytes) {
  const auto logger = logger_for(invocation, file, file_bytes);
  if (!logger) return;
  referee::record::set_log_sink(
      [logger](std::string_view event, const std::vector<referee::record::LogField>& fields) {
        logger->info(log_line(event, fields));
      });
  referee::record::log_event("run", {{"pid", ::getpid()},
                                     {"machine", cli::machine(invocation.version)},
                                     {"load", referee::record::load_average()}});
  log_promises(promised);
}

int RunLog::end(int exit_code) {
  exit_code_ = exit_code;
  return exit_code;
}

RunLog::~RunLog() {
  referee::record::log_event("run-end",
                             {{"exit", exit_code_ ? std::to_string(*exit_code_) : "exception"},
                              {"load", referee::record::load_average()}});
  referee::record::set_log_sink({});
}

void add_log_flag(Command command, std::string& file) {
  command
      .option("--log FILE", file,
              "write the referee's log there: processes, faults, waits; -v prints it on stderr")
      .advanced();
}

}  // namespace danno::leagues::cli

// danno hand-in BOT --to ADDRESS: sends a bot to a season, and waits for the answer.
#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "leagues/base/count.hpp"
#include "leagues/base/draft_folder.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/cli/agents.hpp"
#include "leagues/cli/command.hpp"
#include "leagues/cli/interrupt.hpp"
#include "leagues/cli/invocation.hpp"
#include "leagues/cli/print.hpp"
#include "leagues/commands/agent/agent_check.hpp"
#include "leagues/commands/hand_in/season_client.hpp"
#include "leagues/entrants/agent_files.hpp"
#include "leagues/entrants/pack.hpp"
#include "leagues/entrants/unpack.hpp"
#include "referee/sandbox/isolation.hpp"
#include "referee/sandbox/locate.hpp"

namespace danno::leagues::commands::hand_in {
namespace {

namespace fs = std::filesystem;
using base::escape_terminal;
using base::Json;

/// The milliseconds between two looks at the answers.
constexpr int kPause = 1000;

struct HandInArguments {
  std::string bot;
  std::string to;
  int wait = 300;
  bool is_unchecked = false;
};

void note(const cli::Invocation& invocation, const std::string& text) {
  if (!invocation.quiet && !invocation.json) cli::print_note("{}\n", text);
}

/// Shows a line at a terminal until the next one; an empty one erases it.
void print_progress(const cli::Invocation& invocation, const std::string& line) {
  if (!invocation.quiet && cli::is_live(stderr)) cli::write_live_line(line);
}

/// Returns the command that looks at the last submission.
std::string look_command(const HandInArguments& arguments, const cli::Invocation& invocation) {
  return fmt::format("{} hand-in --to {}", invocation.program,
                     escape_terminal(base::quote_shell(arguments.to)));
}

void require_bot(const std::string& bot) {
  std::error_code error;
  const fs::path path = bot;
  const bool is_zip = fs::is_regular_file(path, error) && path.extension() == ".zip";
  if (is_zip || fs::is_directory(path, error)) return;
  throw cli::UsageError(
      "'{}' is {}; expected a bot's folder, as 'danno new' makes it, or a "
      ".zip of one",
      bot, fs::exists(path, error) ? "no folder" : "not there");
}

/// Checks the bot as a league would; a zip as it is unpacked by the season.
agent::CheckReport check(const HandInArguments& arguments, const fs::path& scratch,
                         const cli::Invocation& invocation) {
  fs::path folder = arguments.bot;
  if (!fs::is_directory(folder)) {
    folder = scratch / "unpacked" / fs::path(arguments.bot).stem();
    entrants::unpack(arguments.bot, folder);
  }
  agent::CheckOptions options = agent::make_check_options("", {});
  options.strength = false;
  options.entrant = cli::parse_agent(folder.string(), options.limits.isolation, invocation);
  (void)referee::sandbox::require(options.limits.isolation);
  const cli::Interrupts interrupts(cli::Work::Play);
  agent::CheckReport report = agent::check_agent(options, [&](const agent::CheckLine& line) {
    if (line.state == agent::CheckLine::State::Begun)
      print_progress(invocation, "checking " + line.what);
  });
  print_progress(invocation, "");
  cli::stop_if_asked("nothing was sent");
  return report;
}

/// Reports that the bot failed its check here; returns the exit code.
int print_unsent(const agent::CheckReport& report, const HandInArguments& arguments,
                 const cli::Invocation& invocation) {
  const agent::Refusal refusal = agent::make_refusal(report);
  if (invocation.json) {
    const Json json{{"state", "unsent"}, {"reason", refusal.reason}, {"advice", refusal.advice}};
    cli::print("{}\n", base::dump(json, 2));
    return cli::kFails;
  }
  cli::print_text("not sent: {}\n", escape_terminal(refusal.reason));
  for (const std::string& line : refusal.evidence)
    cli::print_text("      {}\n", escape_terminal(line));
  if (!refusal.advice.empty()) cli::print_text("help    {}\n", escape_terminal(refusal.advice));
  cli::print("next    {} check {}\n", invocation.program,
             escape_terminal(base::quote_shell(arguments.bot)));
  return cli::kFails;
}

/// Returns the zip to send: a folder is packed as `item`, and a zip is taken as it is.
fs::path make_zip(const HandInArguments& arguments, const std::string& item,
                  const fs::path& scratch, const cli::Invocation& invocation) {
  if (!fs::is_directory(arguments.bot)) return fs::absolute(arguments.bot);
  fs::path zip = scratch / item;
  const entrants::PackResult packed = entrants::pack(arguments.bot, zip);
  const std::uintmax_t kilobytes = (fs::file_size(zip) + 1023) / 1024;
  note(invocation, fmt::format("packed {}: {}, {} kB; the largest is {}", item,
                               base::format_count(packed.files, "file"), kilobytes,
                               escape_terminal(packed.largest.string())));
  return zip;
}

/// Returns the text of the live line while an answer is awaited.
std::string waiting_line(const std::optional<SubmissionState>& state) {
  if (!state) return "waiting; the season does not answer now";
  if (state->number == 0) return "waiting until the season takes it out of the inbox";
  return fmt::format("waiting; place {} in the queue", state->place);
}

/// Waits for the answer as long as the user allows. Returns the last state that was seen.
SubmissionState await_answer(const SeasonClient& client, const std::string& item,
                             const HandInArguments& arguments, const cli::Invocation& invocation) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(arguments.wait);
  const std::string go_on =
      fmt::format("what was sent stays sent; look again: {}", look_command(arguments, invocation));
  SubmissionState seen;
  seen.item = item;
  std::string shown;
  while (true) {
    const auto state = client.look(item);
    if (state) seen = *state;
    if (seen.is_answered() || std::chrono::steady_clock::now() >= end) break;
    if (item.empty() && state && state->number == 0) break;  // the author has no submission
    print_progress(invocation, waiting_line(state));
    ::poll(nullptr, 0, kPause);  // a signal ends it
    cli::stop_if_asked(go_on);
  }
  print_progress(invocation, "");
  return seen;
}

Json to_json(const SubmissionState& state, const Address& address, const Login& login) {
  const char* const shown = !state.is_answered() ? "waiting"
                            : state.is_refused() ? "refused"
                                                 : "accepted";
  Json json{{"state", shown},         {"address", address.base},
            {"author", login.author}, {"item", state.item},
            {"number", nullptr},      {"place", nullptr},
            {"verdict", nullptr},     {"agent", nullptr},
            {"letter", nullptr},      {"standings", state.standings}};
  if (state.number > 0) json["number"] = state.number;
  if (state.place > 0) json["place"] = state.place;
  if (!state.is_answered()) return json;
  json["verdict"] = state.verdict;
  json["agent"] = state.agent;
  json["letter"] = state.letter;
  return json;
}

void print_state(const SubmissionState& state, const Address& address,
                 const HandInArguments& arguments, const cli::Invocation& invocation) {
  if (!state.is_answered()) {
    if (state.item.empty()) {
      cli::print_text("nothing was handed in yet\n");
      return;
    }
    cli::print_text("no answer to {} yet{}\n", escape_terminal(state.item),
                    state.place > 0 ? fmt::format("; place {} in the queue", state.place) : "");
    cli::print("next    {}\n", look_command(arguments, invocation));
    return;
  }
  cli::print_text("{}", base::escape_lines(state.letter));
  for (const Json& standing : state.standings) {
    cli::print_text("{} in {}: place {} of {}, Elo {}, {} games\n",
                    escape_terminal(standing.at("agent").get<std::string>()),
                    escape_terminal(standing.at("rules").get<std::string>()),
                    standing.at("place").get<std::int64_t>(),
                    standing.at("agents").get<std::int64_t>(),
                    escape_terminal(standing.at("elo").get<std::string>()),
                    standing.at("games").get<std::int64_t>());
  }
  const std::string fix = state.is_refused() && !arguments.bot.empty()
                              ? "fix it, and hand it in again; all letters: "
                              : "";
  cli::print("\nnext    {}{}/mine/\n", fix, address.base);
}

int hand_in(const HandInArguments& arguments, const cli::Invocation& invocation) {
  const Address typed = parse_address(arguments.to);
  if (!arguments.bot.empty()) require_bot(arguments.bot);
  // The token leaves the environment before anything else is started.
  const Login login = get_login(typed);
  const cli::Interrupts interrupts(cli::Work::Compute);
  const base::DraftFolder draft(referee::sandbox::find_temporary_folder());
  const fs::path& scratch = draft.path();
  // An address that is wrong is reported before the check, which takes some seconds.
  const Address address = find_season(typed, scratch);
  const SeasonClient client(address, login, scratch);
  client.check_login();
  offer_to_store(typed, login);
  std::string item;  // the name on the server; empty to look at the last submission only
  if (!arguments.bot.empty()) {
    item = make_item_name(arguments.bot);
    const fs::path zip = make_zip(arguments, item, scratch, invocation);
    if (!arguments.is_unchecked) {
      const agent::CheckReport report = check(arguments, scratch, invocation);
      if (!report.passed()) return print_unsent(report, arguments, invocation);
      note(invocation, "checked: a league would accept it");
    }
    client.send(zip, item);
    note(invocation, fmt::format("sent as {} to {}", escape_terminal(login.author), address.base));
  }
  const SubmissionState state = await_answer(client, item, arguments, invocation);
  if (invocation.json)
    cli::print("{}\n", base::dump(to_json(state, address, login), 2));
  else
    print_state(state, address, arguments, invocation);
  if (!state.is_answered()) return cli::kUndecided;
  return state.is_refused() ? cli::kFails : cli::kDone;
}

int run(const HandInArguments& arguments, const cli::Invocation& invocation) {
  try {
    return hand_in(arguments, invocation);
  } catch (const entrants::AgentError& error) {
    throw cli::UsageError("{}: {}", arguments.bot, error.what());
  } catch (const Json::exception&) {
    throw cli::UsageError(
        "{} answers what no season writes; does it run a version of "
        "danno as new as yours?",
        arguments.to);
  }
}

}  // namespace

void add_hand_in(cli::Command app, cli::Invocation& invocation) {
  const auto [command, arguments] =
      app.add(invocation, run,
              {.name = "hand-in",
               .summary = "send a bot to a season and wait for the answer",
               .group = "Agents",
               .examples = "  danno hand-in mybot --to https://greed.example.org\n"
                           "  danno hand-in --to https://greed.example.org --json"});
  command.json_flag(invocation);
  command.option("BOT", arguments.bot,
                 "its folder, or a .zip of it; without it, the last submission is shown");
  command
      .option("--to ADDRESS", arguments.to,
              "the season's address; the author may be in it: https://ada@HOST")
      .required();
  command.flag("--no-check", arguments.is_unchecked, "send it without the check of 'danno check'");
  command.option("--wait", arguments.wait, "the longest time to wait for the answer, in seconds")
      .range(0, 86400)
      .shows_default();
}

}  // namespace danno::leagues::commands::hand_in

#include "leagues/commands/agent/agent_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "leagues/base/count.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/json.hpp"
#include "leagues/entrants/hints.hpp"
#include "leagues/ratings/adjusted_results.hpp"
#include "leagues/ratings/deal_sums.hpp"
#include "leagues/ratings/game_luck.hpp"
#include "leagues/ratings/solved_game.hpp"
#include "leagues/ratings/tally.hpp"
#include "leagues/report/table.hpp"
#include "referee/play/line_up.hpp"
#include "referee/protocol/examine.hpp"
#include "referee/protocol/report.hpp"

namespace danno::leagues::commands::agent {

namespace {

using base::Json;

/// Returns a test case as CI servers read it (JUnit XML).
std::string junit_case(const CheckReport& report, const CheckLine& line) {
  std::string xml =
      fmt::format("    <testcase classname=\"danno.check.{}\" name=\"{}\" time=\"{:.3f}\">\n",
                  base::escape_xml(report.agent), base::escape_xml(line.what), line.seconds);
  if (line.state == CheckLine::State::Fail) {
    const std::string detail = base::escape_xml(line.detail);
    xml += fmt::format("      <failure message=\"{0}\">{0}\n{1}\n", detail,
                       base::escape_xml(line.advice));
    for (const std::string& text : line.evidence)
      xml.append(base::escape_xml(text)).append(1, '\n');
    xml += "</failure>\n";
  } else {
    xml += fmt::format("      <system-out>{} {}</system-out>\n", base::escape_xml(line.detail),
                       base::escape_xml(line.advice));
  }
  if (!line.evidence.empty()) {
    xml += "      <system-err>";
    for (const std::string& text : line.evidence)
      xml.append(base::escape_xml(text)).append(1, '\n');
    xml += "</system-err>\n";
  }
  return xml + "    </testcase>\n";
}

using State = CheckLine::State;
using Milliseconds = std::chrono::duration<double, std::milli>;

/// The deals of a line-up that is played for faults only.
constexpr std::uint64_t kTrialDeals = 6;
/// The deals for each opponent of known strength, always the same number, so that checks can be
/// compared.
constexpr std::uint64_t kStrengthDeals = 100;
/// The bytes of stderr per question above which the check warns.
constexpr std::uint64_t kTalkative = 1024;
constexpr int kLongGame = 10;  ///< Times the usual target.
constexpr const char* kGreets = "starts and greets";
constexpr const char* kSameMoves = "same seed, same moves";

class Checker {
 public:
  Checker(const CheckOptions& options, const std::function<void(const CheckLine&)>& on_line)
      : options_(options), on_line_(on_line) {
    report_.agent = options.entrant.agent.name;
    report_.isolation = options.limits.isolation;
  }

  CheckReport run() {
    for (const std::string& problem : options_.entrant.unreadable)
      report_line({State::Fail, "folder", problem});
    // A folder that cannot be read leaves nothing to try.
    if (!report_.lines.empty()) return std::move(report_);
    check_name();
    check_paths();
    if (check_program() && check_wire() && check_games()) {
      check_same_moves();
      if (options_.strength) measure_strength();
      report_.complete = true;
    }
    return std::move(report_);
  }

 private:
  void begin(const std::string& what) const { on_line_({State::Begun, what}); }

  void report_line(CheckLine line) {
    // A line's time is that since the line before.
    const auto now = std::chrono::steady_clock::now();
    line.seconds = std::chrono::duration<double>(now - std::exchange(last_report_, now)).count();
    on_line_(line);
    report_.lines.push_back(std::move(line));
  }

  void report_fault(const std::string& what, const referee::record::Fault& fault,
                    const std::string& question) {
    CheckLine line{State::Fail, what};
    line.detail =
        fmt::format("{}: {}", referee::record::to_string(fault.kind), describe(fault.cause));
    line.advice = entrants::hint(fault, options_.entrant);
    if (!question.empty()) line.evidence.push_back("asked   " + question);
    for (const auto& [stream, text] : referee::protocol::output_lines(*fault.evidence))
      line.evidence.push_back(fmt::format("{}  {}", stream, text));
    report_line(std::move(line));
  }

  void check_name() {
    const std::string& name = options_.entrant.agent.name;
    const bool latin = std::ranges::all_of(
        name, [](char c) { return static_cast<unsigned char>(c) < 0x80 && c != ' '; });
    if (latin) return report_line({State::Ok, "name", name});
    report_line(
        {State::Warn, "name", name,
         "tables show it as it is, but written games and file names keep only letters A to Z, "
         "digits and ._-; a second name in those is safer"});
  }

  /// Warns of files that a league on another machine would not have.
  void check_paths() {
    const std::string folder = options_.entrant.agent.folder.string();
    for (const std::string& word : options_.entrant.run) {
      const bool system = word.starts_with("/usr/") || word.starts_with("/bin/");
      std::error_code ignored;
      if (!word.starts_with('/') || system || word.starts_with(folder) ||
          !std::filesystem::is_regular_file(word, ignored))
        continue;
      report_line(
          {State::Warn, "paths", fmt::format("'run' names {}", word),
           "a league on another machine does not have it: put it into the folder, and name it "
           "by its path there"});
    }
  }

  /// Reports on the program. Returns whether it is there.
  bool check_program() {
    const std::string& problem = options_.entrant.agent.problem;
    if (problem.empty()) {
      const std::string place = entrants::program_place(options_.entrant.run);
      const std::string other = entrants::other_place(options_.entrant.run);
      if (!place.empty())
        report_line({State::Ok, "program",
                     other.empty() ? place : fmt::format("{}; your shell's is {}", place, other)});
      return true;
    }
    CheckLine line{State::Fail, "program", problem.substr(0, problem.find('\n')),
                   problem.starts_with("the build ") ? "fix 'build' in agent.toml, or what it calls"
                                                     : "fix 'run' in agent.toml"};
    for (const std::string& said : build_output(options_.entrant.agent))
      line.evidence.push_back("build   " + said);
    if (!line.evidence.empty()) line.advice = "fix the source; 'build' in agent.toml makes it";
    report_line(std::move(line));
    return false;
  }

  bool check_wire() {
    const rules::RuleSet rules = rules::make_rule_set(*options_.rules.front(), 2);
    begin(kGreets);
    const auto found =
        referee::protocol::examine(options_.entrant.agent, options_.limits, rules,
                                   [this](const auto& so_far) { report_passed(so_far); });
    if (referee::play::stop_requested()) return false;  // it may not even have greeted
    if (found.fault) {
      report_fault(found.greeting ? found.trials.back().name : kGreets, *found.fault, "");
      return false;
    }
    check_pace(found);
    check_log(found);
    return true;
  }

  /// The greeting, or the last trial.
  void report_passed(const referee::protocol::Examination& so_far) {
    if (!so_far.trials.empty()) {
      const referee::protocol::Trial& trial = so_far.trials.back();
      return report_line({State::Ok, trial.name, fmt::format("{} answered", trial.questions)});
    }
    report_line({State::Ok, kGreets,
                 fmt::format("after {:.0f} of {} ms; it holds {} games at once",
                             Milliseconds(*so_far.greeting).count(), options_.limits.start.count(),
                             so_far.games)});
  }

  void check_pace(const referee::protocol::Examination& found) {
    const double slowest = Milliseconds(found.slowest).count();
    const auto limit = static_cast<double>(options_.limits.answer.count());
    CheckLine line{State::Ok, "slowest answer", fmt::format("{:.1f} of {:.0f} ms", slowest, limit)};
    if (slowest > limit / 2) {
      line.state = State::Warn;
      line.advice = "a busier machine may time it out: make tables before play(), think less";
    }
    report_line(std::move(line));
  }

  void check_log(const referee::protocol::Examination& found) {
    CheckLine line{State::Ok, "stderr",
                   fmt::format("{} bytes in {} answers", found.stderr_bytes, found.answers)};
    if (found.stderr_bytes > kTalkative * found.answers) {
      line.state = State::Warn;
      line.advice =
          "that is a flood: it costs thinking time, and more than 64 MiB lose the game; print only "
          "what you will read";
    }
    for (const std::string& said : found.stderr_lines) {
      if (!said.starts_with("danno: ")) continue;  // the SDK
      line.state = State::Warn;
      line.advice = said.substr(7);
    }
    line.log = found.stderr_lines;
    report_line(std::move(line));
  }

  // --- games -------------------------------------------------------------------------------------

  referee::play::LineUp line_up(const rules::RuleSet& rules, const entrants::Entrant& other,
                                int in_flight) const {
    referee::play::LineUp line_up;
    line_up.rules = &rules;
    line_up.agents = {options_.entrant.agent, other.agent};
    line_up.agents.back().name += "#2";
    for (const referee::protocol::Agent& agent : line_up.agents)
      line_up.key_names.push_back(agent.name);
    line_up.seed = {"check"};
    line_up.limits = options_.limits;
    // One fault decides the check; the agent is out of the deals after it.
    line_up.limits.max_faults = 1;
    line_up.in_flight = in_flight;
    line_up.exact_clock = in_flight == 1;
    return line_up;
  }

  static std::vector<referee::play::DealResult> play(const referee::play::LineUp& line_up,
                                                     std::uint64_t deals) {
    referee::play::Batch batch = referee::play::play_deals(line_up, 0, deals);
    if (batch.deals.size() != deals) throw std::runtime_error("the check was interrupted");
    return std::move(batch.deals);
  }

  /// Plays and reports a line; false where the agent was at fault.
  bool try_games(const std::string& what, const referee::play::LineUp& line_up, bool alone) {
    begin(what);
    const auto deals = play(line_up, kTrialDeals);
    std::size_t games = 0;
    for (const referee::play::DealResult& deal : deals) {
      for (const referee::record::GameRecord& game : deal.games) {
        ++games;
        for (const referee::record::Fault& fault : game.faults) {
          const bool own = alone || game.agent_at[static_cast<std::size_t>(fault.seat)] == 0;
          if (!own) throw std::runtime_error("the opponent failed: " + describe(fault.cause));
          report_fault(what, fault, describe(fault.evidence->question));
          return false;
        }
      }
    }
    report_line({State::Ok, what, fmt::format("{}, no fault", base::format_count(games, "game"))});
    return true;
  }

  bool check_games() {
    const entrants::Entrant timid = entrants::find_agent("timid");
    const std::string name = options_.entrant.agent.name;
    for (const rules::Definition* definition : options_.rules) {
      const rules::RuleSet rules = rules::make_rule_set(*definition, 2);
      const std::string id(definition->id);
      if (!try_games(id + " against timid", line_up(rules, timid, 1), false)) return false;
      if (!try_games(id + " against itself", line_up(rules, options_.entrant, 64), true))
        return false;
    }
    rules::Parameters parameters = options_.rules.front()->defaults(2);
    parameters.target = std::min(parameters.target, rules::kMaxPoints / kLongGame) * kLongGame;
    // A long game finds tables that are too small for its totals, and slow leaks.
    const rules::RuleSet rules(*options_.rules.front(), 2, parameters);
    return try_games(
        fmt::format("{} to {} times the target", options_.rules.front()->id, kLongGame),
        line_up(rules, timid, 64), false);
  }

  void check_same_moves() {
    const rules::RuleSet rules = rules::make_rule_set(*options_.rules.front(), 2);
    begin(kSameMoves);
    const auto games = [&](int in_flight) {
      std::string all;
      const auto again = line_up(rules, entrants::find_agent("timid"), in_flight);
      for (const referee::play::DealResult& deal : play(again, kTrialDeals))
        all += referee::record::encode_deal(deal.games);
      return all;
    };
    // The bytes of the games are compared, so each throw and decision must be the same.
    const std::string first = games(1);
    if (first != games(1))
      return report_line(
          {State::Warn, kSameMoves, "two runs of the same games differ",
           "draw random numbers from game.seed, one generator a game, and look at no "
           "clock: then a game can be repeated"});
    if (first != games(64))
      return report_line(
          {State::Warn, kSameMoves, "games one by one and 64 at once differ",
           "its games depend on each other: keep what belongs to a game in a state of "
           "that game, as in danno.play(decide, State), and not in global variables"});
    report_line({State::Ok, kSameMoves, "two runs agree, and games one by one with 64 at once"});
  }

  void measure_strength() {
    const rules::RuleSet rules = rules::make_rule_set(*options_.rules.front(), 2);
    const auto values = ratings::known_values(rules);
    for (const char* opponent : {"random", "hold", "odds"}) {
      begin(fmt::format("against {}", opponent));
      const referee::play::LineUp match = line_up(rules, entrants::find_agent(opponent), 64);
      rate(opponent, rules, play(match, kStrengthDeals), values.get());
    }
  }

  /// Computes the rating, luck-adjusted if the values of the game are known.
  void rate(const std::string& opponent, const rules::RuleSet& rules,
            const std::vector<referee::play::DealResult>& deals,
            const ratings::SolvedGame* values) {
    const std::vector<int> agents{0, 1};
    std::vector<ratings::AgentTally> tallies(agents.size());
    ratings::Results results(static_cast<int>(agents.size()));
    for (const referee::play::DealResult& deal : deals) {
      ratings::add_deal(tallies, agents, deal);
      ratings::rate_deal(results, agents, deal);
    }
    ratings::MatchRating rating = ratings::rate_match(results).front();
    if (values != nullptr) {
      ratings::AdjustedResults adjusted(static_cast<int>(agents.size()));
      adjusted.add_line_up(agents, ratings::compute_luck(deals, rules, *values));
      rating = ratings::rate_adjusted_match(adjusted.results(), results).front();
    }
    report_.strengths.push_back({opponent, std::string(rules.id()), deals.size(),
                                 tallies.front().score(), rating, values != nullptr});
  }

  const CheckOptions& options_;
  const std::function<void(const CheckLine&)>& on_line_;
  CheckReport report_;
  std::chrono::steady_clock::time_point last_report_ = std::chrono::steady_clock::now();
};

}  // namespace

Refusal make_refusal(const CheckReport& report) {
  Refusal refusal{"it could not be tried"};
  for (const CheckLine& line : report.lines) {
    if (line.state == CheckLine::State::Fail)
      refusal = {line.what + ": " + line.detail, line.advice, line.evidence};
  }
  return refusal;
}

std::string refusal_letter(std::string_view agent, const Refusal& refusal,
                           std::string_view command) {
  std::string text = fmt::format("# {} was not accepted\n\n{}\n", base::escape_markdown(agent),
                                 base::escape_markdown(refusal.reason));
  if (!refusal.evidence.empty()) text += '\n';
  for (const std::string& line : refusal.evidence)
    text += fmt::format("    {}\n", base::escape_terminal(line));
  if (!refusal.advice.empty())
    text += fmt::format("\nWhat to do: {}\n", base::escape_markdown(refusal.advice));
  if (!command.empty())
    text += fmt::format("\nTo try it again, with AGENT your folder:\n\n    {}\n", command);
  return text;
}

std::string format_strength(const Strength& strength) {
  return fmt::format(
      "{}: {:.1f} % of {} deals {}, Elo {}{}", strength.opponent, 100 * strength.score,
      strength.deals, strength.rules,
      report::format_elo({strength.rating.elo, strength.rating.low, strength.rating.high, 0, 0}),
      strength.adjusted ? " (luck-adjusted)" : "");
}

std::string check_json(const CheckReport& report) {
  Json lines = Json::array();
  for (const CheckLine& line : report.lines) {
    lines.push_back({{"state", to_string(line.state)},
                     {"what", line.what},
                     {"detail", line.detail},
                     {"advice", line.advice},
                     {"evidence", line.evidence}});
  }
  Json strengths = Json::array();
  for (const Strength& strength : report.strengths) {
    strengths.push_back({{"opponent", strength.opponent},
                         {"rules", strength.rules},
                         {"deals", strength.deals},
                         {"score", strength.score},
                         {"adjusted", strength.adjusted},
                         {"elo", strength.rating.elo},
                         {"elo_low", strength.rating.low},
                         {"elo_high", strength.rating.high}});
  }
  const Json json{{"agent", report.agent},
                  {"passed", report.passed()},
                  {"isolation", referee::sandbox::to_string(report.isolation)},
                  {"lines", lines},
                  {"strength", strengths}};
  return base::dump(json) + "\n";
}

std::string check_junit(const CheckReport& report) {
  double seconds = 0;
  for (const CheckLine& line : report.lines)
    seconds += line.seconds;
  const auto failures = std::ranges::count(report.lines, CheckLine::State::Fail, &CheckLine::state);
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"danno check {}\" tests=\"{}\" failures=\"{}\" errors=\"0\" "
      "time=\"{:.3f}\">\n",
      base::escape_xml(report.agent), report.lines.size(), failures, seconds);
  for (const CheckLine& line : report.lines)
    xml += junit_case(report, line);
  return xml + "  </testsuite>\n</testsuites>\n";
}

std::string_view to_string(CheckLine::State state) {
  constexpr std::array<std::string_view, 4> kWords{"ok", "warn", "fail", ""};
  return kWords.at(static_cast<std::size_t>(state));
}

bool CheckReport::passed() const {
  const auto failed = [](const CheckLine& line) { return line.state == State::Fail; };
  return complete && std::ranges::none_of(lines, failed);
}

std::string check_command(const CheckOptions& options) {
  std::string command = "danno check AGENT --rules";
  for (const rules::Definition* const rules : options.rules)
    command += fmt::format(" {}", rules->id);
  if (options.limits.answer != referee::protocol::Limits().answer)
    command += fmt::format(" --answer-ms {}", options.limits.answer.count());
  if (options.limits.bank.count() > 0)
    command += fmt::format(" --bank-ms {}", options.limits.bank.count());
  return command;
}

CheckReport check_agent(const CheckOptions& options,
                        const std::function<void(const CheckLine&)>& on_line) {
  return Checker(options, on_line).run();
}

}  // namespace danno::leagues::commands::agent

// danno league add DIR…: takes authors' folders into a league, or says why not.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "leagues/check/check.hpp"
#include "leagues/check/refusal.hpp"
#include "leagues/cli/flags/chosen_isolation.hpp"
#include "leagues/cli/flags/chosen_rules.hpp"
#include "leagues/cli/flags/stored_league.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/entrants/intake.hpp"
#include "leagues/store/league.hpp"
#include "leagues/text/escape.hpp"
#include "leagues/text/file_name.hpp"
#include "leagues/text/json.hpp"
#include "leagues/text/whole_file.hpp"
#include "referee/sandbox/isolation.hpp"
#include "referee/solver/share_out.hpp"

namespace danno::leagues::cli::verbs {
namespace {

using check::CheckLine;
using text::escape_terminal;
using text::Json;
namespace fs = std::filesystem;

constexpr const char* kLeagueFile = "league.toml";

struct Arguments {
  std::vector<std::string> folders;
  std::string to = "bots";
  std::string league;
  std::vector<std::string> rules;
  std::string isolation;
  entrants::Intake::Claim claim;
};

/// What became of one folder.
struct Outcome {
  std::string folder;
  std::string name = folder;
  std::optional<entrants::Entrant> staged = {};  ///< It passed.
  int version = 0;                               ///< 0: refused.
  bool changed = true;
  check::Refusal refusal = {};
};

/// By the league file where there is one, and what was typed.
check::CheckOrder order_of(const Arguments& arguments) {
  check::CheckOrder order;
  order.strength = false;
  order.limits.isolation = store::kDefaultIsolation;
  if (!arguments.league.empty() || fs::exists(kLeagueFile)) {
    const store::League league =
        flags::read_league_terms(arguments.league.empty() ? kLeagueFile : arguments.league);
    order.limits = league.limits;
    for (const store::DivisionSettings& division : league.divisions)
      order.rules.push_back(division.definition);
  }
  if (!arguments.isolation.empty())
    order.limits.isolation = flags::chosen_isolation(arguments.isolation);
  if (!arguments.rules.empty()) order.rules.clear();
  for (const std::string& id : arguments.rules)
    order.rules.push_back(&flags::chosen_rules(id));
  if (order.rules.empty()) order.rules.push_back(&flags::chosen_rules("koans"));
  return order;
}

Outcome try_folder(const std::string& folder, const entrants::Intake& intake,
                   const entrants::Intake::Claim& claim, check::CheckOrder order) {
  Outcome outcome{folder};
  try {
    order.entrant = intake.stage(folder, order.limits.isolation, claim);
    outcome.name = order.entrant.agent.name;
    const auto report = check::check_agent(order, [](const CheckLine&) {});
    if (report.passed()) {
      outcome.staged = order.entrant;
    } else {
      outcome.refusal = check::refusal_of(report);
    }
  } catch (const entrants::AgentError& error) {
    outcome.refusal = {error.what()};
  }
  return outcome;
}

void print(const Outcome& outcome) {
  const std::string name = escape_terminal(outcome.name);
  if (outcome.version == 0) {
    fmt::print("refused  {}: {}\n", name, escape_terminal(outcome.refusal.reason));
    for (const std::string& line : outcome.refusal.evidence)
      fmt::print("         {}\n", escape_terminal(line));
    if (!outcome.refusal.advice.empty())
      fmt::print("         help  {}\n", escape_terminal(outcome.refusal.advice));
  } else {
    fmt::print("{} {}, version {}\n", outcome.changed ? "added   " : "is there", name,
               outcome.version);
  }
  std::fflush(stdout);
}

Json to_json(const Outcome& outcome) {
  return {{"folder", outcome.folder},         {"name", outcome.name},
          {"added", outcome.version > 0},     {"version", outcome.version},
          {"changed", outcome.changed},       {"reason", outcome.refusal.reason},
          {"advice", outcome.refusal.advice}, {"evidence", outcome.refusal.evidence}};
}

std::string folder_name(const fs::path& folder) {
  const fs::path plain = folder.lexically_normal();
  return text::file_name_of(
      (plain.has_filename() ? plain : plain.parent_path()).filename().string());
}

/// Takes the folders that passed, in their order, and tells of each; whichever was tried first.
class Reception {
 public:
  Reception(const Arguments& arguments, const entrants::Intake& intake,
            const check::CheckOrder& order)
      : arguments_(arguments),
        intake_(intake),
        letters_(fs::path(arguments.to).parent_path() / "refused"),
        command_("danno check AGENT --rules"),
        outcomes_(arguments.folders.size()) {
    for (const rules::Definition* const rules : order.rules)
      command_ += fmt::format(" {}", rules->id);
  }

  /// Of that folder; any thread may.
  void add(std::size_t folder, Outcome outcome, const std::function<void(const Outcome&)>& tell) {
    const std::lock_guard lock(mutex_);
    outcomes_[folder] = std::move(outcome);
    for (; told_ < outcomes_.size() && outcomes_[told_]; ++told_) {
      take(*outcomes_[told_]);
      tell(*outcomes_[told_]);
    }
  }

  [[nodiscard]] std::size_t added() const { return added_; }
  [[nodiscard]] const fs::path& letters() const { return letters_; }

 private:
  void take(Outcome& outcome) {
    const fs::path letter = letters_ / (folder_name(outcome.folder) + ".md");
    try {
      if (outcome.staged) {
        const auto taken = intake_.take(*outcome.staged, arguments_.claim);
        outcome.version = taken.version;
        outcome.changed = taken.changed;
        ++added_;
        fs::remove(letter);  // of a refusal before
        return;
      }
    } catch (const entrants::AgentError& error) {
      outcome.refusal = {error.what()};
    }
    fs::create_directories(letters_);
    text::write_whole(letter, check::refusal_letter(outcome.name, outcome.refusal, command_));
  }

  const Arguments& arguments_;
  const entrants::Intake& intake_;
  fs::path letters_;
  std::string command_;
  std::mutex mutex_;
  std::vector<std::optional<Outcome>> outcomes_;
  std::size_t told_ = 0;
  std::size_t added_ = 0;
};

void check_author(const std::string& author) {
  const std::string problem = entrants::author_problem(author);
  if (!problem.empty()) throw terminal::UsageError("--as: " + escape_terminal(problem));
}

void run_add(const Arguments& arguments, terminal::Invocation& invocation) {
  const check::CheckOrder order = order_of(arguments);
  referee::sandbox::require(order.limits.isolation);
  if (arguments.claim.author) check_author(*arguments.claim.author);
  const entrants::Intake intake(arguments.to);
  Reception reception(arguments, intake, order);
  Json all = Json::array();
  const auto tell = [&](const Outcome& outcome) {
    invocation.json ? all.push_back(to_json(outcome)) : print(outcome);
  };
  const auto threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const auto count = arguments.folders.size();
  solver::share_out(threads, static_cast<int>(count), [&](int, int number) {
    const auto folder = static_cast<std::size_t>(number);
    reception.add(folder, try_folder(arguments.folders[folder], intake, arguments.claim, order),
                  tell);
  });
  if (invocation.json) {
    fmt::print("{}\n", all.dump());
  } else {
    fmt::print("\n{} added, {} refused; a league plays them with agents = \"{}/*\"\n",
               reception.added(), count - reception.added(), escape_terminal(arguments.to));
  }
  if (reception.added() == count) return;
  if (!invocation.json)
    fmt::print("to hand out: {}\n", escape_terminal((reception.letters() / "*.md").string()));
  invocation.exit_code = terminal::kFails;
}

}  // namespace

void add_add(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb = league.add(
      invocation, {.name = "add",
                   .summary = "check authors' folders and take a read-only copy of each",
                   .group = "Verbs",
                   .examples = "  danno league add handed-in/*\n"
                               "  danno league add handed-in/ada --to spring/bots --as 'Ada L.'"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<Arguments>();
  verb.option("DIR", arguments->folders, "folders with agent.toml").required().several(10'000);
  verb.option("--to", arguments->to, "where the league finds its agents; default bots")
      .takes("DIR");
  verb.option("--league", arguments->league,
              "take rule sets and limits from this file; default league.toml if it is there")
      .takes("FILE");
  verb.option("--rules", arguments->rules, "rule sets to check them with; default koans")
      .takes("ID…")
      .several(rules::all_definitions().size());
  verb.option("--as", arguments->claim.author,
              "who handed them in; default: the author of agent.toml")
      .takes("AUTHOR");
  verb.flag("--replace", arguments->claim.replace,
            "even where the name is another author's, whose it then no longer is");
  flags::add_isolation_flag(verb, arguments->isolation);
  verb.runs([arguments, &invocation] { run_add(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs

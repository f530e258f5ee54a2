#include "leagues/cli/flags/tune_flags.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "leagues/cli/flags/chosen_agents.hpp"
#include "leagues/cli/flags/page_file.hpp"
#include "leagues/cli/flags/run_log.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/entrants/agent_build.hpp"
#include "leagues/files/outside_file.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/file_name.hpp"
#include "leagues/words/suggest.hpp"

namespace danno::leagues::cli::flags {
namespace {

namespace fs = std::filesystem;
using entrants::Entrant;
using entrants::Parameter;
using terminal::UsageError;

constexpr const char* kFolder = "out/tune";

/// Whether a file may use the parameter of this name: a source that has it as a text, or a program.
/// A compiler may keep the beginning of a short text alone; archives and the like may hold
/// anything.
bool may_mention(const fs::path& file, const std::string& name) {
  const std::string stem = file.stem().string();
  if (stem == "danno" || stem == "Danno" || file.parent_path().filename() == "danno") return false;
  if (file.extension() == ".pyc" || file.extension() == ".md" || file.filename() == "agent.toml")
    return false;
  const auto text = files::read_whole(file);
  if (!text) return false;
  const auto has = [&](const std::string& part) { return text->find(part) != std::string::npos; };
  if (text->find('\0') == std::string::npos)
    return has('"' + name + '"') || has("'" + name + "'") || has("DANNO_" + name);
  return !text->starts_with(
             "\x7f"
             "ELF") ||
         has(name.substr(0, name.size() < 8 ? 4 : 8));
}

/// Whether anything of the agent names the parameter.
bool mentions(const Entrant& bot, const std::string& name) {
  if (std::ranges::any_of(
          bot.run, [&](const std::string& word) { return entrants::placeholder_in(word) == name; }))
    return true;
  if (std::ranges::find(bot.parameters, name, &Parameter::name) != bot.parameters.end())
    return true;
  const fs::path& folder = bot.agent.folder;
  if (!entrants::is_agent_folder(folder)) {
    return std::ranges::any_of(
        bot.run, [&](const std::string& word) { return may_mention(folder / word, name); });
  }
  const auto files = entrants::agent_files(folder);
  return std::ranges::any_of(
      files, [&](const fs::path& file) { return may_mention(folder / file, name); });
}

std::string kind_name(Parameter::Kind kind) {
  return kind == Parameter::Kind::Integer ? "an integer" : "a number";
}

void check_axis(const Entrant& bot, const tune::Dimension& axis) {
  const auto present = std::ranges::find(bot.parameters, axis.name, &Parameter::name);
  if (present != bot.parameters.end()) {
    for (const std::string& value : axis.values) {
      if (entrants::kind_of(value) > present->kind)
        throw UsageError(fmt::format("--set {}: '{}' is not {}, as '{} = {}' in agent.toml is",
                                     axis.name, value, kind_name(present->kind), axis.name,
                                     present->value));
    }
  }
  if (!mentions(bot, axis.name))
    throw UsageError(fmt::format(
        "--set {0}: '{1}' has no parameter '{0}'; in agent.toml write run = [{2}\"{{{0}}}\"], or "
        "in its code danno.parameter(\"{0}\", {3})",
        axis.name, bot.agent.name,
        fmt::format("\"{}\", ", bot.run.empty() ? "./agent" : fs::path(bot.run.front()).string()),
        axis.is_number() ? axis.values.front() : "\"" + axis.values.front() + "\""));
}

/// A name in {} that neither --set nor agent.toml gives a value.
void check_placeholders(const Entrant& bot, const tune::Space& space) {
  std::vector<std::string> names;
  for (const tune::Dimension& axis : space.axes())
    names.push_back(axis.name);
  for (const Parameter& parameter : bot.parameters)
    names.push_back(parameter.name);
  for (const std::string& word : bot.run) {
    const std::string name(entrants::placeholder_in(word));
    if (name.empty() || std::ranges::find(names, name) != names.end()) continue;
    throw UsageError(fmt::format("'{}': run has '{{{}}}', and nothing gives it a value; {}",
                                 bot.agent.name, name,
                                 words::did_you_mean(name, names,
                                                     fmt::format("expected --set {}=…, or "
                                                                 "parameters = {{ {} = … }} in "
                                                                 "agent.toml",
                                                                 name, name))));
  }
}

}  // namespace

void add_tune_flags(Verb verb, TuneArguments& arguments) {
  verb.option("AGENT", arguments.bot,
              "an agent as in 'danno match': [NAME=]COMMAND [ARG…] in one word")
      .required();
  verb.option("--set", arguments.sets,
              "the values of a parameter: threshold=100..400/50, rate=0.01..1/log5, "
              "style=safe,bold; repeated for several")
      .takes("NAME=RANGE")
      .required()
      .repeated();
  verb.option("--against", arguments.opponents, "the opponents; the score is the mean over them")
      .takes("AGENT…")
      .required()
      .several(64);
  verb.option("--seats", arguments.seats,
              "tables of so many: the candidate among copies of one opponent, or among as many as "
              "fill it; default 2")
      .range(2, rules::kMaxSeats);
  verb.option("--within", arguments.within,
              "candidates surely so close to the best need not be told apart; default 2")
      .takes("ELO");
  verb.option("--max-deals", arguments.max_deals,
              "of all candidates together; default 30000; the gain is measured with 1000 more")
      .range(200, 10'000'000);
  verb.option("--seed", arguments.seed, "the dice; default: drawn").takes("TEXT");
  verb.option("--out", arguments.out,
              "the folder of tune.json, tune.csv and the games; default below out/tune")
      .takes("DIR");
  verb.option("--html", arguments.html, "write it as a page for a browser, all in one file")
      .takes("FILE");
  verb.flag("--apply", arguments.apply, "write the best values into the bot's agent.toml");
  add_rules_flags(verb, arguments.line_up);
  add_run_flags(verb, arguments.line_up.run);
  add_log_flag(verb, arguments.line_up.log);
}

tune::Space chosen_space(const TuneArguments& arguments) {
  try {
    std::vector<tune::Dimension> axes;
    for (const std::string& text : arguments.sets)
      axes.push_back(tune::parse_dimension(text));
    return tune::Space(std::move(axes));
  } catch (const tune::SpaceError& error) {
    throw UsageError(error.what());
  }
}

tune::TuneTerms chosen_tune_terms(const TuneArguments& arguments) {
  if (!(arguments.within > 0 && arguments.within <= 100))
    throw UsageError(
        fmt::format("--within {}; expected an Elo above 0, up to 100", arguments.within));
  tune::TuneTerms terms;
  terms.seats = arguments.seats;
  terms.race.within = arguments.within;
  terms.max_deals = arguments.max_deals;
  if (!arguments.seed.empty()) terms.seed = arguments.seed;
  return terms;
}

Entrant chosen_bot(const TuneArguments& arguments, const tune::Space& space,
                   referee::sandbox::Isolation level, const terminal::Invocation& invocation) {
  Entrant bot = chosen_agent(arguments.bot, level, invocation);
  require_readable(bot, arguments.bot);
  check_placeholders(bot, space);
  const tune::Point any(space.axes().size());
  const std::string problem = entrants::with_parameters(bot, space.at(any)).agent.problem;
  if (!problem.empty()) throw UsageError(fmt::format("agent '{}': {}", arguments.bot, problem));
  for (const tune::Dimension& axis : space.axes())
    check_axis(bot, axis);
  return bot;
}

fs::path tune_folder(const TuneArguments& arguments, const Entrant& bot) {
  if (!arguments.out.empty()) return arguments.out;
  const std::string name =
      arguments.seed.empty() ? bot.agent.name : bot.agent.name + "-" + arguments.seed;
  return fs::path(kFolder) / words::file_name_of(name);
}

fs::path manifest_of(const TuneArguments& arguments, const Entrant& bot, const tune::Space& space) {
  const Entrant original = entrants::find_agent(arguments.bot);  // `bot` may be a copy
  const fs::path manifest =
      (original.agent.folder / "agent.toml").lexically_proximate(fs::current_path());
  const bool own = fs::exists(manifest) && !entrants::is_bundled(original);
  if (arguments.apply && !own)
    throw UsageError(
        fmt::format("--apply: '{}' has no agent.toml of yours to change; expected a "
                    "folder with one",
                    arguments.bot));
  if (!own) return {};
  if (!arguments.apply) return manifest;
  try {
    const tune::Point any(space.axes().size());
    (void)entrants::manifest_with(files::read_whole(manifest).value_or(""),
                                  entrants::with_parameters(bot, space.at(any)).parameters);
  } catch (const entrants::AgentError& error) {
    throw UsageError(fmt::format("--apply: {}", error.what()));
  }
  return manifest;
}

}  // namespace danno::leagues::cli::flags

// The program `danno`: reads the command line, runs one verb, and turns what it throws into one
// line and an exit code.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>
#include <string>

#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/cli/usage.hpp"
#include "leagues/cli/verbs.hpp"

namespace danno::cli {
namespace {

int fail(const Session& session, ExitCode code, const std::string& message) {
  if (session.json && code == kWrongUse) {
    const nlohmann::ordered_json error{{"error", {{"message", message}}}};
    fmt::print("{}\n", error.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  }
  fmt::print(stderr, "error: {}\n", message);
  return code;
}

void add_verbs(CLI::App& app, Session& session) {
  add_new(app, session);
  add_check(app, session);
  add_rules(app, session);
  add_keeps(app, session);
  add_audit(app, session);
  add_match(app, session);
  add_gate(app, session);
  add_league(app, session);
  add_rate(app, session);
  add_sprt(app, session);
  add_solve(app, session);
  add_doctor(app, session);
  add_bench(app, session);
  add_repeat(app, session);
  add_replay(app, session);
  add_completion(app, session);
  add_explain(app, session);
}

int run(int argc, char** argv) {
  Session session;
  session.program = argv[0];
  CLI::App app("Danno: a tournament harness for programs that play Greed.", "danno");
  app.set_help_flag("-h,--help", "print this help");
  app.set_version_flag("--version", "danno " DANNO_VERSION, "print the version");
  app.get_formatter()->label("SUBCOMMAND", "VERB");
  app.require_subcommand(0, 1);
  app.footer("'danno VERB --help' shows a verb's options and two examples.");
  add_verbs(app, session);
  try {
    app.parse(argc, argv);
    const std::string missing = explain_missing_verb(app);
    if (!missing.empty()) return fail(session, kWrongUse, missing);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    return fail(session, kWrongUse, explain(app, error));
  } catch (const UsageError& error) {
    return fail(session, kWrongUse, error.what());
  } catch (const std::exception& error) {
    return fail(session, kBroken, error.what());
  }
  if (std::fflush(stdout) != 0) return fail(session, kBroken, "stdout cannot be written");
  return session.exit_code;
}

}  // namespace
}  // namespace danno::cli

int main(int argc, char** argv) { return danno::cli::run(argc, argv); }

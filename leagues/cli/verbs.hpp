// The verbs of `danno`, one file each. A new one is a file verb_NAME.cpp and one line here, one in
// CMakeLists.txt and one in main.cpp. What they share is in verb.hpp.
#pragma once

#include "leagues/cli/terminal/invocation.hpp"

namespace CLI {
class App;
}

namespace danno::cli {

void add_rules(CLI::App& app, Session& session);
void add_keeps(CLI::App& app, Session& session);
void add_audit(CLI::App& app, Session& session);
void add_match(CLI::App& app, Session& session);
void add_gate(CLI::App& app, Session& session);
void add_league(CLI::App& app, Session& session);
void add_rate(CLI::App& app, Session& session);
void add_sprt(CLI::App& app, Session& session);
void add_solve(CLI::App& app, Session& session);
void add_doctor(CLI::App& app, Session& session);
void add_bench(CLI::App& app, Session& session);
void add_repeat(CLI::App& app, Session& session);
void add_replay(CLI::App& app, Session& session);
void add_new(CLI::App& app, Session& session);
void add_check(CLI::App& app, Session& session);
void add_completion(CLI::App& app, Session& session);
void add_explain(CLI::App& app, Session& session);

/// Verbs of `danno league`.
void add_add(CLI::App& league, Session& session);
void add_verify(CLI::App& league, Session& session);
void add_export(CLI::App& league, Session& session);
void add_report(CLI::App& league, Session& session);
void add_season(CLI::App& league, Session& session);

}  // namespace danno::cli

// What the verbs for plans share: making a plan of a league's missing deals, and finding it again.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/terminal/invocation.hpp"
#include "leagues/files/json.hpp"
#include "leagues/parts/make_plan.hpp"
#include "leagues/store/league.hpp"

namespace danno::leagues::cli::verbs {

struct PlanArguments {
  std::string file = "league.toml";
  std::string out;
  std::string to;
  int parts = 0;
  int most_parts = parts::kMostParts;
  bool mix_isolation = false;
};

/// Adds FILE and its options; `arguments` must live as long as the verb.
void add_plan_arguments(flags::Verb verb, PlanArguments& arguments);

/// Returns --out of a verb that is given a plan, or else the folder that contains the plan.
[[nodiscard]] std::filesystem::path league_folder(const std::string& plan, const std::string& out);

[[nodiscard]] parts::PlanOrder order_of(const PlanArguments& arguments, const store::League& league,
                                        const terminal::Invocation& invocation);

/// Makes the plan, and shows its epoch and who cannot start. Returns nullopt, and says so, if no
/// deal is missing. Throws what parts::make_plan() throws.
[[nodiscard]] std::optional<parts::PartsPlan> plan_missing(const PlanArguments& arguments,
                                                           store::League& league,
                                                           store::Store& store,
                                                           const terminal::Invocation& invocation);

/// Returns the seconds of one core that the longest part takes.
[[nodiscard]] double longest_part(const parts::PartsPlan& plan);
[[nodiscard]] files::Json json_of(const parts::PartsPlan& plan);
/// "plan 1 of spring: 600 deals, …", on stdout.
void show_plan(const parts::PartsPlan& plan);

}  // namespace danno::leagues::cli::verbs

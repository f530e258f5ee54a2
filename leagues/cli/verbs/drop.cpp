// danno league drop: takes what a part brought out of the league again, then the tables.
#include <fmt/format.h>

#include <memory>

#include "leagues/archive/publish.hpp"
#include "leagues/cli/flags/verb.hpp"
#include "leagues/cli/verbs/planning.hpp"
#include "leagues/cli/verbs/verbs.hpp"
#include "leagues/parts/drop_part.hpp"
#include "leagues/parts/merge.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::cli::verbs {
namespace {

struct DropArguments {
  std::string plan;
  std::string out;
  int part = 0;
};

void drop(const DropArguments& arguments, const terminal::Invocation& invocation) {
  const parts::PartsPlan plan = parts::read_plan(arguments.plan, invocation.version);
  const std::filesystem::path folder = league_folder(arguments.plan, arguments.out);
  store::Store store = parts::open_to_merge(folder);
  const std::uint64_t deals = parts::drop_part(store, folder, plan, arguments.part);
  (void)archive::publish_tables(store, folder);
  if (invocation.json) {
    const files::Json json{{"plan", plan.number}, {"part", arguments.part}, {"deals", deals}};
    fmt::print("{}\n", json.dump());
  } else if (!invocation.quiet) {
    fmt::print(
        "{} deals of part {} and after it are out of the league, and missing again; tables in {}\n",
        words::show_count(deals), arguments.part, folder.string());
  }
}

}  // namespace

void add_drop(flags::Verb league, terminal::Invocation& invocation) {
  const flags::Verb verb = league.add(
      invocation, {.name = "drop",
                   .summary = "take what a part brought out of the league again",
                   .group = "On many machines",
                   .examples = "  danno league drop out/spring/plan-1 --part 7\n"
                               "  danno league drop /scratch/plan --part 7 --out out/spring"});
  verb.json_flag(invocation);
  const auto arguments = std::make_shared<DropArguments>();
  verb.option("PLAN", arguments->plan, "the folder that 'danno league plan' made").required();
  verb.option("--part", arguments->part, "which, counted from 1")
      .range(1, parts::kMostParts)
      .required();
  verb.option("--out", arguments->out, "where the league is kept; default: PLAN's parent folder")
      .takes("DIR");
  verb.runs([arguments, &invocation] { drop(*arguments, invocation); });
}

}  // namespace danno::leagues::cli::verbs

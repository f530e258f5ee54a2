#include "leagues/commands/agent/intake.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "leagues/base/draft_folder.hpp"
#include "leagues/base/escape.hpp"
#include "leagues/base/whole_file.hpp"
#include "leagues/entrants/agent_names.hpp"
#include "leagues/entrants/scaffold.hpp"
#include "leagues/entrants/unpack.hpp"
#include "referee/sandbox/locate.hpp"
#include "referee/sandbox/processors.hpp"
#include "referee/solver/parallel_for.hpp"

namespace danno::leagues::commands::agent {
namespace {

namespace fs = std::filesystem;

class BulkIntake {
 public:
  BulkIntake(const IntakeRequest& request, const std::function<void(const IntakeResult&)>& tell)
      : request_(request),
        report_(tell),
        intake_(request.to),
        letters_(letters_folder(request.to)),
        tried_(request.hand_ins.size()) {
    for (const auto& [file, agent] : entrants::accepted_agents(request.to))
      authors_[agent.name].insert(agent.author);
  }

  /// Copies and builds what a folder or an archive has. Any thread may call it.
  void build(std::size_t folder) {
    const HandIn& hand_in = request_.hand_ins[folder];
    Tried& tried = tried_[folder];
    tried.result = {hand_in.folder};
    try {
      tried.claim = make_claim(hand_in);
      tried.staged = copy_and_build(hand_in, tried.claim);
      const std::lock_guard lock(mutex_);
      authors_[tried.staged->agent.name].insert(tried.staged->author);
    } catch (const entrants::AgentError& error) {
      tried.result.refusal = {error.what()};
    }
  }

  /// Checks a folder's agent after all were built. Any thread may call it.
  void check(std::size_t folder) {
    check_staged(tried_[folder]);
    const std::lock_guard lock(mutex_);
    tried_[folder].is_done = true;
    // Folders are checked in parallel, but accepted and reported in their order, so that the result
    // is always the same.
    for (; reported_ < tried_.size() && tried_[reported_].is_done; ++reported_) {
      finish(tried_[reported_]);
      report_(tried_[reported_].result);
    }
  }

 private:
  struct Tried {
    IntakeResult result = {};
    std::optional<entrants::Entrant> staged = {};  ///< It was built, and passed as far as checked.
    entrants::Intake::Claim claim = {};
    bool is_done = false;
  };

  /// Unpacks an archive for as long as it is copied: a hostile one fills much of a disk.
  [[nodiscard]] entrants::Entrant copy_and_build(const HandIn& hand_in,
                                                 const entrants::Intake::Claim& claim) const {
    const auto isolation = request_.order.limits.isolation;
    if (!is_archive(hand_in.agent)) return intake_.copy_and_build(hand_in.agent, isolation, claim);
    const base::DraftFolder draft(referee::sandbox::find_temporary_folder());
    const fs::path folder = draft.path() / "agent";
    try {
      entrants::unpack(hand_in.agent, folder);
    } catch (const entrants::AgentError& error) {
      throw entrants::AgentError(
          fmt::format("{}: {}", hand_in.agent.filename().string(), error.what()));
    }
    return intake_.copy_and_build(folder, isolation, claim);
  }

  /// Checks an agent that was built; nothing is accepted yet.
  void check_staged(Tried& tried) const {
    if (!tried.staged) return;
    CheckOptions order = request_.order;
    order.entrant = *tried.staged;
    tried.result.name = entrants::shown_name(entrants::agent_names(order.entrant),
                                             authors_.at(order.entrant.agent.name).size() > 1);
    const CheckReport report = check_agent(order, [](const CheckLine&) {});
    if (report.passed()) return;
    tried.result.refusal = make_refusal(report);
    tried.staged.reset();
  }

  /// Returns what is claimed for an agent. Throws AgentError if there is none.
  [[nodiscard]] entrants::Intake::Claim make_claim(const HandIn& hand_in) const {
    if (!hand_in.problem.empty()) throw entrants::AgentError(hand_in.problem);
    entrants::Intake::Claim claim = request_.claim;
    if (!hand_in.author) return claim;
    claim.author = hand_in.author;
    const std::string problem = entrants::author_problem(*claim.author);
    if (!problem.empty()) throw entrants::AgentError("the folder's name as author: " + problem);
    return claim;
  }

  /// Throws if two folders have the same agent, because the second would silently replace the
  /// first.
  void require_one_folder(const entrants::Entrant& entrant, const std::string& folder) {
    const std::string name = entrants::agent_names(entrant).full;
    const auto [known, is_first] = folders_.emplace(name, folder);
    if (is_first) return;
    throw entrants::AgentError(
        fmt::format("'{}' and '{}' both have the name '{}'{}", known->second, folder, name,
                    entrant.author.empty() ? " and no author; write one into agent.toml, or add "
                                             "them with --as-folder"
                                           : "; only the first is taken"));
  }

  /// Accepts an agent that passed, or writes the letter with the reason of its refusal.
  void finish(Tried& tried) {
    IntakeResult& result = tried.result;
    const fs::path letter =
        letters_ / (base::to_file_name(entrants::folder_name(result.folder)) + ".md");
    try {
      if (tried.staged) {
        require_one_folder(*tried.staged, result.folder);
        const auto taken = intake_.take(*tried.staged, tried.claim);
        result.version = taken.version;
        result.changed = taken.changed;
        fs::remove(letter);  // of a refusal before
        return;
      }
    } catch (const entrants::AgentError& error) {
      result.refusal = {error.what()};
    }
    fs::create_directories(letters_);
    base::write_whole(letter,
                      refusal_letter(result.name, result.refusal, check_command(request_.order)));
  }

  const IntakeRequest& request_;
  const std::function<void(const IntakeResult&)>& report_;
  entrants::Intake intake_;
  fs::path letters_;
  std::mutex mutex_;
  std::vector<Tried> tried_;  // by folder
  std::size_t reported_ = 0;
  std::map<std::string, std::set<std::string>> authors_;  // by name, of all that were built
  std::map<std::string, std::string> folders_;  // by full name of the agent that was taken
};

}  // namespace

fs::path letters_folder(const fs::path& to) {
  return (to / "").lexically_normal().parent_path().parent_path() / "refused";  // "bots/" is "bots"
}

void check_and_accept(const IntakeRequest& request,
                      const std::function<void(const IntakeResult&)>& tell) {
  BulkIntake intake(request, tell);
  const auto threads = referee::sandbox::usable_cores();
  const auto count = static_cast<int>(request.hand_ins.size());
  // A name is shown with its author if another author has it, too; all names are known when built.
  solver::parallel_for(threads, count,
                       [&](int, int folder) { intake.build(static_cast<std::size_t>(folder)); });
  solver::parallel_for(threads, count,
                       [&](int, int folder) { intake.check(static_cast<std::size_t>(folder)); });
}

}  // namespace danno::leagues::commands::agent

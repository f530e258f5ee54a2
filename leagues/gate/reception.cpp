#include "leagues/gate/reception.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>

#include "leagues/entrants/scaffold.hpp"
#include "leagues/files/whole_file.hpp"
#include "leagues/words/escape.hpp"
#include "referee/sandbox/processors.hpp"
#include "referee/solver/share_out.hpp"

namespace danno::leagues::gate {
namespace {

namespace fs = std::filesystem;

class Reception {
 public:
  Reception(const Handover& handover, const std::function<void(const Received&)>& tell)
      : handover_(handover),
        tell_(tell),
        intake_(handover.to),
        letters_(letters_folder(handover.to)),
        tried_(handover.folders.size()) {}

  /// Any thread may.
  void receive(std::size_t folder) {
    Tried tried = try_one(handover_.folders[folder]);
    const std::lock_guard lock(mutex_);
    tried_[folder] = std::move(tried);
    for (; told_ < tried_.size() && tried_[told_]; ++told_) {
      settle(*tried_[told_]);
      tell_(tried_[told_]->received);
    }
  }

 private:
  struct Tried {
    Received received;
    std::optional<entrants::Entrant> staged = {};  ///< It passed.
  };

  [[nodiscard]] Tried try_one(const std::string& folder) const {
    Tried tried{{folder}};
    CheckOrder order = handover_.order;
    try {
      order.entrant = intake_.stage(agent_in(folder), order.limits.isolation, claim_of(folder));
      tried.received.name = order.entrant.agent.name;
      const CheckReport report = check_agent(order, [](const CheckLine&) {});
      if (report.passed()) {
        tried.staged = order.entrant;
      } else {
        tried.received.refusal = refusal_of(report);
      }
    } catch (const entrants::AgentError& error) {
      tried.received.refusal = {error.what()};
    }
    return tried;
  }

  /// A platform hands over a folder of each author, with the agent's folder in it.
  [[nodiscard]] std::string agent_in(const std::string& folder) const {
    std::error_code ignored;
    if (!handover_.author_is_folder || entrants::is_agent_folder(folder)) return folder;
    std::vector<std::string> inner;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
      if (entrants::is_agent_folder(entry.path())) inner.push_back(entry.path().string());
    }
    return inner.size() == 1 ? inner.front() : folder;
  }

  [[nodiscard]] entrants::Intake::Claim claim_of(const std::string& folder) const {
    entrants::Intake::Claim claim = handover_.claim;
    if (!handover_.author_is_folder) return claim;
    claim.author = entrants::folder_name(folder);
    const std::string problem = entrants::author_problem(*claim.author);
    if (!problem.empty()) throw entrants::AgentError("the folder's name as author: " + problem);
    return claim;
  }

  /// Throws if two folders have the same name, because the second would silently replace the first.
  void require_one_folder(const entrants::Entrant& entrant, const std::string& folder) {
    const auto [known, is_first] = folders_.emplace(entrant.agent.name, folder);
    if (is_first) return;
    throw entrants::AgentError(
        fmt::format("'{}' and '{}' both have the name '{}'; only the first is taken", known->second,
                    folder, entrant.agent.name));
  }

  void settle(Tried& tried) {
    Received& received = tried.received;
    const fs::path letter =
        letters_ / (words::file_name_of(entrants::folder_name(received.folder)) + ".md");
    try {
      if (tried.staged) {
        require_one_folder(*tried.staged, received.folder);
        const auto taken = intake_.take(*tried.staged, claim_of(received.folder));
        received.version = taken.version;
        received.changed = taken.changed;
        fs::remove(letter);  // of a refusal before
        return;
      }
    } catch (const entrants::AgentError& error) {
      received.refusal = {error.what()};
    }
    fs::create_directories(letters_);
    files::write_whole(
        letter, refusal_letter(received.name, received.refusal, check_command(handover_.order)));
  }

  const Handover& handover_;
  const std::function<void(const Received&)>& tell_;
  entrants::Intake intake_;
  fs::path letters_;
  std::mutex mutex_;
  std::vector<std::optional<Tried>> tried_;  // by folder
  std::size_t told_ = 0;
  std::map<std::string, std::string> folders_;  // by name of the agent that was taken
};

}  // namespace

fs::path letters_folder(const fs::path& to) {
  return (to / "").lexically_normal().parent_path().parent_path() / "refused";  // "bots/" is "bots"
}

void receive(const Handover& handover, const std::function<void(const Received&)>& tell) {
  Reception reception(handover, tell);
  const auto threads = referee::sandbox::usable_cores();
  solver::share_out(threads, static_cast<int>(handover.folders.size()),
                    [&](int, int folder) { reception.receive(static_cast<std::size_t>(folder)); });
}

}  // namespace danno::leagues::gate

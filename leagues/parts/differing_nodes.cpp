#include "leagues/parts/differing_nodes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "leagues/parts/checked_file.hpp"
#include "leagues/parts/part_file.hpp"
#include "leagues/ratings/ratings.hpp"
#include "leagues/scores/deal_sums.hpp"
#include "leagues/words/escape.hpp"
#include "leagues/words/shown_count.hpp"

namespace danno::leagues::parts {
namespace {

using ratings::PlaceShare;
using ratings::PlaceTrait;
using referee::record::FaultKind;

/// Whether these can be sums of games; a file of checks may lie.
bool are_plausible(const scores::DealSums& sums, std::uint64_t decisions) {
  if (sums.deals <= 0 || sums.games <= 0) return false;
  constexpr std::int64_t kMost = std::int64_t{1} << 24U;  // of a block, far more than there are
  const std::int64_t most = 2 * sums.deals * sums.games;
  const auto is_count = [&](std::int64_t count) { return count >= 0 && count <= most; };
  return sums.deals <= kMost && sums.games <= kMost && decisions < std::uint64_t{1} << 48U &&
         std::ranges::all_of(sums.halves, is_count) && std::ranges::all_of(sums.ties, is_count) &&
         std::ranges::all_of(sums.faults, [&](const auto& one) { return is_count(one.second); });
}

class NodeSums {
 public:
  NodeSums(const PartsPlan& plan, Compared what)
      : plan_(plan), with_scores_(what == Compared::FaultsAndScores) {
    for (const PlannedDeals& deals : plan.deals)
      planned_.emplace(deals.line_up, &deals);
    for (std::size_t i = 0; with_scores_ && i < plan.divisions.size(); ++i)
      results_.emplace_back(static_cast<int>(plan.agents.size()));
    for (int part = 1; part <= plan.parts; ++part)
      add_part(part);
  }

  std::vector<NodeDifference> differences() {
    if (hosts_.size() < 2) return {};
    if (with_scores_) expect();
    std::vector<PlaceShare> shares;
    for (auto& [key, share] : shares_)
      shares.push_back(std::move(share));
    std::vector<NodeDifference> differences;
    for (const ratings::PlaceDifference& found :
         differing_places(std::move(shares), with_scores_)) {
      const auto& [host, parts] = hosts_[static_cast<std::size_t>(found.place)];
      NodeDifference& node = differences.emplace_back(
          NodeDifference{host, {parts.begin(), parts.end()}, "", "", found});
      if (found.trait != PlaceTrait::Score) continue;
      const auto number = static_cast<std::size_t>(found.agent);
      node.agent = plan_.agents[number % plan_.agents.size()].agent.name;
      node.rules = plan_.divisions[number / plan_.agents.size()].definition->id;
    }
    return differences;
  }

 private:
  /// As far as its file of checks is that of its complete file.
  void add_part(int part) {
    const auto checked = read_checked(checked_file(plan_.part_folder(), part));
    if (!checked || checked->part_hash != last_hash(finished_part(plan_.part_folder(), part)))
      return;
    for (const CheckedBlock& block : checked->blocks) {
      if (planned_.contains(block.line_up) && block.host < checked->hosts.size())
        add_block(place_of(checked->hosts[block.host], part), block);
    }
  }

  int place_of(const std::string& host, int part) {
    const auto [place, is_new] = places_.emplace(host, hosts_.size());
    if (is_new) hosts_.emplace_back(host, std::set<int>());
    hosts_[place->second].second.insert(part);
    return static_cast<int>(place->second);
  }

  void add_block(int place, const CheckedBlock& block) {
    const PlannedDeals& planned = *planned_.at(block.line_up);
    const auto sums = scores::decode_sums(block.sums);
    if (!sums || sums->seats != planned.agents.size() || !are_plausible(*sums, block.decisions))
      return;
    PlaceShare& share = shares_[{block.line_up, place}];
    if (share.agents.empty()) begin(share, place, planned);
    share.deals += sums->deals;
    share.games = sums->games;
    share.decisions += static_cast<std::int64_t>(block.decisions);
    add_agents(share, *sums);
    if (with_scores_) {
      const std::vector<int> players(planned.agents.begin(), planned.agents.end());
      scores::rate_sums(results_[planned.division], players, *sums);
    }
  }

  void begin(PlaceShare& share, int place, const PlannedDeals& planned) const {
    share.place = place;
    share.line_up = static_cast<int>(planned.line_up);
    for (const std::uint32_t agent : planned.agents) {
      share.agents.push_back(
          {.agent = static_cast<int>(planned.division * plan_.agents.size() + agent)});
    }
  }

  static void add_agents(PlaceShare& share, const scores::DealSums& sums) {
    std::vector<scores::AgentTally> tallies(sums.seats);
    std::vector<int> numbers(sums.seats);
    std::iota(numbers.begin(), numbers.end(), 0);
    scores::add_sums(tallies, numbers, sums);
    for (std::size_t i = 0; i < sums.seats; ++i) {
      PlaceShare::Agent& agent = share.agents[i];
      for (const auto& [kind, count] : tallies[i].faults)
        (kind == FaultKind::Timeout ? agent.timeouts : agent.other_faults) += count;
      agent.score += static_cast<double>(tallies[i].halves - tallies[i].pairs);
      agent.squares += static_cast<double>(sums.products[i * (i + 1) / 2 + i]);
    }
  }

  /// What the ratings of all that was played expect of a deal.
  void expect() {
    std::vector<ratings::Ratings> fits;
    try {
      for (const ratings::Results& results : results_)
        fits.push_back(ratings::fit(results));
    } catch (const std::runtime_error&) {  // of no real games
      with_scores_ = false;
      return;
    }
    for (auto& [key, share] : shares_) {
      const ratings::Ratings& fit = fits[planned_.at(key.first)->division];
      for (PlaceShare::Agent& one : share.agents) {
        for (const PlaceShare::Agent& other : share.agents) {
          if (&one != &other) one.expected += 2 * expected_win(fit, one, other) * games(share);
        }
        one.expected -= games(share) * static_cast<double>(share.agents.size() - 1);
      }
    }
  }
  static double games(const PlaceShare& share) { return static_cast<double>(share.games); }

  [[nodiscard]] double expected_win(const ratings::Ratings& fit, const PlaceShare::Agent& one,
                                    const PlaceShare::Agent& other) const {
    const auto elo = [&](const PlaceShare::Agent& agent) {
      return fit.agents[static_cast<std::size_t>(agent.agent) % plan_.agents.size()].elo;
    };
    return ratings::expected_score(elo(one) - elo(other));
  }

  const PartsPlan& plan_;
  bool with_scores_;
  std::unordered_map<store::Id, const PlannedDeals*> planned_;  // any of a line-up
  std::vector<std::pair<std::string, std::set<int>>> hosts_;    // with their parts, by place
  std::map<std::string, std::size_t> places_;
  std::map<std::pair<store::Id, int>, PlaceShare> shares_;  // by line-up and place
  std::vector<ratings::Results> results_;                   // by division
};

std::string text_of(const ratings::PlaceDifference& found) {
  const auto count = [](std::int64_t number) {
    return words::show_count(static_cast<std::uint64_t>(number));
  };
  const char* const what = found.trait == PlaceTrait::Timeouts ? "timeout" : "other fault";
  return fmt::format("{} in {} decisions, others {} in {}",
                     words::show_count(static_cast<std::uint64_t>(found.faults), what),
                     count(found.decisions), count(found.other_faults),
                     count(found.other_decisions));
}

}  // namespace

std::vector<NodeDifference> differing_nodes(const PartsPlan& plan, Compared what) {
  return NodeSums(plan, what).differences();
}

std::string text_of(const NodeDifference& node, const std::filesystem::path& plan) {
  const ratings::PlaceDifference& found = node.found;
  const std::string what =
      found.trait == PlaceTrait::Score
          ? fmt::format("'{}' scores {:.1f} % {} than elsewhere in {} of {}", node.agent,
                        100 * std::abs(found.difference), found.difference < 0 ? "less" : "more",
                        words::show_count(static_cast<std::uint64_t>(found.deals), "deal"),
                        node.rules)
          : text_of(found);
  const int zeros = found.p > 1e-99 ? static_cast<int>(-std::log10(found.p)) : 99;
  return fmt::format(
      "{}: {} (p < 1e-{}); it played parts {}: 'danno league drop {} --part {}' puts one aside, to "
      "be played again elsewhere (Slurm: --exclude={})",
      node.host, what, zeros, fmt::join(node.parts, ","), words::quote_shell(plan.string()),
      node.parts.front(), node.host);
}

files::Json json_of(std::span<const NodeDifference> nodes) {
  files::Json json = files::Json::array();
  for (const NodeDifference& node : nodes) {
    files::Json one{{"host", node.host}, {"parts", node.parts}, {"p", node.found.p}};
    if (node.found.trait == PlaceTrait::Score) {
      one["what"] = "score";
      one["agent"] = node.agent;
      one["rules"] = node.rules;
      one["deals"] = node.found.deals;
      one["difference"] = node.found.difference;
    } else {
      one["what"] = node.found.trait == PlaceTrait::Timeouts ? "timeouts" : "other faults";
      one["faults"] = node.found.faults;
      one["decisions"] = node.found.decisions;
      one["faults_elsewhere"] = node.found.other_faults;
      one["decisions_elsewhere"] = node.found.other_decisions;
    }
    json.push_back(std::move(one));
  }
  return json;
}

}  // namespace danno::leagues::parts

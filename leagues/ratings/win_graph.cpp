#include "leagues/ratings/win_graph.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "leagues/ratings/at.hpp"

namespace danno::leagues::ratings {
namespace {

/// Tarjan's walk with a stack of its own, so that a chain of thousands cannot overflow ours.
class StrongWalk {
 public:
  explicit StrongWalk(const WinGraph& beats)
      : beats_(beats), component_(beats.size(), -1), order_(beats.size(), -1), low_(beats.size()) {}

  std::vector<int> run() {
    for (int agent = 0; at(agent) < beats_.size(); ++agent) {
      if (order_[at(agent)] < 0) {
        visit_from(agent);
      }
    }
    return component_;
  }

 private:
  struct Frame {
    int agent;
    std::size_t next;
  };

  void visit_from(int root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const std::vector<int>& out = beats_[at(frame.agent)];
      if (frame.next == out.size()) {
        leave(frame.agent);
        continue;
      }
      const int other = out[frame.next++];
      if (order_[at(other)] < 0) {
        enter(other);
      } else if (component_[at(other)] < 0) {
        low_[at(frame.agent)] = std::min(low_[at(frame.agent)], order_[at(other)]);
      }
    }
  }

  void enter(int agent) {
    order_[at(agent)] = low_[at(agent)] = visited_++;
    open_.push_back(agent);
    frames_.push_back({agent, 0});
  }

  void leave(int agent) {
    frames_.pop_back();
    if (!frames_.empty()) {
      const std::size_t parent = at(frames_.back().agent);
      low_[parent] = std::min(low_[parent], low_[at(agent)]);
    }
    if (low_[at(agent)] != order_[at(agent)]) {
      return;
    }
    int member = -1;
    while (member != agent) {
      member = open_.back();
      open_.pop_back();
      component_[at(member)] = components_;
    }
    ++components_;
  }

  const WinGraph& beats_;
  std::vector<int> component_;
  std::vector<int> order_;
  std::vector<int> low_;
  std::vector<int> open_;
  std::vector<Frame> frames_;
  int visited_ = 0;
  int components_ = 0;
};

}  // namespace

std::vector<std::vector<int>> weak_components(const WinGraph& beats) {
  std::vector<int> parent(beats.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&parent](int agent) {
    while (parent[at(agent)] != agent) {
      parent[at(agent)] = parent[at(parent[at(agent)])];
      agent = parent[at(agent)];
    }
    return agent;
  };
  for (int i = 0; at(i) < beats.size(); ++i) {
    for (const int j : beats[at(i)]) {
      const auto [low, high] = std::minmax({root(i), root(j)});
      parent[at(high)] = low;
    }
  }
  std::vector<std::vector<int>> by_root(beats.size());
  for (int agent = 0; at(agent) < beats.size(); ++agent) {
    by_root[at(root(agent))].push_back(agent);
  }
  std::erase_if(by_root, [](const auto& members) { return members.empty(); });
  std::ranges::stable_sort(by_root, std::ranges::greater{}, &std::vector<int>::size);
  return by_root;
}

std::set<std::pair<int, int>> bridges(const WinGraph& met) {
  // Depth first (Tarjan, 1974): an arrow down to an agent from whom nothing leads further up.
  struct Frame {
    int agent;
    int parent;
    std::size_t next = 0;
  };
  std::set<std::pair<int, int>> found;
  std::vector<int> order(met.size(), -1);
  std::vector<int> low(met.size());
  int visited = 0;
  for (int root = 0; at(root) < met.size(); ++root) {
    if (order[at(root)] >= 0) continue;
    std::vector<Frame> frames{{root, -1}};
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const int agent = frame.agent;
      if (frame.next == 0) order[at(agent)] = low[at(agent)] = visited++;
      if (frame.next < met[at(agent)].size()) {
        const int other = met[at(agent)][frame.next++];
        if (other == frame.parent) continue;
        if (order[at(other)] < 0) {
          frames.push_back({other, agent});
        } else {
          low[at(agent)] = std::min(low[at(agent)], order[at(other)]);
        }
        continue;
      }
      const int parent = frame.parent;
      frames.pop_back();
      if (parent < 0) continue;
      low[at(parent)] = std::min(low[at(parent)], low[at(agent)]);
      if (low[at(agent)] > order[at(parent)]) found.insert(std::minmax(agent, parent));
    }
  }
  return found;
}

std::vector<int> strong_components(const WinGraph& beats) { return StrongWalk(beats).run(); }

}  // namespace danno::leagues::ratings

#include "leagues/ratings/win_graph.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "leagues/ratings/matrix.hpp"

namespace danno::leagues::ratings {
namespace {

/// Whether a walk that came along an arrow may go straight back.
enum class Back { Yes, No };

/// Tarjan's walk with a stack of its own, so that a chain of thousands cannot overflow ours.
class StrongWalk {
 public:
  StrongWalk(const WinGraph& beats, Back back)
      : beats_(beats),
        back_(back),
        component_(beats.size(), -1),
        order_(beats.size(), -1),
        low_(beats.size()) {}

  std::vector<int> run() {
    for (int agent = 0; at(agent) < beats_.size(); ++agent) {
      if (order_[at(agent)] < 0) {
        visit_from(agent);
      }
    }
    return component_;
  }

 private:
  /// An agent on the walk's path, and the next of its arrows.
  struct Frame {
    int agent;
    int parent;  // -1: none
    std::size_t next = 0;
  };

  void visit_from(int root) {
    // Each turn of the loop follows one arrow or leaves one agent.
    enter(root, -1);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const std::vector<int>& out = beats_[at(frame.agent)];
      if (frame.next == out.size()) {
        leave(frame.agent);
        continue;
      }
      const int other = out[frame.next++];
      if (back_ == Back::No && other == frame.parent) continue;
      if (order_[at(other)] < 0) {
        enter(other, frame.agent);
      } else if (component_[at(other)] < 0) {
        low_[at(frame.agent)] = std::min(low_[at(frame.agent)], order_[at(other)]);
      }
    }
  }

  /// Numbers a new agent and puts it on the path.
  void enter(int agent, int parent) {
    order_[at(agent)] = low_[at(agent)] = visited_++;
    open_.push_back(agent);
    frames_.push_back({agent, parent});
  }

  /// Hands the lowest number that was reached to the parent. If it is the agent's own, all open
  /// agents above it are a component.
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
  Back back_;
  std::vector<int> component_;
  /// The numbers in order of the first visit; -1: not visited.
  std::vector<int> order_;
  /// The lowest number of an open agent that was reached from here.
  std::vector<int> low_;
  /// Visited agents whose component is not known yet.
  std::vector<int> open_;
  std::vector<Frame> frames_;
  int visited_ = 0;
  int components_ = 0;
};

}  // namespace

std::vector<std::vector<int>> weak_components(const WinGraph& beats) {
  // Union-find; the lowest agent of a component is its root, so the order of games has no effect.
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
  // An agent that can be reached again without going straight back is on a circle (Tarjan, 1974).
  const std::vector<int> circle = StrongWalk(met, Back::No).run();
  std::set<std::pair<int, int>> found;
  for (int i = 0; at(i) < met.size(); ++i) {
    for (const int j : met[at(i)]) {
      if (circle[at(i)] != circle[at(j)]) found.insert(std::minmax(i, j));
    }
  }
  return found;
}

std::vector<int> strong_components(const WinGraph& beats) {
  return StrongWalk(beats, Back::Yes).run();
}

std::vector<bool> core_members(const std::vector<int>& strong) {
  std::vector<std::size_t> sizes(strong.size());
  for (const int component : strong)
    ++sizes[at(component)];
  int core = -1;
  std::size_t largest = 1;
  for (const int component : strong) {
    if (sizes[at(component)] <= largest) continue;
    largest = sizes[at(component)];
    core = component;
  }
  std::vector<bool> members(strong.size());
  for (std::size_t i = 0; i < strong.size(); ++i)
    members[i] = strong[i] == core;
  return members;
}

std::vector<bool> reachable(const WinGraph& beats, std::vector<bool> marked) {
  std::vector<int> open;
  for (int i = 0; at(i) < marked.size(); ++i) {
    if (marked[at(i)]) open.push_back(i);
  }
  while (!open.empty()) {
    const int agent = open.back();
    open.pop_back();
    for (const int other : beats[at(agent)]) {
      if (marked[at(other)]) continue;
      marked[at(other)] = true;
      open.push_back(other);
    }
  }
  return marked;
}

WinGraph reversed(const WinGraph& beats) {
  WinGraph graph(beats.size());
  for (int i = 0; at(i) < beats.size(); ++i) {
    for (const int j : beats[at(i)])
      graph[at(j)].push_back(i);
  }
  return graph;
}

}  // namespace danno::leagues::ratings

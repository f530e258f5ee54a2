// Maximum-weight matching in a general graph: Edmonds' blossoms with Galil's dual variables, in
// O(n^3) (Z. Galil, Efficient algorithms for finding maximum matching in graphs, ACM Computing
// Surveys 18, 1986).
//
// Boost 1.81 has an implementation, too, but it is wrong for some graphs and never ends for others
// (docs/design/own-matching.md). What verify recomputes must be the same everywhere.
#include "leagues/schedule/swiss/scheme.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>

namespace danno::leagues::schedule::swiss {
namespace {

/// Vertices count from 1; numbers behind them are blossoms: odd cycles that are one vertex for a
/// while. Number 0 stands for no vertex.
///
/// The algorithm keeps a dual value for every vertex and blossom, so that the slack of no edge is
/// negative. It grows trees of alternating edges from the unmatched vertices, along edges of slack
/// 0. Two outer nodes of different trees make an augmenting path, those of one tree close an odd
/// cycle, which becomes a blossom. If no edge is tight, the duals change until one is. The matching
/// has the highest weight when the dual of an outer vertex reaches 0: another pair would gain
/// nothing.
class Matcher {
 public:
  explicit Matcher(const Weights& weights)
      : vertices_(static_cast<int>(weights.size())),
        used_(vertices_),
        nodes_(weights.size() + weights.size() / 2 + 2),
        edges_(nodes_.size(), std::vector<Edge>(nodes_.size())),
        child_with_(nodes_.size(), std::vector<int>(weights.size() + 1)) {
    std::int64_t heaviest = 0;
    for (int u = 1; u <= vertices_; ++u) {
      node(u).top = u;
      child_with(u, u) = u;
      for (int v = 1; v <= vertices_; ++v) {
        const std::int64_t weight =
            u == v ? 0 : weights[static_cast<std::size_t>(u - 1)][static_cast<std::size_t>(v - 1)];
        edge(u, v) = {u, v, weight};
        heaviest = std::max(heaviest, weight);
      }
    }
    for (int u = 1; u <= vertices_; ++u)
      node(u).dual = heaviest;
  }

  std::vector<int> match() {
    while (grow()) {
    }
    std::vector<int> matched;
    for (int u = 1; u <= vertices_; ++u)
      matched.push_back(node(u).mate == 0 ? kUnmatched : node(u).mate - 1);
    return matched;
  }

 private:
  /// A node's role in the forest that grows from the unmatched nodes.
  enum class Label { Free, Outer, Inner };

  struct Edge {
    int from = 0;  ///< Vertices: those of a blossom's edge lie in it.
    int to = 0;
    std::int64_t weight = 0;  ///< 0: no edge.
  };

  struct Node {
    int top = 0;   ///< The outermost blossom that it is in, or itself; 0: no such blossom now.
    int mate = 0;  ///< The vertex that it is matched with.
    std::int64_t dual = 0;
    Label label = Label::Free;
    int parent = 0;                  ///< The vertex from which the tree came to an inner node.
    int near = 0;                    ///< The outer vertex whose edge to it has the least slack.
    int seen = 0;                    ///< The last search for a common ancestor that saw it.
    std::vector<int> children = {};  ///< The cycle of a blossom, from its base.
  };

  Node& node(int number) { return nodes_[static_cast<std::size_t>(number)]; }
  Edge& edge(int u, int v) {
    return edges_[static_cast<std::size_t>(u)][static_cast<std::size_t>(v)];
  }
  /// The child of a blossom that the vertex lies in; 0: it does not.
  int& child_with(int blossom, int vertex) {
    return child_with_[static_cast<std::size_t>(blossom)][static_cast<std::size_t>(vertex)];
  }
  [[nodiscard]] bool is_vertex(int number) const { return number <= vertices_; }
  int top_node(int vertex) { return node(vertex).top; }

  /// Returns twice the slack of an edge, so that it stays whole.
  std::int64_t slack(const Edge& e) {
    return node(e.from).dual + node(e.to).dual - 2 * edge(e.from, e.to).weight;
  }

  /// Notes an outer vertex as the nearest to a node if its edge has less slack than the one known.
  void note_near(int vertex, int x) {
    int& near = node(x).near;
    if (near == 0 || slack(edge(vertex, x)) < slack(edge(near, x))) near = vertex;
  }

  /// Looks through all outer vertices for the one nearest to a node.
  void find_near(int x) {
    node(x).near = 0;
    for (int u = 1; u <= vertices_; ++u) {
      const bool outer = top_node(u) != x && node(top_node(u)).label == Label::Outer;
      if (outer && edge(u, x).weight > 0) note_near(u, x);
    }
  }

  /// Adds the vertices of a new outer node to those whose edges are to be looked at.
  void push(int x) {
    if (is_vertex(x)) {
      queue_.push_back(x);
      return;
    }
    for (const int child : node(x).children)
      push(child);
  }

  /// Sets the outermost blossom of all that lies in a node.
  void set_top(int x, int top) {
    node(x).top = top;
    if (is_vertex(x)) return;
    for (const int child : node(x).children)
      set_top(child, top);
  }

  /// The place of a child in the cycle, which is turned around where the way there is odd.
  std::size_t even_place(int blossom, int child) {
    auto& cycle = node(blossom).children;
    const auto place = static_cast<std::size_t>(std::ranges::find(cycle, child) - cycle.begin());
    if (place % 2 == 0) return place;
    std::reverse(cycle.begin() + 1, cycle.end());
    return cycle.size() - place;
  }

  /// Matches u by its edge to v, and within a blossom all the others.
  void set_mate(int u, int v) {
    node(u).mate = edge(u, v).to;
    if (is_vertex(u)) return;
    const Edge e = edge(u, v);
    const int base = child_with(u, e.from);
    const std::size_t place = even_place(u, base);
    auto& cycle = node(u).children;
    for (std::size_t i = 0; i < place; ++i)
      set_mate(cycle[i], cycle[i ^ 1U]);
    set_mate(base, v);
    std::rotate(cycle.begin(), cycle.begin() + static_cast<std::ptrdiff_t>(place), cycle.end());
  }

  /// Exchanges matched and unmatched edges from u, matched with v now, up to the root.
  void augment(int u, int v) {
    while (true) {
      const int before = node(u).mate == 0 ? 0 : top_node(node(u).mate);
      set_mate(u, v);
      if (before == 0) return;
      const int up = top_node(node(before).parent);
      set_mate(before, up);
      u = up;
      v = before;
    }
  }

  /// Walks up from both nodes by turns until one comes to a node that the other has passed. Returns
  /// 0 if they are in different trees.
  int common_ancestor(int u, int v) {
    for (++search_; u != 0 || v != 0; std::swap(u, v)) {
      if (u == 0) continue;
      if (node(u).seen == search_) return u;
      node(u).seen = search_;
      u = node(u).mate == 0 ? 0 : top_node(node(u).mate);
      if (u != 0) u = top_node(node(u).parent);
    }
    return 0;
  }

  /// Returns a free number for a blossom; those of expanded ones are used again.
  int new_blossom() {
    int blossom = vertices_ + 1;
    while (blossom <= used_ && node(blossom).top != 0)
      ++blossom;
    used_ = std::max(used_, blossom);
    return blossom;
  }

  /// The nodes from x up to the ancestor, which is not among them.
  void collect_path(int x, int ancestor, std::vector<int>& cycle) {
    while (x != ancestor) {
      const int mate = top_node(node(x).mate);
      cycle.push_back(x);
      cycle.push_back(mate);
      push(mate);
      x = top_node(node(mate).parent);
    }
  }

  /// Makes a blossom of the odd cycle that the edge from u to v closes. Its inner nodes become
  /// outer ones.
  void add_blossom(int u, int ancestor, int v) {
    const int blossom = new_blossom();
    Node& made = node(blossom);
    made.dual = 0;
    made.label = Label::Outer;
    made.mate = node(ancestor).mate;
    made.parent = node(ancestor).parent;
    made.children = {ancestor};
    collect_path(u, ancestor, made.children);
    std::reverse(made.children.begin() + 1, made.children.end());
    collect_path(v, ancestor, made.children);
    set_top(blossom, blossom);
    join_edges(blossom);
    find_near(blossom);
  }

  /// Gives a blossom the tightest edge of its children to each other vertex.
  void join_edges(int blossom) {
    for (int x = 1; x <= used_; ++x)
      edge(blossom, x).weight = edge(x, blossom).weight = 0;
    std::ranges::fill(child_with_[static_cast<std::size_t>(blossom)], 0);
    for (const int child : node(blossom).children) {
      for (int x = 1; x <= used_; ++x) {
        const bool tighter =
            edge(child, x).weight > 0 &&
            (edge(blossom, x).weight == 0 || slack(edge(child, x)) < slack(edge(blossom, x)));
        if (!tighter) continue;
        edge(blossom, x) = edge(child, x);
        edge(x, blossom) = edge(x, child);
      }
      for (int x = 1; x <= vertices_; ++x) {
        if (child_with(child, x) != 0) child_with(blossom, x) = child;
      }
    }
  }

  /// Replaces an inner blossom whose dual is 0 by its children. Those on the even way stay in the
  /// tree.
  void expand(int blossom) {
    for (const int child : node(blossom).children)
      set_top(child, child);
    const int entry = child_with(blossom, edge(blossom, node(blossom).parent).from);
    const std::size_t place = even_place(blossom, entry);
    const std::vector<int>& cycle = node(blossom).children;
    for (std::size_t i = 0; i < place; i += 2) {
      const int inner = cycle[i];
      const int outer = cycle[i + 1];
      node(inner).parent = edge(outer, inner).from;
      node(inner).label = Label::Inner;
      node(inner).near = 0;
      node(outer).label = Label::Outer;
      find_near(outer);
      push(outer);
    }
    node(entry).label = Label::Inner;
    node(entry).parent = node(blossom).parent;
    for (std::size_t i = place + 1; i < cycle.size(); ++i) {
      node(cycle[i]).label = Label::Free;
      find_near(cycle[i]);
    }
    node(blossom).top = 0;
  }

  /// Grows the forest by a tight edge. Returns whether one more is matched.
  bool follow(const Edge& e) {
    const int u = top_node(e.from);
    const int v = top_node(e.to);
    if (node(v).label == Label::Free) {
      const int mate = top_node(node(v).mate);
      node(v).parent = e.from;
      node(v).label = Label::Inner;
      node(v).near = node(mate).near = 0;
      node(mate).label = Label::Outer;
      push(mate);
    } else if (node(v).label == Label::Outer) {
      const int ancestor = common_ancestor(u, v);
      if (ancestor == 0) {
        augment(u, v);
        augment(v, u);
        return true;
      }
      add_blossom(u, ancestor, v);
    }
    return false;
  }

  /// Makes every unmatched outermost node the root of a tree.
  void start_forest() {
    queue_.clear();
    for (int x = 1; x <= used_; ++x) {
      node(x).label = Label::Free;
      node(x).near = 0;
    }
    for (int x = 1; x <= used_; ++x) {
      if (node(x).top != x || node(x).mate != 0) continue;
      node(x).parent = 0;
      node(x).label = Label::Outer;
      push(x);
    }
  }

  /// Follows tight edges of outer vertices. Returns whether one more is matched.
  bool scan() {
    while (!queue_.empty()) {
      const int u = queue_.front();
      queue_.pop_front();
      if (node(top_node(u)).label == Label::Inner) continue;
      for (int v = 1; v <= vertices_; ++v) {
        if (edge(u, v).weight == 0 || top_node(u) == top_node(v)) continue;
        if (slack(edge(u, v)) > 0) {
          note_near(u, top_node(v));
        } else if (follow(edge(u, v))) {
          return true;
        }
      }
    }
    return false;
  }

  /// Returns how far the duals can change until an edge is tight, a blossom empty or a vertex worth
  /// nothing.
  std::int64_t step() {
    std::int64_t most = INT64_MAX;
    for (int u = 1; u <= vertices_; ++u) {
      if (node(top_node(u)).label == Label::Outer) most = std::min(most, node(u).dual);
    }
    for (int x = 1; x <= used_; ++x) {
      if (node(x).top != x) continue;
      if (!is_vertex(x) && node(x).label == Label::Inner) most = std::min(most, node(x).dual / 2);
      if (node(x).near == 0 || node(x).label == Label::Inner) continue;
      const std::int64_t room = slack(edge(node(x).near, x));
      most = std::min(most, node(x).label == Label::Free ? room : room / 2);
    }
    return most;
  }

  /// Changes the duals so that tight edges of the trees stay tight, and slack of outer nodes falls.
  void move_duals(std::int64_t by) {
    for (int x = 1; x <= used_; ++x) {
      if (node(x).top == 0) continue;
      const Label label = node(node(x).top).label;
      const std::int64_t change = label == Label::Outer ? -by : label == Label::Inner ? by : 0;
      if (is_vertex(x)) {
        node(x).dual += change;
      } else if (node(x).top == x) {
        node(x).dual -= 2 * change;
      }
    }
  }

  /// Returns whether an outer vertex is worth nothing, so that another pair would gain nothing.
  bool is_spent() {
    for (int u = 1; u <= vertices_; ++u) {
      if (node(top_node(u)).label == Label::Outer && node(u).dual == 0) return true;
    }
    return false;
  }

  /// Follows the edges that became tight. Returns whether one more is matched.
  bool follow_near() {
    for (int x = 1; x <= used_; ++x) {
      const int near = node(x).near;
      if (node(x).top != x || near == 0 || top_node(near) == x) continue;
      if (slack(edge(near, x)) == 0 && follow(edge(near, x))) return true;
    }
    return false;
  }

  /// Expands inner blossoms whose dual is 0, because it may not become negative.
  void expand_empty() {
    for (int x = vertices_ + 1; x <= used_; ++x) {
      if (node(x).top == x && node(x).label == Label::Inner && node(x).dual == 0) expand(x);
    }
  }

  /// Matches one more pair. Returns false if no more is worth it.
  bool grow() {
    start_forest();
    if (queue_.empty()) return false;
    while (!scan()) {
      move_duals(step());
      if (is_spent()) return false;
      if (follow_near()) return true;
      expand_empty();
    }
    return true;
  }

  int vertices_;
  int used_;  ///< The highest number of a vertex or blossom so far.
  std::vector<Node> nodes_;
  std::vector<std::vector<Edge>> edges_;
  std::vector<std::vector<int>> child_with_;
  std::deque<int> queue_;  // outer vertices whose edges were not looked at
  int search_ = 0;
};

}  // namespace

std::vector<int> maximum_weight_matching(const Weights& weights) {
  if (weights.empty()) return {};
  return Matcher(weights).match();
}

}  // namespace danno::leagues::schedule::swiss

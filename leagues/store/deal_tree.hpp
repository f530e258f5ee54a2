// A digest of a line-up's games that does not depend on how its deals were divided into blocks.
//
// It is a binary tree of BLAKE2b-256 over the indices of the deals. A leaf is the hash of the byte
// 0 and the deal's games. A node is the hash of the byte 1 and its two children; 32 zero bytes
// represent a child without any deal. The root is the lowest node above deal 0 and the last deal. A
// block stores the highest nodes that its deals fill.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::store {

class DealTree {
 public:
  using Hash = std::array<unsigned char, 32>;

  /// Adds a deal; indices must rise.
  void add(std::uint64_t deal, std::string_view games);
  /// Adds the deals of a block from its stored nodes(). Returns whether `nodes` has the right size.
  [[nodiscard]] bool add_block(std::uint64_t first, std::uint64_t deals, std::string_view nodes);

  /// Removes all deals.
  void clear();

  /// Returns the hashes of the highest filled nodes, concatenated by rising index.
  [[nodiscard]] std::string nodes() const;
  /// Returns the root; all zero if there is no deal.
  [[nodiscard]] Hash root() const;

 private:
  struct Node {
    std::uint64_t first;  // covers deals [first, first + 2^level)
    int level;
    Hash hash;
  };
  void add(const Node& node);

  std::vector<Node> nodes_;  // no two have the same parent
};

/// Returns a view of the 32 bytes.
[[nodiscard]] std::string_view hash_bytes(const DealTree::Hash& hash);

}  // namespace danno::leagues::store

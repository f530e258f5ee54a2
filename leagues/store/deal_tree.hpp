// A digest of a line-up's games that does not depend on how its deals were cut into blocks.
//
// A binary tree of BLAKE2b-256 over the indices of the deals. A leaf is the hash of the byte 0 and
// the deal's games; a node that of the byte 1 and its two children, where 32 zero bytes stand for
// one without any deal. The root is the lowest node that has deal 0 and the last deal below it. A
// block keeps the highest nodes that its deals fill.
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

  /// Deals come by rising index.
  void add(std::uint64_t deal, std::string_view games);
  /// Those of a block, as its nodes() were. Returns whether `nodes` are as many as they have.
  [[nodiscard]] bool add_block(std::uint64_t first, std::uint64_t deals, std::string_view nodes);

  /// The hashes of the highest nodes that are filled, by rising index, end to end.
  [[nodiscard]] std::string nodes() const;
  /// 32 bytes; zeros if there is no deal.
  [[nodiscard]] std::string root() const;

 private:
  struct Node {
    std::uint64_t first;  // deals [first, first + 2^level)
    int level;
    Hash hash;
  };
  void add(const Node& node);

  std::vector<Node> nodes_;  // no two are the children of one
};

}  // namespace danno::leagues::store

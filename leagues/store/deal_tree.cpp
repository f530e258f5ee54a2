// A Merkle tree over the deals of a line-up. Leaves are hashes of a deal's games, and an inner node
// hashes its two children (BLAKE2b, with a byte for the kind before it, as in RFC 6962):
//
//  level 2          0-3
//                ┌───┴───┐
//  level 1      0-1     2-3
//              ┌─┴─┐   ┌─┴─┐
//  level 0     0   1   2   3      deals
//
// A node of level k begins at a multiple of 2^k. So a block can store the fewest nodes that cover
// its deals, and the root follows from the blocks, however the deals were cut into them. The tree
// may have gaps: deals that are not played yet.
#include "leagues/store/deal_tree.hpp"

#include <sodium.h>

#include <algorithm>
#include <bit>
#include <span>

namespace danno::leagues::store {
namespace {

using Hash = DealTree::Hash;

/// Hashes the kind of a node and its contents. The kind keeps a deal from passing for an inner
/// node.
Hash compute_hash(char kind, std::string_view one, std::string_view other = {}) {
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, Hash().size());
  for (const std::string_view part : {std::string_view(&kind, 1), one, other}) {
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(part.data()),
                              part.size());
  }
  Hash hash;
  crypto_generichash_final(&state, hash.data(), hash.size());
  return hash;
}

Hash parent_hash(const Hash& left, const Hash& right) {
  return compute_hash('\1', hash_bytes(left), hash_bytes(right));
}

/// The level of the highest node that begins at `first` and has no more than `deals` deals.
int level_at(std::uint64_t first, std::uint64_t deals) {
  const int fitting = static_cast<int>(std::bit_width(deals)) - 1;
  return first == 0 ? fitting : std::min(fitting, std::countr_zero(first));
}

/// Returns the hash of the node at `level` that begins at `first`, from the nodes below it.
template <class Nodes>
Hash fold(const Nodes& nodes, std::uint64_t first, int level) {
  // A gap has the hash of zeros.
  if (nodes.empty()) return {};
  if (nodes.front().level == level) return nodes.front().hash;
  const std::uint64_t middle = first + (std::uint64_t{1} << (level - 1));
  const auto right = static_cast<std::size_t>(
      std::ranges::find_if(nodes, [&](const auto& node) { return node.first >= middle; }) -
      nodes.begin());
  return parent_hash(fold(nodes.first(right), first, level - 1),
                     fold(nodes.subspan(right), middle, level - 1));
}

}  // namespace

std::string_view hash_bytes(const Hash& hash) {
  return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}

void DealTree::add(std::uint64_t deal, std::string_view games) {
  add({deal, 0, compute_hash('\0', games)});
}

bool DealTree::add_block(std::uint64_t first, std::uint64_t deals, std::string_view nodes) {
  while (deals > 0 && nodes.size() >= Hash().size()) {
    Node node{first, level_at(first, deals), {}};
    std::ranges::copy(nodes.substr(0, node.hash.size()), node.hash.begin());
    nodes.remove_prefix(node.hash.size());
    first += std::uint64_t{1} << node.level;
    deals -= std::uint64_t{1} << node.level;
    add(node);
  }
  // The hashes must be exactly as many as the block's deals need.
  return deals == 0 && nodes.empty();
}

void DealTree::add(const Node& node) {
  nodes_.push_back(node);
  while (nodes_.size() > 1) {
    Node& left = nodes_[nodes_.size() - 2];
    const Node& right = nodes_.back();
    // Two nodes are joined if they are neighbours of one level, and the left one begins at an even
    // place of it.
    const std::uint64_t size = std::uint64_t{1} << left.level;
    if (left.level != right.level || (left.first & size) != 0 || left.first + size != right.first)
      return;
    left.hash = parent_hash(left.hash, right.hash);
    ++left.level;
    nodes_.pop_back();
  }
}

void DealTree::clear() { nodes_.clear(); }

std::string DealTree::nodes() const {
  std::string nodes;
  for (const Node& node : nodes_)
    nodes += hash_bytes(node.hash);
  return nodes;
}

Hash DealTree::root() const {
  Hash root{};
  if (!nodes_.empty()) {
    const Node& last = nodes_.back();
    const std::uint64_t last_deal = last.first + (std::uint64_t{1} << last.level) - 1;
    root = fold(std::span(nodes_), 0, static_cast<int>(std::bit_width(last_deal)));
  }
  return root;
}

}  // namespace danno::leagues::store

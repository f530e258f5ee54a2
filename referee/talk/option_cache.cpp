#include "referee/talk/option_cache.hpp"

#include <algorithm>

#include "referee/talk/wire.hpp"

namespace danno::referee::talk {

OptionCache::OptionCache(const rules::RuleSet& rules)
    : rules_(rules), begin_(rules::KeepTable::kIndices) {}

const ListedOptions& OptionCache::list(const rules::Position& position) {
  const auto key = rules::options_key(rules_, position);
  if (!key) return list_anew(position);
  std::uint32_t& begin = begin_[rules::KeepTable::index(position.thrown)];
  if (begin == 0) begin = make_room(position.thrown);
  const ListedOptions*& known = lists_[begin + *key];
  if (known == nullptr) known = &list_anew(position);
  return *known;
}

const ListedOptions& OptionCache::list_anew(const rules::Position& position) {
  rules::Options options;
  rules::list_options(rules_, position, options);
  std::list<ListedOptions>& lists = all_[position.thrown.packed()];
  const auto found = std::ranges::find_if(
      lists, [&](const auto& list) { return std::ranges::equal(list.options, options.all()); });
  if (found != lists.end()) return *found;
  return lists.emplace_back(ListedOptions{{options.all().begin(), options.all().end()},
                                          encode_options(position.thrown, options.all())});
}

std::uint32_t OptionCache::make_room(rules::Dice thrown) {
  const std::size_t begin = lists_.size();
  lists_.resize(begin + rules::kOptionsKeys * (rules_.keep_table().keeps(thrown).size() + 1));
  return static_cast<std::uint32_t>(begin);
}

}  // namespace danno::referee::talk

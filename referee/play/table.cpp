#include "referee/play/table.hpp"

#include <algorithm>
#include <iterator>

namespace danno::referee::play {

Table* Deal::next_to_throw() {
  record::ThrowPlace below = ~record::ThrowPlace{0};
  for (const Table& table : tables)
    below = std::min(below, table.game.throws_let());
  for (Table& table : tables) {
    if (table.game.may_throw(below)) return &table;
  }
  return nullptr;
}

Deal& Deals::add(const record::Key& key) {
  if (free_.empty()) {
    free_.push_back(&deals_.emplace_back());
    free_.back()->tables.resize(games_a_deal_);
  }
  Deal& deal = *free_.back();
  free_.pop_back();
  deal.dice.emplace(key);
  deal.going = games_a_deal_;
  going_ += games_a_deal_;
  for (std::size_t place = 0; place < games_a_deal_; ++place) {
    deal.tables[place].deal = &deal;
    deal.tables[place].place = place;
  }
  return deal;
}

void Deals::end_game(Deal& deal) {
  --going_;
  if (--deal.going == 0) free_.push_back(&deal);
}

void Questions::add(Table& table) {
  if (table.question != 0) return;
  table.question = ++last_;
  waiting_.push_back({&table, table.question});
}

void Questions::drop(Table& table) {
  if (table.asked) --asked_;
  table.asked = false;
  table.question = 0;
}

void Questions::put_back(Table& table) {
  --asked_;
  table.asked = false;
  waiting_.push_back({&table, table.question});
  std::ranges::sort(waiting_, {}, &Waiting::number);
}

Part bearer(std::span<const Part> parts) {
  const Part* oldest = nullptr;
  for (const Part& part : parts) {
    if (part.is_asked() && (oldest == nullptr || part.table->question < oldest->table->question))
      oldest = &part;
  }
  if (oldest != nullptr) return *oldest;
  const Part& first =
      *std::ranges::min_element(parts, {}, [](const Part& part) { return part.table->index; });
  std::vector<Part> drawn;
  std::ranges::copy_if(parts, std::back_inserter(drawn),
                       [&](const Part& part) { return part.table->deal == first.table->deal; });
  return drawn[first.table->game.order().key[0] % drawn.size()];
}

}  // namespace danno::referee::play

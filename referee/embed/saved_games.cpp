// Games as bytes: their places in the dice and the caller's actions since, which are played again.
#include <stdexcept>
#include <utility>

#include "referee/embed/game_batch.hpp"
#include "referee/record/sha256.hpp"

namespace danno::referee::embed {
namespace {

constexpr std::string_view kMagic = "danno games 1\n";

void put(std::string& bytes, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i)
    bytes += static_cast<char>(static_cast<std::uint8_t>(value >> (8 * i)));
}

/// Reads numbers off the front of bytes.
class SavedBytes {
 public:
  explicit SavedBytes(std::string_view bytes) : bytes_(bytes) {}

  void expect(std::string_view text, const char* otherwise) {
    if (!bytes_.starts_with(text)) throw std::invalid_argument(otherwise);
    bytes_.remove_prefix(text.size());
  }
  std::uint64_t number(int size) {
    if (bytes_.size() < static_cast<std::size_t>(size))
      throw std::invalid_argument("the saved games are cut off");
    std::uint64_t value = 0;
    for (int i = 0; i < size; ++i)
      value |= std::uint64_t{static_cast<std::uint8_t>(bytes_[static_cast<std::size_t>(i)])}
               << (8 * i);
    bytes_.remove_prefix(static_cast<std::size_t>(size));
    return value;
  }
  GamePlace place() {
    GamePlace place;
    place.seed = number(8);
    place.number = number(8);
    place.stream = static_cast<std::uint32_t>(number(4));
    place.first_throw = number(8);
    return place;
  }
  std::vector<std::uint16_t> actions() {
    const std::uint64_t count = number(4);
    std::vector<std::uint16_t> actions;
    while (actions.size() < count)
      actions.push_back(static_cast<std::uint16_t>(number(2)));
    return actions;
  }
  [[nodiscard]] bool is_empty() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
};

}  // namespace

/// Returns a hash of what saved games must agree in.
std::string GameBatch::identity() const {
  return record::sha256_hex(rules_->identity() + "\n" + policy_lines_ + "\n" +
                            std::to_string(static_cast<int>(autoreset_)));
}

std::optional<std::string> GameBatch::save() const {
  std::string bytes(kMagic);
  bytes += identity();
  put(bytes, games_.size(), 8);
  for (const EmbeddedGame& game : games_) {
    if (game.is_led) return std::nullopt;
    put(bytes, game.place.seed, 8);
    put(bytes, game.place.number, 8);
    put(bytes, game.place.stream, 4);
    put(bytes, game.place.first_throw, 8);
    put(bytes, game.actions.size(), 4);
    for (const std::uint16_t action : game.actions)
      put(bytes, action, 2);
  }
  return bytes;
}

EmbeddedGame GameBatch::replay(const GamePlace& place, std::span<const std::uint16_t> actions) {
  EmbeddedGame game = make_game(place.seed, place.stream);
  game.place = place;
  begin_at_place(game);
  for (const std::uint16_t action : actions) {
    if (!is_legal(game, action)) throw std::invalid_argument("a saved action is illegal");
    play(game, action);
  }
  return game;
}

void GameBatch::load(std::string_view bytes, const danno_arrays& arrays) {
  SavedBytes saved(bytes);
  saved.expect(kMagic, "these are no saved games");
  saved.expect(identity(), "the saved games have other rules, policies or seats");
  if (saved.number(8) != games_.size())
    throw std::invalid_argument("another number of games was saved");
  std::vector<EmbeddedGame> games;
  games.reserve(games_.size());
  while (games.size() < games_.size()) {
    const GamePlace place = saved.place();
    games.push_back(replay(place, saved.actions()));
  }
  if (!saved.is_empty()) throw std::invalid_argument("bytes follow the saved games");
  games_ = std::move(games);
  const std::vector<std::uint8_t> none(games_.size());
  reset(none.data(), nullptr, arrays);
}

}  // namespace danno::referee::embed

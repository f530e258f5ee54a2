// danno.h: many games at a time.
#include <stdexcept>
#include <string>

#include "referee/embed/handles.hpp"

namespace danno::referee::embed {
namespace {

/// The most games of a handle; each takes some 5 KB.
constexpr std::int64_t kMostGames = 1 << 17;

std::unique_ptr<danno_games> make_games(const danno_rules* rules, const danno_values* values,
                                        std::int64_t count, const char* policies,
                                        std::int32_t autoreset, std::uint64_t seed) {
  if (count < 1 || count > kMostGames) {
    throw std::invalid_argument(std::to_string(count) + " games; expected 1 to " +
                                std::to_string(kMostGames));
  }
  if (autoreset < DANNO_NEXT_STEP || autoreset > DANNO_DISABLED)
    throw std::invalid_argument("an unknown autoreset mode");
  if (values != nullptr && values->values->game_rules().identity() != rules->rules->identity())
    throw std::invalid_argument("the exact values are of other rules");
  return std::make_unique<danno_games>(danno_games{
      {rules->rules, values == nullptr ? nullptr : values->values, static_cast<std::size_t>(count),
       policies == nullptr ? "" : policies, static_cast<Autoreset>(autoreset), seed}});
}

}  // namespace
}  // namespace danno::referee::embed

namespace embed = danno::referee::embed;

danno_games* danno_games_new(const danno_rules* rules, const danno_values* values,
                             std::int64_t count, const char* policies, std::int32_t autoreset,
                             std::uint64_t seed, danno_error* error) {
  return embed::run_guarded<danno_games*>(error, nullptr, [&] {
    return embed::make_games(rules, values, count, policies, autoreset, seed).release();
  });
}

void danno_games_free(danno_games* games) { delete games; }

std::int32_t danno_games_reset(danno_games* games, const std::uint8_t* which,
                               const std::uint64_t* seeds, const danno_arrays* arrays,
                               danno_error* error) {
  return embed::run_guarded<std::int32_t>(error, -1, [&] {
    games->batch.reset(which, seeds, *arrays);
    return 0;
  });
}

std::int32_t danno_games_step(danno_games* games, const std::int64_t* actions,
                              const danno_arrays* arrays, danno_error* error) {
  return embed::run_guarded<std::int32_t>(error, -1, [&] {
    games->batch.step(actions, *arrays);
    return 0;
  });
}

std::size_t danno_games_save(const danno_games* games, void* buffer, std::size_t size) {
  return embed::run_guarded<std::size_t>(nullptr, 0, [&]() -> std::size_t {
    const auto bytes = games->batch.save();
    if (!bytes) return 0;
    if (bytes->size() <= size) std::memcpy(buffer, bytes->data(), bytes->size());
    return bytes->size();
  });
}

std::int32_t danno_games_load(danno_games* games, const void* bytes, std::size_t size,
                              const danno_arrays* arrays, danno_error* error) {
  return embed::run_guarded<std::int32_t>(error, -1, [&] {
    games->batch.load({static_cast<const char*>(bytes), size}, *arrays);
    return 0;
  });
}

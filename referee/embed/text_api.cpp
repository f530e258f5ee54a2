// danno.h: games as people write them.
#include <stdexcept>
#include <string>
#include <variant>

#include "referee/embed/handles.hpp"
#include "referee/record/audit.hpp"
#include "referee/rules/description.hpp"

namespace danno::referee::embed {
namespace {

std::string describe(const record::LineProblem& problem) {
  return "line " + std::to_string(problem.line) + ": " + problem.message;
}

std::string audit(const char* text) {
  const auto parsed = record::parse_written_game(text);
  if (const auto* const problem = std::get_if<record::LineProblem>(&parsed))
    return describe(*problem);
  const auto& game = std::get<record::WrittenGame>(parsed);
  const auto problem = record::audit_game(record::audited_rules(game), game).problem;
  return problem ? describe(*problem) : "";
}

}  // namespace
}  // namespace danno::referee::embed

namespace embed = danno::referee::embed;

std::size_t danno_game_text(const danno_games* games, std::int64_t game, const char* names,
                            char* buffer, std::size_t size, danno_error* error) {
  return embed::run_guarded<std::size_t>(error, 0, [&] {
    const auto written = games->batch.write(game, embed::split_lines(names));
    return embed::write_text(danno::referee::record::print_written_game(written), buffer, size);
  });
}

std::size_t danno_game_why_not(const danno_games* games, std::int64_t game, const char* names,
                               const std::int32_t* keep, std::int32_t bank, char* buffer,
                               std::size_t size, danno_error* error) {
  return embed::run_guarded<std::size_t>(error, 0, [&] {
    const auto action = bank != 0 ? danno::rules::Action::Bank : danno::rules::Action::Roll;
    return embed::write_text(games->batch.explain_illegal(game, embed::split_lines(names),
                                                          embed::read_dice(keep), action),
                             buffer, size);
  });
}

std::size_t danno_game_bank_note(const danno_games* games, std::int64_t game, std::int32_t option,
                                 char* buffer, std::size_t size, danno_error* error) {
  return embed::run_guarded<std::size_t>(error, 0, [&] {
    const embed::EmbeddedGame& one = games->batch.game(game);
    if (option < 0 || static_cast<std::size_t>(option) >= one.options.size())
      throw std::invalid_argument("no option " + std::to_string(option));
    const auto turn =
        one.position.turn.points + one.options[static_cast<std::size_t>(option)].points;
    return embed::write_text(
        danno::rules::describe_bank(games->batch.game_rules().rule_set(), one.position, turn),
        buffer, size);
  });
}

std::size_t danno_game_reason(danno_games* games, std::int64_t game, std::int32_t made,
                              std::int32_t best, char* buffer, std::size_t size,
                              danno_error* error) {
  return embed::run_guarded<std::size_t>(error, 0, [&] {
    return embed::write_text(games->batch.explain_better(game, made, best), buffer, size);
  });
}

std::size_t danno_audit(const char* text, char* buffer, std::size_t size) {
  return embed::run_guarded<std::size_t>(
      nullptr, 0, [&] { return embed::write_text(embed::audit(text), buffer, size); });
}

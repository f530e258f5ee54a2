// What a stored league of tournaments shows: a division for every rule set, with its tournaments.
#pragma once

#include <string>
#include <vector>

#include "leagues/site/view.hpp"

namespace danno::leagues::site {

/// So many tournaments of a division have a page; more are in the table alone.
inline constexpr std::size_t kMostTournaments = 50;

/// The divisions with their standings over all games; surveys and games are still to come.
[[nodiscard]] std::vector<ShownDivision> tournament_divisions(
    const store::StoredLeague& league, const formats::tournament::TournamentTable& table);

/// By tournament with a page: its games, those of the final first.
[[nodiscard]] std::vector<std::vector<Candidate>> tournament_games(const ShownDivision& division);

/// The page of a game of tournament `number`, from 0; null if it has none.
[[nodiscard]] const ShownGame* find_game(const ShownDivision& division, std::size_t number,
                                         const formats::tournament::Pairing& game);

/// "The final", "Stage 1".
[[nodiscard]] std::string stage_name(const formats::tournament::Tournament& tournament,
                                     std::size_t stage);

}  // namespace danno::leagues::site

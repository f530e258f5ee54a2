// Explained games and agents on stdout, as JSON where the invocation asks for it.
#pragma once

#include <string>
#include <vector>

#include "leagues/archive/review.hpp"
#include "leagues/cli/terminal/explained_text.hpp"
#include "leagues/cli/terminal/invocation.hpp"

namespace danno::leagues::cli::terminal {

/// A game of two with what each of its steps cost.
struct ToldGame {
  const rules::RuleSet& rules;
  std::vector<std::string> players;  ///< By seat.
  int first = 0;
  bool over = true;
  referee::record::Account account;
  std::vector<ToldStep> steps;
};

void show(const ToldGame& game, const Invocation& invocation);

/// What a league says of an agent.
void show(const std::string& agent, const archive::Reviews& reviews, const Invocation& invocation);

}  // namespace danno::leagues::cli::terminal

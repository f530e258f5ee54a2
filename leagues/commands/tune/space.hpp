// The values that `danno tune` tries: an axis for each parameter, and points, the candidates.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "leagues/entrants/agent_folder.hpp"
#include "leagues/entrants/parameters.hpp"

namespace danno::leagues::commands::tune {

/// A user's mistake, in one line.
class SpaceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The values of one parameter, in the order of the command line, all different.
struct Dimension {
  std::string name;
  entrants::Parameter::Kind kind = entrants::Parameter::Kind::Word;
  std::vector<std::string> values;
  [[nodiscard]] bool is_number() const { return kind != entrants::Parameter::Kind::Word; }
};

/// Parses NAME=LOW..HIGH[/STEP], NAME=LOW..HIGH/logN (N values, each the same factor above the one
/// before) or NAME=VALUE,VALUE[,…]. Throws SpaceError, also if these are fewer than two values.
[[nodiscard]] Dimension parse_dimension(std::string_view text);

/// A candidate: the index of a value on every axis.
using Point = std::vector<std::size_t>;

class Space {
 public:
  /// The largest number of points.
  static constexpr std::size_t kMostPoints = 10'000;
  /// The largest number of candidates of a race.
  static constexpr std::size_t kMostCandidates = 64;

  /// Throws SpaceError if two axes have one name or there are more than kMostPoints points.
  explicit Space(std::vector<Dimension> axes);

  [[nodiscard]] const std::vector<Dimension>& axes() const { return axes_; }
  [[nodiscard]] std::size_t points() const { return points_; }
  /// Returns the parameters of a point with their values.
  [[nodiscard]] std::vector<entrants::Parameter> at(const Point& point) const;
  /// Returns the values, joined with ':'.
  [[nodiscard]] std::string point_name(const Point& point) const;

  /// Returns the points of the first race: all of them, or, if they are more than kMostCandidates,
  /// the centre and a few points on the lines through it along the axes.
  [[nodiscard]] std::vector<Point> first_points() const;
  /// Returns the points of the race after one that kept `kept`, the best first: a grid around these
  /// that is at least twice as fine, with at least half of kMostCandidates of the kept ones. Empty
  /// if the last race had all of such a grid.
  [[nodiscard]] std::vector<Point> next_points(const std::vector<Point>& raced,
                                               const std::vector<Point>& kept) const;

 private:
  std::vector<Dimension> axes_;
  std::size_t points_ = 1;
};

/// Throws SpaceError if a name in {} of the bot's command has a value neither in the space nor in
/// agent.toml.
void check_placeholders(const entrants::Entrant& bot, const Space& space);
/// Throws SpaceError if the bot does not use a parameter of the space, or with values of another
/// kind.
void check_parameters(const entrants::Entrant& bot, const Space& space);

}  // namespace danno::leagues::commands::tune

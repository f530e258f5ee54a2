// Pictures that are made without a browser: strokes with round ends, and a PNG of them.
//
// Letters are strokes, too, so a picture depends on no font of the machine that makes it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace danno::leagues::site {

/// Red, green, blue.
using Colour = std::array<std::uint8_t, 3>;

struct Point {
  double x = 0;
  double y = 0;
};

/// A picture in pixels; (0, 0) is the upper left corner.
class Picture {
 public:
  Picture(int width, int height, Colour paper);

  /// Draws a line with round ends; of two equal points, a disc.
  void draw(Point from, Point to, double width, Colour ink);
  /// Draws words with the left end of their base line at `at`, capitals `height` high. What is not
  /// a printable character of ASCII becomes a small box. Returns the x where the words end.
  double write(std::string_view words, Point at, double height, Colour ink);

  /// Returns the content of a PNG file. Throws std::runtime_error if it cannot be made.
  [[nodiscard]] std::string png() const;

 private:
  int width_;
  int height_;
  std::vector<std::uint8_t> bytes_;  // three a pixel, row by row
};

/// Returns the width of these words at a height.
[[nodiscard]] double width_of(std::string_view words, double height);

}  // namespace danno::leagues::site

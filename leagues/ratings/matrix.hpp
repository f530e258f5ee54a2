// A square matrix of plain numbers for the results of ratings, so that their users need no linear
// algebra library.
#pragma once

#include <cstddef>
#include <vector>

namespace danno::leagues::ratings {

/// Returns the same number as an index; `i` must not be negative.
[[nodiscard]] constexpr std::size_t at(std::ptrdiff_t i) { return static_cast<std::size_t>(i); }

class SquareMatrix {
 public:
  SquareMatrix() = default;
  /// Makes a matrix of zeros.
  explicit SquareMatrix(std::size_t size) : size_(size), cells_(size * size) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  /// Row and column must be below size().
  [[nodiscard]] double& operator()(std::size_t row, std::size_t column) {
    return cells_[row * size_ + column];
  }
  [[nodiscard]] double operator()(std::size_t row, std::size_t column) const {
    return cells_[row * size_ + column];
  }
  /// The cells by rows.
  [[nodiscard]] const std::vector<double>& cells() const { return cells_; }

  bool operator==(const SquareMatrix&) const = default;

 private:
  std::size_t size_ = 0;
  std::vector<double> cells_;
};

}  // namespace danno::leagues::ratings

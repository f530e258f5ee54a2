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
  [[nodiscard]] std::vector<double>& cells() { return cells_; }
  [[nodiscard]] const std::vector<double>& cells() const { return cells_; }

  bool operator==(const SquareMatrix&) const = default;

  /// Returns the rows and columns of these numbers.
  [[nodiscard]] SquareMatrix select(const std::vector<int>& numbers) const {
    SquareMatrix part(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      for (std::size_t j = 0; j < numbers.size(); ++j)
        part(i, j) = (*this)(at(numbers[i]), at(numbers[j]));
    }
    return part;
  }

 private:
  std::size_t size_ = 0;
  std::vector<double> cells_;
};

/// Returns the variance of x_i - x_j by the covariance of x.
[[nodiscard]] inline double variance_of_difference(const SquareMatrix& covariance, std::size_t i,
                                                   std::size_t j) {
  return covariance(i, i) + covariance(j, j) - 2 * covariance(i, j);
}

}  // namespace danno::leagues::ratings

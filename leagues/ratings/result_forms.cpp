#include "leagues/ratings/result_forms.hpp"

#include <utility>

namespace danno::leagues::ratings {

bool Lines::next() {
  if (std::exchange(kept_, false)) return true;
  if (!std::getline(in_, text_)) {
    if (in_.bad()) throw std::ios_base::failure("the file cannot be read");
    return false;
  }
  lacks_line_end_ = in_.eof();
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (++number_ == 1 && text_.starts_with(kByteOrderMark)) text_.erase(0, kByteOrderMark.size());
  if (text_.ends_with('\r')) text_.pop_back();
  return true;
}

bool Lines::is_blank() const { return text_.find_first_not_of(" \t\r") == std::string::npos; }

}  // namespace danno::leagues::ratings

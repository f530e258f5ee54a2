// The encoding of names in archives.
#pragma once

#include <locale.h>

#include <stdexcept>

namespace danno::leagues::entrants {

/// Sets UTF-8 as the thread's locale, from which libarchive takes the encoding of names.
class Utf8Names {
 public:
  Utf8Names() : utf8_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)), before_(::uselocale(utf8_)) {
    if (utf8_ == nullptr) throw std::runtime_error("there is no locale C.UTF-8");
  }
  Utf8Names(const Utf8Names&) = delete;
  Utf8Names& operator=(const Utf8Names&) = delete;
  ~Utf8Names() {
    ::uselocale(before_);
    ::freelocale(utf8_);
  }

 private:
  locale_t utf8_;
  locale_t before_;
};

}  // namespace danno::leagues::entrants

#include "referee/record/sodium.hpp"

#include <sodium.h>

#include <stdexcept>

namespace danno::referee::record {

void start_sodium() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium: no source of randomness");
}

}  // namespace danno::referee::record

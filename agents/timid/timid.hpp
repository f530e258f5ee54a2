// timid: banks as soon as that counts, keeps the most points, accepts no offers.
#pragma once

#include "sdk/cpp/danno.hpp"

namespace danno::agents {

inline Decision decide_timid(const Question& question) {
  if (question.is_offer()) return decline();
  for (int option = 0; option < question.options(); ++option) {
    if (question.bank_counts(option)) return bank(option);
  }
  for (int option = 0; option < question.options(); ++option) {
    if (question.may_roll(option)) return roll(option);
  }
  return bank(0);
}

}  // namespace danno::agents

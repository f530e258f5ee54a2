// Evidence for faults that no referee saw.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "referee/record/evidence.hpp"

namespace danno {

/// Returns the evidence of an agent that did not get ready and wrote these lines.
inline std::shared_ptr<const referee::record::Evidence> with_stderr(
    std::vector<std::string> lines) {
  referee::record::Evidence evidence;
  evidence.agent = "bot";
  evidence.question = referee::record::NotGreeted();
  evidence.stderr_lines = std::move(lines);
  return std::make_shared<const referee::record::Evidence>(std::move(evidence));
}

}  // namespace danno

#include "common/check.h"

namespace clc::algorithms {

std::string touched_element(std::uint64_t index) {
  return "element " + std::to_string(index) + " is outside of the range and was written";
}

}  // namespace clc::algorithms

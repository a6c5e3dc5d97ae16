// Finds the lanes that come back when an instruction adds lanes to EXEC.
#pragma once

#include <cstddef>
#include <vector>

#include "worker/insight/live/code_object.h"

namespace clc::worker {

using Index = std::size_t;  // number of an instruction in its function

struct ControlFlow {
  std::vector<std::vector<Index>> successors;
  std::vector<std::vector<Index>> predecessors;
};

ControlFlow control_flow(const DecodedFunction& function);

// Lanes that do not take part form classes: each class has the number of the instruction that removed its lanes last.
struct ExecMasks {
  static constexpr std::size_t k_no_class = ~std::size_t{0};

  struct Joining {
    std::vector<std::size_t> all;    // classes of which every lane joins
    std::vector<std::size_t> maybe;  // classes of which some lanes may join
  };

  std::size_t classes = 0;
  std::vector<std::size_t> class_of;  // by instruction: the class of the lanes that it removes
  std::vector<Joining> joining;       // by instruction
};

ExecMasks exec_masks(const DecodedFunction& function, const ControlFlow& flow, const DecodedCode& code);

}  // namespace clc::worker

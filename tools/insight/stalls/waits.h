// Follows one wave through a kernel's code, and tells at which instructions it waits, and for which.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "insight/stalls/code_steps.h"

namespace clc {

// Clocks until a result can be used, by the part of the chip that it comes from.
struct WaitClocks {
  double arithmetic = 4, doubles = 8, special = 20, matrix = 33, constant = 33, local = 24, global = 300, image = 500,
         store = 20, barrier = 30;
  double issue = 1;  // from an instruction of a wave to its next one
};

// The wait of a wave that is alone, before an instruction begins.
struct StepWait {
  double clocks = 0;
  std::optional<std::size_t> on;  // the step that it waits for; nothing: the other waves of a group
  bool is_carried = false;        // that step is of an earlier iteration of the loop
};

// An innermost loop. Clocks are those of a later iteration.
struct CodeLoop {
  std::size_t first = 0, last = 0;  // steps
  double clocks = 0;                // of an iteration of a lone wave
  double chain = 0;                 // of the loop-carried critical path
};

struct CodeWaits {
  std::vector<StepWait> steps;
  std::vector<unsigned> depths;  // loops around each step
  std::vector<CodeLoop> loops;
};

// The last steps of loops, by their first. A jump back makes a loop; several to one place make the longest. NVIDIA's
// code ends with a jump to itself that nothing reaches, which is none.
std::map<std::size_t, std::size_t> loop_ends(const std::vector<CodeStep>& code);

// Walks the code in order: both sides of a branch, and each loop twice, of which the second iteration counts.
CodeWaits waits_of(const std::vector<CodeStep>& code, const WaitClocks& clocks);

}  // namespace clc

// Instructions of a kernel as a wave takes them: what each needs, gives and waits for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clc {

// The part of a chip that an instruction's result comes from, which decides how long others wait for it.
enum class StepKind {
  k_arithmetic,
  k_double,
  k_special,   // roots, sines, conversions
  k_matrix,    // products of matrices
  k_constant,  // constant memory, arguments, AMD's scalar loads
  k_local,
  k_exchange,  // between the lanes of a wave
  k_global,
  k_image,
  k_store,
  k_barrier,
  k_branch,
  k_wait,  // does nothing but wait
};

// "global memory"; what somebody waits for.
const char* kind_name(StepKind kind);

struct CodeStep {
  // A counter that goes up here, and down when the result is there.
  struct Count {
    unsigned counter = 0;
    bool is_early = false;  // down when the operands have been read
  };
  // A counter that has to be this low before the instruction begins.
  struct Limit {
    unsigned counter = 0;
    std::size_t most = 0;
  };

  std::size_t line = 0;  // of the kernel's text
  std::string name;
  StepKind kind = StepKind::k_arithmetic;
  bool is_float = false;                     // counts as an operation on floating-point numbers
  std::vector<std::uint64_t> reads, writes;  // registers
  std::optional<double> latency;             // clocks, where the chip's model tells them
  double distance = 0;                       // clocks to the next instruction that the code itself demands
  bool has_interlock = true;  // false: who reads its registers is kept waiting by counters and distances alone
  std::vector<Count> counts;
  std::vector<Limit> limits;
  std::vector<std::size_t> targets;  // steps to which it may branch
};

}  // namespace clc

// Runs dispatches: by one engine, or, where the groups of a launch ask nothing of each other, by several side by side.
// The seed alone decides which groups run together and what they see, whatever threads the host has.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "machine/engine.h"

namespace clc::emulator {

class Machine {
 public:
  Machine(Chip chip, AddressSpace& memory, std::uint64_t seed);
  ~Machine();

  // Prints and reports what it finds (finding.h). Throws Fault when the launch cannot be what its program wants: its
  // text is for the context's callback.
  Counters run(const Launch& launch);

 private:
  struct Part;
  Counters execute(const Launch& launch);
  bool may_run_apart(const Launch& launch);
  std::optional<Counters> run_apart(const Dispatch& dispatch, std::uint64_t most);
  bool run_parts(unsigned count, const Dispatch& dispatch, std::uint64_t most);

  Chip chip_;
  AddressSpace& memory_;
  std::uint64_t seed_;
  Engine whole_;
  Random random_;                             // of the parts
  std::vector<std::unique_ptr<Part>> parts_;  // none where the last launch could not run so
};

}  // namespace clc::emulator

// The functions that generate.py makes, by Instruction::execute_index. The first is none.
#pragma once

#include "isa/pseudocode.h"

namespace clc::emulator::pseudocode {

struct Executed {
  void (*function)(Call& call);
  bool reads_destination;  // what the destination was before has to be there
  bool by_hand;            // reads and writes registers itself
};

extern const Executed k_executed[];

}  // namespace clc::emulator::pseudocode

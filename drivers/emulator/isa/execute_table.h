// The functions that generate.py makes, by Instruction::execute_index. The first is none.
#pragma once

#include "isa/pseudocode.h"
#include "isa/wide.h"

namespace clc::emulator::pseudocode {

struct Executed {
  void (*function)(Call& call);      // vector instructions, and those by hand
  void (*scalar)(ScalarCall& call);  // scalar instructions
  void (*wide)(const Wide& wide);    // vector instructions, over arrays of registers; or none
  bool reads_destination;            // what the destination was before has to be there
  bool reads_carry;                  // a bit for each lane, of VCC or of a mask that is a source
  bool by_hand;                      // reads and writes registers itself
};

extern const Executed k_executed[];

}  // namespace clc::emulator::pseudocode

// Switches with many cases.
#pragma once

#include <llvm/Pass.h>

namespace clc::worker {

// LLVM makes a tree of branches of a switch, whose leaves all lead to where it ends. Structurized, and in each pass
// behind, that takes time by the square of the number of cases. Here the branches of each part of the tree meet before
// they go on, so that each is structurized by itself:
//
//   switch i32 %v, label %end [ 1: %a  2: %b  3: %c … ]       br (v < 3), %low, %high
//                                                       low:  br (v == 1), %a, %next … both to %met.low
//                                                       met.low:  br %met     high: … to %met.high, and on to %met
//                                                       met:  br %end
//
// Each case in the tree has one way in and ends where the switch does. Other cases, and such a default, stay a switch
// behind the tree. Cases that only decide a value are selections.
class NestSwitches final : public llvm::FunctionPass {
 public:
  NestSwitches() : llvm::FunctionPass(ID) {}
  static char ID;  // NOLINT(readability-identifier-naming): LLVM's name
  bool runOnFunction(llvm::Function& function) override;
};

}  // namespace clc::worker

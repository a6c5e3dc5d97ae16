// Makes a tree of branches of a switch with many cases, each part of which meets before it leads on:
//   switch i32 %v, label %end [ 1: %a  2: %b  3: %c … ]       br (v < 3), %low, %high
//                                                       low:  br (v == 1), %a, %next … both to %met.low
//                                                       met.low:  br %met     high: … to %met.high, and on to %met
//                                                       met:  br %end
// LLVM makes a tree, too, whose leaves all lead to where the switch ends. Structurizing that, and each pass after it,
// takes time by the square of the number of cases; here each part is structurized by itself. Each case in the tree has
// one way in and ends where the switch does. Other cases, and such a default, stay a switch after the tree. Cases that
// only decide a value are selections.
#pragma once

#include "worker/passes/pass_list.h"

namespace clc::worker {

class AmdgpuNestSwitches : public RequiredPass<AmdgpuNestSwitches> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace clc::worker

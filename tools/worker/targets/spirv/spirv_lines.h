// Lines of the source in SPIR-V, which LLVM 22's backend leaves out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <llvm/IR/Module.h>

namespace clc::worker {

struct SourceLine {
  std::string file;
  std::uint32_t line = 0, column = 0;
};

// Puts a call before each instruction that comes from another line than the one before it. Its argument is an index
// into the result.
std::vector<SourceLine> mark_lines(llvm::Module& module);

// Writes `OpLine` in the places of these calls.
void write_lines(std::vector<std::uint32_t>& words, const std::vector<SourceLine>& lines);

}  // namespace clc::worker

// C library functions that exist on a device: only memcpy, memmove and memset, which LLVM makes of loops that copy or
// fill memory.
#pragma once

#include <llvm/Analysis/TargetLibraryInfo.h>

namespace clc::worker {

inline llvm::TargetLibraryInfoImpl c_library_of(const llvm::Triple& triple) {
  const llvm::TargetLibraryInfoImpl assumed(triple);
  llvm::TargetLibraryInfoImpl library(triple);
  library.disableAllFunctions();
  for (const llvm::LibFunc function : {llvm::LibFunc_memcpy, llvm::LibFunc_memmove, llvm::LibFunc_memset}) {
    if (llvm::TargetLibraryInfo(assumed).has(function)) library.setAvailable(function);
  }
  return library;
}

}  // namespace clc::worker

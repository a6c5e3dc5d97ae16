// A program's kernels as libclc-cuda.so reads them from the program itself: CUDA's driver tells no more of a kernel
// than its name and its sizes.
#pragma once

#include <llvm/IR/Module.h>

#include "clc/package/interface.h"

namespace clc::worker {

// Adds the global constant `clc_kernels`, JSON text that ends with a zero byte:
//   {"version":1,"variable_bytes","kernels":[{"name","attributes","required_group_size":[x,y,z],"dynamic_bytes",
//     "arguments":[{"kind","size","name","type_name","address","access","qualifiers":["const","restrict","volatile"]}]}]}
// Absent are variable_bytes, those of variables in global memory, where there are none, required_group_size, access and
// qualifiers where there are none, and dynamic_bytes where it is 0: the bytes of dynamic shared memory that the
// kernel's own variables take.
void add_kernel_facts(llvm::Module& module, const Interface& interface);

}  // namespace clc::worker

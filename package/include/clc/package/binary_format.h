// Tells the formats of binaries apart by their first bytes, never by a file's name.
#pragma once

#include "clc/base/bytes.h"

namespace clc {

enum class BinaryFormat {
  k_unknown,
  k_container,  // LLVM's OffloadBinary: a package in one file
  k_spirv,      // in either byte order
  k_ptx,
  k_bitcode,             // LLVM IR, also in the wrapper of Darwin's tools
  k_pocl,                // a binary of the Portable Computing Language
  k_intel_patch_tokens,  // the older form of Intel's binaries
  k_archive,             // of ar: Intel's binaries for several GPUs
  // ELF files: is_elf() is true for these, from the first on.
  k_intel_elf,  // with an OpenCL type of Intel's; may hold patch tokens
  k_zebin,      // machine code for Intel GPUs
  k_cubin,      // machine code for NVIDIA GPUs
  k_amdgcn,     // AMD code object
  k_r600,
  k_elf,  // any other
};

// A format whose header is fixed in size is recognized only when the header is whole. The bytes behind the header are
// not looked at: those that begin like a format can still be damaged.
BinaryFormat recognize(BytesView bytes);

bool is_elf(BinaryFormat format);

}  // namespace clc

// Environment variables that clc-driver sets or takes away, so that the user's settings for PoCL, and for the linker
// that it runs, do not change what comes out: whoever tells one driver from another need not look at them.
#pragma once

namespace clc {

inline constexpr const char* k_overridden_variables[] = {
    "GNUTARGET",           "LDEMULATION",       "LD_RUN_PATH",
    "POCL_CACHE_DIR",      "POCL_DEBUG",        "POCL_BINARY_SPECIALIZE_WG",
    "POCL_KERNELLIB_NAME", "POCL_KERNEL_CACHE", "POCL_EXTRA_BUILD_FLAGS",
    "POCL_LLVM_CPU_NAME",  "PWD",               "POCL_WORK_GROUP_METHOD"};

}  // namespace clc

// The environment variables that clc-driver sets or removes, so that the user's settings for PoCL and its linker do not
// change the binary. A driver's identity does not depend on them.
#pragma once

namespace clc {

inline constexpr const char* k_overridden_variables[] = {"GNUTARGET",
                                                         "LDEMULATION",
                                                         "LD_RUN_PATH",
                                                         "POCL_CACHE_DIR",
                                                         "POCL_DEBUG",
                                                         "POCL_BINARY_SPECIALIZE_WG",
                                                         "POCL_KERNELLIB_NAME",
                                                         "POCL_KERNEL_CACHE",
                                                         "POCL_EXTRA_BUILD_FLAGS",
                                                         "POCL_LLVM_CPU_NAME",
                                                         "PWD",
                                                         "POCL_WORK_GROUP_METHOD"};

}  // namespace clc

// RUN: - -t spirv64 -t nvptx:sm_90 --name empty
// STDERR: warning: no kernels
// VARIANTS: empty/spirv64:1.2 empty/nvptx:sm_90
// RUN: - -t spirv64 -t nvptx:sm_90 -Werror
// FAIL: error: no kernels

// Work-item functions for NVIDIA's OpenCL driver, which keeps launch parameters in environment registers
// (%envreg): libclc's own versions are CUDA's and ignore global offsets and split launches.
//
//   envreg 0..2   first group of this part of the launch      envreg 6..8   number of groups
//   envreg 3..5   first global id of this part of the launch  envreg 9      dimensions

#define OVERLOAD __attribute__((overloadable, always_inline))

uint tid_x(void) __asm("llvm.nvvm.read.ptx.sreg.tid.x");
uint tid_y(void) __asm("llvm.nvvm.read.ptx.sreg.tid.y");
uint tid_z(void) __asm("llvm.nvvm.read.ptx.sreg.tid.z");
uint ntid_x(void) __asm("llvm.nvvm.read.ptx.sreg.ntid.x");
uint ntid_y(void) __asm("llvm.nvvm.read.ptx.sreg.ntid.y");
uint ntid_z(void) __asm("llvm.nvvm.read.ptx.sreg.ntid.z");
uint ctaid_x(void) __asm("llvm.nvvm.read.ptx.sreg.ctaid.x");
uint ctaid_y(void) __asm("llvm.nvvm.read.ptx.sreg.ctaid.y");
uint ctaid_z(void) __asm("llvm.nvvm.read.ptx.sreg.ctaid.z");
uint envreg0(void) __asm("llvm.nvvm.read.ptx.sreg.envreg0");
uint envreg1(void) __asm("llvm.nvvm.read.ptx.sreg.envreg1");
uint envreg2(void) __asm("llvm.nvvm.read.ptx.sreg.envreg2");
uint envreg3(void) __asm("llvm.nvvm.read.ptx.sreg.envreg3");
uint envreg4(void) __asm("llvm.nvvm.read.ptx.sreg.envreg4");
uint envreg5(void) __asm("llvm.nvvm.read.ptx.sreg.envreg5");
uint envreg6(void) __asm("llvm.nvvm.read.ptx.sreg.envreg6");
uint envreg7(void) __asm("llvm.nvvm.read.ptx.sreg.envreg7");
uint envreg8(void) __asm("llvm.nvvm.read.ptx.sreg.envreg8");
uint envreg9(void) __asm("llvm.nvvm.read.ptx.sreg.envreg9");
void nvvm_membar_cta(void) __asm("llvm.nvvm.membar.cta");
void nvvm_membar_gl(void) __asm("llvm.nvvm.membar.gl");
void nvvm_membar_sys(void) __asm("llvm.nvvm.membar.sys");
__attribute__((convergent)) void nvvm_barrier(uint) __asm("llvm.nvvm.barrier.cta.sync.aligned.all");

// Index 3 and beyond give what OpenCL prescribes for dimensions that do not exist.
#define BY_DIMENSION(d, x, y, z, otherwise) ((d) == 0 ? (x) : (d) == 1 ? (y) : (d) == 2 ? (z) : (otherwise))

OVERLOAD uint get_work_dim(void) { return envreg9(); }
OVERLOAD size_t get_local_size(uint d) { return BY_DIMENSION(d, ntid_x(), ntid_y(), ntid_z(), 1u); }
OVERLOAD size_t get_enqueued_local_size(uint d) { return BY_DIMENSION(d, ntid_x(), ntid_y(), ntid_z(), 1u); }
OVERLOAD size_t get_local_id(uint d) { return BY_DIMENSION(d, tid_x(), tid_y(), tid_z(), 0u); }
OVERLOAD size_t get_num_groups(uint d) { return BY_DIMENSION(d, envreg6(), envreg7(), envreg8(), 1u); }
OVERLOAD size_t get_group_id(uint d) {
  return BY_DIMENSION(d, ctaid_x() + envreg0(), ctaid_y() + envreg1(), ctaid_z() + envreg2(), 0u);
}
OVERLOAD size_t get_global_size(uint d) {
  return BY_DIMENSION(d, (size_t)envreg6() * ntid_x(), (size_t)envreg7() * ntid_y(), (size_t)envreg8() * ntid_z(),
                      (size_t)1);
}
OVERLOAD size_t get_global_id(uint d) {
  return BY_DIMENSION(d, (size_t)(tid_x() + ntid_x() * ctaid_x() + envreg3()),
                      (size_t)(tid_y() + ntid_y() * ctaid_y() + envreg4()),
                      (size_t)(tid_z() + ntid_z() * ctaid_z() + envreg5()), (size_t)0);
}
OVERLOAD size_t get_global_offset(uint d) {
  return BY_DIMENSION(d, (size_t)(envreg3() - envreg0() * ntid_x()), (size_t)(envreg4() - envreg1() * ntid_y()),
                      (size_t)(envreg5() - envreg2() * ntid_z()), (size_t)0);
}
OVERLOAD size_t get_local_linear_id(void) {
  return ((size_t)tid_z() * ntid_y() + tid_y()) * ntid_x() + tid_x();
}
OVERLOAD size_t get_global_linear_id(void) {
  const size_t x = get_global_id(0) - get_global_offset(0);
  const size_t y = get_global_id(1) - get_global_offset(1);
  const size_t z = get_global_id(2) - get_global_offset(2);
  return (z * get_global_size(1) + y) * get_global_size(0) + x;
}

// The group's items see each other's accesses after bar.sync; other groups are out of a barrier's reach.
__attribute__((overloadable, always_inline, convergent)) void barrier(cl_mem_fence_flags flags) { nvvm_barrier(0); }
__attribute__((overloadable, always_inline, convergent)) void work_group_barrier(cl_mem_fence_flags flags) {
  nvvm_barrier(0);
}
__attribute__((overloadable, always_inline, convergent)) void work_group_barrier(cl_mem_fence_flags flags,
                                                                                memory_scope scope) {
  if (scope == __OPENCL_MEMORY_SCOPE_DEVICE) nvvm_membar_gl();
  if (scope == __OPENCL_MEMORY_SCOPE_ALL_SVM_DEVICES) nvvm_membar_sys();
  nvvm_barrier(0);
}

// A device-wide fence for global memory is what programs rely on that let a last group finish the work.
OVERLOAD void mem_fence(cl_mem_fence_flags flags) {
  if (flags & CLK_GLOBAL_MEM_FENCE) {
    nvvm_membar_gl();
  } else {
    nvvm_membar_cta();
  }
}
OVERLOAD void read_mem_fence(cl_mem_fence_flags flags) { mem_fence(flags); }
OVERLOAD void write_mem_fence(cl_mem_fence_flags flags) { mem_fence(flags); }

// Which address space a generic pointer points into.
global void* to_global_cast(void* p) __asm("__to_global");
local void* to_local_cast(void* p) __asm("__to_local");
private void* to_private_cast(void* p) __asm("__to_private");
global void* to_global_cast(void* p) { return __nvvm_isspacep_global(p) ? (global void*)p : 0; }
local void* to_local_cast(void* p) { return __nvvm_isspacep_shared(p) ? (local void*)p : 0; }
private void* to_private_cast(void* p) { return __nvvm_isspacep_local(p) ? (private void*)p : 0; }
OVERLOAD cl_mem_fence_flags get_fence(void* p) {
  return __nvvm_isspacep_shared(p) ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE;
}
OVERLOAD cl_mem_fence_flags get_fence(const void* p) { return get_fence((void*)p); }

// native_ functions are the chip's own approximations; libclc leaves them to intrinsics that LLVM's NVPTX
// backend cannot select.
#define UNARY(NAME, X_EXPRESSION)                                                                          \
  OVERLOAD float NAME(float x) { return X_EXPRESSION; }                                                    \
  OVERLOAD float2 NAME(float2 x) { return (float2)(NAME(x.x), NAME(x.y)); }                                \
  OVERLOAD float3 NAME(float3 x) { return (float3)(NAME(x.x), NAME(x.y), NAME(x.z)); }                     \
  OVERLOAD float4 NAME(float4 x) { return (float4)(NAME(x.lo), NAME(x.hi)); }                              \
  OVERLOAD float8 NAME(float8 x) { return (float8)(NAME(x.lo), NAME(x.hi)); }                              \
  OVERLOAD float16 NAME(float16 x) { return (float16)(NAME(x.lo), NAME(x.hi)); }
#define BINARY(NAME, XY_EXPRESSION)                                                                        \
  OVERLOAD float NAME(float x, float y) { return XY_EXPRESSION; }                                          \
  OVERLOAD float2 NAME(float2 x, float2 y) { return (float2)(NAME(x.x, y.x), NAME(x.y, y.y)); }            \
  OVERLOAD float3 NAME(float3 x, float3 y) { return (float3)(NAME(x.x, y.x), NAME(x.y, y.y), NAME(x.z, y.z)); } \
  OVERLOAD float4 NAME(float4 x, float4 y) { return (float4)(NAME(x.lo, y.lo), NAME(x.hi, y.hi)); }        \
  OVERLOAD float8 NAME(float8 x, float8 y) { return (float8)(NAME(x.lo, y.lo), NAME(x.hi, y.hi)); }        \
  OVERLOAD float16 NAME(float16 x, float16 y) { return (float16)(NAME(x.lo, y.lo), NAME(x.hi, y.hi)); }

UNARY(native_cos, __nvvm_cos_approx_f(x))
UNARY(native_sin, __nvvm_sin_approx_f(x))
UNARY(native_tan, __nvvm_div_approx_f(__nvvm_sin_approx_f(x), __nvvm_cos_approx_f(x)))
UNARY(native_exp2, __nvvm_ex2_approx_f(x))
UNARY(native_exp, __nvvm_ex2_approx_f(x * M_LOG2E_F))
UNARY(native_exp10, __nvvm_ex2_approx_f(x * 3.321928094887362f))
UNARY(native_log2, __nvvm_lg2_approx_f(x))
UNARY(native_log, __nvvm_lg2_approx_f(x) * M_LN2_F)
UNARY(native_log10, __nvvm_lg2_approx_f(x) * 0.301029995663981f)
UNARY(native_sqrt, __nvvm_sqrt_approx_f(x))
UNARY(native_rsqrt, __nvvm_rsqrt_approx_f(x))
UNARY(native_recip, __nvvm_div_approx_f(1.0f, x))
BINARY(native_divide, __nvvm_div_approx_f(x, y))
BINARY(native_powr, __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x)))

// In vectors true is -1; libclc gives 1.
#define IS_INF(T, I, N, MASK, INFINITE) \
  OVERLOAD I##N isinf(T##N x) { return (as_##I##N(x) & (I)MASK) == (I)INFINITE; }
#define IS_INF_WIDTHS(T, I, MASK, INFINITE) \
  IS_INF(T, I, 2, MASK, INFINITE)           \
  IS_INF(T, I, 3, MASK, INFINITE)           \
  IS_INF(T, I, 4, MASK, INFINITE)           \
  IS_INF(T, I, 8, MASK, INFINITE)           \
  IS_INF(T, I, 16, MASK, INFINITE)
IS_INF_WIDTHS(float, int, 0x7fffffff, 0x7f800000)
IS_INF_WIDTHS(double, long, 0x7fffffffffffffffL, 0x7ff0000000000000L)

#include "long_products.clh"

// The nanoseconds of the GPU, and the cycles of a multiprocessor.
ulong device_clock(void) __asm("llvm.nvvm.read.ptx.sreg.globaltimer");
ulong sub_group_clock(void) __asm("llvm.nvvm.read.ptx.sreg.clock64");
#include "kernel_clock.clh"

// Copies between global and local memory. CDNA 2 and 3 load 4 bytes of each work-item straight to local memory, CDNA 4
// 16. Compiled as OpenCL C 1.2, in which events have as many bits as those of programs.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
extern constant int __oclc_ISA_version;

#define FN __attribute__((overloadable, always_inline))
#define INNER static __attribute__((overloadable, always_inline))

#define EVENT uint
#define HAS_LOADS_TO_LOCAL ((__oclc_ISA_version == 9010) | ((__oclc_ISA_version >= 9400) & (__oclc_ISA_version < 10000)))
#define HAS_WIDE_LOADS_TO_LOCAL (__oclc_ISA_version == 9500)
#define HAS_UNIT(BYTES) ((BYTES) == 16 ? HAS_WIDE_LOADS_TO_LOCAL : (BYTES) == 4 ? HAS_LOADS_TO_LOCAL : 0)
#define IN_ROW 1

void amdgcn_load_to_local(const global uchar* from, local uchar* to, uint bytes, uint offset, uint policy) __asm(
    "llvm.amdgcn.global.load.lds");

// The instruction adds what the work-items before this one of the sub-group have.
INNER uint row_of(uint offset, uint bytes) {
  const uint item = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
  return (uint)__builtin_amdgcn_readfirstlane((int)(offset - item * bytes));
}
INNER void copy_unit(local uchar* to, const global uchar* from, uint bytes) {
  // LLVM 22 moves a constant of the address into the instruction on gfx90a, where it counts for local memory as well (no
  // public report is known). It does not look through this.
  if (__oclc_ISA_version == 9010) __asm("" : "+v"(from));
  if (HAS_WIDE_LOADS_TO_LOCAL) {
    if (bytes == 16) return amdgcn_load_to_local(from, to, 16, 0, 0);
  }
  if (HAS_LOADS_TO_LOCAL) amdgcn_load_to_local(from, to, 4, 0, 0);
}

// Waits until so many loads of a wave are under way, or fewer.
#define WAIT_FOR_LOADS(LEFT) __builtin_amdgcn_s_waitcnt(((LEFT) & 15) | ((LEFT) >> 4) << 14 | 0xf70)
#define OR_FEWER(LEFT, LESS) \
  if (newer < (LEFT)) WAIT_FOR_LOADS(LESS);
// A work-item counts what it took part in, which is no more than what the wave has issued.
INNER void wait_by_count(uint count) {
  const uint newer = (uint)__builtin_amdgcn_readfirstlane((int)count);
  if (newer < 8) {
    WAIT_FOR_LOADS(7);
    OR_FEWER(7, 6) OR_FEWER(6, 5) OR_FEWER(5, 4) OR_FEWER(4, 3) OR_FEWER(3, 2) OR_FEWER(2, 1) OR_FEWER(1, 0)
  } else {
    WAIT_FOR_LOADS(48);
    OR_FEWER(48, 32) OR_FEWER(32, 24) OR_FEWER(24, 16) OR_FEWER(16, 12) OR_FEWER(12, 8)
  }
}
#define end_group()
#define wait_for_own(AGE, NEWER) wait_by_count(NEWER)
#include "group_copies.clh"
GROUP_COPIES(half)

FN void wait_group_events(int n, private event_t* list) {
  wait_for_events(n, list);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

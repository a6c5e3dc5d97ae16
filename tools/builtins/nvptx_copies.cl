// Copies between global and local memory: cp.async from sm_80 on, which copies 4, 8 or 16 bytes of each work-item.
#include "nvptx_chip.clh"

#define FN __attribute__((overloadable, always_inline, convergent))
#define INNER static __attribute__((overloadable, always_inline, convergent))

void nvvm_copy_4(local uchar* to, const global uchar* from) __asm("llvm.nvvm.cp.async.ca.shared.global.4");
void nvvm_copy_8(local uchar* to, const global uchar* from) __asm("llvm.nvvm.cp.async.ca.shared.global.8");
void nvvm_copy_16(local uchar* to, const global uchar* from) __asm("llvm.nvvm.cp.async.cg.shared.global.16");
void nvvm_commit(void) __asm("llvm.nvvm.cp.async.commit.group");
void nvvm_wait_groups(uint newer) __asm("llvm.nvvm.cp.async.wait.group");
void nvvm_wait_all(void) __asm("llvm.nvvm.cp.async.wait.all");
__attribute__((convergent)) void nvvm_barrier(uint) __asm("llvm.nvvm.barrier.cta.sync.aligned.all");

#define EVENT ulong
#define HAS_UNIT(BYTES) (IS_CHIP_FROM(80) && (BYTES) >= 4)
#define IN_ROW 0
#define row_of(OFFSET, BYTES) (OFFSET)
INNER void copy_unit(local uchar* to, const global uchar* from, uint bytes) {
  if (bytes == 16) {
    nvvm_copy_16(to, from);
  } else if (bytes == 8) {
    nvvm_copy_8(to, from);
  } else {
    nvvm_copy_4(to, from);
  }
}
#define end_group nvvm_commit
// The newest group was not committed yet, and commits that follow each other make empty groups, which do no harm.
#define wait_for_own(AGE, NEWER) wait_by_age(AGE)
INNER void wait_by_age(uint age) {
  switch (age) {
    case 0: return nvvm_wait_all();
    case 1: return nvvm_wait_groups(0);
    case 2: return nvvm_wait_groups(1);
    default: return nvvm_wait_groups(2);
  }
}
#include "group_copies.clh"

FN void wait_group_events(int n, private event_t* list) {
  wait_for_events(n, list);
  nvvm_barrier(0);
}

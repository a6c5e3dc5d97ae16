// RUN: -t r600:cypress -t r600:cayman
// CHECK r600: MEM_RAT ATOMIC_ADD
// CHECK r600: MEM_RAT ATOMIC_SUB
// CHECK r600: LDS_ADD_RET
// RUN: -t r600:cypress -DRESULT -g
// FAIL: fetch uses the result of an atomic operation on global memory \(line 15\), which LLVM's backend for R600
kernel void count(global int* up, global int* down, local int* shared, global int* o) {
  atomic_inc(up);
  atomic_dec(down);
  atomic_max(up, 3);
  o[0] = atomic_add(shared, 2) + atomic_cmpxchg(shared, 1, 2);
}
#ifdef RESULT
kernel void fetch(global int* up, global int* o) {
  o[get_global_id(0)] = atomic_inc(up);
}
#endif

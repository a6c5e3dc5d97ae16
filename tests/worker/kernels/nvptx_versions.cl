// The lowest PTX version that knows the chip: old drivers refuse newer ones.
// RUN: -t nvptx:sm_50 -t nvptx:sm_60 -t nvptx:sm_70 -t nvptx:sm_75 -t nvptx:sm_80 -t nvptx:sm_86 -t nvptx:sm_89 -t nvptx:sm_90 -t nvptx:sm_90a -t nvptx:sm_100 -t nvptx:sm_120
// CHECK nvptx:sm_50: ^\.version 4\.1$
// CHECK nvptx:sm_60: ^\.version 5\.0$
// CHECK nvptx:sm_70: ^\.version 6\.2$
// CHECK nvptx:sm_75: ^\.version 6\.3$
// CHECK nvptx:sm_80: ^\.version 7\.0$
// CHECK nvptx:sm_86: ^\.version 7\.1$
// CHECK nvptx:sm_89: ^\.version 7\.8$
// CHECK nvptx:sm_90: ^\.version (7\.8|8\.0)$
// CHECK nvptx:sm_100: ^\.version 8\.6$
// CHECK nvptx:sm_120: ^\.version 8\.7$
// CHECK nvptx: ^\.target sm_\w+, texmode_independent$
// CHECK nvptx: ^\.address_size 64$
kernel void k(global float* o, local float* l) {
  l[get_local_id(0)] = o[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = sin(l[0]) + native_exp(l[1]) + fma(l[2], l[3], l[4]);
}

// A private array was filled from memory as if that were aligned as the array is: movaps ended the process.
// report: none: found by random kernels over matrices
// options: -cl-std=CL1.2
// global: 1
// local: 1
// offset: 0
// argument: results 7
// argument: value 4 3
// expected: 6022311007769221 3759703178913843715 7810752857846137403 11861802536778431091 15912852215710724779 1444818751918828259 5495867327027683867
kernel void entry(global ulong* results, uint k) {
  global uchar* const bytes = (global uchar*)(results + 1);
  for (uint i = 0; i < 48; ++i) bytes[i] = (uchar)(i * 7 + k);
  barrier(CLK_GLOBAL_MEM_FENCE);
  uchar copy[32];
  for (int i = 0; i < 32; ++i) copy[i] = bytes[i];
  copy[5 * k] = 1;
  ulong sum = 0;
  for (int i = 0; i < 32; ++i) sum = sum * 3 + copy[i];
  results[0] = sum;
}

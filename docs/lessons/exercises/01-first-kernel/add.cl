kernel void add(global const float* a, global const float* b, global float* sum, uint count) {
  // HOLE: Let each item add one element, and none beyond `count`.
}

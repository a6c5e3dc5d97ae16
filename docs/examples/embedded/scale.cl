kernel void scale(global float* x, float by) {
  x[get_global_id(0)] *= by;
}

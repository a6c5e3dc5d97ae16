kernel void sum(global float* a, global const float* b) { a[get_global_id(0)] += b[get_global_id(0)]; }

kernel void good(global int* o) { o[0] = 1; }

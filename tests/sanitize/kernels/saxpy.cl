// --global-size 512 --work-group 64 --arg 2.5 --arg buffer:float:512 --arg buffer:float:512
kernel void saxpy(float a, global const float* x, global float* y) {
  const uint i = get_global_id(0);
  const float product = a * x[i];
  y[i] = product + y[i];
}

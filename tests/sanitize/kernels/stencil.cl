// --global-size 512 --work-group 64 --arg buffer:float:514 --arg buffer:float:512
kernel void stencil(global const float* from, global float* to) {
  local float line[66];
  const uint item = get_local_id(0), i = get_global_id(0);
  line[item] = from[i];
  if (item < 2) line[item + 64] = from[i + 64];
  barrier(CLK_LOCAL_MEM_FENCE);
  to[i] = line[item] + line[item + 1] + line[item + 2];
}

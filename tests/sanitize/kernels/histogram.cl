// --global-size 512 --work-group 64 --arg buffer:uchar:512 --arg buffer:uint:256:zeros
kernel void histogram(global const uchar* from, global uint* counts) {
  local uint part[256];
  for (uint bin = get_local_id(0); bin < 256; bin += 64) part[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&part[from[get_global_id(0)]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = get_local_id(0); bin < 256; bin += 64) atomic_add(&counts[bin], part[bin]);
}

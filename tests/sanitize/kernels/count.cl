// --global-size 512 --work-group 64 --arg buffer:uint:512 --arg buffer:uint:1:zeros --arg buffer:uint:512
kernel void count(global const uint* from, global uint* number, global uint* chosen) {
  local uint mine, first;
  const uint i = get_global_id(0);
  if (get_local_id(0) == 0) mine = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint slot = atomic_inc(&mine);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) first = atomic_add(number, mine);
  barrier(CLK_LOCAL_MEM_FENCE);
  chosen[first + slot] = from[i];
}

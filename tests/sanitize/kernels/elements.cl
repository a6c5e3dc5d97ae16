// --global-size 128 --work-group 32 --arg buffer:float:512 --arg buffer:float:512
kernel void elements(global const float4* from, global float4* to) {
  local float4 line[32];
  const uint item = get_local_id(0), i = get_global_id(0);
  line[item].x = from[i].y;
  line[item].y = from[i].x > 0 ? from[i].x : 0;
  line[item].wz = from[i].xy;
  barrier(CLK_LOCAL_MEM_FENCE);
  to[i] = line[31 - item];
}

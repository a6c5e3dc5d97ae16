// --global-size 128 --work-group 32 --arg buffer:float:512 --arg buffer:float:512
kernel void vectors(global const float* from, global float* to) {
  const uint i = get_global_id(0);
  const float4 four = vload4(i, from);
  const float2 two = vload2(i, from);
  vstore4(four + two.xyxy, i, to);
}

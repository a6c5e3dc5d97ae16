// --global-size 256 --work-group 64 --arg buffer:float:256 --arg buffer:int:256 --arg buffer:uchar:256
kernel void convert(global const float* from, global int* to, global uchar* bytes) {
  const uint i = get_global_id(0);
  const float one = from[i];
  to[i] = (int)(one * 1000.0f);
  bytes[i] = convert_uchar(fabs(one) * 255.0f);
}

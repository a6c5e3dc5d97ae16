// --global-size 256 --work-group 64 --arg buffer:int:256 --arg buffer:int:256 --arg buffer:int:256
kernel void choose(global const int* first, global const int* second, global int* to) {
  const uint i = get_global_id(0);
  global const int* from = (i & 1) != 0 ? first : second;
  to[i] = from[i];
}

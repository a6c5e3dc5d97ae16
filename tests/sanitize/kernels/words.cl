// --global-size 128 --work-group 32 --arg buffer:uchar:512 --arg buffer:uchar:512
kernel void words(global const uchar* from, global uchar* to) {
  const uint i = get_global_id(0);
  const uint word = *(global const uint*)(from + 4 * i);
  *(global uint*)(to + 4 * i) = word ^ 0x55555555u;
}

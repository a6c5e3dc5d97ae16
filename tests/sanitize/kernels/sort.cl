// --global-size 64 --work-group 32 --arg buffer:uint:512 --arg buffer:uint:512
kernel void sort(global const uint* from, global uint* to) {
  uint own[8];
  const uint i = get_global_id(0) * 8;
  for (uint k = 0; k < 8; ++k) own[k] = from[i + k];
  for (uint k = 1; k < 8; ++k) {
    const uint one = own[k];
    uint at = k;
    for (; at > 0 && own[at - 1] > one; --at) own[at] = own[at - 1];
    own[at] = one;
  }
  for (uint k = 0; k < 8; ++k) to[i + k] = own[k];
}

// Sorts 64 keys in local memory, with 32 items: blocks go up and down by turns, until one block is all of them.
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void pairs(global uint* keys) {
  local uint kept[64];
  const uint item = get_local_id(0);
  kept[item] = keys[item];
  kept[item + 32] = keys[item + 32];
  for (uint block = 2; block <= 64; block *= 2) {
    for (uint distance = block / 2; distance > 0; distance /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      // HOLE: Let pair after pair begin at the left; blocks of 2 * distance keys have `distance` pairs.
      const uint left = item;
      const uint a = kept[left], b = kept[left + distance];
      const bool is_right = (a < b) == (left / block % 2 == 0);
      kept[left] = is_right ? a : b;
      kept[left + distance] = is_right ? b : a;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  keys[item] = kept[item];
  keys[item + 32] = kept[item + 32];
}

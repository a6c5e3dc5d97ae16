// CRC-32 of a block of bytes for each work-item, by a table that the work-group makes in local memory.
kernel void crc32(global const uchar* bytes, global uint* sums, int length) {
  local uint table[256];
  for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) {
    uint entry = i;
    for (int bit = 0; bit < 8; ++bit) entry = (entry & 1) ? (entry >> 1) ^ 0xedb88320u : entry >> 1;
    table[i] = entry;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  global const uchar* block = bytes + get_global_id(0) * length;
  uint sum = ~0u;
  for (int i = 0; i < length; ++i) sum = (sum >> 8) ^ table[(sum ^ block[i]) & 255];
  sums[get_global_id(0)] = ~sum;
}

// Philox 4x32-10: four random words for each counter.
kernel void philox(global uint4* out, uint2 key) {
  const uint at = get_global_id(0);
  uint4 c = (uint4)(at, 0, 0, 0);
  for (int round = 0; round < 10; ++round) {
    const uint high0 = mul_hi(0xD2511F53u, c.x);
    const uint high1 = mul_hi(0xCD9E8D57u, c.z);
    c = (uint4)(high1 ^ c.y ^ key.x, 0xCD9E8D57u * c.z, high0 ^ c.w ^ key.y, 0xD2511F53u * c.x);
    key += (uint2)(0x9E3779B9u, 0xBB67AE85u);
  }
  out[at] = c;
}

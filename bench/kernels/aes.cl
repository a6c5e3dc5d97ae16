// AES-128 of blocks of 16 bytes, a word for each column; the S-box lies in constant memory, the round keys come from the host.
uint substituted(constant uchar* box, uint a, uint b, uint c, uint d) {
  return box[a & 255] | box[b >> 8 & 255] << 8 | box[c >> 16 & 255] << 16 | (uint)box[d >> 24] << 24;
}
uint mixed(uint column) {
  const uint doubled = (column & 0x7f7f7f7fu) << 1 ^ (column >> 7 & 0x01010101u) * 0x1b;
  return doubled ^ rotate(doubled ^ column, 24u) ^ rotate(column, 16u) ^ rotate(column, 8u);
}
kernel void aes(global const uint4* in, global uint4* out, constant uchar* box, constant uint4* keys) {
  uint4 s = in[get_global_id(0)] ^ keys[0];
  for (int round = 1; round <= 10; ++round) {
    s = (uint4)(substituted(box, s.x, s.y, s.z, s.w), substituted(box, s.y, s.z, s.w, s.x),
                substituted(box, s.z, s.w, s.x, s.y), substituted(box, s.w, s.x, s.y, s.z));
    if (round < 10) s = (uint4)(mixed(s.x), mixed(s.y), mixed(s.z), mixed(s.w));
    s ^= keys[round];
  }
  out[get_global_id(0)] = s;
}

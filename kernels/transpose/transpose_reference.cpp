// The results that the tests of transpose's modules expect.
template <class T>
void transposed(const T* in, T* out, std::size_t in_pitch, std::size_t out_pitch, std::size_t x_end,
                std::size_t y_end) {
  for (std::size_t x = global_offset[0]; x < x_end; ++x)
    for (std::size_t y = global_offset[1]; y < y_end; ++y) out[x * out_pitch + y] = in[y * in_pitch + x];
}
// The same for kernels that take a number more.
template <class T>
void transposed_too(const T* in, T* out, std::size_t in_pitch, std::size_t out_pitch, std::size_t x_end,
                    std::size_t y_end, std::size_t) {
  transposed(in, out, in_pitch, out_pitch, x_end, y_end);
}
constexpr auto uchars = transposed<unsigned char>;
constexpr auto uchars_and_number = transposed_too<unsigned char>;
constexpr auto floats = transposed<float>;
constexpr auto floats_and_number = transposed_too<float>;

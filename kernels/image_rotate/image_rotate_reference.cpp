// The results that the tests of image_rotate's modules expect: positions in integers, as the kernels count them.
#include <algorithm>
#include <array>
#include <cmath>

struct Grey {
  std::array<unsigned char, 1> channels;
};
struct Rgba {
  std::array<unsigned char, 4> channels;
};
struct Two {
  int x, y;
};

namespace {

struct Position {
  std::int64_t x, y;  // scaled by 2^31
};

constexpr std::int64_t k_half = std::int64_t{1} << 30;

Position rotated(std::int64_t x, std::int64_t y, Two from, Two to, std::int64_t cosine, std::int64_t sine) {
  const std::int64_t u = 2 * x - (from.x - 1), v = 2 * y - (from.y - 1);
  return {cosine * u - sine * v + (to.x - 1) * k_half, sine * u + cosine * v + (to.y - 1) * k_half};
}

// The place of the nearest pixel of a picture of `size`, or -1.
std::int64_t nearest(const Position& at, Two size) {
  const std::int64_t x = (at.x + k_half) >> 31, y = (at.y + k_half) >> 31;
  return x >= 0 && y >= 0 && x < size.x && y < size.y ? y * size.x + x : -1;
}

template <class Pixel>
Pixel blended(const Pixel* in, const Position& at, Two size) {
  const auto column = [&](std::int64_t x) { return std::clamp<std::int64_t>(x, 0, size.x - 1); };
  const auto row = [&](std::int64_t y) { return std::clamp<std::int64_t>(y, 0, size.y - 1) * size.x; };
  const std::int64_t x = at.x >> 31, y = at.y >> 31;
  const double right = std::ldexp(static_cast<double>(at.x - (x << 31)), -31);
  const double down = std::ldexp(static_cast<double>(at.y - (y << 31)), -31);
  Pixel pixel{};
  for (std::size_t c = 0; c < pixel.channels.size(); ++c) {
    const auto line = [&](std::int64_t of) {
      return in[row(of) + column(x)].channels[c] * (1 - right) + in[row(of) + column(x + 1)].channels[c] * right;
    };
    pixel.channels[c] = static_cast<unsigned char>(std::lround(line(y) * (1 - down) + line(y + 1) * down));
  }
  return pixel;
}

template <class Pixel>
void forward(const Pixel* in, Pixel* out, Two in_size, Two out_size, int cosine, int sine, Two end) {
  for (std::int64_t y = static_cast<std::int64_t>(global_offset[1]); y < end.y; ++y) {
    for (std::int64_t x = static_cast<std::int64_t>(global_offset[0]); x < end.x; ++x) {
      const std::int64_t to = nearest(rotated(x, y, in_size, out_size, cosine, sine), out_size);
      if (to >= 0) out[to] = in[y * in_size.x + x];
    }
  }
}

template <class Pixel, bool blends>
void inverse(const Pixel* in, Pixel* out, Two in_size, Two out_size, int cosine, int sine, Two end) {
  for (std::int64_t y = static_cast<std::int64_t>(global_offset[1]); y < end.y; ++y) {
    for (std::int64_t x = static_cast<std::int64_t>(global_offset[0]); x < end.x; ++x) {
      const Position at = rotated(x, y, out_size, in_size, cosine, -sine);
      const std::int64_t from = nearest(at, in_size);
      Pixel& pixel = out[y * out_size.x + x];
      pixel = from < 0 ? Pixel{} : blends ? blended(in, at, in_size) : in[from];
    }
  }
}

struct Long2 {
  std::int64_t x, y;
};

// The same for the kernels of tiles, which get more arguments.
template <class Pixel, bool blends>
void by_tiles(const Pixel* in, Pixel* out, Two in_size, Two out_size, int cosine, int sine, Two end, Long2, Long2,
              Long2) {
  inverse<Pixel, blends>(in, out, in_size, out_size, cosine, sine, end);
}

}  // namespace

constexpr auto forward_grey = forward<Grey>, nearest_grey = inverse<Grey, false>, bilinear_grey = inverse<Grey, true>;
constexpr auto forward_rgba = forward<Rgba>;
constexpr auto nearest_rgba = inverse<Rgba, false>, bilinear_rgba = inverse<Rgba, true>;
constexpr auto tiles_nearest_grey = by_tiles<Grey, false>, tiles_bilinear_grey = by_tiles<Grey, true>;
constexpr auto tiles_nearest_rgba = by_tiles<Rgba, false>, tiles_bilinear_rgba = by_tiles<Rgba, true>;

void tutorial(const unsigned char* in, unsigned char* out, int width, int height, float cosine, float sine, Two end) {
  const int middle_x = width / 2, middle_y = height / 2;
  for (int y = static_cast<int>(global_offset[1]); y < end.y; ++y) {
    for (int x = static_cast<int>(global_offset[0]); x < end.x; ++x) {
      const auto u = static_cast<float>(x - middle_x), v = static_cast<float>(y - middle_y);
      const int to_x = static_cast<int>(u * cosine - v * sine + static_cast<float>(middle_x));
      const int to_y = static_cast<int>(u * sine + v * cosine + static_cast<float>(middle_y));
      if (to_x >= 0 && to_x < width && to_y >= 0 && to_y < height) out[to_y * width + to_x] = in[y * width + x];
    }
  }
}

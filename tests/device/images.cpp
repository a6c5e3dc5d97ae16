// Images: formats, samplers, dimensions and queries, against sampling on the host as section 8.2 defines it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "clc/runtime/handles.h"
#include "device/harness.h"

namespace clc::device_tests {
namespace {

using SamplerHandle = Handle<cl_sampler, clReleaseSampler>;
using Texel = std::array<float, 4>;

void require_images(const Session& session) {
  if (!session.info<cl_bool>(CL_DEVICE_IMAGE_SUPPORT)) throw Skipped("the device has no images");
}

MemoryHandle make_image(const Session& session, cl_mem_object_type type, const cl_image_format& format, std::size_t w,
                        std::size_t h, std::size_t d, const void* data) {
  cl_image_desc description{};
  description.image_type = type;
  description.image_width = w;
  description.image_height = type == CL_MEM_OBJECT_IMAGE1D ? 0 : h;
  description.image_depth = type == CL_MEM_OBJECT_IMAGE3D ? d : 0;
  description.image_array_size = type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? d : type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? h : 0;
  cl_int code = 0;
  const cl_mem_flags flags = CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0);
  MemoryHandle image(
      clCreateImage(session.queue().context(), flags, &format, &description, const_cast<void*>(data), &code));
  need_cl(code, "clCreateImage");
  return image;
}

template <class T>
std::vector<T> read_image(const Session& session, cl_mem image, std::size_t w, std::size_t h, std::size_t values,
                          std::size_t d = 1) {
  std::vector<T> data(values);
  const std::size_t origin[3] = {0, 0, 0}, region[3] = {w, h, d};
  need_cl(clEnqueueReadImage(session.queue().handle(), image, CL_TRUE, origin, region, 0, 0, data.data(), 0, nullptr,
                             nullptr),
          "clEnqueueReadImage");
  return data;
}

std::vector<Texel> make_texels(std::size_t count) {
  std::vector<Texel> texels(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto level = [&](std::size_t step) { return float(i * step % 256) / 255; };
    texels[i] = {level(7), level(31), level(101), level(13)};
  }
  return texels;
}

std::vector<float> flat(const std::vector<Texel>& texels) {
  std::vector<float> values;
  for (const Texel& t : texels) values.insert(values.end(), t.begin(), t.end());
  return values;
}

void expect_close(const std::vector<float>& got, const std::vector<float>& expected, float tolerance,
                  const char* what) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::fabs(got[i] - expected[i]) <= tolerance) continue;
    throw Failed(text("%s, texel %zu, channel %zu: got %.9g, expected %.9g", what, i / 4, i % 4, double(got[i]),
                      double(expected[i])));
  }
}

constexpr std::size_t k_w = 19, k_h = 11, k_d = 3;

// The results of read_float: each texel, then the one to its lower left, which is transparent black outside, then the
// one to its upper right, or the nearest.
std::vector<float> with_neighbours(const std::vector<Texel>& texels) {
  std::vector<Texel> all = texels;
  for (std::size_t y = 0; y < k_h; ++y) {
    for (std::size_t x = 0; x < k_w; ++x) {
      all.push_back(x == 0 || y + 1 == k_h ? Texel{} : texels[(y + 1) * k_w + x - 1]);
    }
  }
  for (std::size_t y = 0; y < k_h; ++y) {
    for (std::size_t x = 0; x < k_w; ++x) all.push_back(texels[(y == 0 ? 0 : y - 1) * k_w + std::min(x + 1, k_w - 1)]);
  }
  return flat(all);
}

std::string check_float(Session& session, cl_channel_type type) {
  require_images(session);
  const std::vector<Texel> texels = make_texels(k_w * k_h);
  const MemoryHandle image = make_image(session, CL_MEM_OBJECT_IMAGE2D, {CL_RGBA, type}, k_w, k_h, 1, nullptr);
  const Buffer in = session.upload(texels), out = session.upload(std::vector<float>(12 * texels.size()));
  session.launch(session.kernel("images", "write_float"), range_2d({k_w, k_h}), image.get(), in);
  const float tolerance = type == CL_FLOAT ? 0 : type == CL_HALF_FLOAT ? 0.0005f : 1e-6f;
  if (type == CL_UNORM_INT8) {
    const auto bytes = read_image<std::uint8_t>(session, image.get(), k_w, k_h, 4 * texels.size());
    std::vector<std::uint8_t> expected;
    for (float f : flat(texels)) expected.push_back(std::uint8_t(std::lrint(f * 255)));
    expect_equal(bytes, expected, "bytes");
  }
  session.launch(session.kernel("images", "read_float"), range_2d({k_w, k_h}), image.get(), out);
  expect_close(session.download<float>(out), with_neighbours(texels), tolerance, "read");
  return "";
}

template <class T>
std::string check_whole(Session& session, const char* writer, const char* reader, cl_image_format format,
                        int channels) {
  require_images(session);
  std::vector<T> values(4 * k_w * k_h), expected;
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = T(i * 2654435761u);
    if (format.image_channel_data_type == CL_SIGNED_INT16) values[i] = T(std::int16_t(values[i]));
  }
  const MemoryHandle image = make_image(session, CL_MEM_OBJECT_IMAGE2D, format, k_w, k_h, 1, nullptr);
  const Buffer in = session.upload(values), out = session.upload(std::vector<T>(2 * values.size()));
  session.launch(session.kernel("images", writer), range_2d({k_w, k_h}), image.get(), in);
  session.launch(session.kernel("images", reader), range_2d({k_w, k_h}), image.get(), out);
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t i = 0; i < values.size(); ++i) {  // what an R image lacks reads as 0, 0, 1
      expected.push_back(int(i % 4) < channels ? values[i] : T(i % 4 == 3));
    }
  }
  expect_equal(session.download<T>(out), expected, "read");
  return "";
}

// The channels of an image's texel, by the component of a colour that each holds, in the order of their addresses.
struct ChannelOrder {
  cl_channel_order order;
  std::vector<std::size_t> components;
};

// A colour, once written to an image of this order and read again (OpenCL 3.0, "Conversion rules for channels").
template <class T>
std::array<T, 4> as_read(const ChannelOrder& channels, const std::array<T, 4>& colour, T one) {
  const T x = colour[0];
  if (channels.order == CL_INTENSITY) return {x, x, x, x};
  if (channels.order == CL_LUMINANCE) return {x, x, x, one};
  std::array<T, 4> result{0, 0, 0, one};
  for (const std::size_t component : channels.components) result[component] = colour[component];
  return result;
}

bool is_supported(const Session& session, const cl_image_format& format) {
  cl_uint count = 0;
  const auto ask = [&](cl_uint size, cl_image_format* formats, cl_uint* found) {
    need_cl(clGetSupportedImageFormats(session.queue().context(), CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, size,
                                       formats, found),
            "clGetSupportedImageFormats");
  };
  ask(0, nullptr, &count);
  std::vector<cl_image_format> formats(count);
  ask(count, formats.data(), nullptr);
  return std::any_of(formats.begin(), formats.end(), [&](const cl_image_format& listed) {
    return listed.image_channel_order == format.image_channel_order &&
           listed.image_channel_data_type == format.image_channel_data_type;
  });
}

// Writes colours to an image of 8-bit channels, looks at its bytes, and reads them. `scale` is what a byte of 1 is.
template <class T, class Byte>
void write_and_read(const Session& session, const ChannelOrder& channels, cl_channel_type type, const char* kind,
                    const Kernel& writer, const Kernel& reader, T scale) {
  std::vector<T> colours, expected;
  std::vector<Byte> expected_bytes;
  for (std::size_t i = 0; i < k_w * k_h; ++i) {
    const std::array<Byte, 4> bytes{Byte(i * 7), Byte(i * 31 + 1), Byte(i * 101 + 2), Byte(i * 13 + 3)};
    const std::array<T, 4> colour{T(bytes[0]) / scale, T(bytes[1]) / scale, T(bytes[2]) / scale, T(bytes[3]) / scale};
    colours.insert(colours.end(), colour.begin(), colour.end());
    for (const std::size_t component : channels.components) expected_bytes.push_back(bytes[component]);
    const std::array<T, 4> read = as_read(channels, colour, T(1));
    expected.insert(expected.end(), read.begin(), read.end());
  }
  const MemoryHandle image = make_image(session, CL_MEM_OBJECT_IMAGE2D, {channels.order, type}, k_w, k_h, 1, nullptr);
  const Buffer in = session.upload(colours), out = session.upload(std::vector<T>(3 * colours.size()));
  session.launch(writer, range_2d({k_w, k_h}), image.get(), in);
  expect_equal(read_image<Byte>(session, image.get(), k_w, k_h, expected_bytes.size()), expected_bytes,
               (std::string(kind) + ", bytes").c_str());
  session.launch(reader, range_2d({k_w, k_h}), image.get(), out);
  std::vector<T> got = session.download<T>(out);
  got.resize(expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (std::fabs(double(got[i]) - double(expected[i])) <= 1e-6) continue;
    throw Failed(text("%s, texel %zu, channel %zu: got %.9g, expected %.9g", kind, i / 4, i % 4, double(got[i]),
                      double(expected[i])));
  }
}

std::string check_order(Session& session, const ChannelOrder& channels) {
  require_images(session);
  const auto kernel = [&](const char* name) { return session.kernel("images", name); };
  std::string types;
  const auto has = [&](cl_channel_type type, const char* name) {
    const bool is_there = is_supported(session, {channels.order, type});
    if (is_there) types += (types.empty() ? "" : ", ") + std::string(name);
    return is_there;
  };
  if (has(CL_UNORM_INT8, "unorm8")) {
    write_and_read<float, cl_uchar>(session, channels, CL_UNORM_INT8, "unorm8", kernel("write_float"),
                                    kernel("read_float"), 255);
  }
  if (has(CL_SIGNED_INT8, "int8")) {
    write_and_read<cl_int, cl_char>(session, channels, CL_SIGNED_INT8, "int8", kernel("write_int"), kernel("read_int"),
                                    1);
  }
  if (has(CL_UNSIGNED_INT8, "uint8")) {
    write_and_read<cl_uint, cl_uchar>(session, channels, CL_UNSIGNED_INT8, "uint8", kernel("write_uint"),
                                      kernel("read_uint"), 1);
  }
  if (types.empty()) throw Skipped("the device has no images of this order of channels with 8 bits");
  return types;
}

struct Sampling {
  cl_bool normalised;
  cl_addressing_mode addressing;
  cl_filter_mode filter;
};

Texel sample(const std::vector<Texel>& texels, const Sampling& how, float s, float t) {
  const auto place = [&](float c, std::size_t size, int& low, int& high, float& part) {
    const bool repeat = how.addressing == CL_ADDRESS_REPEAT;
    float u = repeat ? (c - std::floor(c)) * float(size) : how.normalised ? c * float(size) : c;
    const bool linear = how.filter == CL_FILTER_LINEAR;
    low = int(std::floor(linear ? u - 0.5f : u));
    high = low + (linear ? 1 : 0);
    part = linear ? (u - 0.5f) - std::floor(u - 0.5f) : 0;
    for (int* index : {&low, &high}) {
      const int n = int(size);
      if (repeat)
        *index = (*index + n) % n;
      else if (how.addressing == CL_ADDRESS_CLAMP_TO_EDGE)
        *index = std::clamp(*index, 0, n - 1);
    }
  };
  int x[2], y[2];
  float a, b;
  place(s, k_w, x[0], x[1], a);
  place(t, k_h, y[0], y[1], b);
  Texel result{};
  for (int j = 0; j < 2; ++j) {
    for (int i = 0; i < 2; ++i) {
      if (x[i] < 0 || y[j] < 0 || x[i] >= int(k_w) || y[j] >= int(k_h)) continue;  // border: transparent black
      const float weight = (i ? a : 1 - a) * (j ? b : 1 - b);
      for (int c = 0; c < 4; ++c) result[c] += weight * texels[std::size_t(y[j]) * k_w + std::size_t(x[i])][c];
    }
  }
  return result;
}

// Coordinates that rounding cannot move to another texel.
std::vector<float> make_coordinates(const Sampling& how) {
  std::vector<float> at;
  const bool inside = how.addressing == CL_ADDRESS_NONE;  // results outside are undefined
  for (int i = 0; i < 900; ++i) {
    float s = float(i % 60) * 0.75f + 0.125f - (inside ? 0 : 13), t = float(i / 60) * 0.625f + 0.3125f;
    if (inside)
      s = 1 + std::fmod(s, float(k_w - 2)), t = 1 + std::fmod(t, float(k_h - 2));
    else if (i % 2)
      t = 2 * t - 4;
    at.push_back(how.normalised ? s / float(k_w) : s);
    at.push_back(how.normalised ? t / float(k_h) : t);
  }
  return at;
}

std::string check_sampler(Session& session, const Sampling& how, bool constant) {
  require_images(session);
  const std::vector<Texel> texels = make_texels(k_w * k_h);
  const MemoryHandle image =
      make_image(session, CL_MEM_OBJECT_IMAGE2D, {CL_RGBA, CL_FLOAT}, k_w, k_h, 1, texels.data());
  cl_int code = 0;
  const SamplerHandle sampler(
      clCreateSampler(session.queue().context(), how.normalised, how.addressing, how.filter, &code));
  need_cl(code, "clCreateSampler");
  const std::vector<float> at = make_coordinates(how);
  const std::size_t n = at.size() / 2;
  const Buffer coordinates = session.upload(at), out = session.upload(std::vector<float>(4 * n));
  if (constant) {
    session.launch(session.kernel("images", "sample_constant"), range_1d(n), image.get(), coordinates, out);
  } else {
    session.launch(session.kernel("images", "sample"), range_1d(n), image.get(), sampler.get(), coordinates, out);
  }
  const std::vector<float> got = session.download<float>(out);
  // Hardware keeps eight bits of the position between two texels.
  const float tolerance = how.filter == CL_FILTER_LINEAR ? 0.012f : 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Texel expected = sample(texels, how, at[2 * i], at[2 * i + 1]);
    for (std::size_t c = 0; c < 4; ++c) {
      if (std::fabs(got[4 * i + c] - expected[c]) <= tolerance) continue;
      throw Failed(text("at (%.9g, %.9g), channel %zu: got %.9g, expected %.9g", double(at[2 * i]),
                        double(at[2 * i + 1]), c, double(got[4 * i + c]), double(expected[c])));
    }
  }
  return "";
}

std::string check_1d(Session& session) {
  require_images(session);
  std::vector<Texel> texels = make_texels(k_w);
  const cl_image_format format{CL_RGBA, CL_FLOAT};
  const MemoryHandle in = make_image(session, CL_MEM_OBJECT_IMAGE1D, format, k_w, 1, 1, texels.data());
  const MemoryHandle out = make_image(session, CL_MEM_OBJECT_IMAGE1D, format, k_w, 1, 1, nullptr);
  session.launch(session.kernel("images", "copy_1d"), range_1d(k_w), in.get(), out.get());
  for (Texel& t : texels) t = {t[3] + t[0], t[2] + t[1], t[1] + t[2], t[0] + t[3]};
  expect_close(read_image<float>(session, out.get(), k_w, 1, 4 * k_w), flat(texels), 0, "copied");
  return "";
}

std::string check_layers(Session& session, cl_mem_object_type type, const char* kernel) {
  require_images(session);
  const std::vector<Texel> texels = make_texels(k_w * k_h * k_d);
  const MemoryHandle image = make_image(session, type, {CL_RGBA, CL_FLOAT}, k_w, k_h, k_d, texels.data());
  const Buffer out = session.upload(std::vector<float>(8 * texels.size()));
  session.launch(session.kernel("images", kernel), NDRange{3, {k_w, k_h, k_d}, {0, 0, 0}, {0, 0, 0}}, image.get(), out);
  std::vector<Texel> expected;
  for (const Texel& t : texels) expected.insert(expected.end(), {t, t});
  expect_close(session.download<float>(out), flat(expected), 0, kernel);
  return "";
}

// The module image_kinds is for devices whose kernels write images of three dimensions.
void require_kinds(const Session& session) {
  require_images(session);
  std::size_t size = 0;
  need_cl(clGetDeviceInfo(session.queue().device().id, CL_DEVICE_EXTENSIONS, 0, nullptr, &size), "clGetDeviceInfo");
  std::string extensions(size, ' ');
  need_cl(clGetDeviceInfo(session.queue().device().id, CL_DEVICE_EXTENSIONS, size, extensions.data(), nullptr),
          "clGetDeviceInfo");
  if (extensions.find("cl_khr_3d_image_writes") == std::string::npos)
    throw Skipped("the device's kernels write no images of three dimensions");
}

std::string check_1d_writes(Session& session) {
  require_kinds(session);
  const std::vector<Texel> texels = make_texels(k_w);
  const MemoryHandle image = make_image(session, CL_MEM_OBJECT_IMAGE1D, {CL_RGBA, CL_FLOAT}, k_w, 1, 1, nullptr);
  const Buffer in = session.upload(texels);
  session.launch(session.kernel("image_kinds", "write_1d"), range_1d(k_w), image.get(), in);
  expect_close(read_image<float>(session, image.get(), k_w, 1, 4 * k_w), flat(texels), 0, "written");
  return "";
}

std::string check_1d_reads(Session& session) {
  require_kinds(session);
  std::vector<Texel> texels = make_texels(k_w);
  const MemoryHandle image = make_image(session, CL_MEM_OBJECT_IMAGE1D, {CL_RGBA, CL_FLOAT}, k_w, 1, 1, texels.data());
  const Buffer out = session.upload(std::vector<float>(8 * k_w));
  session.launch(session.kernel("image_kinds", "read_1d"), range_1d(k_w), image.get(), out);
  const std::vector<Texel> once = texels;
  texels.insert(texels.end(), once.begin(), once.end());
  expect_close(session.download<float>(out), flat(texels), 0, "read");
  return "";
}

std::string check_1d_array(Session& session) {
  require_kinds(session);
  const std::vector<Texel> texels = make_texels(k_w * k_h);
  const MemoryHandle image =
      make_image(session, CL_MEM_OBJECT_IMAGE1D_ARRAY, {CL_RGBA, CL_FLOAT}, k_w, k_h, 1, nullptr);
  const Buffer in = session.upload(texels), out = session.upload(std::vector<float>(8 * texels.size())),
               sizes = session.upload(std::vector<int>(2));
  session.launch(session.kernel("image_kinds", "write_1d_array"), range_2d({k_w, k_h}), image.get(), in);
  expect_close(read_image<float>(session, image.get(), k_w, k_h, 4 * texels.size()), flat(texels), 0, "written");
  session.launch(session.kernel("image_kinds", "read_1d_array"), range_2d({k_w, k_h}), image.get(), out, sizes);
  std::vector<Texel> expected;
  for (std::size_t i = 0; i < texels.size(); ++i) {
    expected.push_back(texels[i]);
    expected.push_back(i % k_w == 0 ? Texel{} : texels[i - 1]);
  }
  expect_close(session.download<float>(out), flat(expected), 0, "read");
  expect_equal(session.download<int>(sizes), {int(k_w), int(k_h)}, "sizes");
  return "";
}

std::string check_layer_writes(Session& session, cl_mem_object_type type, const char* kernel) {
  require_kinds(session);
  const std::vector<Texel> texels = make_texels(k_w * k_h * k_d);
  const MemoryHandle image = make_image(session, type, {CL_RGBA, CL_FLOAT}, k_w, k_h, k_d, nullptr);
  const Buffer in = session.upload(texels);
  session.launch(session.kernel("image_kinds", kernel), NDRange{3, {k_w, k_h, k_d}, {0, 0, 0}, {0, 0, 0}}, image.get(),
                 in);
  expect_close(read_image<float>(session, image.get(), k_w, k_h, 4 * texels.size(), k_d), flat(texels), 0, kernel);
  return "";
}

// Texels of a buffer: numbers that are whole, or from 0 to 1.
std::string check_buffer_image(Session& session) {
  require_kinds(session);
  constexpr std::size_t k_texels = 1000;
  std::vector<cl_uchar> bytes(4 * k_texels);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = cl_uchar(i * 7 + i / 256);
  const Buffer buffer = session.upload(bytes), sizes = session.upload(std::vector<int>(1));
  const auto make = [&](cl_channel_type type) {
    const cl_image_format format{CL_RGBA, type};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
    description.image_width = k_texels;
    description.buffer = buffer.handle();
    cl_int code = 0;
    MemoryHandle image(
        clCreateImage(session.queue().context(), CL_MEM_READ_ONLY, &format, &description, nullptr, &code));
    need_cl(code, "clCreateImage");
    return image;
  };
  const MemoryHandle real = make(CL_UNORM_INT8), whole = make(CL_SIGNED_INT8);
  const Buffer floats = session.upload(std::vector<float>(bytes.size())),
               ints = session.upload(std::vector<int>(bytes.size()));
  session.launch(session.kernel("image_kinds", "read_buffer_float"), range_1d(k_texels), real.get(), floats, sizes);
  session.launch(session.kernel("image_kinds", "read_buffer_int"), range_1d(k_texels), whole.get(), ints, sizes);
  std::vector<float> expected;
  std::vector<int> expected_ints;
  for (const cl_uchar byte : bytes) {
    expected.push_back(float(byte) / 255);
    expected_ints.push_back(cl_char(byte));
  }
  expect_close(session.download<float>(floats), expected, 1e-6f, "normalized");
  expect_equal(session.download<int>(ints), expected_ints, "whole");
  expect_equal(session.download<int>(sizes), {int(k_texels)}, "sizes");
  return "";
}

// A kind of channel: how numbers are written to it, and what it holds then.
struct BufferChannel {
  cl_channel_type type;
  const char* kernel;
  std::size_t bytes;
  double scale, least, most;  // of what is held
  double (*held)(const cl_uchar* at);
};

template <class T>
double held_as(const cl_uchar* at) {
  T value{};
  std::memcpy(&value, at, sizeof value);
  return double(value);
}

double held_as_half(const cl_uchar* at) {
  const auto bits = unsigned(held_as<cl_ushort>(at));
  const int exponent = int(bits >> 10U & 31U), mantissa = int(bits & 1023U);
  const double size = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
  return (bits >> 15U) != 0 ? -size : size;
}

template <class T>
BufferChannel channel(cl_channel_type type, const char* kernel, double scale) {
  using Limits = std::numeric_limits<T>;
  const double least = scale == 127 || scale == 32767 ? -scale : double(Limits::lowest());
  return {type, kernel, sizeof(T), scale, least, double(Limits::max()), held_as<T>};
}

const BufferChannel k_buffer_channels[] = {
    channel<cl_uchar>(CL_UNORM_INT8, "write_buffer_float", 255),
    channel<cl_char>(CL_SNORM_INT8, "write_buffer_float", 127),
    channel<cl_ushort>(CL_UNORM_INT16, "write_buffer_float", 65535),
    channel<cl_short>(CL_SNORM_INT16, "write_buffer_float", 32767),
    {CL_HALF_FLOAT, "write_buffer_float", 2, 1, -65504, 65504, held_as_half},
    channel<cl_float>(CL_FLOAT, "write_buffer_float", 1),
    channel<cl_char>(CL_SIGNED_INT8, "write_buffer_int", 1),
    channel<cl_short>(CL_SIGNED_INT16, "write_buffer_int", 1),
    channel<cl_int>(CL_SIGNED_INT32, "write_buffer_int", 1),
    channel<cl_uchar>(CL_UNSIGNED_INT8, "write_buffer_uint", 1),
    channel<cl_ushort>(CL_UNSIGNED_INT16, "write_buffer_uint", 1),
    channel<cl_uint>(CL_UNSIGNED_INT32, "write_buffer_uint", 1),
};

// Numbers that all formats hold, that some hold, and that none holds.
template <class T>
std::vector<T> numbers_to_write(std::size_t count) {
  std::vector<T> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto spread = std::uint32_t(i) * 2654435761U >> i % 32;
    numbers[i] = std::is_same_v<T, float> ? T(int(i * 37 % 512) - 256) / T(128) : T(i % 2 == 0 ? spread : ~spread);
  }
  return numbers;
}

template <class T>
void check_buffer_format(Session& session, const cl_image_format& format, const BufferChannel& channel) {
  constexpr std::size_t k_texels = 600, k_behind = 64;
  const cl_channel_order order = format.image_channel_order;
  const std::size_t channels = order == CL_R ? 1 : order == CL_RG ? 2 : 4, bytes = k_texels * channels * channel.bytes;
  const std::vector<T> numbers = numbers_to_write<T>(4 * k_texels);
  const Buffer in = session.upload(numbers), out = session.upload(std::vector<cl_uchar>(bytes + k_behind, 0xee));
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  description.image_width = k_texels;
  description.buffer = out.handle();
  cl_int code = 0;
  const MemoryHandle image(
      clCreateImage(session.queue().context(), CL_MEM_WRITE_ONLY, &format, &description, nullptr, &code));
  need_cl(code, "clCreateImage");
  session.launch(session.kernel("image_kinds", channel.kernel), range_1d(k_texels), image.get(), in);
  const auto got = session.download<cl_uchar>(out);
  for (std::size_t i = 0; i < k_texels * channels; ++i) {
    const std::size_t which = order == CL_BGRA && i % 4 < 3 ? 2 - i % 4 : i % channels;
    const double number = double(numbers[i / channels * 4 + which]);
    const double expected = std::clamp(number * channel.scale, channel.least, channel.most);
    // The two least signed normalized numbers are -1.
    const double held = std::max(channel.held(got.data() + i * channel.bytes), channel.least);
    if (std::fabs(held - expected) <= (channel.scale > 1 ? 0.6 : 0)) continue;
    throw Failed(text("order 0x%x, type 0x%x, texel %zu, channel %zu: %.9g is held as %.9g", order, channel.type,
                      i / channels, i % channels, number, held));
  }
  expect_equal({got.begin() + std::ptrdiff_t(bytes), got.end()}, std::vector<cl_uchar>(k_behind, 0xee), "behind");
}

// Every format that the device has for writing such images.
std::string check_buffer_writes(Session& session) {
  require_kinds(session);
  cl_uint count = 0;
  const auto ask = [&](cl_uint size, cl_image_format* formats, cl_uint* known) {
    need_cl(clGetSupportedImageFormats(session.queue().context(), CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE1D_BUFFER, size,
                                       formats, known),
            "clGetSupportedImageFormats");
  };
  ask(0, nullptr, &count);
  std::vector<cl_image_format> formats(count);
  ask(count, formats.data(), nullptr);
  std::size_t tried = 0;
  for (const cl_image_format& format : formats) {
    const cl_channel_order order = format.image_channel_order;
    if (order != CL_R && order != CL_RG && order != CL_RGBA && order != CL_BGRA) continue;
    for (const BufferChannel& channel : k_buffer_channels) {
      if (channel.type != format.image_channel_data_type) continue;
      const std::string kernel = channel.kernel;
      if (kernel == "write_buffer_float") check_buffer_format<float>(session, format, channel);
      if (kernel == "write_buffer_int") check_buffer_format<cl_int>(session, format, channel);
      if (kernel == "write_buffer_uint") check_buffer_format<cl_uint>(session, format, channel);
      ++tried;
    }
  }
  if (tried == 0) throw Skipped("the device writes no images of buffers");
  return text("%zu formats", tried);
}

std::string check_queries(Session& session) {
  require_images(session);
  const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  const MemoryHandle a = make_image(session, CL_MEM_OBJECT_IMAGE1D, format, 37, 1, 1, nullptr),
                     b = make_image(session, CL_MEM_OBJECT_IMAGE2D, format, 41, 43, 1, nullptr),
                     c = make_image(session, CL_MEM_OBJECT_IMAGE2D_ARRAY, format, 47, 53, 5, nullptr),
                     d = make_image(session, CL_MEM_OBJECT_IMAGE3D, format, 59, 61, 7, nullptr);
  const Buffer out = session.upload(std::vector<int>(11));
  session.launch(session.kernel("images", "queries"), range_1d(1), a.get(), b.get(), c.get(), d.get(), out);
  expect_equal(session.download<int>(out), {37, 41, 43, 43, 47, 53, 5, 59, 61, 7, 7}, "sizes");
  return "";
}

std::string check_channels(Session& session) {
  require_images(session);
  for (const cl_image_format& format : {cl_image_format{CL_RGBA, CL_UNORM_INT8},
                                        cl_image_format{CL_R, CL_UNSIGNED_INT32}, cl_image_format{CL_RGBA, CL_FLOAT}}) {
    const MemoryHandle image = make_image(session, CL_MEM_OBJECT_IMAGE2D, format, 8, 8, 1, nullptr);
    const Buffer out = session.upload(std::vector<int>(2));
    session.launch(session.kernel("images", "channels"), range_1d(1), image.get(), out);
    expect_equal(session.download<int>(out), {int(format.image_channel_data_type), int(format.image_channel_order)},
                 "data type and order");
  }
  return "";
}

}  // namespace

std::vector<Check> image_checks() {
  std::vector<Check> checks{
      {"image.rgba_float", [](Session& s) { return check_float(s, CL_FLOAT); }},
      {"image.rgba_half", [](Session& s) { return check_float(s, CL_HALF_FLOAT); }},
      {"image.rgba_unorm8", [](Session& s) { return check_float(s, CL_UNORM_INT8); }},
      {"image.r_uint",
       [](Session& s) { return check_whole<cl_uint>(s, "write_uint", "read_uint", {CL_R, CL_UNSIGNED_INT32}, 1); }},
      {"image.rgba_uint",
       [](Session& s) { return check_whole<cl_uint>(s, "write_uint", "read_uint", {CL_RGBA, CL_UNSIGNED_INT32}, 4); }},
      {"image.rgba_short",
       [](Session& s) { return check_whole<cl_int>(s, "write_int", "read_int", {CL_RGBA, CL_SIGNED_INT16}, 4); }},
      {"image.1d", check_1d},
      {"image.2d_array", [](Session& s) { return check_layers(s, CL_MEM_OBJECT_IMAGE2D_ARRAY, "read_array"); }},
      {"image.3d", [](Session& s) { return check_layers(s, CL_MEM_OBJECT_IMAGE3D, "read_3d"); }},
      {"image.1d_writes", check_1d_writes},
      {"image.1d_reads", check_1d_reads},
      {"image.1d_array", check_1d_array},
      {"image.2d_array_writes",
       [](Session& s) { return check_layer_writes(s, CL_MEM_OBJECT_IMAGE2D_ARRAY, "write_2d_array"); }},
      {"image.3d_writes", [](Session& s) { return check_layer_writes(s, CL_MEM_OBJECT_IMAGE3D, "write_3d"); }},
      {"image.1d_buffer", check_buffer_image},
      {"image.1d_buffer_writes", check_buffer_writes},
      {"image.queries", check_queries},
      {"image.channels", check_channels},
      {"image.constant_sampler",
       [](Session& s) { return check_sampler(s, {CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR}, true); }},
  };
  const std::pair<const char*, ChannelOrder> orders[] = {
      {"r", {CL_R, {0}}},
      {"a", {CL_A, {3}}},
      {"rg", {CL_RG, {0, 1}}},
      {"ra", {CL_RA, {0, 3}}},
      {"rgba", {CL_RGBA, {0, 1, 2, 3}}},
      {"bgra", {CL_BGRA, {2, 1, 0, 3}}},
      {"argb", {CL_ARGB, {3, 0, 1, 2}}},
      {"intensity", {CL_INTENSITY, {0}}},
      {"luminance", {CL_LUMINANCE, {0}}},
  };
  for (const auto& [name, channels] : orders) {
    checks.push_back(
        {std::string("image.order.") + name, [channels = channels](Session& s) { return check_order(s, channels); }});
  }
  struct Named {
    const char* name;
    Sampling how;
  };
  for (const Named& n : {Named{"clamp", {CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST}},
                         Named{"clamp_linear", {CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR}},
                         Named{"edge", {CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST}},
                         Named{"edge_linear", {CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR}},
                         Named{"none", {CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST}},
                         Named{"normalised_clamp", {CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST}},
                         Named{"normalised_edge_linear", {CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR}},
                         Named{"repeat", {CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST}},
                         Named{"repeat_linear", {CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR}}}) {
    checks.push_back(
        {std::string("image.sampler.") + n.name, [how = n.how](Session& s) { return check_sampler(s, how, false); }});
  }
  return checks;
}

}  // namespace clc::device_tests

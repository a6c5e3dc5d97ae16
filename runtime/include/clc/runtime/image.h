// Images in a device's memory, and the samplers that kernels read them with.
#pragma once

#include <array>
#include <cstddef>

#include <CL/cl.h>

namespace clc {

struct KernelArgument;

// Kind and size of an image, in texels. Made by the functions below.
struct ImageShape {
  cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D;
  std::array<std::size_t, 3> size{0, 1, 1};  // as regions count: the images of an array are its last dimension
};
constexpr ImageShape image_1d(std::size_t width) {
  return {CL_MEM_OBJECT_IMAGE1D, {width, 1, 1}};
}
constexpr ImageShape image_2d(std::size_t width, std::size_t height) {
  return {CL_MEM_OBJECT_IMAGE2D, {width, height, 1}};
}
constexpr ImageShape image_3d(std::size_t width, std::size_t height, std::size_t depth) {
  return {CL_MEM_OBJECT_IMAGE3D, {width, height, depth}};
}
constexpr ImageShape image_1d_array(std::size_t width, std::size_t images) {
  return {CL_MEM_OBJECT_IMAGE1D_ARRAY, {width, images, 1}};
}
constexpr ImageShape image_2d_array(std::size_t width, std::size_t height, std::size_t images) {
  return {CL_MEM_OBJECT_IMAGE2D_ARRAY, {width, height, images}};
}

// A part of an image, in texels. Sizes of 0 reach to the image's end.
struct ImageRegion {
  std::array<std::size_t, 3> origin{0, 0, 0};
  std::array<std::size_t, 3> size{0, 0, 0};
};

// How texels lie in the program's memory: bytes from one row to the next, and from one 2D image to the next. 0 stands
// for no gap.
struct ImagePitch {
  std::size_t row = 0;
  std::size_t slice = 0;
};

// Owns a cl_mem that is an image. Move-only.
class Image {
 public:
  Image() = default;
  // Takes over the caller's reference.
  Image(cl_mem memory, const ImageShape& shape, const cl_image_format& format, std::size_t texel_bytes);
  Image(Image&& other) noexcept;
  Image& operator=(Image&& other) noexcept;
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;
  ~Image();

  cl_mem handle() const { return memory_; }
  const ImageShape& shape() const { return shape_; }
  const cl_image_format& format() const { return format_; }
  std::size_t width() const { return shape_.size[0]; }
  std::size_t height() const { return shape_.size[1]; }
  std::size_t depth() const { return shape_.size[2]; }
  std::size_t texel_bytes() const { return texel_bytes_; }
  std::size_t size() const { return width() * height() * depth() * texel_bytes_; }  // in bytes, without gaps

 private:
  friend KernelArgument to_argument(const Image& image);  // points to memory_

  cl_mem memory_ = nullptr;
  ImageShape shape_;
  cl_image_format format_{};
  std::size_t texel_bytes_ = 0;
};

// The way in which a sampler reads; the defaults are those of a table that is looked up by whole texels.
struct SamplerOptions {
  bool normalized = false;  // coordinates from 0 to 1
  cl_addressing_mode addressing = CL_ADDRESS_CLAMP_TO_EDGE;
  cl_filter_mode filter = CL_FILTER_NEAREST;
};

// Owns a cl_sampler. Move-only.
class Sampler {
 public:
  Sampler() = default;
  explicit Sampler(cl_sampler sampler);  // takes over the caller's reference
  Sampler(Sampler&& other) noexcept;
  Sampler& operator=(Sampler&& other) noexcept;
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;
  ~Sampler();

  cl_sampler handle() const { return sampler_; }

 private:
  friend KernelArgument to_argument(const Sampler& sampler);  // points to sampler_

  cl_sampler sampler_ = nullptr;
};

}  // namespace clc

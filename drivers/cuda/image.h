// Images as CUDA's arrays, textures and surfaces. base/cuda_image.h says what kernels get of them.
#pragma once

#include "base/cuda_image.h"
#include "cuda/device.h"

namespace clc::cuda {

std::vector<cl_image_format> formats_of_images();

// The texture of a sampler.
unsigned sampler_index(const front::SamplerFacts& sampler);

class CudaImageMemory : public front::Image {
 public:
  CudaImageMemory(CudaDevice& device, const front::ImageShape& shape, const front::ImageBuffer& buffer);
  ~CudaImageMemory() override;

  CudaDevice& device() const { return device_; }
  const front::ImageShape& shape() const { return shape_; }
  ArrayHandle array() const { return array_; }  // null: the texels are a buffer's
  bool is_1d_array() const { return shape_.type == CL_MEM_OBJECT_IMAGE1D_ARRAY; }

  // The address of the CudaImage that kernels get. Textures are made when a kernel first reads the image, and the
  // surface when one first writes it.
  DevicePointer description(bool is_read, bool is_written);

 private:
  void make_array();
  void make_textures();
  void make_surface();
  void write_description();
  void release();

  CudaDevice& device_;
  const front::ImageShape shape_;
  ResourceDescription resource_{};
  ArrayHandle array_ = nullptr;
  std::mutex mutex_;
  CudaImage image_{};
  std::vector<TextureHandle> textures_;
  DevicePointer description_ = 0;
  bool has_textures_ = false, has_surface_ = false;  // in the description
};

// One end of a copy of texels: an image, or memory of the host or of a device and where its rows lie.
struct TexelEnd {
  CudaImageMemory* image = nullptr;
  front::Extent origin{};
  std::uint8_t* host = nullptr;
  DevicePointer device = 0;
  std::size_t row = 0, slice = 0;
};

// At least one end is an image. The device's context is the thread's.
void copy_texels(StreamHandle stream, const TexelEnd& from, const TexelEnd& to, const front::Extent& extent);

}  // namespace clc::cuda

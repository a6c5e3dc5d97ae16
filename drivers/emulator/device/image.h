// Images and samplers as the chips have them: texels in rows, and the descriptors that kernels read.
#pragma once

#include <map>
#include <mutex>
#include <tuple>

#include "device/device.h"
#include "machine/image_view.h"

namespace clc::emulator {

// gfx942 has no instructions for images.
bool has_images(Chip chip);
front::ImageLimits image_limits();

class EmulatedImage : public front::Image {
 public:
  EmulatedImage(Chip chip, const front::ImageShape& shape, const front::ImageBuffer& buffer);
  ~EmulatedImage() override;

  // The address of the descriptor, which kernels get.
  std::uint64_t descriptor() const { return descriptor_->address; }
  // The address of the first texel.
  std::uint64_t texels() const { return view_.base; }
  std::size_t texel_bytes() const { return shape_.texel_bytes; }
  // The bytes from `origin` on, whose rows and slices lie as the box says.
  std::uint8_t* bytes(const front::Extent& origin);
  front::Box box() const { return {0, view_.row, view_.slice}; }

 private:
  void describe(Chip chip);

  const front::ImageShape shape_;
  ImageView view_;
  const Allocation* texels_ = nullptr;  // none: they are a buffer's
  const Allocation* descriptor_ = nullptr;
};

// The descriptor of a sampler, which stays until the process ends.
std::uint64_t sampler_descriptor(const front::SamplerFacts& facts);

void copy_texels(const front::TexelPlace& from, const front::TexelPlace& to, const front::Extent& extent);
void fill_texels(front::Image& image, const front::Extent& origin, const front::Extent& extent,
                 const std::vector<std::uint8_t>& texel);

}  // namespace clc::emulator

// Several named byte strings in one file: LLVM's OffloadBinary container, version 1
// (llvm/Object/OffloadBinary.h). Stock `llvm-objdump --offloading` lists it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

struct ContainerImage {
  std::string name;    // key "clc.name"
  std::string triple;  // key "triple": what llvm-objdump shows
  std::string arch;    // key "arch"
  Bytes bytes;
};

Bytes encode_container(const std::vector<ContainerImage>& images);

// Refuses anything that is not exactly a sequence of whole images.
Result<std::vector<ContainerImage>> decode_container(BytesView bytes);

// An image whose contents are not copied: they stay where `bytes` has them.
struct ImageView {
  std::string name;
  std::string triple;
  std::string arch;
  BytesView bytes;
};
Result<std::vector<ImageView>> view_container(BytesView bytes);

// The size of the first image, of which at least k_image_head bytes are given. The rest need not be there yet.
inline constexpr std::size_t k_image_head = 120;
Result<std::uint64_t> first_image_size(BytesView bytes);

// The most that an image with contents of this size takes in the container.
std::uint64_t most_in_container(std::uint64_t contents_size);

}  // namespace clc

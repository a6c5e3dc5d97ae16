// Images and samplers, as tests say them: "image:rgba:unorm8:64x48:random", "sampler:linear:clamp".
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clc/base/result.h"
#include "protocol/launch_protocol.h"
#include "support/number_type.h"

namespace clc {

struct ImageContents {
  LaunchArgument launch;
  ValueType type;  // of a texel, by its channels: the numbers that lie in memory
};

// image:ORDER:CHANNEL:WxH or image:ORDER:CHANNEL:@FILE.npy, with what may stand behind a buffer.
Result<ImageContents> read_image_word(const std::string& word, std::uint64_t seed);

// The words of an image without its contents, "image:rgba:unorm8", and its texels. Nothing for images of other formats,
// which are given by OpenCL's numbers.
struct ImageWords {
  std::string text;
  ValueType type;
};
std::optional<ImageWords> image_words(std::uint64_t order, std::uint64_t channel);

// sampler:nearest|linear, with :none, :clamp_to_edge, :clamp, :repeat or :mirror, and :normalized.
Result<LaunchArgument> read_sampler_word(const std::string& word);

// The words of a sampler; empty where OpenCL's numbers have none.
std::string sampler_words(const LaunchArgument& sampler);

}  // namespace clc

// The messages between clc and `clc-driver --launch`: launches of kernels, and what they leave in memory.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"

namespace clc {

enum class LaunchArgumentKind { k_value, k_buffer, k_local, k_image, k_sampler };

// OpenCL's own numbers stand for formats and modes.
struct LaunchArgument {
  LaunchArgumentKind kind = LaunchArgumentKind::k_value;
  Bytes bytes;                           // of a value, a buffer or an image's texels
  std::uint64_t size = 0;                // of local memory
  bool is_result = false;                // its contents are sent back
  std::uint64_t order = 0, channel = 0;  // of an image
  std::uint64_t dimensions = 0;
  std::array<std::uint64_t, 3> shape{1, 1, 1};
  std::uint64_t addressing = 0, filter = 0;  // of a sampler
  bool is_normalized = false;

  bool is_memory() const { return kind == LaunchArgumentKind::k_buffer || kind == LaunchArgumentKind::k_image; }
};

struct Launch {
  std::string module, kernel;
  std::uint64_t dimensions = 1;
  std::array<std::uint64_t, 3> global{1, 1, 1};
  std::array<std::uint64_t, 3> local{0, 0, 0};  // all 0: what the kernel requires, or the driver's choice
  std::array<std::uint64_t, 3> offset{0, 0, 0};
  std::vector<LaunchArgument> arguments;
};

struct LaunchReply {
  std::string problem;          // empty: it ran
  bool is_unavailable = false;  // the device takes nothing of the module
  std::string target;           // the variant that was loaded
  std::vector<Bytes> results;   // of the arguments that are results, in order
};

Bytes encode_launch(const Launch& launch);
Result<Launch> decode_launch(BytesView bytes);
Bytes encode_launch_reply(const LaunchReply& reply);
Result<LaunchReply> decode_launch_reply(BytesView bytes);

}  // namespace clc

// Packages for tests: one module "sample", its interface written by hand, binaries by PoCL or Clang.
#pragma once

#include <string>

#include "clc/base/digest.h"
#include "clc/package/package.h"

namespace clc::test {

inline constexpr const char* k_sample_source = R"(
__kernel void scale(__global const float *in, __global float *out, float factor, uint count) {
  size_t i = get_global_id(0);
  if (i < count) out[i] = in[i] * factor;
}
__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void reverse(__global int *data, __local int *tile, int3 add) {
  size_t l = get_local_id(0);
  tile[l] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  data[get_global_id(0)] = tile[7 - l] + add.x + add.y + add.z;
}
)";

inline Argument sample_argument(const std::string& name, ArgumentKind kind, const std::string& type,
                                std::uint64_t size) {
  Argument argument;
  argument.name = name;
  argument.kind = kind;
  argument.type = type;
  argument.size = size;
  argument.alignment = size;
  if (kind == ArgumentKind::k_buffer) argument.address_space = AddressSpace::k_global;
  if (kind == ArgumentKind::k_local) argument.address_space = AddressSpace::k_local;
  return argument;
}

inline Interface sample_interface() {
  KernelInterface reverse;
  reverse.name = "reverse";
  reverse.required_work_group_size = {8, 1, 1};
  reverse.arguments = {sample_argument("data", ArgumentKind::k_buffer, "int*", 8),
                       sample_argument("tile", ArgumentKind::k_local, "int*", 8),
                       sample_argument("add", ArgumentKind::k_value, "int3", 16)};
  KernelInterface scale;
  scale.name = "scale";
  scale.arguments = {sample_argument("in", ArgumentKind::k_buffer, "float*", 8),
                     sample_argument("out", ArgumentKind::k_buffer, "float*", 8),
                     sample_argument("factor", ArgumentKind::k_value, "float", 4),
                     sample_argument("count", ArgumentKind::k_value, "uint", 4)};
  return {{reverse, scale}, {}, {}};
}

struct SampleBinary {
  std::string target;
  std::string format;
  Bytes bytes;
  Match match;
};

inline PackageContents sample_contents(const std::vector<SampleBinary>& binaries) {
  Module module;
  module.name = "sample";
  module.source_sha256 = sha256_hex(k_sample_source);
  module.interfaces = {sample_interface()};
  PackageContents contents;
  for (const SampleBinary& binary : binaries) {
    Variant variant;
    variant.target = binary.target;
    variant.format = binary.format;
    variant.input_digest = sha256_hex("test");
    variant.kernels_digest = module.source_sha256;
    variant.size = binary.bytes.size();
    variant.sha256 = sha256_hex(binary.bytes);
    variant.match = binary.match;
    variant.file = blob_name(variant);
    contents.blobs[variant.file] = binary.bytes;
    module.variants.push_back(variant);
  }
  contents.manifest.generator = "test";
  contents.manifest.modules = {module};
  normalize(contents.manifest);
  return contents;
}

}  // namespace clc::test

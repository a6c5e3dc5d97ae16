// A launch of every kernel that a manifest describes: no number in it may do more than be refused.
#include "clc/package/manifest.h"
#include "fuzz.h"
#include "launch_check.h"
#include "sealed_manifest.h"

using namespace clc;

namespace {

constexpr std::size_t k_largest = ~std::size_t{0};

void plan(const KernelInterface& kernel, const NDRange& range) {
  const Result<LaunchPlan> planned = plan_launch(kernel, range);
  if (!planned) return;
  (void)check_group_size(kernel, *planned, 1024);
  (void)describe_range(range, *planned);
  for (const cl_int code : {CL_INVALID_WORK_GROUP_SIZE, CL_INVALID_WORK_ITEM_SIZE, CL_INVALID_GLOBAL_WORK_SIZE}) {
    (void)explain_size(range, *planned, code);
  }
}

void launch(const KernelInterface& kernel) {
  plan(kernel, range_1d(64));
  plan(kernel, range_2d({64, 64}, {8, 8}));
  plan(kernel, range_3d({k_largest, k_largest, k_largest}, {k_largest, k_largest, k_largest}));
  plan(kernel, range_1d(0));
  // As many arguments as it wants, each of the kind and size that it says.
  static const char memory[16] = {};
  std::vector<KernelArgument> arguments;
  for (const Argument& wanted : kernel.arguments) arguments.push_back({wanted.kind, wanted.size, memory});
  DeviceFacts device;
  device.local_memory = 49152;
  (void)check_arguments(kernel, arguments.data(), arguments.size(), device);
  (void)check_arguments(kernel, nullptr, 0, device);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Result<Manifest> manifest = decode_manifest(fuzz::sealed_manifest(fuzz::view_of(data, size)));
  if (!manifest) return 0;
  for (const Module& module : manifest->modules) {
    for (const Interface& interface : module.interfaces) {
      for (const KernelInterface& kernel : interface.kernels) launch(kernel);
    }
  }
  return 0;
}

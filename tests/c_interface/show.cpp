// Prints by the C++ interface what show.c prints by the C interface, with the same arguments.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <vector>

#include "clc/runtime/program.h"

namespace {

using clc::Result;

double milliseconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

// The clock and what this thread had of the processor.
std::array<double, 2> mark() {
  return {milliseconds(CLOCK_MONOTONIC), milliseconds(CLOCK_THREAD_CPUTIME_ID)};
}

void show_kernels(const clc::Interface& interface) {
  for (const clc::KernelInterface& kernel : interface.kernels) {
    std::printf("    %s group %llu\n", kernel.name.c_str(),
                static_cast<unsigned long long>(kernel.required_work_group_size[0]));
    for (const clc::Argument& argument : kernel.arguments) {
      std::printf("      %s: %s %s = %s '%s' kind %d const %d size %llu\n", argument.name.c_str(),
                  keyword(argument.address_space), argument.type.c_str(), argument.plain_type().c_str(),
                  keyword(argument.access), static_cast<int>(argument.kind), argument.is_const ? 1 : 0,
                  static_cast<unsigned long long>(argument.size));
    }
  }
}

void show_contents(const clc::Manifest& manifest) {
  std::printf("%s %s '%s'\n", manifest.generator.c_str(), manifest_digest(manifest).c_str(),
              manifest.signature.public_key.c_str());
  for (const clc::Module& module : manifest.modules) {
    std::printf("module %s '%s'\n", module.name.c_str(), module.tuning.of.c_str());
    for (const clc::Variant& variant : module.variants) {
      std::printf("  %s %s %llu %s\n", variant.target.c_str(), variant.format.c_str(),
                  static_cast<unsigned long long>(variant.size), variant.sha256.c_str());
      show_kernels(module.interfaces[variant.interface]);
    }
  }
}

void show_choice(const clc::Module& module, const clc::Device& device) {
  const clc::Choice choice = choose_variants(module, device.facts);
  std::printf("chosen of %s\n", module.name.c_str());
  for (const clc::Variant* variant : choice.fitting) std::printf("  fits %s\n", variant->target.c_str());
  for (const clc::Refusal& refusal : choice.refused)
    std::printf("  not %s: %s\n", refusal.target.c_str(), refusal.reason.c_str());
}

Result<void> add(const clc::Queue& queue, const clc::Program& program) {
  constexpr unsigned k_count = 1000;
  std::vector<float> a(k_count);
  std::vector<float> b(k_count);
  std::vector<float> c(k_count);
  for (unsigned i = 0; i < k_count; ++i) {
    a[i] = static_cast<float>(i) * 0.37F;
    b[i] = 1.0F / static_cast<float>(i + 1);
  }
  const std::size_t bytes = k_count * sizeof(float);
  const auto kernel = program.kernel("vecadd_scalar");
  const auto in = queue.allocate(bytes);
  const auto in_2 = queue.allocate(bytes);
  const auto out = queue.allocate(bytes);
  if (!kernel) return fail(kernel);
  if (!in || !in_2 || !out) return clc::fail(clc::ErrorKind::k_opencl, "no memory on the device");
  if (const auto wrote = queue.write(*in, a.data(), bytes); !wrote) return fail(wrote);
  if (const auto wrote = queue.write(*in_2, b.data(), bytes); !wrote) return fail(wrote);
  const auto time = kernel->launch(queue, clc::range_1d(k_count), *in, *in_2, *out, cl_ulong{k_count});
  if (!time) return fail(time);
  if (const auto read = queue.read(*out, c.data(), bytes); !read) return fail(read);
  std::uint64_t hash = 14695981039346656037U;
  for (const float value : c) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    hash = (hash ^ bits) * 1099511628211U;
  }
  std::printf("results %016llx\n", static_cast<unsigned long long>(hash));
  return {};
}

Result<void> show(const char* path, bool only_times) {
  const auto device = clc::select_device("pocl");
  if (!device) return fail(device);
  const auto queue = clc::Queue::create(*device);
  if (!queue) return fail(queue);
  const auto start = mark();
  const auto package = clc::Package::open(path);
  if (!package) return fail(package);
  const auto opened = mark();
  const auto program = clc::Program::load(*queue, *package, "vecadd");
  if (!program) return fail(program);
  if (only_times) {
    const auto loaded = mark();
    std::printf("%.3f %.3f %.3f %.3f\n", opened[0] - start[0], opened[1] - start[1], loaded[0] - opened[0],
                loaded[1] - opened[1]);
    return {};
  }
  show_contents(package->manifest());
  const clc::Module* module = package->manifest().find("vecadd");
  if (module == nullptr) return clc::fail(clc::ErrorKind::k_usage, "no module vecadd");
  show_choice(*module, *device);
  std::printf("loaded %s %s\n", module->name.c_str(), program->variant().target.c_str());
  show_kernels(program->interface());
  return add(*queue, *program);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const Result<void> shown = show(argv[1], argc > 2);
  if (shown) return 0;
  std::fprintf(stderr, "%s\n", shown.error().message.c_str());
  return clc::exit_code(shown.error().kind);
}

// A program that knows nothing of configurations but the macro that its launch depends on. Prints which one it got.
#include <cstdio>
#include <vector>

#include "clc/runtime/kernel.h"
#include "clc/runtime/program.h"

namespace {

clc::Result<int> run(const char* path, const char* pattern) {
  const auto package = clc::Package::open(path);
  if (!package) return fail(package);
  const auto device = clc::select_device(pattern);
  if (!device) return fail(device);
  const auto queue = clc::Queue::create(*device);
  if (!queue) return fail(queue);
  const auto program = clc::Program::load(*queue, *package, "scale");
  if (!program) return fail(program);
  const auto kernel = program->kernel("scale");
  if (!kernel) return fail(kernel);

  const std::string& text = program->parameters().at("WIDTH");
  const std::size_t width = std::stoul(text), count = 1009;
  std::vector<float> values(count, 1.5F);
  const auto in = queue->allocate(count * sizeof(float)), out = queue->allocate(count * sizeof(float));
  if (!in || !out) return fail(in ? out : in);
  if (const auto written = queue->write(*in, values.data(), count * sizeof(float)); !written) return fail(written);
  const std::size_t items = (count + width - 1) / width;
  const auto time = kernel->launch(*queue, clc::range_1d(items, 16).rounded_up(), *in, *out, cl_uint{count});
  if (!time) return fail(time);
  if (const auto read = queue->read(*out, values.data(), count * sizeof(float)); !read) return fail(read);
  for (const float value : values) {
    if (value != 3) return fail(clc::ErrorKind::k_gate, "a wrong result");
  }
  std::printf("WIDTH=%s\n", text.c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const auto code = argc == 3 ? run(argv[1], argv[2]) : clc::fail(clc::ErrorKind::k_usage, "PACKAGE DEVICE");
  if (code) return *code;
  std::fprintf(stderr, "run_tuned: %s\n", code.error().message.c_str());
  return 1;
}

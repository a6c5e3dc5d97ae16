// Decodes a greeting on a device.
#include <cstdio>
#include <string>

#include "greeting.clc.h"

static clc::Result<std::string> decode(std::string text) {
  const auto package = greeting::open_package();
  if (!package) return fail(package);
  const auto device = clc::select_device("");
  if (!device) return fail(device);
  const auto queue = clc::Queue::create(*device);
  if (!queue) return fail(queue);
  const auto kernels = greeting::greeting::load(*queue, *package);  // package and module have one name
  if (!kernels) return fail(kernels);

  const auto buffer = queue->allocate(text.size());
  if (!buffer) return fail(buffer);
  if (auto done = queue->write(*buffer, text.data(), text.size()); !done) return fail(done);
  const auto count = static_cast<cl_uint>(text.size());
  if (auto done = kernels->decode(*queue, clc::range_1d(count), clc::buffer<cl_char>(*buffer), count); !done) {
    return fail(done);
  }
  if (auto done = queue->read_mapped(*buffer, text.data(), text.size()); !done) {
    return fail(done);
  }
  return text;
}

int main() {
  const auto text = decode("Ifmmp-!xpsme\"");
  if (!text) {
    std::fprintf(stderr, "hello: %s\n", text.error().message.c_str());
    return clc::exit_code(text.error().kind);
  }
  std::printf("%s\n", text->c_str());
}

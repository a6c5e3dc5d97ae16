// Launches kernels whose accesses the emulator counts (CLC_EMULATOR_COUNTERS), in the order of standard input: in each
// line a kernel's name, which is its module's, too, its global and its local size in three dimensions, the bytes of the
// numbers `width` and `height`, these two, and the number `count`. A kernel takes a buffer to read, one to write and
// these numbers.
//
// usage: clc_emulator_counted_launches --package P --device D <LAUNCHES
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "device/harness.h"

namespace {

using namespace clc;
using namespace clc::device_tests;

constexpr std::size_t k_words = std::size_t{1} << 16;

struct Sizes {
  unsigned bytes = 4;
  cl_ulong width = 0, height = 0;
  cl_uint count = 0;
};

// Numbers that look random; tests/emulator/forecast_test.py knows nothing of them.
std::vector<cl_uint> data() {
  std::vector<cl_uint> words(k_words);
  cl_uint state = 1;
  for (cl_uint& word : words) {
    state = state * 1664525U + 1013904223U;
    word = state >> 8U;
  }
  return words;
}

struct Launch {
  std::string kernel;
  NDRange range;
  Sizes sizes;
};

// All of them before the first one runs: the emulator's symbolizer reads standard input, too.
std::vector<Launch> launches() {
  std::vector<Launch> all;
  for (std::string name; std::cin >> name;) {
    Launch& launch = all.emplace_back();
    launch.kernel = name;
    launch.range.dimensions = 3;
    for (std::size_t& size : launch.range.global) std::cin >> size;
    for (std::size_t& size : launch.range.local) std::cin >> size;
    std::cin >> launch.sizes.bytes >> launch.sizes.width >> launch.sizes.height >> launch.sizes.count;
    if (!std::cin) throw Failed("no launch of " + name);
  }
  return all;
}

void run(Session& session, const Launch& launch) {
  const Buffer in = session.upload(data()), out = session.upload(std::vector<cl_uint>(k_words));
  const Kernel kernel = session.kernel(launch.kernel, launch.kernel);
  const Sizes& sizes = launch.sizes;
  if (sizes.bytes == sizeof(cl_ulong)) {
    session.launch(kernel, launch.range, in, out, sizes.width, sizes.height, sizes.count);
  } else {
    session.launch(kernel, launch.range, in, out, static_cast<cl_uint>(sizes.width), static_cast<cl_uint>(sizes.height),
                   sizes.count);
  }
}

void run(const std::string& package, const std::string& device) {
  const std::vector<Launch> all = launches();
  Session session(need(Queue::create(need(select_device(device)))), need(Package::open(package)), "", false);
  for (const Launch& one : all) run(session, one);
}

}  // namespace

int main(int argc, char** argv) {
  std::string package, device;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--package") == 0) package = argv[i + 1];
    if (std::strcmp(argv[i], "--device") == 0) device = argv[i + 1];
  }
  try {
    run(package, device);
    return 0;
  } catch (const std::exception& error) {
    std::printf("failed: %s\n", error.what());
    return 1;
  }
}

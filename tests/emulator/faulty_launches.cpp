// Launches the kernels of faults.cl that standard input names, one after the other, and says of each whether its launch
// failed. faults_test.py looks at what the emulator found.
//
// usage: clc_emulator_faulty_launches --package P --device D <KERNELS
#include <cstdio>
#include <cstring>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

#include "clc/runtime/handles.h"
#include "device/harness.h"

namespace {

using namespace clc;
using namespace clc::device_tests;

constexpr std::size_t k_numbers = 1024, k_group = 256;

constexpr std::size_t k_side = 32;

MemoryHandle make_image(const Session& session) {
  const cl_image_format format{CL_R, CL_UNSIGNED_INT32};
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = k_side;
  std::vector<cl_uint> zeros(k_side * k_side);
  cl_int code = 0;
  MemoryHandle image(clCreateImage(session.queue().context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format,
                                   &description, zeros.data(), &code));
  need_cl(code, "clCreateImage");
  return image;
}

void run(Session& session, const std::string& name) {
  std::vector<cl_uint> numbers(k_numbers);
  std::iota(numbers.begin(), numbers.end(), 0U);
  if (name == "unset_beyond_seven") numbers.resize(7);
  const Buffer in = session.upload(numbers), out = session.upload(std::vector<cl_uint>(k_numbers));
  NDRange range;
  range.global = {k_numbers, 1, 1};
  range.local = {k_group, 1, 1};
  const auto count = static_cast<cl_uint>(k_numbers);
  const Kernel kernel = session.kernel("faults", name);
  const LocalMemory box{k_group * sizeof(cl_uint)};
  if (name.rfind("image_", 0) != 0) return session.launch(kernel, range, in, out, box, count, cl_mem{nullptr});
  const MemoryHandle image = make_image(session);
  session.launch(kernel, range, in, out, box, count, cl_mem{nullptr}, image.get());
}

}  // namespace

int main(int argc, char** argv) {
  std::string package, device;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--package") == 0) package = argv[i + 1];
    if (std::strcmp(argv[i], "--device") == 0) device = argv[i + 1];
  }
  try {
    // All names before the first launch: the emulator's symbolizer reads standard input, too.
    std::vector<std::string> names;
    for (std::string name; std::cin >> name;) names.push_back(name);
    Session session(need(Queue::create(need(select_device(device)))), need(Package::open(package)), "", false);
    for (const std::string& name : names) {
      bool failed = false;
      try {
        run(session, name);
      } catch (const Failed&) {
        failed = true;
        (void)session.queue().finish();  // tells the failure once more where a write before it has told it, too
      }
      std::printf("%s %s\n", name.c_str(), failed ? "failed" : "passed");
      std::fflush(stdout);
    }
    return 0;
  } catch (const std::exception& error) {
    std::printf("failed: %s\n", error.what());
    return 1;
  }
}

// Shares buffers of OpenGL with kernels of a package, without a display: a context of EGL's without a surface, a
// context of OpenCL for it, adopted by a Queue; three GL buffers, acquired, added by a kernel, released, and read by
// OpenGL.
//
// usage: clc_gl_sharing --package P [--device D]        P: the algorithm set's, of which vecadd is taken
//
// Tells how such a context ends on a driver that does not announce cl_khr_gl_sharing: PoCL 3.1 makes one, and shares
// nothing. Exit code 77: OpenGL, or the sharing, is not here.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include <CL/cl.h>
#include <CL/cl_gl.h>
#include <dlfcn.h>

#include "clc/package/package.h"
#include "clc/runtime/handles.h"
#include "clc/runtime/program.h"
#include "clc/runtime/queue.h"
#include "device/harness.h"

namespace {

using namespace clc;
using device_tests::need;
using device_tests::need_cl;
using device_tests::Skipped;

// Numbers and functions of EGL and OpenGL, whose headers are not needed to build this.
constexpr unsigned k_surfaceless = 0x31DD, k_opengl_api = 0x30A2;
constexpr unsigned k_array_buffer = 0x8892, k_dynamic_draw = 0x88E8, k_renderer = 0x1F01;
constexpr std::size_t k_count = 1000;

class OpenGl {
 public:
  OpenGl() {
    library_ = dlopen("libEGL.so.1", RTLD_NOW);
    if (library_ == nullptr) throw Skipped("libEGL.so.1 is not here");
    auto* const platform_display = egl<void*(unsigned, void*, const std::intptr_t*)>("eglGetPlatformDisplay");
    display_ = platform_display(k_surfaceless, nullptr, nullptr);
    if (display_ == nullptr || egl<unsigned(void*, int*, int*)>("eglInitialize")(display_, nullptr, nullptr) == 0) {
      throw Skipped("EGL has no display without a surface");
    }
    egl<unsigned(unsigned)>("eglBindAPI")(k_opengl_api);
    context_ = egl<void*(void*, void*, void*, const int*)>("eglCreateContext")(display_, nullptr, nullptr, nullptr);
    auto* const make_current = egl<unsigned(void*, void*, void*, void*)>("eglMakeCurrent");
    if (context_ == nullptr || make_current(display_, nullptr, nullptr, context_) == 0) {
      throw Skipped("EGL makes no context of OpenGL");
    }
    std::printf("OpenGL: %s\n", gl<const char*(unsigned)>("glGetString")(k_renderer));
  }

  unsigned buffer(const std::vector<float>& data) const {
    unsigned name = 0;
    gl<void(int, unsigned*)>("glGenBuffers")(1, &name);
    bind(name);
    gl<void(unsigned, std::intptr_t, const void*, unsigned)>("glBufferData")(k_array_buffer, bytes_of(data),
                                                                             data.data(), k_dynamic_draw);
    gl<void()>("glFinish")();
    return name;
  }
  std::vector<float> read(unsigned name) const {
    std::vector<float> data(k_count);
    bind(name);
    gl<void(unsigned, std::intptr_t, std::intptr_t, void*)>("glGetBufferSubData")(k_array_buffer, 0, bytes_of(data),
                                                                                  data.data());
    return data;
  }
  std::vector<cl_context_properties> properties(cl_platform_id platform) const {
    return {CL_GL_CONTEXT_KHR,
            reinterpret_cast<cl_context_properties>(context_),
            CL_EGL_DISPLAY_KHR,
            reinterpret_cast<cl_context_properties>(display_),
            CL_CONTEXT_PLATFORM,
            reinterpret_cast<cl_context_properties>(platform),
            0};
  }

 private:
  template <class F>
  F* egl(const char* name) const {
    auto* const function = reinterpret_cast<F*>(dlsym(library_, name));
    if (function == nullptr) throw Skipped(std::string("libEGL.so.1 has no ") + name);
    return function;
  }
  template <class F>
  F* gl(const char* name) const {
    auto* const function = reinterpret_cast<F*>(egl<void*(const char*)>("eglGetProcAddress")(name));
    if (function == nullptr) throw Skipped(std::string("OpenGL has no ") + name);
    return function;
  }
  void bind(unsigned name) const { gl<void(unsigned, unsigned)>("glBindBuffer")(k_array_buffer, name); }
  static std::intptr_t bytes_of(const std::vector<float>& data) {
    return static_cast<std::intptr_t>(data.size() * sizeof(float));
  }

  void* library_ = nullptr;
  void* display_ = nullptr;
  void* context_ = nullptr;
};

void share(const Device& device, const Package& package, const OpenGl& opengl) {
  const bool is_announced = device.facts.has_extension("cl_khr_gl_sharing");
  const std::vector<cl_context_properties> properties = opengl.properties(device.platform);
  cl_int code = CL_SUCCESS;
  const ContextHandle context(clCreateContext(properties.data(), 1, &device.id, nullptr, nullptr, &code));
  std::printf("%s (%s): cl_khr_gl_sharing is %sannounced; a context for OpenGL's: %s\n", device.facts.name.c_str(),
              device.facts.platform_name.c_str(), is_announced ? "" : "not ", opencl_error_name(code).c_str());
  if (!is_announced) throw Skipped("the driver shares nothing with OpenGL");
  need_cl(code, "clCreateContext");
  const QueueHandle commands(clCreateCommandQueue(context.get(), device.id, 0, &code));
  need_cl(code, "clCreateCommandQueue");
  const Queue queue = need(Queue::adopt(context.get(), device.id, commands.get()));
  const Kernel kernel = need(need(Program::load(queue, package, "vecadd")).kernel("vecadd_scalar"));

  std::vector<float> a(k_count), b(k_count);
  for (std::size_t i = 0; i < k_count; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = static_cast<float>(2 * i + 1);
  }
  const std::array<unsigned, 3> names{opengl.buffer(a), opengl.buffer(b), opengl.buffer(std::vector<float>(k_count))};
  std::vector<MemoryHandle> shared;
  std::vector<cl_mem> memory;
  for (const unsigned name : names) {
    shared.emplace_back(clCreateFromGLBuffer(context.get(), CL_MEM_READ_WRITE, name, &code));
    need_cl(code, "clCreateFromGLBuffer");
    memory.push_back(shared.back().get());
  }
  need_cl(clEnqueueAcquireGLObjects(commands.get(), 3, memory.data(), 0, nullptr, nullptr),
          "clEnqueueAcquireGLObjects");
  NDRange range;
  range.global = {k_count, 1, 1};
  need(kernel.launch(queue, range, memory[0], memory[1], memory[2], cl_ulong{k_count}));
  need_cl(clEnqueueReleaseGLObjects(commands.get(), 3, memory.data(), 0, nullptr, nullptr),
          "clEnqueueReleaseGLObjects");
  need_cl(clFinish(commands.get()), "clFinish");
  std::vector<float> sums(k_count);
  for (std::size_t i = 0; i < k_count; ++i) sums[i] = a[i] + b[i];
  device_tests::expect_equal(opengl.read(names[2]), sums, "the sums that OpenGL reads");
}

}  // namespace

int main(int argc, char** argv) {
  std::string package, device;
  for (int i = 1; i + 1 < argc; i += 2) (std::strcmp(argv[i], "--package") == 0 ? package : device) = argv[i + 1];
  if (package.empty()) {
    std::fprintf(stderr, "usage: clc_gl_sharing --package P [--device D]\n");
    return 2;
  }
  try {
    share(need(select_device(device)), need(Package::open(package)), OpenGl());
  } catch (const Skipped& reason) {
    std::printf("SKIP: sharing with OpenGL: %s\n", reason.what());
    return 77;
  } catch (const std::exception& error) {
    std::printf("failed  sharing with OpenGL: %s\n", error.what());
    return 1;
  }
  std::printf("passed  sharing with OpenGL\n");
  return 0;
}

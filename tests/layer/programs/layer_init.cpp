// Calls the layer as loaders of any age do, each time in a process of its own, and prints what is wrong. The functions
// behind the layer are those of the system's loader; the memory behind the end of its table cannot be read.
//
// usage: clc_layer_init LAYER
#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <CL/cl_icd.h>

namespace {

constexpr cl_uint k_entries = sizeof(cl_icd_dispatch) / sizeof(void*);
constexpr cl_uint k_more = 8;  // that a loader of tomorrow knows, and the layer does not

using Init = cl_int(CL_API_CALL*)(cl_uint, const cl_icd_dispatch*, cl_uint*, const cl_icd_dispatch**);
using InitWithProperties = cl_int(CL_API_CALL*)(cl_uint, const cl_icd_dispatch*, cl_uint*, const cl_icd_dispatch**,
                                                const cl_properties*);

struct Layer {
  Init init = nullptr;
  InitWithProperties init_with_properties = nullptr;
};

// The functions that this test and the layer call.
#define CLC_LOADER_CALLS(X)                   \
  X(clGetPlatformIDs)                         \
  X(clGetPlatformInfo)                        \
  X(clGetDeviceIDs)                           \
  X(clGetDeviceInfo)                          \
  X(clCreateContext)                          \
  X(clRetainContext)                          \
  X(clReleaseContext)                         \
  X(clGetContextInfo)                         \
  X(clRetainCommandQueue)                     \
  X(clReleaseCommandQueue)                    \
  X(clGetCommandQueueInfo)                    \
  X(clCreateBuffer)                           \
  X(clReleaseMemObject)                       \
  X(clGetSupportedImageFormats)               \
  X(clGetMemObjectInfo)                       \
  X(clGetImageInfo)                           \
  X(clReleaseSampler)                         \
  X(clCreateProgramWithSource)                \
  X(clCreateProgramWithBinary)                \
  X(clRetainProgram)                          \
  X(clReleaseProgram)                         \
  X(clBuildProgram)                           \
  X(clGetProgramInfo)                         \
  X(clGetProgramBuildInfo)                    \
  X(clCreateKernel)                           \
  X(clCreateKernelsInProgram)                 \
  X(clRetainKernel)                           \
  X(clReleaseKernel)                          \
  X(clSetKernelArg)                           \
  X(clGetKernelInfo)                          \
  X(clGetKernelWorkGroupInfo)                 \
  X(clWaitForEvents)                          \
  X(clGetEventInfo)                           \
  X(clReleaseEvent)                           \
  X(clGetEventProfilingInfo)                  \
  X(clFlush)                                  \
  X(clFinish)                                 \
  X(clEnqueueReadBuffer)                      \
  X(clEnqueueWriteBuffer)                     \
  X(clEnqueueReadImage)                       \
  X(clEnqueueWriteImage)                      \
  X(clEnqueueMapBuffer)                       \
  X(clEnqueueUnmapMemObject)                  \
  X(clEnqueueNDRangeKernel)                   \
  X(clCreateCommandQueue)                     \
  X(clSetEventCallback)                       \
  X(clCreateSubDevices)                       \
  X(clReleaseDevice)                          \
  X(clCreateImage)                            \
  X(clCompileProgram)                         \
  X(clLinkProgram)                            \
  X(clGetKernelArgInfo)                       \
  X(clEnqueueFillBuffer)                      \
  X(clEnqueueMarkerWithWaitList)              \
  X(clGetExtensionFunctionAddressForPlatform) \
  X(clCreateSampler)                          \
  X(clCreateProgramWithIL)

cl_icd_dispatch whole_table() {
  cl_icd_dispatch table{};
#define CLC_ENTRY(name) table.name = &::name;
  CLC_LOADER_CALLS(CLC_ENTRY)
#undef CLC_ENTRY
  return table;
}

// A copy of the table's first entries, and nothing behind them but a page that cannot be read.
const cl_icd_dispatch* table_of(cl_uint entries) {
  static const cl_icd_dispatch whole = whole_table();
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  auto* const room =
      static_cast<char*>(::mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ::mprotect(room + page, page, PROT_NONE);
  char* const table = room + page - entries * sizeof(void*);
  std::memcpy(table, &whole, std::min(entries, k_entries) * sizeof(void*));
  return reinterpret_cast<const cl_icd_dispatch*>(table);
}

// Builds through the layer's table where it has an entry, as a loader does.
bool builds(const cl_icd_dispatch& layer, cl_uint told) {
  cl_icd_dispatch table = whole_table();
  for (cl_uint i = 0; i < told; ++i) {
    void* entry = nullptr;
    std::memcpy(&entry, reinterpret_cast<const char*>(&layer) + i * sizeof(void*), sizeof(entry));
    if (entry != nullptr) std::memcpy(reinterpret_cast<char*>(&table) + i * sizeof(void*), &entry, sizeof(entry));
  }
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  if (table.clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS) return false;
  if (table.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS) return false;
  const cl_context context = table.clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  const char* source = "kernel void k(global int* x) { *x = 1; }";
  const cl_program program = table.clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  if (table.clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr) != CL_SUCCESS) return false;
  return table.clReleaseProgram(program) == CL_SUCCESS && table.clReleaseContext(context) == CL_SUCCESS;
}

bool is_right(cl_int code, cl_uint entries, cl_uint told, const cl_icd_dispatch* table) {
  if (code != CL_SUCCESS) return told == 0 && table == nullptr;
  return table != nullptr && told <= entries && told <= k_entries && builds(*table, told);
}

int failures = 0;

void check(const std::string& what, const std::function<bool()>& holds) {
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child == 0) ::_exit(holds() ? 0 : 1);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  ++failures;
  std::printf("FAILED  %s: status %d\n", what.c_str(), status);
}

bool begins_with(const Layer& layer, cl_uint entries, bool may_refuse) {
  cl_uint told = 0;
  const cl_icd_dispatch* table = nullptr;
  const cl_int code = layer.init_with_properties(entries, table_of(entries), &told, &table, nullptr);
  return (may_refuse || code == CL_SUCCESS) && is_right(code, entries, told, table);
}

bool refuses_properties(const Layer& layer) {
  cl_uint told = 0;
  const cl_icd_dispatch* table = nullptr;
  const cl_properties unknown[] = {1, 0, 0};
  if (layer.init_with_properties(k_entries, table_of(k_entries), &told, &table, unknown) != CL_INVALID_PROPERTY)
    return false;
  const cl_properties none[] = {0};
  return told == 0 && table == nullptr &&
         layer.init_with_properties(k_entries, table_of(k_entries), &told, &table, none) == CL_SUCCESS &&
         is_right(CL_SUCCESS, k_entries, told, table);
}

bool refuses_null(const Layer& layer) {
  cl_uint told = 0;
  const cl_icd_dispatch* table = nullptr;
  const cl_icd_dispatch* given = table_of(k_entries);
  return layer.init_with_properties(k_entries, nullptr, &told, &table, nullptr) == CL_INVALID_VALUE &&
         layer.init_with_properties(k_entries, given, nullptr, &table, nullptr) == CL_INVALID_VALUE &&
         layer.init(k_entries, given, &told, nullptr) == CL_INVALID_VALUE;
}

}  // namespace

int main(int argc, char** argv) {
  void* const library = argc == 2 ? ::dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : nullptr;
  if (library == nullptr) return 2;
  Layer layer;
  layer.init = reinterpret_cast<Init>(::dlsym(library, "clInitLayer"));
  layer.init_with_properties = reinterpret_cast<InitWithProperties>(::dlsym(library, "clInitLayerWithProperties"));
  if (layer.init == nullptr || layer.init_with_properties == nullptr) {
    std::printf("FAILED  the layer lacks a function\n");
    return 1;
  }
  check("a table as long as the layer's", [&] { return begins_with(layer, k_entries, false); });
  check("a longer table", [&] { return begins_with(layer, k_entries + k_more, false); });
  check("a table without the last functions", [&] { return begins_with(layer, k_entries - 2, false); });
  for (cl_uint entries = 0; entries < k_entries; entries += entries < 8 ? 1 : 5) {
    check("a table of " + std::to_string(entries), [&] { return begins_with(layer, entries, true); });
  }
  check("properties", [&] { return refuses_properties(layer); });
  check("null pointers", [&] { return refuses_null(layer); });
  check("the older function", [&] {
    cl_uint told = 0;
    const cl_icd_dispatch* table = nullptr;
    const cl_int code = layer.init(k_entries - 1, table_of(k_entries - 1), &told, &table);
    return code == CL_SUCCESS && is_right(code, k_entries - 1, told, table);
  });
  std::printf("%d failed\n", failures);
  return failures == 0 ? 0 : 1;
}

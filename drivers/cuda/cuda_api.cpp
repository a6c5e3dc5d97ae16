#include "cuda/cuda_api.h"

#include "base/platform/libraries.h"

namespace clc::cuda {
namespace {

Api g_api;

template <class F>
bool find(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(platform::find_function(library, name));
  return function != nullptr;
}

}  // namespace

const Api& cuda() {
  return g_api;
}

std::string open_cuda() {
  const std::string driver = platform::k_cuda_driver;
  std::string why;
  void* library = platform::open_library(driver, why);
  if (library == nullptr) return "NVIDIA's driver is not installed: " + driver + " cannot be opened";
#define CLC_CUDA_FIND(name, ...) \
  if (!find(library, #name, g_api.name)) return "NVIDIA's driver is too old: " + driver + " has no " #name;
  CLC_CUDA_FUNCTIONS(CLC_CUDA_FIND)
#undef CLC_CUDA_FIND
#define CLC_CUDA_TRY(name, ...) find(library, #name, g_api.name);
  CLC_CUDA_OPTIONAL_FUNCTIONS(CLC_CUDA_TRY)
#undef CLC_CUDA_TRY
  const Result result = g_api.cuInit(0);
  if (result == k_no_device) return driver + " finds no NVIDIA GPU";
  if (result != k_success) return "CUDA cannot be initialised: " + describe(result);
  return {};
}

std::string describe(Result result) {
  const char *name = nullptr, *text = nullptr;
  if (g_api.cuGetErrorName(result, &name) != k_success || name == nullptr) return "error " + std::to_string(result);
  if (g_api.cuGetErrorString(result, &text) != k_success || text == nullptr) return name;
  return std::string(name) + " (" + text + ")";
}

std::string driver_version() {
  int version = 0;
  g_api.cuDriverGetVersion(&version);
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

}  // namespace clc::cuda

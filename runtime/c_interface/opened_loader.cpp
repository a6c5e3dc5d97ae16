// The table of OpenCL functions for libclc-runtime.so, which holds those of a loader that is opened at run time.
#include "opened_loader.h"

#include <atomic>
#include <mutex>
#include <string_view>

#include "base/platform/forks.h"
#include "base/platform/libraries.h"
#include "opencl_calls.h"

namespace clc {
namespace {

struct OpenedLoader {
  platform::ForkSafeMutex mutex;  // held while a loader is opened
  std::atomic<bool> is_open{false};
  OpenClCalls calls;    // written once, before is_open
  std::string library;  // the same
};

// Lives until the process ends, because drivers' threads may outlive other objects.
OpenedLoader& the_loader() {
  static auto* loader = new OpenedLoader;
  return *loader;
}

// Functions that are newer than OpenCL 1.2; who calls one looks first whether it is there.
bool may_be_absent(std::string_view name) {
  return name == "clCreateProgramWithIL";
}

// Fills the table, and returns the name of the first function that is missing, or null.
const char* fill(OpenClCalls& calls, void* library) {
  const char* missing = nullptr;
#define CLC_LOOK_UP(name)                                                                       \
  calls.name = reinterpret_cast<decltype(calls.name)>(platform::find_function(library, #name)); \
  if (calls.name == nullptr && missing == nullptr && !may_be_absent(#name)) missing = #name;
  CLC_OPENCL_CALLS(CLC_LOOK_UP)
#undef CLC_LOOK_UP
  return missing;
}

Result<void> open(OpenedLoader& loader, const std::string& library) {
  // Never closed again: drivers do not survive that.
  std::string why;
  void* handle = platform::open_library(library, why);
  if (handle == nullptr) {
    return fail(ErrorKind::k_unavailable, "the OpenCL loader cannot be opened: " + why + "; " +
                                              platform::k_how_to_get_opencl + ", or name it to clc_use_opencl");
  }
  OpenClCalls calls;
  if (const char* missing = fill(calls, handle)) {
    platform::close_library(handle);
    return fail(ErrorKind::k_unavailable,
                "the OpenCL loader '" + library + "' has no " + missing + ", which OpenCL 1.2 has");
  }
  loader.calls = calls;
  loader.library = library;
  loader.is_open.store(true, std::memory_order_release);
  return {};
}

}  // namespace

const OpenClCalls& opencl() {
  return the_loader().calls;
}

Result<void> need_opencl() {
  OpenedLoader& loader = the_loader();
  if (loader.is_open.load(std::memory_order_acquire)) return {};
  const std::lock_guard lock(loader.mutex);
  if (loader.is_open.load(std::memory_order_acquire)) return {};
  return open(loader, platform::k_opencl_loader);
}

Result<void> use_opencl(const std::string& library) {
  OpenedLoader& loader = the_loader();
  const std::lock_guard lock(loader.mutex);
  if (!loader.is_open.load(std::memory_order_acquire)) return open(loader, library);
  if (loader.library == library) return {};
  return fail(ErrorKind::k_usage,
              "the OpenCL loader '" + loader.library + "' is in use already: call clc_use_opencl before anything else");
}

}  // namespace clc

// The functions of a layer that an OpenCL loader calls.
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/platform/libraries.h"
#include "base/platform/process.h"
#include "calls/entry_points.h"
#include "calls/keep_later.h"
#include "forks.h"
#include "layer_state.h"
#include "next_layer.h"
#include "recording/user_layer.h"

namespace clc::layer {
namespace {

// Writes summary and recording at the regular end of the process; earlier builds are in them already. It is registered
// with atexit, so that it runs before the destructors of this library's objects.
void at_exit() {
  state().end_keeping();
  if (!state().is_at_work()) return;
  state().settle_cache();
  state().add_use();
  state().summary.write();
  if (Recorder* recorder = state().recorder()) recorder->finish();
}

// Returns false in a program that its user leaves out, and when the user's settings are out of reach: the layer was
// turned off after the session began, or this is a sandbox.
bool is_wanted(const LayerSettings& settings) {
  if (settings.user_folder.empty()) return true;
  const Result<UserLayer> user = read_user_layer(settings.user_folder);
  return user && user->is_on_for(name_of_this_program());
}

bool begin_first(const Dispatch& target, cl_uint entries) {
  // A set-uid program must not load a layer that its environment names. A loader that does so all the same gets a
  // refusal.
  if (platform::is_privileged()) return false;
  if (!set_next(target, entries)) return false;
  LayerSettings settings = read_layer_settings();
  if (!is_wanted(settings)) return false;
  const std::string trouble = settings.trouble;
  make_state(std::move(settings));
  if (!trouble.empty()) {
    state().log.write(trouble + "; the layer does nothing");
    return false;
  }
  // The layer calls the next functions as long as the process lives, also when the program closes the loader, which
  // unloads layers, and opens it again. Threads of the layer may be at work meanwhile.
  platform::keep_loaded(reinterpret_cast<const void*>(target.clGetPlatformIDs));
  platform::keep_loaded(reinterpret_cast<const void*>(&entry_points));
  // Mostly in the main thread, whose end has to wait for threads of the layer.
  note_thread();
  if (!follow_forks()) return false;
  return std::atexit(at_exit) == 0;
}

// Begins only once. A second loader in the process has the same drivers with the same handles, so the functions behind
// the first loader serve its programs, too.
bool begin(const Dispatch& target, cl_uint entries) {
  static const bool is_working = begin_first(target, entries);
  return is_working && state().is_at_work();
}

cl_int layer_info(cl_layer_info name, std::size_t room, void* to, std::size_t* size_ret) {
  constexpr cl_layer_api_version k_version = CL_LAYER_API_VERSION_100;
  constexpr char k_name[] = "clc";
  const void* value = nullptr;
  std::size_t size = 0;
  if (name == CL_LAYER_API_VERSION) {
    value = &k_version;
    size = sizeof(k_version);
  } else if (name == CL_LAYER_NAME) {
    value = k_name;
    size = sizeof(k_name);
  } else {
    return CL_INVALID_VALUE;
  }
  if (to != nullptr && room < size) return CL_INVALID_VALUE;
  if (to != nullptr) std::memcpy(to, value, size);
  if (size_ret != nullptr) *size_ret = size;
  return CL_SUCCESS;
}

// The loader may have a shorter table than the layer, or a longer one.
cl_int init(cl_uint entries, const Dispatch* target, cl_uint* entries_told, const Dispatch** layer) {
  if (target == nullptr || entries_told == nullptr || layer == nullptr) return CL_INVALID_VALUE;
  try {
    if (!begin(*target, entries)) return CL_INVALID_VALUE;
    *layer = &entry_points();
    *entries_told = std::min(entries, k_dispatch_entries);
    return CL_SUCCESS;
  } catch (...) {
    return CL_OUT_OF_HOST_MEMORY;
  }
}

}  // namespace
}  // namespace clc::layer

extern "C" {

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info name, std::size_t room, void* to, std::size_t* size_ret) {
  return clc::layer::layer_info(name, room, to, size_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch* target, cl_uint* entries_told,
                                            const cl_icd_dispatch** layer) {
  return clc::layer::init(entries, target, entries_told, layer);
}

// Khronos's loader calls this one from 2025 on, and takes no layer without it. Older headers lack the declaration. The
// layer has no clDeinitLayer: it does its last work by atexit, before anything of a driver is gone.
// NOLINTNEXTLINE(readability-identifier-naming): the loader's name
CL_API_ENTRY cl_int CL_API_CALL clInitLayerWithProperties(cl_uint entries, const cl_icd_dispatch* target,
                                                          cl_uint* entries_told, const cl_icd_dispatch** layer,
                                                          const cl_properties* properties) {
  if (properties != nullptr && *properties != 0) return CL_INVALID_PROPERTY;  // there are none yet
  return clc::layer::init(entries, target, entries_told, layer);
}

}  // extern "C"

#include "calls/extension_calls.h"

#include <atomic>
#include <cstring>

#include "calls/launches.h"
#include "calls/time_calls.h"
#include "layer_state.h"

namespace clc::layer {
namespace {

// Each driver has a function of its own for a name, for all of its platforms, and each such function needs a wrapper of
// its own. A process is unlikely to have more drivers than this; functions of further drivers are not wrapped.
constexpr std::size_t k_most_drivers = 8;

// The wrappers of one extension function, one for each driver. `Call` has the function's type as `Function`, and a
// template `call<index>` that calls below(index).
template <class Call>
class Wrappers {
 public:
  using Function = typename Call::Function;

  // Returns the wrapper of this driver's function, or null when all wrappers are taken.
  static void* wrapper_for(void* below) {
    for (std::size_t i = 0; i < k_most_drivers; ++i) {
      void* expected = nullptr;
      if (all_below[i].compare_exchange_strong(expected, below) || expected == below)
        return reinterpret_cast<void*>(k_wrappers[i]);
    }
    return nullptr;
  }
  static Function below(std::size_t index) { return reinterpret_cast<Function>(all_below[index].load()); }

 private:
  static const Function k_wrappers[k_most_drivers];
  static inline std::atomic<void*> all_below[k_most_drivers]{};
};

// Returns the program that the driver works on.
cl_program actual(cl_program program) noexcept {
  try {
    const auto followed = state().registry.find(program);
    return followed ? followed->actual() : program;
  } catch (...) {
    return program;
  }
}

struct CreateWithIl {
  using Function = cl_program(CL_API_CALL*)(cl_context, const void*, std::size_t, cl_int*);
  template <std::size_t index>
  static cl_program CL_API_CALL call(cl_context context, const void* il, std::size_t size, cl_int* code) {
    return follow_il(Wrappers<CreateWithIl>::below(index)(context, il, size, code), context, il, size);
  }
};

struct GlobalVariable {  // clGetDeviceGlobalVariablePointerINTEL
  using Function = cl_int(CL_API_CALL*)(cl_device_id, cl_program, const char*, std::size_t*, void**);
  template <std::size_t index>
  static cl_int CL_API_CALL call(cl_device_id device, cl_program program, const char* name, std::size_t* size,
                                 void** pointer) {
    return Wrappers<GlobalVariable>::below(index)(device, actual(program), name, size, pointer);
  }
};

struct FunctionPointer {  // clGetDeviceFunctionPointerINTEL
  using Function = cl_int(CL_API_CALL*)(cl_device_id, cl_program, const char*, cl_ulong*);
  template <std::size_t index>
  static cl_int CL_API_CALL call(cl_device_id device, cl_program program, const char* name, cl_ulong* pointer) {
    return Wrappers<FunctionPointer>::below(index)(device, actual(program), name, pointer);
  }
};

struct WriteVariable {  // clEnqueueWriteGlobalVariableINTEL
  using Function = cl_int(CL_API_CALL*)(cl_command_queue, cl_program, const char*, cl_bool, std::size_t, std::size_t,
                                        const void*, cl_uint, const cl_event*, cl_event*);
  template <std::size_t index>
  static cl_int CL_API_CALL call(cl_command_queue queue, cl_program program, const char* name, cl_bool waits,
                                 std::size_t size, std::size_t offset, const void* from, cl_uint count,
                                 const cl_event* events, cl_event* event) {
    return Wrappers<WriteVariable>::below(index)(queue, actual(program), name, waits, size, offset, from, count, events,
                                                 event);
  }
};

struct ReadVariable {  // clEnqueueReadGlobalVariableINTEL
  using Function = cl_int(CL_API_CALL*)(cl_command_queue, cl_program, const char*, cl_bool, std::size_t, std::size_t,
                                        void*, cl_uint, const cl_event*, cl_event*);
  template <std::size_t index>
  static cl_int CL_API_CALL call(cl_command_queue queue, cl_program program, const char* name, cl_bool waits,
                                 std::size_t size, std::size_t offset, void* to, cl_uint count, const cl_event* events,
                                 cl_event* event) {
    return Wrappers<ReadVariable>::below(index)(queue, actual(program), name, waits, size, offset, to, count, events,
                                                event);
  }
};

// clCommandNDRangeKernelKHR. A launch that is put into a buffer of commands counts once, however often the buffer runs.
// All parameters are handles, pointers and numbers, which are the same in each version of the extension.
struct CommandKernel {
  using Function = cl_int(CL_API_CALL*)(void*, cl_command_queue, const void*, cl_kernel, cl_uint, const std::size_t*,
                                        const std::size_t*, const std::size_t*, cl_uint, const cl_uint*, cl_uint*,
                                        void*);
  template <std::size_t index>
  static cl_int CL_API_CALL call(void* buffer, cl_command_queue queue, const void* properties, cl_kernel kernel,
                                 cl_uint dimensions, const std::size_t* offset, const std::size_t* global,
                                 const std::size_t* local, cl_uint count, const cl_uint* points, cl_uint* point,
                                 void* command) {
    const cl_int code = Wrappers<CommandKernel>::below(index)(buffer, queue, properties, kernel, dimensions, offset,
                                                              global, local, count, points, point, command);
    if (code == CL_SUCCESS) note_launch(kernel, dimensions, offset, global, local);
    return code;
  }
};

struct CreateQueueKhr {  // clCreateCommandQueueWithPropertiesKHR
  using Function = CreateQueue;
  template <std::size_t index>
  static cl_command_queue CL_API_CALL call(cl_context context, cl_device_id device,
                                           const cl_queue_properties* properties, cl_int* code) {
    return create_queue_with(Wrappers<CreateQueueKhr>::below(index), context, device, properties, code);
  }
};

template <class Call>
const typename Wrappers<Call>::Function Wrappers<Call>::k_wrappers[k_most_drivers] = {
    Call::template call<0>, Call::template call<1>, Call::template call<2>, Call::template call<3>,
    Call::template call<4>, Call::template call<5>, Call::template call<6>, Call::template call<7>};

struct Extension {
  const char* name;
  void* (*wrapper_for)(void* below);
};

constexpr Extension k_extensions[] = {
    {"clCreateProgramWithILKHR", &Wrappers<CreateWithIl>::wrapper_for},
    {"clGetDeviceGlobalVariablePointerINTEL", &Wrappers<GlobalVariable>::wrapper_for},
    {"clGetDeviceFunctionPointerINTEL", &Wrappers<FunctionPointer>::wrapper_for},
    {"clEnqueueWriteGlobalVariableINTEL", &Wrappers<WriteVariable>::wrapper_for},
    {"clEnqueueReadGlobalVariableINTEL", &Wrappers<ReadVariable>::wrapper_for},
    {"clCreateCommandQueueWithPropertiesKHR", &Wrappers<CreateQueueKhr>::wrapper_for},
    {"clCommandNDRangeKernelKHR", &Wrappers<CommandKernel>::wrapper_for},
};

}  // namespace

void* extension_function(const char* name, void* below) {
  if (name == nullptr || below == nullptr) return below;
  for (const Extension& extension : k_extensions) {
    if (std::strcmp(extension.name, name) != 0) continue;
    void* wrapper = extension.wrapper_for(below);
    return wrapper == nullptr ? below : wrapper;
  }
  return below;
}

}  // namespace clc::layer

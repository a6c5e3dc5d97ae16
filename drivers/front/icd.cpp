// The table of functions that the ICD loader calls, and the functions by which it finds it. No exception leaves them.
#include <new>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "front/api.h"
#include "front/command_buffer.h"

namespace clc::front {
namespace {

template <class F>
cl_int code_of(F&& call) {
  try {
    call();
    return CL_SUCCESS;
  } catch (const Failure& failure) {
    return failure.code;
  } catch (const std::bad_alloc&) {
    return CL_OUT_OF_HOST_MEMORY;
  } catch (const std::exception&) {
    return CL_OUT_OF_RESOURCES;  // of a thread or a folder that the system does not give
  }
}

// OpenCL's function of one of api.h: that which returns a code, or an object and tells the code.
template <auto function>
struct Entry;
template <class... A, void (*function)(A...)>
struct Entry<function> {
  static cl_int CL_API_CALL call(A... arguments) {
    return code_of([&] { function(arguments...); });
  }
};
template <class T, class... A, T* (*function)(A...)>
struct Entry<function> {
  static T* CL_API_CALL call(A... arguments, cl_int* told) {
    T* object = nullptr;
    const cl_int code = code_of([&] { object = function(arguments...); });
    if (told != nullptr) *told = code;
    return object;
  }
};
// The same for one that may fail and have an object nevertheless.
template <class T, class... A, std::pair<T*, cl_int> (*function)(A...)>
struct Entry<function> {
  static T* CL_API_CALL call(A... arguments, cl_int* told) {
    std::pair<T*, cl_int> result;
    const cl_int code = code_of([&] { result = function(arguments...); });
    if (told != nullptr) *told = code != CL_SUCCESS ? code : result.second;
    return result.first;
  }
};
template <auto function>
constexpr auto* k_entry = &Entry<function>::call;

template <class T>
void retain(T* handle) {
  add_reference(checked(handle).get());
}
template <class T>
void release(T* handle) {
  const auto object = checked(handle);
  require(drop_reference(object.get()), k_handle<T>.invalid);
}

// A function of a feature that no device has: after its first argument was found to be a handle, it fails with `code`.
template <cl_int code, class R, class H, class... A>
auto absent(R(CL_API_CALL*)(H, A...)) -> R(CL_API_CALL*)(H, A...) {
  return [](H handle, A... rest) -> R {
    using Pointee = std::remove_pointer_t<H>;
    cl_int result = code;
    if constexpr (k_handle<Pointee>.kind != Kind::k_platform) {
      const cl_int found = code_of([&] { checked(handle); });
      if (found != CL_SUCCESS) result = found;
    }
    if constexpr (std::is_pointer_v<R>) {
      cl_int* told = std::get<sizeof...(A) - 1>(std::tie(rest...));
      if (told != nullptr) *told = result;
      return nullptr;
    } else {
      return result;
    }
  };
}

template <class F>
void* address(F* function) {
  return reinterpret_cast<void*>(function);
}

void* CL_API_CALL allocate_shared(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  void* pointer = nullptr;
  code_of([&] { pointer = api::allocate_shared(context, flags, size, alignment); });
  return pointer;
}
void CL_API_CALL free_shared(cl_context context, void* pointer) {
  code_of([&] { api::free_shared(context, pointer); });
}

// Functions of cl_khr_command_buffer; those of images fail.
void* command_buffer_function(std::string_view name) {
  constexpr cl_int k_none = CL_INVALID_OPERATION;
  static const std::pair<std::string_view, void*> functions[] = {
      {"clCreateCommandBufferKHR", address(k_entry<api::create_command_buffer>)},
      {"clRetainCommandBufferKHR", address(k_entry<retain<_cl_command_buffer_khr>>)},
      {"clReleaseCommandBufferKHR", address(k_entry<release<_cl_command_buffer_khr>>)},
      {"clFinalizeCommandBufferKHR", address(k_entry<api::finalize_command_buffer>)},
      {"clEnqueueCommandBufferKHR", address(k_entry<api::enqueue_command_buffer>)},
      {"clGetCommandBufferInfoKHR", address(k_entry<api::get_command_buffer_info>)},
      {"clCommandBarrierWithWaitListKHR", address(k_entry<api::record_barrier>)},
      {"clCommandCopyBufferKHR", address(k_entry<api::record_copy>)},
      {"clCommandCopyBufferRectKHR", address(k_entry<api::record_copy_rectangle>)},
      {"clCommandFillBufferKHR", address(k_entry<api::record_fill>)},
      {"clCommandNDRangeKernelKHR", address(k_entry<api::record_launch>)},
      {"clCommandCopyImageKHR", address(absent<k_none>(clCommandCopyImageKHR_fn{}))},
      {"clCommandCopyBufferToImageKHR", address(absent<k_none>(clCommandCopyBufferToImageKHR_fn{}))},
      {"clCommandCopyImageToBufferKHR", address(absent<k_none>(clCommandCopyImageToBufferKHR_fn{}))},
      {"clCommandFillImageKHR", address(absent<k_none>(clCommandFillImageKHR_fn{}))}};
  for (const auto& [known, function] : functions) {
    if (known == name) return function;
  }
  return nullptr;
}

void* CL_API_CALL extension_function(const char* name) {
  const std::string_view wanted = name != nullptr ? name : "";
  if (wanted == "clIcdGetPlatformIDsKHR") return address(k_entry<api::get_platform_ids>);
  if (wanted == "clGetPlatformInfo") return address(k_entry<api::get_platform_info>);
  if (wanted == "clGetKernelSubGroupInfoKHR") return address(k_entry<api::get_sub_group_info>);
  if (wanted == "clGetKernelSuggestedLocalWorkSizeKHR") return address(k_entry<api::suggested_group>);
  return command_buffer_function(wanted);
}
void* CL_API_CALL extension_function_of(cl_platform_id platform, const char* name) {
  return platform == the_platform() ? extension_function(name) : nullptr;
}

void fill_objects(cl_icd_dispatch& table) {
  table.clGetPlatformIDs = k_entry<api::get_platform_ids>;
  table.clGetPlatformInfo = k_entry<api::get_platform_info>;
  table.clGetDeviceIDs = k_entry<api::get_device_ids>;
  table.clGetDeviceInfo = k_entry<api::get_device_info>;
  table.clCreateSubDevices = k_entry<api::create_sub_devices>;
  table.clRetainDevice = k_entry<api::retain_device>;
  table.clReleaseDevice = k_entry<api::release_device>;
  table.clGetDeviceAndHostTimer = k_entry<api::get_device_and_host_timer>;
  table.clGetHostTimer = k_entry<api::get_host_timer>;
  table.clCreateContext = k_entry<api::create_context>;
  table.clCreateContextFromType = k_entry<api::create_context_from_type>;
  table.clGetContextInfo = k_entry<api::get_context_info>;
  table.clSetContextDestructorCallback = k_entry<api::set_context_destructor>;
  table.clRetainContext = k_entry<retain<_cl_context>>;
  table.clReleaseContext = k_entry<release<_cl_context>>;
  table.clCreateCommandQueue = k_entry<api::create_queue>;
  table.clCreateCommandQueueWithProperties = k_entry<api::create_queue_with_properties>;
  table.clGetCommandQueueInfo = k_entry<api::get_queue_info>;
  table.clSetCommandQueueProperty = k_entry<api::set_queue_property>;
  table.clSetDefaultDeviceCommandQueue = k_entry<api::set_default_device_queue>;
  table.clRetainCommandQueue = k_entry<retain<_cl_command_queue>>;
  table.clReleaseCommandQueue = k_entry<release<_cl_command_queue>>;
  table.clCreateBuffer = k_entry<api::create_buffer>;
  table.clCreateBufferWithProperties = k_entry<api::create_buffer_with_properties>;
  table.clCreateSubBuffer = k_entry<api::create_sub_buffer>;
  table.clGetMemObjectInfo = k_entry<api::get_mem_info>;
  table.clSetMemObjectDestructorCallback = k_entry<api::set_mem_destructor>;
  table.clRetainMemObject = k_entry<retain<_cl_mem>>;
  table.clReleaseMemObject = k_entry<release<_cl_mem>>;
  table.clGetExtensionFunctionAddress = extension_function;
  table.clGetExtensionFunctionAddressForPlatform = extension_function_of;
}

void fill_programs(cl_icd_dispatch& table) {
  table.clCreateProgramWithSource = k_entry<api::create_from_source>;
  table.clCreateProgramWithBinary = k_entry<api::create_from_binary>;
  table.clCreateProgramWithIL = k_entry<api::create_from_il>;
  table.clCreateProgramWithBuiltInKernels = k_entry<api::create_from_builtin>;
  table.clBuildProgram = k_entry<api::build_program>;
  table.clCompileProgram = k_entry<api::compile_program>;
  table.clLinkProgram = k_entry<api::link_program>;
  table.clUnloadCompiler = k_entry<api::unload_compiler>;
  table.clUnloadPlatformCompiler = k_entry<api::unload_platform_compiler>;
  table.clGetProgramInfo = k_entry<api::get_program_info>;
  table.clGetProgramBuildInfo = k_entry<api::get_build_info>;
  table.clSetProgramReleaseCallback = k_entry<api::set_program_release>;
  table.clSetProgramSpecializationConstant = k_entry<api::set_specialization>;
  table.clRetainProgram = k_entry<retain<_cl_program>>;
  table.clReleaseProgram = k_entry<release<_cl_program>>;
  table.clCreateKernel = k_entry<api::create_kernel>;
  table.clCreateKernelsInProgram = k_entry<api::create_kernels>;
  table.clCloneKernel = k_entry<api::clone_kernel>;
  table.clSetKernelArg = k_entry<api::set_argument>;
  table.clGetKernelInfo = k_entry<api::get_kernel_info>;
  table.clGetKernelArgInfo = k_entry<api::get_argument_info>;
  table.clGetKernelWorkGroupInfo = k_entry<api::get_group_info>;
  table.clGetKernelSubGroupInfo = k_entry<api::get_sub_group_info>;
  table.clGetKernelSubGroupInfoKHR = k_entry<api::get_sub_group_info>;
  table.clRetainKernel = k_entry<retain<_cl_kernel>>;
  table.clReleaseKernel = k_entry<release<_cl_kernel>>;
}

void fill_commands(cl_icd_dispatch& table) {
  table.clFlush = k_entry<api::flush>;
  table.clFinish = k_entry<api::finish>;
  table.clEnqueueReadBuffer = k_entry<api::read_buffer>;
  table.clEnqueueWriteBuffer = k_entry<api::write_buffer>;
  table.clEnqueueCopyBuffer = k_entry<api::copy_buffer>;
  table.clEnqueueFillBuffer = k_entry<api::fill_buffer>;
  table.clEnqueueReadBufferRect = k_entry<api::read_rectangle>;
  table.clEnqueueWriteBufferRect = k_entry<api::write_rectangle>;
  table.clEnqueueCopyBufferRect = k_entry<api::copy_rectangle>;
  table.clEnqueueMigrateMemObjects = k_entry<api::migrate>;
  table.clEnqueueMapBuffer = k_entry<api::map_buffer>;
  table.clEnqueueUnmapMemObject = k_entry<api::unmap>;
  table.clEnqueueNDRangeKernel = k_entry<api::launch>;
  table.clEnqueueTask = k_entry<api::task>;
  table.clEnqueueMarkerWithWaitList = k_entry<api::marker_with_list>;
  table.clEnqueueBarrierWithWaitList = k_entry<api::barrier_with_list>;
  table.clEnqueueMarker = k_entry<api::marker>;
  table.clEnqueueBarrier = k_entry<api::barrier>;
  table.clEnqueueWaitForEvents = k_entry<api::enqueue_wait_for_events>;
  table.clCreateUserEvent = k_entry<api::create_user_event>;
  table.clSetUserEventStatus = k_entry<api::set_user_event_status>;
  table.clWaitForEvents = k_entry<api::wait_for_events>;
  table.clGetEventInfo = k_entry<api::get_event_info>;
  table.clGetEventProfilingInfo = k_entry<api::get_profiling_info>;
  table.clSetEventCallback = k_entry<api::set_event_callback>;
  table.clRetainEvent = k_entry<retain<_cl_event>>;
  table.clReleaseEvent = k_entry<release<_cl_event>>;
}

void fill_shared_memory(cl_icd_dispatch& table) {
  table.clSVMAlloc = allocate_shared;
  table.clSVMFree = free_shared;
  table.clEnqueueSVMFree = k_entry<api::enqueue_free_shared>;
  table.clEnqueueSVMMemcpy = k_entry<api::copy_shared>;
  table.clEnqueueSVMMemFill = k_entry<api::fill_shared>;
  table.clEnqueueSVMMap = k_entry<api::map_shared>;
  table.clEnqueueSVMUnmap = k_entry<api::unmap_shared>;
  table.clEnqueueSVMMigrateMem = k_entry<api::migrate_shared>;
  table.clSetKernelArgSVMPointer = k_entry<api::set_shared_argument>;
  table.clSetKernelExecInfo = k_entry<api::set_execution_info>;
}

void fill_images(cl_icd_dispatch& table) {
  table.clCreateImage2D = k_entry<api::create_image_2d>;
  table.clCreateImage3D = k_entry<api::create_image_3d>;
  table.clCreateImage = k_entry<api::create_image>;
  table.clCreateImageWithProperties = k_entry<api::create_image_with_properties>;
  table.clGetSupportedImageFormats = k_entry<api::get_image_formats>;
  table.clGetImageInfo = k_entry<api::get_image_info>;
  table.clEnqueueReadImage = k_entry<api::read_image>;
  table.clEnqueueWriteImage = k_entry<api::write_image>;
  table.clEnqueueCopyImage = k_entry<api::copy_image>;
  table.clEnqueueCopyImageToBuffer = k_entry<api::copy_image_to_buffer>;
  table.clEnqueueCopyBufferToImage = k_entry<api::copy_buffer_to_image>;
  table.clEnqueueFillImage = k_entry<api::fill_image>;
  table.clEnqueueMapImage = k_entry<api::map_image>;
  table.clCreateSampler = k_entry<api::create_sampler>;
  table.clCreateSamplerWithProperties = k_entry<api::create_sampler_with_properties>;
  table.clRetainSampler = k_entry<retain<_cl_sampler>>;
  table.clReleaseSampler = k_entry<release<_cl_sampler>>;
  table.clGetSamplerInfo = k_entry<api::get_sampler_info>;
  table.clCreatePipe = k_entry<api::create_pipe>;
  table.clGetPipeInfo = k_entry<api::get_pipe_info>;
}

// Native kernels.
void fill_absent(cl_icd_dispatch& table) {
  table.clEnqueueNativeKernel = absent<CL_INVALID_OPERATION>(table.clEnqueueNativeKernel);
}

cl_icd_dispatch make_dispatch() {
  cl_icd_dispatch table{};
  fill_objects(table);
  fill_programs(table);
  fill_commands(table);
  fill_shared_memory(table);
  fill_images(table);
  fill_absent(table);
  return table;
}

}  // namespace

const cl_icd_dispatch k_dispatch = make_dispatch();

}  // namespace clc::front

// Visible, while the rest of a driver is hidden; for Windows a list names them (clc_exports).
#if defined(__ELF__)
#define CLC_EXPORTED __attribute__((visibility("default")))
#else
#define CLC_EXPORTED
#endif

extern "C" {

CLC_EXPORTED cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id* platforms, cl_uint* count) {
  return clc::front::k_entry<clc::front::api::get_platform_ids>(room, platforms, count);
}

CLC_EXPORTED void* CL_API_CALL clGetExtensionFunctionAddress(const char* name) {
  return clc::front::extension_function(name);
}

CLC_EXPORTED cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info info, size_t room, void* to,
                                                  size_t* told) {
  return clc::front::k_entry<clc::front::api::get_platform_info>(platform, info, room, to, told);
}

}  // extern "C"

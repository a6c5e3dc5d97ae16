// A table of the OpenCL functions that this library calls. In programs they come from the ICD loader that the program
// links. In the OpenCL layer they come from the next layer, because a layer that calls the loader would call itself.
#pragma once

#include <CL/cl.h>

// Calls X(name) for each function.
#define CLC_OPENCL_CALLS(X)                   \
  X(clBuildProgram)                           \
  X(clCreateBuffer)                           \
  X(clCreateCommandQueue)                     \
  X(clCreateContext)                          \
  X(clCreateImage)                            \
  X(clCreateKernel)                           \
  X(clCreateProgramWithBinary)                \
  X(clCreateProgramWithIL)                    \
  X(clCreateSampler)                          \
  X(clCreateSubDevices)                       \
  X(clEnqueueFillBuffer)                      \
  X(clEnqueueMapBuffer)                       \
  X(clEnqueueMarkerWithWaitList)              \
  X(clEnqueueNDRangeKernel)                   \
  X(clEnqueueReadBuffer)                      \
  X(clEnqueueReadImage)                       \
  X(clEnqueueUnmapMemObject)                  \
  X(clEnqueueWriteBuffer)                     \
  X(clEnqueueWriteImage)                      \
  X(clFinish)                                 \
  X(clFlush)                                  \
  X(clGetCommandQueueInfo)                    \
  X(clGetDeviceIDs)                           \
  X(clGetDeviceInfo)                          \
  X(clGetEventInfo)                           \
  X(clGetEventProfilingInfo)                  \
  X(clGetExtensionFunctionAddressForPlatform) \
  X(clGetImageInfo)                           \
  X(clGetKernelWorkGroupInfo)                 \
  X(clGetMemObjectInfo)                       \
  X(clGetPlatformIDs)                         \
  X(clGetPlatformInfo)                        \
  X(clGetProgramBuildInfo)                    \
  X(clGetProgramInfo)                         \
  X(clGetSupportedImageFormats)               \
  X(clReleaseCommandQueue)                    \
  X(clReleaseContext)                         \
  X(clReleaseDevice)                          \
  X(clReleaseEvent)                           \
  X(clReleaseKernel)                          \
  X(clReleaseMemObject)                       \
  X(clReleaseProgram)                         \
  X(clReleaseSampler)                         \
  X(clRetainCommandQueue)                     \
  X(clRetainContext)                          \
  X(clSetEventCallback)                       \
  X(clSetKernelArg)                           \
  X(clWaitForEvents)

namespace clc {

struct OpenClCalls {
#define CLC_MEMBER(name) decltype(&::name) name = nullptr;
  CLC_OPENCL_CALLS(CLC_MEMBER)
#undef CLC_MEMBER
};

// Returns the table. loader_calls.cpp defines this for programs, and layer/ for the layer.
const OpenClCalls& opencl();

}  // namespace clc

// The OpenCL functions behind this layer: those of the next layer, or of the loader itself.
#pragma once

#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <CL/cl_layer.h>
#undef interface  // a macro of the headers of Windows that it takes there

namespace clc::layer {

using Dispatch = cl_icd_dispatch;
inline constexpr cl_uint k_dispatch_entries = sizeof(Dispatch) / sizeof(void*);

// Copies the functions that the loader gives to clInitLayer, and fills clc::opencl() from them. Returns false when one
// is missing that the runtime or the layer needs.
bool set_next(const Dispatch& table, cl_uint entries);

const Dispatch& next();

}  // namespace clc::layer

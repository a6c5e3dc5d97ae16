// Calls that measure launches: queues are created with profiling, and hide it from the application.
#pragma once

#include "next_layer.h"

namespace clc::layer {

void add_timing_calls(Dispatch& table);

// clCreateCommandQueueWithProperties, or the extension's function of that name, which `below` is.
using CreateQueue = cl_command_queue(CL_API_CALL*)(cl_context, cl_device_id, const cl_queue_properties*, cl_int*);
cl_command_queue create_queue_with(CreateQueue below, cl_context context, cl_device_id device,
                                   const cl_queue_properties* properties, cl_int* code);

}  // namespace clc::layer

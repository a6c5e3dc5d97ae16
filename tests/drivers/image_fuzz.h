// Random commands on images, held against bytes on the host.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_icd.h>

namespace clc::front::testing {

// Images of every kind and of the formats that the context has, with random sizes, regions and pitches. Checks by
// Catch2 that they hold what was written, copied, filled and mapped.
void fuzz_images(const cl_icd_dispatch& table, cl_context context, cl_command_queue queue, unsigned seed,
                 unsigned images);

}  // namespace clc::front::testing

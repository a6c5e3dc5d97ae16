/* From a package to a cl_program, for C. */
#ifndef LOAD_PROGRAM_H
#define LOAD_PROGRAM_H

#include <CL/cl.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The built program of a module, from the variant that fits the device best. The caller releases it. NULL: `error`
   says why, cut to `error_size`. */
cl_program load_program(cl_context context, cl_device_id device, cl_command_queue queue, const char* module,
                        char* error, size_t error_size);

#ifdef __cplusplus
}
#endif

#endif

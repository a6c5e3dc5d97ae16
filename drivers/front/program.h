// Programs before they run: objects and libraries, which are linked later, and executables, which a device has loaded.
#pragma once

#include "front/compiler.h"
#include "front/objects.h"

namespace clc::front {

// A program that has nothing yet for these devices.
Ref<_cl_program> make_program(Ref<_cl_context> context, const std::vector<cl_device_id>& devices);

// The binary of a program that is no executable: what `clc` made of each source.
Bytes pack_objects(const std::vector<Bytes>& objects, cl_program_binary_type type);
// Nothing where the bytes are no such binary.
std::optional<std::vector<Bytes>> unpack_objects(const Bytes& binary, cl_program_binary_type& type);

// The devices that a build is for, of those of `all`; throws CL_INVALID_VALUE or CL_INVALID_DEVICE.
std::vector<cl_device_id> checked_devices(cl_uint count, const cl_device_id* devices,
                                          const std::vector<cl_device_id>& all);

}  // namespace clc::front

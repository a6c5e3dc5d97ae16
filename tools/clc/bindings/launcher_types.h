// The types of C++ for those of OpenCL C, and what a generated header demands of an argument.
#pragma once

#include <optional>
#include <string>

#include "clc/package/interface.h"

namespace clc {

// "cl_float4" for "float4", "Light" for a struct whose layout is known; nothing where C++ has no such type.
std::optional<std::string> host_type(const Interface& interface, const std::string& plain_type);

// True for names such as "cl_float", without members.
bool is_host_scalar(const std::string& host_type);

struct Wanted {
  std::string check;  // "::clc::typed::BufferOf<const ::cl_float>"
  std::string takes;  // for people: "clc::buffer<const cl_float> or clc::buffer<cl_float>"
};

// Returns what a launcher wants for an argument; nothing where C++ has no type for it.
std::optional<Wanted> wanted_for(const Interface& interface, const Argument& argument);

}  // namespace clc

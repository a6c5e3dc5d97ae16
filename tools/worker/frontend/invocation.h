// From a request to the arguments of Clang's front end.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/protocol.h"
#include "protocol/source_roots.h"
#include "worker/ir/machine.h"

namespace clc::worker {

// The annotation that stands for Qualcomm's attribute, which only its own compiler knows.
inline constexpr std::string_view k_sub_groups_of_qualcomm = "cl_qcom_reqd_sub_group_size";

// Clang's own headers lie in its folder `include`, in memory only: no disk has anything below /dev/null.
inline constexpr const char* k_resource_folder = "/dev/null/clc";

struct Language {
  bool is_cpp = false;   // C++ for OpenCL
  int optimization = 3;  // 0 to 3
  bool has_debug_info = false;
  bool strips_names = false;      // --strip
  bool strips_arguments = false;  // their names, too
};
// Reads the options of the module, and those of one of its sources.
Language language_of(const CompileRequest& request);
Language language_of(const CompileRequest& request, const RequestedSource& source);

// A machine with the pointer size of a driver's device, which supports every type.
Machine machine_of(const DriverDialect& dialect);

std::vector<std::string> front_end_arguments(const CompileRequest& request, const RequestedSource& source,
                                             const SourceRoots& roots, const Machine& machine);

}  // namespace clc::worker

// Finds programs that need no driver's compiler: in packages, in the cache, or made by an installed clc.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program/followed_program.h"
#include "program/program_identity.h"
#include "serve/offline_compiler.h"

namespace clc::layer {

// What drivers say of a program, by device, when they are asked for its build log.
using BuildLogs = std::map<cl_device_id, Bytes>;
BuildLogs read_build_logs(cl_program program, const std::vector<cl_device_id>& devices);

// The driver's answer about a build.
Answer build_info(cl_program program, cl_device_id device, cl_program_build_info info);

// What is to be run where.
struct Wanted {
  cl_context context = nullptr;
  std::vector<cl_device_id> devices;
  std::string options;  // as the application gave them
  const ProgramIdentity& identity;
  // Devices that another build serves; the new stand-in has to serve them, too.
  std::map<cl_device_id, ServedDevice> others = {};
  std::optional<OfflineJob> offline = {};      // what an installed clc would compile; nothing: it cannot
  std::shared_ptr<const StandIn> before = {};  // serves `others` now; null: there are none
};

struct Served {
  std::shared_ptr<StandIn> stand_in;  // null: nothing serves it
  ServedBy by = ServedBy::k_driver;
  std::string package;
  std::string module;
  std::string target;
  std::string reason;  // why nothing serves it
};

Served serve(const Wanted& wanted);

// Keeps what the driver made of a program for these devices, whose kernels it may be asked for. Of `wanted` the
// identity's exact part counts alone. `earlier`: the logs before this build, which some drivers repeat in front of its
// own.
void keep_what_driver_made(cl_program program, const Wanted& wanted, BytesView original, const BuildLogs& earlier);

// The answers to queries that a compilation had when a driver made it. Empty unless there are some for every device.
std::map<cl_device_id, ServedDevice> find_compiled(const Wanted& wanted);
void keep_compiled(cl_program program, const Wanted& wanted);

// Whether a package lists the digest for every device.
bool has_package(const Wanted& wanted);

}  // namespace clc::layer

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

// The build logs of a program, by device.
using BuildLogs = std::map<cl_device_id, Bytes>;
BuildLogs read_build_logs(cl_program program, const std::vector<cl_device_id>& devices);

// The driver's answer about a build.
QueryResult build_info(cl_program program, cl_device_id device, cl_program_build_info info);

// A program that is to be served, and the devices.
struct ServeRequest {
  cl_context context = nullptr;
  std::vector<cl_device_id> devices;
  std::string options;  // as the application gave them
  const ProgramIdentity& identity;
  // Devices that another build serves; the new stand-in has to serve them, too.
  std::map<cl_device_id, ServedDevice> others = {};
  std::optional<OfflineJob> offline = {};      // the input of an installed clc; nothing: it cannot compile this
  std::shared_ptr<const StandIn> before = {};  // the stand-in that serves `others` now
};

struct ServeResult {
  std::shared_ptr<StandIn> stand_in;  // null: nothing serves it
  ServedBy by = ServedBy::k_driver;
  std::string package;
  std::string module;
  std::string target;
  std::string reason;  // why nothing serves it
};

ServeResult serve(const ServeRequest& request);

// Keeps the binaries that the driver built for these devices. It creates the program's kernels for that. `request`
// needs no identity but its `exact`. `earlier`: the logs before this build, which some drivers repeat in front of its
// own.
void keep_driver_binaries(cl_program program, const ServeRequest& request, BytesView original,
                          const BuildLogs& earlier);

// The kept answers to queries about a compilation. Empty unless the cache has them for every device.
std::map<cl_device_id, ServedDevice> find_kept_compilation(const ServeRequest& request);
void keep_compilation(cl_program program, const ServeRequest& request);

// True when a package lists the digest for every device.
bool has_package(const ServeRequest& request);

}  // namespace clc::layer

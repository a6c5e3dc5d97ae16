// Serves programs without a driver's compiler: from packages, from the cache, or by an installed clc.
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

// Build logs of a program, by device.
using BuildLogs = std::map<cl_device_id, Bytes>;
BuildLogs read_build_logs(cl_program program, const std::vector<cl_device_id>& devices);

// Returns the driver's answer to a query about a build.
QueryResult build_info(cl_program program, cl_device_id device, cl_program_build_info info);

// A program that needs a binary, and the devices for which it needs one.
struct ServeRequest {
  cl_context context = nullptr;
  std::vector<cl_device_id> devices;
  std::string options;  // as the application gave them
  const ProgramIdentity& identity;
  // Devices that an earlier build serves, and that the new stand-in has to serve, too.
  std::map<cl_device_id, ServedDevice> others = {};
  std::optional<OfflineJob> offline = {};      // the job for an installed clc; nothing: clc cannot compile this program
  std::uint64_t nanoseconds = 0;               // that the driver took to build it
  std::shared_ptr<const StandIn> before = {};  // the stand-in that serves `others` now
  std::shared_ptr<ProgramShare> share = {};    // of a build by the driver or by clc: see acquire_build()
};

struct ServeResult {
  std::shared_ptr<StandIn> stand_in;  // null: the program is not served
  ServedBy by = ServedBy::k_driver;
  std::string package, module, target;
  std::string reason;  // why the program is not served
};

ServeResult serve(ServeRequest& request);
// Takes the turn of this process to let the driver build the program, so that one of several processes builds it. When
// another process had it, tries to serve again. What is still not served has its share in `request`.
void acquire_build(ServeRequest& request, ServeResult& served);

// Keeps the binaries that the driver built for these devices, and creates the program's kernels for that. Of the
// identity, `request` needs only `exact`. `earlier` has the logs before this build, which some drivers repeat before
// the new one.
void keep_driver_binaries(cl_program program, const ServeRequest& request, BytesView original,
                          const BuildLogs& earlier);

// Returns the kept answers to queries about a compilation, or none when the cache lacks them for one of the devices.
std::map<cl_device_id, ServedDevice> find_kept_compilation(const ServeRequest& request);
void keep_compilation(cl_program program, const ServeRequest& request);

// Returns true when a package has, for each device, a fitting variant of the program or of one that is linked from it.
bool has_package(const ServeRequest& request);

}  // namespace clc::layer

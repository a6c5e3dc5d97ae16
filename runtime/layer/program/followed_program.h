// A program of the application that the layer follows. Its handle is always an object of the driver; another program,
// the stand-in, may do its work.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "clc/package/program_digest.h"
#include "clc/runtime/handles.h"
#include "next_layer.h"
#include "program/kept_program.h"

namespace clc::layer {

enum class ProgramKind {
  k_source,
  k_il,
  k_binary,
  k_linked,  // by clLinkProgram
};

// The source of the binary that a program runs from.
enum class ServedBy { k_driver, k_cache, k_package, k_compiled, k_refused };
const char* name_of(ServedBy by);  // "driver", "cache", …

// The layer's answers to queries about a program on one device.
struct ServedDevice {
  cl_build_status status = CL_BUILD_SUCCESS;
  std::string options;  // as the application gave them
  std::shared_ptr<const KeptProgram> kept;
  bool was_refused = false;  // the driver has refused to build it again, and tells what it is now
};

// A program that does the work of another on some devices. Never changed once it is there.
struct StandIn {
  ProgramHandle owned;
  cl_program program = nullptr;  // `owned`, or the application's own handle
  std::map<cl_device_id, ServedDevice> devices;
};

// The last clCompileProgram.
struct Compilation {
  std::vector<cl_device_id> devices;
  std::string options;
  std::vector<ProgramHeader> headers;
  std::string identity;                          // see ProgramIdentity
  std::string digest;                            // the same
  bool reads_files = false;                      // the same
  bool is_deferred = false;                      // the driver has not been asked yet
  bool is_to_check = false;                      // the driver may have read other files: see is_same_now()
  std::map<cl_device_id, ServedDevice> answers;  // while it is deferred
};

struct FollowedProgram {
  FollowedProgram(cl_program program, cl_context of, ProgramKind program_kind)
      : handle(program), context(of), kind(program_kind) {}

  const cl_program handle;
  const cl_context context;
  const ProgramKind kind;
  std::string source;     // of k_source: the strings, joined
  Bytes bytes;            // of k_il: the IL
  std::string identity;   // of k_binary and k_linked: see ProgramIdentity
  std::string digest;     // of k_linked: the same
  bool is_blank = false;  // the driver was not given the source
  std::vector<cl_device_id> devices;

  // Held while the program is built, compiled or linked, and not while its queries are answered.
  std::mutex building;

  std::mutex mutex;  // guards what follows; held for a short time only
  std::shared_ptr<const StandIn> stand_in;
  std::optional<Compilation> compilation;
  std::map<cl_device_id, ServedDevice> refused;  // builds that failed here, before any driver was asked
  std::map<cl_uint, Bytes> constants;            // clSetProgramSpecializationConstant
  // Those that the driver was first given the program with; nothing before that.
  std::optional<std::map<cl_uint, Bytes>> first_constants;
  std::map<cl_device_id, std::string> driver_builds;  // devices that the driver built for, with the options
  struct Unkept {
    std::vector<cl_device_id> devices;
    std::string options;
    std::string identity;                        // see ProgramIdentity
    std::map<cl_device_id, Bytes> earlier_logs;  // the driver's before the build
    std::function<bool()> is_same_now;           // where it is not known yet whether the driver read other files
    bool is_launched = false;
  };
  std::string built_digest;      // program_digest of the last build
  std::optional<Unkept> unkept;  // built by the driver, and not kept yet: see calls/keep_later.h

  std::shared_ptr<const StandIn> current();
  bool is_unkept();
  // It is not kept yet, and nobody has waited since one of its kernels was launched.
  bool may_run();
  // Leaves all to the driver, which has built it.
  void forget_served();
  // To be called before the driver compiles it.
  void note_constants();
  // The digest of what its kernels come from; empty: not known.
  std::string kernels_digest();
  // The program to hand to the driver.
  cl_program actual();
};

}  // namespace clc::layer

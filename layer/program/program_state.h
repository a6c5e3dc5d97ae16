// The state of a program that the layer follows: how it was built or compiled last, and who does its work.
//
// These events change the state:
//
//   event          cause                                                       next state
//   compile        clCompileProgram                                            Compiled
//   compiled       the driver does a compilation that was put off              Compiled
//   serve          the layer serves clBuildProgram or clLinkProgram            Served
//   begin_build    the layer leaves clBuildProgram to the driver               LeftToDriver
//   keep_serving   the driver refuses that build before it begins              Served
//   leave          a call that the layer only passes on succeeds               LeftToDriver
//   refuse         the layer refuses a build or link, with --on-miss fail      NotBuilt after Served, else the same
//
// The first state is NotBuilt; that of a program which clLinkProgram made is LeftToDriver or Served.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "clc/package/program_digest.h"
#include "clc/runtime/handles.h"
#include "next_layer.h"
#include "program/kept_program.h"

namespace clc::layer {

class ProgramShare;

// The layer's answers to queries about a program on one device.
struct ServedDevice {
  cl_build_status status = CL_BUILD_SUCCESS;
  std::string options;  // as the application gave them
  std::shared_ptr<const KeptProgram> kept;
  bool was_refused = false;  // the driver refused to build the stand-in again, and answers queries about the status
};

// A program that does the work of another one on some devices. It never changes.
struct StandIn {
  ProgramHandle owned;
  cl_program program = nullptr;  // `owned`, or the application's own handle
  std::map<cl_device_id, ServedDevice> devices;
};

enum class CompilationStep {
  k_deferred,   // the driver has not compiled it yet
  k_unchecked,  // the driver may have read other files than those that the identity stands for: see is_same_now()
  k_done,
};

// A call of clCompileProgram.
struct Compilation {
  std::vector<cl_device_id> devices;
  std::string options;
  std::vector<ProgramHeader> headers;
  std::string identity;  // these four as in ProgramIdentity
  std::string digest;
  bool reads_files = false;
  std::string stamps;
  CompilationStep step = CompilationStep::k_done;
  std::map<cl_device_id, ServedDevice> answers;  // for queries while the compilation is deferred
  std::vector<ProgramHeader> files;              // ProgramIdentity::headers of a compilation that is deferred
};

// A build that goes into the cache later: see calls/keep_later.h.
struct UnkeptBuild {
  std::vector<cl_device_id> devices;
  std::string options;
  std::string identity;                        // ProgramIdentity::exact
  std::string placed;                          // ProgramIdentity::placed
  std::vector<std::string> environment;        // ProgramIdentity::environment
  std::uint64_t nanoseconds = 0;               // that the build took
  std::map<cl_device_id, Bytes> earlier_logs;  // the driver's logs before the build
  std::shared_ptr<ProgramShare> share;         // with other processes; null: none gets in the way
  std::function<bool()> is_same_now;           // null when the driver is known to have read the files of the identity
  bool is_launched = false;                    // a kernel was launched, and the application has not waited since
};

// The number of a build that was left to the driver.
using BuildNumber = std::uint64_t;

using SpecializationConstants = std::map<cl_uint, Bytes>;

// Everything about a followed program that changes, guarded by one mutex for all programs. Threads hold the mutex for a
// short time only, and never during a call to a driver. Builds, compilations and the keeping of binaries take long and
// exclude each other, so each waits for its turn (BuildLock), while queries and launches go on. The mutexes of Registry
// and UnkeptPrograms are locked before this one.
class ProgramState {
 public:
  // The means by which threads wait. A program has none of its own, because a forked child could not destroy them while
  // threads of the parent wait.
  struct Waiting {
    std::mutex mutex;
    std::condition_variable changed;  // a turn or a build in the background has ended, of any program
  };
  static Waiting& waiting();

  struct NotBuilt {};
  struct Compiled {
    Compilation compilation;
  };
  struct LeftToDriver {
    std::map<cl_device_id, std::string> options;  // for each device for which the driver built it
    BuildNumber build = 0;
    std::optional<UnkeptBuild> unkept;
  };
  struct Served {
    std::shared_ptr<const StandIn> stand_in;
  };

  ProgramState() = default;
  // Makes the state of a program from clLinkProgram. `stand_in` is null when the driver linked it.
  explicit ProgramState(std::shared_ptr<const StandIn> stand_in);

  // The events.
  void compile(Compilation compilation);
  void compiled(bool is_same);
  void serve(std::shared_ptr<const StandIn> stand_in, const std::vector<cl_device_id>& devices);
  BuildNumber begin_build(const std::vector<cl_device_id>& devices, const std::string& options,
                          const std::map<cl_device_id, ServedDevice>& others);
  void keep_serving(std::shared_ptr<const StandIn> stand_in);
  void leave();
  void refuse(std::map<cl_device_id, ServedDevice> refusals);

  // Returns "not built", "compiled", "left to the driver" or "served".
  const char* name() const;

  // The stand-in, and the layer's own answers for one device. Either can be empty.
  struct Answers {
    std::shared_ptr<const StandIn> stand_in;
    std::optional<ServedDevice> served;
  };
  Answers answers_on(cl_device_id device) const;
  std::shared_ptr<const StandIn> stand_in() const;

  std::optional<Compilation> compilation() const;
  bool is_deferred() const;
  // Notes whether the driver read the files that the identity stands for. If not, the compilation loses its identity,
  // also by compiled().
  void checked(bool is_same);

  // Returns true when the driver built it for a device that is not in this list.
  bool is_built_for_others(const std::vector<cl_device_id>& devices) const;

  // Notes a build that goes into the cache later. Returns false when `build` is not the program's last build.
  bool set_unkept(BuildNumber build, UnkeptBuild unkept);
  BuildNumber build_number() const;
  std::optional<UnkeptBuild> unkept() const;
  bool is_unkept() const;
  void clear_unkept();
  // Notes a launch of a kernel.
  void launched();
  bool is_launched() const;

  // Notes a build of which the application hears by a callback, from its call to its end.
  void begin_background(std::vector<cl_device_id> devices);
  void end_background();
  bool is_in_background(cl_device_id device) const;
  // Waits for the end of such a build.
  void await_background();
  // Ends what only threads of the parent could end, in a child that this process forked.
  void forget_threads();

  void set_constant(cl_uint id, Bytes value);
  SpecializationConstants constants() const;
  // Notes the constants of the first compilation. Each caller of the driver's compiler calls this first.
  void note_first_constants();
  // Returns true when the constants differ from those of the first compilation, which some drivers go on using.
  bool have_constants_changed() const;

  void set_built_digest(std::string digest);
  std::string built_digest() const;

 private:
  friend class BuildLock;
  using State = std::variant<NotBuilt, Compiled, LeftToDriver, Served>;

  std::vector<cl_device_id> background_;  // the devices of a build in the background; empty: there is none
  bool has_builder_ = false;              // a thread has the turn to build
  State state_;
  BuildNumber builds_ = 0;
  // Devices whose build was refused with --on-miss fail. These answers go before those of the state.
  std::map<cl_device_id, ServedDevice> refusals_;
  SpecializationConstants constants_;
  std::optional<SpecializationConstants> first_constants_;  // the constants of the driver's first compilation
  std::string built_digest_;                                // ProgramIdentity::digest of the last build
};

// The turn of one thread to build, compile or keep a program. The constructor waits for the turn. A turn ends before
// callbacks of the application, which may build the program again.
class BuildLock {
 public:
  explicit BuildLock(ProgramState& state);
  ~BuildLock() { end(); }
  BuildLock(const BuildLock&) = delete;
  BuildLock& operator=(const BuildLock&) = delete;

  void end();

 private:
  ProgramState* state_;
};

}  // namespace clc::layer

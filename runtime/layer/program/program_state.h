// The state of a program that the layer follows: how it was built or compiled last, and who does its work.
//
// It is one of the following states, and these events change it:
//
//   event          cause                                                       next state
//   compile        clCompileProgram                                            Compiled
//   compiled       the driver has done a compilation that was put off          Compiled
//   serve          clBuildProgram or clLinkProgram, served                     Served
//   begin_build    clBuildProgram, left to the driver                          LeftToDriver
//   keep_serving   that build was refused by the driver before it began        Served
//   leave          a call that the layer only passed on, taken by the driver   LeftToDriver
//   refuse         clBuildProgram or clLinkProgram, with --on-miss fail        Served becomes NotBuilt, others stay
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

// The layer's answers to queries about a program on one device.
struct ServedDevice {
  cl_build_status status = CL_BUILD_SUCCESS;
  std::string options;  // as the application gave them
  std::shared_ptr<const KeptProgram> kept;
  bool was_refused = false;  // the driver has refused to build it again, and answers queries about its status
};

// A program that does the work of another on some devices. It never changes.
struct StandIn {
  ProgramHandle owned;
  cl_program program = nullptr;  // `owned`, or the application's own handle
  std::map<cl_device_id, ServedDevice> devices;
};

enum class CompilationStep {
  k_deferred,   // the driver has not been asked yet
  k_unchecked,  // the driver may have read other files than those of the identity: see is_same_now()
  k_done,
};

// A clCompileProgram.
struct Compilation {
  std::vector<cl_device_id> devices;
  std::string options;
  std::vector<ProgramHeader> headers;
  std::string identity;  // these three: see ProgramIdentity
  std::string digest;
  bool reads_files = false;
  CompilationStep step = CompilationStep::k_done;
  std::map<cl_device_id, ServedDevice> answers;  // while it is deferred
};

// A build that is to be put into the cache later: see calls/keep_later.h.
struct UnkeptBuild {
  std::vector<cl_device_id> devices;
  std::string options;
  std::string identity;                        // see ProgramIdentity
  std::map<cl_device_id, Bytes> earlier_logs;  // the driver's before the build
  std::function<bool()> is_same_now;           // empty: the driver is known to have read the files of the identity
  bool is_launched = false;                    // nobody has waited since one of its kernels was launched
};

// Names a build that was left to the driver.
using BuildNumber = std::uint64_t;

using SpecializationConstants = std::map<cl_uint, Bytes>;

// All that changes of a followed program, guarded by one mutex. That is held for a short time only, never while a
// driver is called. Builds, compilations and keeping take long and exclude each other, so they wait for their turn
// (BuildTurn), while queries and launches go on. The mutexes of Registry and UnkeptPrograms are locked before this one.
class ProgramState {
 public:
  struct NotBuilt {};
  struct Compiled {
    Compilation compilation;
  };
  struct LeftToDriver {
    std::map<cl_device_id, std::string> options;  // for each device that the driver was asked to build for
    BuildNumber build = 0;
    std::optional<UnkeptBuild> unkept;
  };
  struct Served {
    std::shared_ptr<const StandIn> stand_in;
  };

  ProgramState() = default;
  // The state of a program that clLinkProgram made. `stand_in`: null for the driver's.
  explicit ProgramState(std::shared_ptr<const StandIn> stand_in);

  // The events.
  void compile(Compilation compilation);
  void compiled();
  void serve(std::shared_ptr<const StandIn> stand_in, const std::vector<cl_device_id>& devices);
  BuildNumber begin_build(const std::vector<cl_device_id>& devices, const std::string& options,
                          const std::map<cl_device_id, ServedDevice>& others);
  void keep_serving(std::shared_ptr<const StandIn> stand_in);
  void leave();
  void refuse(std::map<cl_device_id, ServedDevice> refusals);

  // "not built", "compiled", "left to the driver" or "served".
  const char* name() const;

  // The stand-in, and the layer's own answers for one device. Each is empty where there is none.
  struct Answers {
    std::shared_ptr<const StandIn> stand_in;
    std::optional<ServedDevice> served;
  };
  Answers answers_on(cl_device_id device) const;
  std::shared_ptr<const StandIn> stand_in() const;

  std::optional<Compilation> compilation() const;
  bool is_deferred() const;
  // Notes the result of a check of the files that the driver read. Without success the compilation loses its identity.
  void checked(bool is_same);

  // True when the driver was asked to build for a device that is none of these.
  bool is_built_for_others(const std::vector<cl_device_id>& devices) const;

  // To be kept later; false where `build` is not the state any more.
  bool set_unkept(BuildNumber build, UnkeptBuild unkept);
  BuildNumber build_number() const;
  std::optional<UnkeptBuild> unkept() const;
  bool is_unkept() const;
  void clear_unkept();
  // A kernel was launched.
  void launched();
  bool is_launched() const;

  void set_constant(cl_uint id, Bytes value);
  SpecializationConstants constants() const;
  // To be called before the driver compiles the program.
  void note_first_constants();
  // Drivers may keep to the constants that they compiled the program with first.
  bool have_constants_changed() const;

  void set_built_digest(std::string digest);
  std::string built_digest() const;

 private:
  friend class BuildTurn;
  using State = std::variant<NotBuilt, Compiled, LeftToDriver, Served>;

  mutable std::mutex mutex_;
  std::condition_variable turn_ended_;
  bool has_turn_ = false;  // a thread has the turn
  State state_;
  BuildNumber builds_ = 0;
  // Devices whose build was refused with --on-miss fail. Their answers go before those of the state.
  std::map<cl_device_id, ServedDevice> refusals_;
  SpecializationConstants constants_;
  std::optional<SpecializationConstants> first_constants_;  // the driver's first compilation's
  std::string built_digest_;                                // program_digest of the last build
};

// The turn of one thread to build, compile or keep a program; the constructor waits for it. It ends before callbacks of
// the application, which may build the program again.
class BuildTurn {
 public:
  explicit BuildTurn(ProgramState& state);
  ~BuildTurn() { end(); }
  BuildTurn(const BuildTurn&) = delete;
  BuildTurn& operator=(const BuildTurn&) = delete;

  void end();

 private:
  ProgramState* state_;
};

}  // namespace clc::layer

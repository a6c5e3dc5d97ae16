// The requests that `clc` sends to `clc-worker` and `clc-driver`, and their replies.
//
// Both read requests from standard input and write replies to standard output, each message in a frame
// (frame_codec.h). A request is JSON. A reply is a JSON header in a frame of its own, then encoded FileFacts, whose
// size the header says, then an encoded Artifact; both are empty when there are none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clc/base/result.h"
#include "clc/package/artifact.h"
#include "clc/package/target.h"
#include "protocol/build_option.h"
#include "protocol/file_facts.h"
#include "protocol/frame_codec.h"
#include "protocol/library.h"

namespace clc {

// The language that a driver's compiler accepts; the worker expands includes with these macros.
struct DriverDialect {
  std::string opencl_c_version;         // "3.0"
  std::vector<std::string> extensions;  // CL_DEVICE_EXTENSIONS
  std::vector<std::string> macros;      // "__POCL__=1"
  std::uint32_t address_bits = 64;
  bool little_endian = true;
  std::vector<std::string> features;  // "__opencl_c_images", OpenCL C 3.0 feature macros
};

// A file that clc has read itself: a pipe that the command line names, which can be read only once, or a header of a
// recorded program, whose path may not be here.
struct GivenFile {
  std::string path;  // absolute
  std::string text;
};

// A library in the place of a source.
struct RequestedLibrary {
  std::string module;   // its name in its package
  Library symbols;      // what it shares
  Interface interface;  // of the kernels in it
  Bytes code;           // bitcode; empty for drivers, which get their own binary
};

// One of the sources of a module.
struct RequestedSource {
  std::string path;      // absolute, or empty: `text` is the source
  std::string name;      // as the user spelled it; "-" for standard input
  std::string text;      // only when path is empty
  BuildOptions options;  // for this source alone, before those of the request
  std::optional<RequestedLibrary> library =
      {};  // whose package is at `path`; its options are those that it was made with
};

struct CompileRequest {
  std::uint64_t id = 0;
  Target target = {};
  std::vector<RequestedSource> sources;  // at least one; several are linked into one module
  std::vector<GivenFile> given_files;    // sources may be among them
  std::string working_folder;            // absolute; relative -I are relative to it
  BuildOptions options;                  // in order
  std::vector<std::string> sections;     // extra sections asked for
  std::optional<DriverDialect> dialect;  // for targets whose own compiler gets the source
  // True where that compiler may know more of the language, and its binary tells the interfaces of kernels.
  bool is_judged_by_tool = false;
  std::vector<std::string> absent;  // macros of the target that are not to be defined
  std::int64_t source_date_epoch = 315532800;
  std::uint32_t time_limit_s = 300;
  std::uint64_t memory_limit_bytes = 0;  // 0: none
  std::vector<std::string> readable;     // the places of a Readable: all that the source may see of the disk
  bool only_reads = false;               // compile nothing: the answer tells which files the sources read

  bool wants(std::string_view section) const;
  bool makes_library() const;
  // True when names may be defined in other sources, or be used there.
  bool is_linked() const { return sources.size() > 1 || makes_library(); }
  // The text of a source that is not read from the disk, or null.
  const std::string* text_of(const RequestedSource& source) const;
  // The options of a source, its own first.
  BuildOptions options_of(const RequestedSource& source) const;
  // The options that hold for all sources. Those that relax arithmetic hold for a library only if it was made with them
  // or lets links change it.
  BuildOptions shared_options() const;
};

enum class Outcome { k_done, k_failed, k_crashed, k_timed_out, k_unavailable };

struct CompileReply {
  std::uint64_t id = 0;
  Outcome outcome = Outcome::k_crashed;
  std::string detail;                // of a crash: how it ended; of something unavailable: what to install
  std::optional<Artifact> artifact;  // for k_done and k_failed (diagnostics, log, inputs)
  std::optional<FileFacts> facts;    // without them the result cannot be cached
  Bytes encoded;                     // the artifact as it came; whoever changes it clears this
};

// A source with its includes expanded, and the options that the driver compiles it with.
struct DriverSource {
  std::string text, options;
};

// Which kernels are compiled to the end ahead. Only PoCL leaves that to the first launch otherwise.
enum class Finish {
  k_launched,  // those whose launches are told or, without any, those that fix the size of their work-groups
  k_all,       // both of these, and a form of each kernel that no launch takes but people read
  k_none,
};
inline const std::vector<const char*> k_finish_names = {"launched", "all", "none"};

// A build that clc-driver has to do. One source is built; several, and libraries, are compiled and linked.
struct DriverRequest {
  std::string driver;                 // NAME of driver:NAME
  std::vector<std::string> features;  // "cpu=avx2"
  std::vector<DriverSource> sources;  // at least one
  std::vector<std::string> kernels;   // created before the binary is read: some drivers compile only then
  std::string link_options;           // of several sources, and of a library
  std::vector<Bytes> libraries = {};  // binaries that this driver made, to be linked behind the sources
  Finish finish = Finish::k_launched;
  // Kernels and the sizes of work-groups that they are launched with: "k=64x1x1", or for grids of one kind
  // "k=64x1x1 small" and "k=64x1x1 large".
  std::vector<std::string> launches = {};

  bool makes_library() const { return link_options.starts_with(k_library_flag); }
  bool is_linked() const { return sources.size() > 1 || !libraries.empty() || makes_library(); }
};

// The file in its working folder in which clc-driver notes what it is at: "building the program".
inline constexpr const char* k_stage_file = "stage";
inline constexpr const char* k_finishing_stage = "finishing ";  // "finishing kernel k for work-groups of 64x1x1"

// The worker's artifact of format "source" has the text of the first source as its binary. The other texts are sections
// of these names, by their place among the sources.
std::string section_of_source(std::size_t source);

// The parts of the machine that a driver used while it compiled and ran a small kernel. Its identity is made of them.
struct DriverUsage {
  std::vector<std::string> libraries;  // loaded
  std::vector<std::string> programs;   // run
  std::vector<std::string> files;      // read
  std::vector<std::string> variables;  // of the environment, looked up whether they were set or not
};

// A driver as `clc-driver --identify NAME` prints it as JSON.
struct DriverIdentity {
  std::string platform_name, device_name;
  Match match;
  DriverDialect dialect;
  DriverUsage use;
};

// One of the devices that `clc-driver --list` prints as JSON.
struct ListedDevice {
  std::string platform, device;
  std::string device_version;  // CL_DEVICE_VERSION
  std::string driver_version;
  std::string opencl_c_version;  // CL_DEVICE_OPENCL_C_VERSION
  std::string il_version;        // "SPIR-V_1.2 SPIR-V_1.0"; empty when the device takes no IL
  std::string kind;              // "cpu", "gpu", …
  std::uint64_t address_bits = 64;
  std::uint64_t compute_capability = 0;  // 90 for NVIDIA's sm_90, 0 for devices of others
  std::vector<std::string> extensions;   // CL_DEVICE_EXTENSIONS
  std::vector<std::string> features;     // CL_DEVICE_OPENCL_C_FEATURES, of OpenCL 3.0 devices
  // Extensions and capabilities that modules of SPIR-V may declare, where the device tells them (cl_khr_spirv_queries).
  // No capabilities: they are not known.
  std::vector<std::string> spirv_extensions;
  std::vector<std::uint64_t> spirv_capabilities;
};

std::string encode_request(const CompileRequest& request);
// A library alone, for keys.
std::string encode_library_request(const RequestedLibrary& library);
Result<CompileRequest> decode_request(std::string_view message);
// Encodes the reply or, where that is longer than `longest` bytes, one with the same id that says so.
std::string encode_reply(const CompileReply& reply, std::uint64_t longest = k_longest_message);
Result<CompileReply> decode_reply(std::string_view message);
std::string encode_driver_request(const DriverRequest& request);
Result<DriverRequest> decode_driver_request(std::string_view message);
std::string encode_identity(const DriverIdentity& identity);
Result<DriverIdentity> decode_identity(std::string_view json);
std::string encode_device_list(const std::vector<ListedDevice>& devices);
Result<std::vector<ListedDevice>> decode_device_list(std::string_view json);

}  // namespace clc

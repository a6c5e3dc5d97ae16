// A recording: a folder with the programs that applications compiled, and their builds and launches. The layer writes
// it, and `clc compile` reads it. docs/layer.md describes its files.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "clc/package/program_digest.h"

namespace clc {

inline constexpr const char* k_recording_file = "recording.json";

// A device in its driver's words.
struct RecordedDevice {
  std::string name, platform, driver_version, device_version;

  bool operator==(const RecordedDevice&) const = default;
};

struct RecordedArgument {
  std::string kind;  // "buffer", "value", "local", "image", "sampler", "pipe", "queue"; empty: not known
  std::string type;  // the spelling of the source, where the driver has it
  std::string name;
  std::uint64_t size = 0;  // in a launch: bytes of the value, local memory or buffer; 0: not known
  // In a launch: the bits of a value that may be a whole number, in decimal. Recordings of earlier versions have none.
  std::string value = {};

  bool operator==(const RecordedArgument&) const = default;
};

struct RecordedKernel {
  std::string name;
  std::vector<RecordedArgument> arguments;

  bool operator==(const RecordedKernel&) const = default;
};

enum class BuildStep { k_build, k_compile, k_link };

// A call of clBuildProgram, clCompileProgram or clLinkProgram.
struct RecordedBuild {
  BuildStep step = BuildStep::k_build;
  std::string digest;               // program_digest, or linked_program_digest of a link
  std::vector<std::string> inputs;  // digests of the programs that are linked
  std::string link_options;
  std::vector<RecordedDevice> devices;
  std::string served;             // see name_of(ServedBy): "driver", "cache", "package", "compiled", "refused"
  std::int64_t status = 0;        // the call's return value
  std::uint64_t nanoseconds = 0;  // the sum over `count` calls
  std::uint64_t count = 1;
  std::string log;
  std::vector<RecordedKernel> kernels;
};

// Times of launches on one device.
struct RecordedTimes {
  std::string target;  // what clc compiles for the device: "nvptx:sm_90"
  std::string device;
  std::uint64_t count = 0;                 // of launches that were measured
  std::vector<std::uint64_t> nanoseconds;  // of the last of them
};

// Launches of one kernel with the same sizes and arguments.
struct RecordedLaunch {
  std::string digest, kernel;
  std::uint64_t dimensions = 1;
  std::array<std::uint64_t, 3> offset = {};
  std::array<std::uint64_t, 3> global = {};
  std::array<std::uint64_t, 3> local = {};  // 0: the driver chooses the size
  std::vector<RecordedArgument> arguments;
  std::uint64_t count = 1;
  std::vector<RecordedTimes> times = {};  // where they were measured
};

// A reason why builds were not recorded, and their number.
struct NotRecorded {
  std::string reason;
  std::uint64_t count = 1;
};

// The builds and launches of one process.
struct RecordedRun {
  std::string file;  // the name of its file in `runs`; only readers set it
  std::vector<std::string> command;
  std::uint64_t process = 0;
  std::vector<RecordedBuild> builds;
  std::vector<RecordedLaunch> launches;
  std::vector<NotRecorded> not_recorded;
};

// A program that was compiled.
struct RecordedProgram {
  std::string digest;
  std::string name;    // the name of its folder in `programs`, and of its module in a package
  bool is_il = false;  // the source is SPIR-V
  ProgramText text;
  std::string source_file;  // the name of the file in its folder
  // The options letter for letter, but for folders of headers that may lie elsewhere: those are include-0 and so on.
  // Empty: as in the text.
  std::string given_options;
};

struct Recording {
  std::vector<RecordedProgram> programs;  // sorted by name
  std::vector<RecordedRun> runs;
};

// Returns true when the folder has the file that marks a recording.
bool is_recording(const std::string& folder);

// Reads a recording. `with_texts` includes sources and headers, and compares them with the programs' digests.
Result<Recording> read_recording(const std::string& folder, bool with_texts = true);

// Reads source and headers of a program from its folder, and compares them with its digest.
Result<void> read_texts(const std::string& folder, RecordedProgram& program);

// Returns the path of a header in its program's folder, or an empty path for a name that leads out of it.
std::string header_file(const std::string& header_name);

// Returns the name of a program: that of its first kernel, and the first digits of its digest. `kernels` are those that
// the driver listed, for programs whose text shows none.
std::string program_name(const ProgramText& text, bool is_il, const std::vector<RecordedKernel>& kernels,
                         const std::string& digest);

// The bits of a value that may be a whole number, in decimal: everything of such a size but floating-point numbers and,
// where the driver does not tell kinds, what may be a pointer. Otherwise empty.
std::string whole_number(const RecordedArgument& argument, BytesView value);

// Contents of the files of a recording.
std::string encode_recording_mark();
std::string encode_program(const RecordedProgram& program);
Result<RecordedProgram> decode_program(std::string_view json);
std::string encode_run(const RecordedRun& run);
Result<RecordedRun> decode_run(std::string_view json);

}  // namespace clc

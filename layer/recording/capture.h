// A capture: one launch of a kernel with all that repeats it elsewhere: the program, its arguments, and the memory
// before and after. The layer writes it, and `clc replay` reads it. docs/capture.md describes the file.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "clc/base/bytes.h"
#include "clc/base/result.h"
#include "recording/recording.h"

namespace clc {

inline constexpr std::string_view k_capture_ending = ".clccap";
inline constexpr const char* k_captured_package = "module.clcpack";
inline constexpr std::string_view k_captured_recording = "recording/";
// The most bytes of a capture's file, and of all memory in it, before and after.
inline constexpr std::uint64_t k_largest_capture = std::uint64_t{4} << 30U;

enum class CapturedKind { k_value, k_local, k_buffer, k_image, k_sampler };

struct CapturedArgument {
  CapturedKind kind = CapturedKind::k_value;
  std::string name, type;    // as the source spells them, where the driver tells
  Bytes value;               // of a value
  std::uint64_t size = 0;    // bytes of local memory, or of a buffer from `offset` on
  std::uint64_t memory = 0;  // of a buffer or an image: its place in Capture::memory, counted from 1; 0: null
  std::uint64_t offset = 0;  // bytes from the beginning of the memory
  std::uint64_t normalized = 0, addressing = 0, filter = 0;  // of a sampler, in OpenCL's numbers
};

enum class MemoryKind { k_buffer, k_svm, k_image };

// All of a buffer, the part that arguments reach, an allocation of shared virtual memory, or an image.
struct CapturedMemory {
  MemoryKind kind = MemoryKind::k_buffer;
  std::uint64_t size = 0;     // bytes; of an image without gaps between its rows
  std::uint64_t access = 0;   // CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY or CL_MEM_READ_ONLY
  std::string before, after;  // SHA-256 of the contents; empty: zeros
  // The shape of an image, in OpenCL's numbers; a size that it does not have is 1.
  std::uint64_t type = 0, channel_order = 0, channel_type = 0, element_size = 0;
  std::uint64_t width = 0, height = 0, depth = 0, layers = 0;
  std::uint64_t buffer =
      0;  // of an image of a buffer: that one's place, counted from 1. Then the image has no contents
};

struct Capture {
  std::string kernel;
  std::string program;  // digest of the program in the recording; empty: the package has it
  std::string binary;   // SHA-256 of the binary that the application loaded
  std::string module;   // the name in the package
  RecordedDevice device;
  std::uint64_t dimensions = 1;
  std::array<std::uint64_t, 3> offset = {}, global = {}, local = {};  // local 0: the driver chooses
  std::vector<CapturedArgument> arguments;
  std::vector<CapturedMemory> memory;

  std::map<std::string, Bytes> contents;  // of memory, by SHA-256
  std::map<std::string, Bytes> files;     // k_captured_package, or the files of a recording behind k_captured_recording
  std::map<std::string, Bytes> compressed = {};  // zstd frames of those contents that compress_capture() made smaller

  // Returns the memory that an argument leads to, or null.
  const CapturedMemory* memory_of(const CapturedArgument& argument) const;
  // Returns true when two arguments lead to one memory.
  bool has_shared_memory() const;

  // Returns contents of `size` bytes by their digest.
  Bytes contents_of(const std::string& digest, std::uint64_t size) const;
  // Keeps contents, and returns their digest.
  std::string keep(Bytes bytes);
};

// True for the name of a capture's file.
bool is_capture_name(const std::string& path);

Bytes encode_capture(const Capture& capture);
// Checks everything but the files, which have readers of their own.
Result<Capture> decode_capture(BytesView bytes);
Result<Capture> read_capture(const std::string& path);

// In a file of its own, so that the layer does not link the compressor.
void compress_capture(Capture& capture);

// Puts the files below a folder into the capture, as those of the recording.
Result<void> pack_recording(const std::string& folder, Capture& capture);
// Writes the capture's recording into a new folder.
Result<void> unpack_recording(const Capture& capture, const std::string& folder);

// Returns the part of a recording that a program is compiled from: without the command and times of runs. `launch` is
// the only launch of it.
Recording recording_of(const Recording& whole, const std::string& program, RecordedLaunch launch);

}  // namespace clc

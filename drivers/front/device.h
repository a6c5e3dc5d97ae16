// The narrow interface between the front of an OpenCL driver and its devices. The front has everything that OpenCL asks
// of a driver and that has nothing to do with a device: objects, checks of arguments, queues, events, maps, compiling
// by `clc`. A driver is the front, linked with a library that calls provide_platform().
//
// Threads: the front calls a stream from one thread at a time, which changes, the other functions from any thread, and
// all of them without a lock of its own. Failures are thrown (fail.h); no other exception may leave a device.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "front/fail.h"

namespace clc::front {

struct NamedVersion {
  std::string name;
  unsigned major = 1, minor = 0, patch = 0;
};

// An extension that all devices have, by the front.
inline const NamedVersion k_command_buffers{"cl_khr_command_buffer", 0, 9, 5};

using Extent = std::array<std::size_t, 3>;  // of bytes of a row, rows, slices, or of texels

// Which images a device has; without formats there are none.
struct ImageLimits {
  std::vector<cl_image_format> formats;            // of every kind of image
  std::vector<cl_image_format> depth_formats;      // of 2D images and arrays of them
  std::vector<cl_image_format> read_only_formats;  // of images that kernels do not write, but for those of buffers
  std::size_t width = 0, height = 0;               // in one and two dimensions
  Extent volume{};                                 // in three
  std::size_t layers = 0, buffer_texels = 0;
  cl_uint read_arguments = 0, write_arguments = 0, samplers = 0;
  cl_uint read_write_arguments = 0;                 // 0: no kernel reads and writes an image
  cl_uint pitch_alignment = 0, base_alignment = 0;  // in texels, of 2D images made from buffers; 0: there are none
};

// The answers to queries of a device. Whatever stands nowhere here is what OpenCL 3.0 says of a device without that.
struct DeviceFacts {
  std::string name, vendor, driver_version;
  std::string version_suffix;   // behind "OpenCL 3.0 "
  std::string target;           // of `clc compile -t`; empty: source cannot be compiled for it
  std::string compile_options;  // of `clc`, in front of the program's
  cl_device_type type = CL_DEVICE_TYPE_GPU;
  cl_uint vendor_id = 0, compute_units = 1, clock_megahertz = 1000, address_bits = 64;
  std::uint64_t global_bytes = 0, max_allocation = 0, max_constant = 65536, cache_bytes = 0, local_bytes = 0;
  cl_uint cache_line_bytes = 64, base_alignment_bytes = 128;
  bool has_unified_memory = false;
  std::size_t max_group_size = 1, max_argument_bytes = 1024, printf_bytes = 0, max_global_variable_bytes = 0;
  std::array<std::size_t, 3> max_items{1, 1, 1};
  std::size_t preferred_multiple = 1;
  cl_uint max_sub_groups = 0;
  bool has_independent_sub_groups = false;
  cl_device_fp_config half = 0, single = 0, double_ = 0;
  cl_device_atomic_capabilities atomic_memory = CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
  cl_device_atomic_capabilities atomic_fence =
      CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
  cl_device_svm_capabilities shared_memory = 0;  // what clSVMAlloc gives
  bool has_generic_pointers = false, has_group_functions = false, has_unequal_groups = false;
  ImageLimits images;
  cl_uint most_packet_bytes = 0;  // of a pipe; 0: there are none
  // How many commands of a stream may be underway before the front calls finish(); it keeps alive what they use. With
  // more than one, finish() may be called while another thread adds commands, and then waits for those before it.
  std::size_t stream_depth = 1;
  bool has_timers = false;  // of commands, by its own clock; else the front takes the host's, a command at a time
  std::vector<NamedVersion> extensions, features;
  std::vector<std::pair<cl_device_info, std::vector<std::uint8_t>>> more;  // queries of extensions, with the answers
};

struct ArgumentFacts {
  enum class Kind { k_value, k_buffer, k_local, k_image, k_sampler, k_pipe };
  Kind kind = Kind::k_value;
  std::size_t size = 0;  // of a value
  std::string name, type_name;
  cl_kernel_arg_address_qualifier address = CL_KERNEL_ARG_ADDRESS_PRIVATE;
  cl_kernel_arg_access_qualifier access = CL_KERNEL_ARG_ACCESS_NONE;
  cl_kernel_arg_type_qualifier qualifiers = CL_KERNEL_ARG_TYPE_NONE;
};

struct KernelFacts {
  std::string name, attributes;
  std::vector<ArgumentFacts> arguments;
  std::size_t max_group_size = 1, preferred_multiple = 1, sub_group_size = 0;
  std::array<std::size_t, 3> required_group_size{};  // 0: any
  std::uint64_t local_bytes = 0, private_bytes = 0;
  bool has_uniform_groups = false;  // every group is whole
};

// Code that a device has loaded.
class Code {
 public:
  Code() = default;
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;
  virtual ~Code() = default;
  virtual const std::vector<KernelFacts>& kernels() const = 0;
  virtual std::uint64_t global_variable_bytes() const { return 0; }
};

// Memory that all devices of a platform reach.
class Memory {
 public:
  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  virtual ~Memory() = default;
  // The bytes, where the host reaches them while no command uses them; else null, and maps are copies.
  virtual std::uint8_t* host() { return nullptr; }
  // Memory of the host of the same size, for the copies that maps are; null: the front allocates them.
  virtual std::uint8_t* shadow() { return nullptr; }
  // The answer to a query of an extension, for what begins `offset` bytes behind the memory's begin.
  virtual std::optional<std::uint64_t> answer(cl_mem_info, std::size_t) { return std::nullopt; }
};

// An image's kind and size. Sizes count as OpenCL's origins and regions do: the layers of an array of 1D images are the
// second one, those of an array of 2D images the third one; a size that the kind does not have is 1.
struct ImageShape {
  cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D;
  cl_image_format format{};
  std::size_t texel_bytes = 0;
  Extent size{1, 1, 1};
};

// The memory of an image that is made from a buffer.
struct ImageBuffer {
  Memory* memory = nullptr;
  std::size_t offset = 0, row = 0;
};

// An image as the device has it.
class Image {
 public:
  Image() = default;
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;
  virtual ~Image() = default;
};

// How the memory of an empty pipe begins: with some bytes, and zeros behind them. The packets follow.
struct PipeHead {
  std::vector<std::uint8_t> bytes;
  std::size_t size = 0;
};

struct SamplerFacts {
  bool is_normalized = true;
  cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
  cl_filter_mode filter = CL_FILTER_NEAREST;
};

struct LaunchArgument {
  std::vector<std::uint8_t> value;
  Memory* memory = nullptr;  // of a buffer or a pipe; null: the pointer is null
  std::size_t offset = 0;    // of a sub-buffer in it
  std::size_t local_bytes = 0;
  const void* shared = nullptr;  // of a buffer without `memory`: a pointer to shared memory
  Image* image = nullptr;
  SamplerFacts sampler;
};

struct Launch {
  Code* code = nullptr;
  std::size_t kernel = 0;  // index in code->kernels()
  unsigned dimensions = 1;
  std::array<std::size_t, 3> offset{}, items{1, 1, 1}, group{1, 1, 1};
  std::vector<LaunchArgument> arguments;
  std::uint64_t number = 0;  // no other launch has it, so that a stream knows the launch again; 0: it has none
};

// A box of bytes in a buffer or in the host's memory: `row` and `slice` are the distances from row to row and from
// slice to slice.
struct Box {
  std::size_t offset = 0, row = 0, slice = 0;
};

// One end of a copy of texels: an image, or else bytes of a buffer or of the host.
struct TexelPlace {
  Image* image = nullptr;
  Extent origin{};  // in the image
  Memory* memory = nullptr;
  std::uint8_t* host = nullptr;
  Box box;  // in memory
};

// Calls `copy(offset in one, offset in other, bytes)` for each row of two boxes, or once if they are contiguous.
void for_each_row(const Extent& extent, const Box& one, const Box& other,
                  const std::function<void(std::size_t, std::size_t, std::size_t)>& copy);

// When a command began and ended, as nanoseconds of std::chrono::steady_clock. It is asked after finish().
class Timer {
 public:
  Timer() = default;
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  virtual ~Timer() = default;
  virtual std::pair<cl_ulong, cl_ulong> times() = 0;
};

// Commands of a stream that a device has made ready to be launched together, again and again.
class Recording {
 public:
  Recording() = default;
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;
  virtual ~Recording() = default;
};

// The order of a command in a queue out of order: it comes after the commands at these places, which begin() told.
struct CommandOrder {
  std::vector<std::uint64_t> after;
  bool is_after_all = false;   // after all commands before it
  bool is_before_all = false;  // all that follow come after it
};

// The commands of one queue, in order. A call may return before its command is over.
class Stream {
 public:
  Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  virtual ~Stream() = default;
  virtual void read(Memory& from, const Box& box, std::uint8_t* to, const Box& host, const Extent& extent) = 0;
  virtual void write(Memory& to, const Box& box, const std::uint8_t* from, const Box& host, const Extent& extent) = 0;
  virtual void copy(Memory& from, const Box& from_box, Memory& to, const Box& to_box, const Extent& extent) = 0;
  virtual void fill(Memory& to, std::size_t offset, std::size_t size, const std::vector<std::uint8_t>& pattern) = 0;
  // The same for shared memory; one end of a copy may be any memory of the host.
  virtual void copy_shared(std::uint8_t*, const std::uint8_t*, std::size_t) { throw Failure(CL_INVALID_OPERATION); }
  virtual void fill_shared(std::uint8_t*, std::size_t, const std::vector<std::uint8_t>&) {
    throw Failure(CL_INVALID_OPERATION);
  }
  // At least one place is an image; the extent counts texels.
  virtual void copy_texels(const TexelPlace&, const TexelPlace&, const Extent&) { throw Failure(CL_INVALID_OPERATION); }
  virtual void fill_texels(Image&, const Extent& /*origin*/, const Extent&,
                           const std::vector<std::uint8_t>& /*texel*/) {
    throw Failure(CL_INVALID_OPERATION);
  }
  virtual void launch(const Launch& launch) = 0;
  // Before each command of a stream out of order. Returns the command's place.
  virtual std::uint64_t begin(const CommandOrder&) { return 0; }
  virtual void replay(Recording&) { throw Failure(CL_INVALID_OPERATION); }
  // Waits for all commands. Throws the failure of one since the last call, which is then the failure of all since.
  virtual void finish() {}
  // Times the commands until stop_timer(), where the device has timers.
  virtual std::unique_ptr<Timer> start_timer() { return nullptr; }
  virtual void stop_timer(Timer&) {}
  // The answer to a query of an extension.
  virtual std::optional<std::uint64_t> answer(cl_command_queue_info) { return std::nullopt; }
  // True when only the thread that adopted the stream can give it commands. After each batch it calls flush().
  virtual bool is_of_thread() const { return false; }
  virtual void flush() {}
};

class Device {
 public:
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  virtual ~Device() = default;
  virtual const DeviceFacts& facts() const = 0;
  // Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
  virtual std::unique_ptr<Memory> allocate(std::size_t size) = 0;
  // Memory that devices and the host reach at the address host().
  virtual std::unique_ptr<Memory> allocate_shared(std::size_t) { throw Failure(CL_INVALID_OPERATION); }
  // An image with texels of its own, or those of a buffer. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
  virtual std::unique_ptr<Image> make_image(const ImageShape&, const ImageBuffer&) {
    throw Failure(CL_INVALID_OPERATION);
  }
  virtual PipeHead empty_pipe(cl_uint /*packets*/) const { throw Failure(CL_INVALID_OPERATION); }
  // Throws CL_INVALID_BINARY when the bytes are not for this device.
  virtual std::shared_ptr<Code> load(const std::uint8_t* bytes, std::size_t size) = 0;
  virtual std::unique_ptr<Stream> make_stream() = 0;
  // The stream of a queue out of order; one in order keeps all orders, too.
  virtual std::unique_ptr<Stream> make_unordered_stream() { return make_stream(); }
  // Memory and a stream that the application has from elsewhere, as the property of an extension names them; the
  // application frees them. Throws CL_INVALID_PROPERTY and CL_INVALID_VALUE where the device has no such property.
  virtual std::unique_ptr<Memory> adopt_memory(cl_mem_properties, std::uint64_t, std::size_t) {
    throw Failure(CL_INVALID_PROPERTY);
  }
  virtual std::unique_ptr<Stream> adopt_stream(cl_queue_properties, std::uint64_t) { throw Failure(CL_INVALID_VALUE); }
  // The commands that `give` gives to a stream, which do not run; null: the device cannot record them.
  virtual std::unique_ptr<Recording> record(const std::function<void(Stream&)>&) { return nullptr; }
};

struct Platform {
  std::string name, vendor, version_suffix, icd_suffix;
  std::vector<std::unique_ptr<Device>> devices;
  std::vector<NamedVersion> extensions;  // beside the front's own
};

// A driver calls it as its library is loaded. The front calls `make` once, when the application first asks.
bool provide_platform(Platform (*make)());

}  // namespace clc::front

// OpenCL's objects as the front has them. Each begins with the table through which the ICD loader calls it.
//
// An object has two counts. `references` is the application's. `uses` counts these as one, and each object and command
// that needs the object as one more. With the last use the object is destroyed, and its handle is none any more.
//
// state_mutex() guards what changes in objects. While it is held, no object may lose its last use, and no function of a
// device or of the application may be called.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>

#include "front/device.h"

namespace clc::front {

extern const cl_icd_dispatch k_dispatch;

enum class Kind : std::uint8_t {
  k_platform,
  k_device,
  k_context,
  k_queue,
  k_memory,
  k_program,
  k_kernel,
  k_event,
  k_sampler,
  k_command_buffer
};

// No virtual function: the loader reads the table where the pointer to those would lie.
struct Object {
  // `has_handle` is false for objects that the application never sees.
  explicit Object(Kind which, bool has_handle = true);
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  const cl_icd_dispatch* const dispatch = &k_dispatch;
  const Kind kind;
  const bool is_known;  // find_handle() finds it
  std::atomic<cl_uint> references{1};
  std::atomic<std::uint64_t> uses{1};
};

// The handle's object, with one use more; null when the handle is none of this kind.
Object* find_handle(const void* handle, Kind kind);
void add_use(Object* object);
void drop_use(Object* object);
void add_reference(Object* object);
// False when the application has no reference to give back.
bool drop_reference(Object* object);

std::mutex& state_mutex();
std::uint64_t unique_number();

// A use of an object. Objects begin with their base, also where the compiler does not know them yet.
template <class T>
class Ref {
 public:
  Ref() = default;
  explicit Ref(T* object) : object_(object) {
    if (object_ != nullptr) add_use(base());
  }
  // Takes over a use: that of a new object, or of find_handle().
  static Ref adopt(T* object) {
    Ref ref;
    ref.object_ = object;
    return ref;
  }
  Ref(const Ref& other) : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ != nullptr) drop_use(base());
  }
  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  bool operator==(const Ref& other) const { return object_ == other.object_; }
  // Makes the use the application's.
  T* give() { return std::exchange(object_, nullptr); }

 private:
  Object* base() const { return reinterpret_cast<Object*>(object_); }

  T* object_ = nullptr;
};

struct QueueCore;
struct ReadyLaunch;

// A loaded program of one device.
struct Built {
  cl_device_id device = nullptr;
  cl_build_status status = CL_BUILD_NONE;
  std::string options, log;
  cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
  std::vector<std::uint8_t> binary;
  std::shared_ptr<Code> code;  // of an executable
};

// A part of a buffer or an image that the application has mapped.
struct Map {
  std::uint8_t* pointer = nullptr;
  std::size_t offset = 0, size = 0;
  cl_map_flags flags = 0;
  Extent origin{}, region{};  // of an image
};

// Memory of clSVMAlloc.
struct Shared {
  std::unique_ptr<Memory> memory;
  std::size_t size = 0;
};

struct ReportFunction {
  void(CL_CALLBACK* call)(const char*, const void*, std::size_t, void*) = nullptr;
  void* data = nullptr;
};

}  // namespace clc::front

struct _cl_platform_id : clc::front::Object {
  _cl_platform_id() : Object(clc::front::Kind::k_platform) {}
  clc::front::Platform facts;
  std::vector<cl_device_id> devices;
};

struct _cl_device_id : clc::front::Object {
  explicit _cl_device_id(clc::front::Device& the_device)
      : Object(clc::front::Kind::k_device), device(the_device), facts(the_device.facts()) {}
  clc::front::Device& device;
  const clc::front::DeviceFacts& facts;
};

struct _cl_context : clc::front::Object {
  _cl_context() : Object(clc::front::Kind::k_context) {}
  ~_cl_context();
  std::vector<cl_device_id> devices;
  std::vector<cl_context_properties> properties;
  clc::front::ReportFunction report;
  std::map<const std::uint8_t*, clc::front::Shared> shared;
  std::vector<std::pair<void(CL_CALLBACK*)(cl_context, void*), void*>> destructors;

  bool has(cl_device_id device) const;
};

struct _cl_mem : clc::front::Object {
  _cl_mem() : Object(clc::front::Kind::k_memory) {}
  ~_cl_mem();

  clc::front::Ref<_cl_context> context;
  clc::front::Ref<_cl_mem> parent;  // of a sub-buffer, or of an image made from a buffer
  std::unique_ptr<clc::front::Memory> own;
  std::unique_ptr<clc::front::Image> image;  // null: a buffer or a pipe
  clc::front::ImageShape shape;              // of an image
  clc::front::Box view;                   // of an image: where its texels lie in its buffer, or as the host sees them
  std::size_t offset = 0, size = 0;       // with a parent: in the whole buffer
  cl_uint packet_bytes = 0, packets = 0;  // of a pipe
  cl_mem_flags flags = 0;
  std::uint8_t* host = nullptr;  // CL_MEM_USE_HOST_PTR
  std::vector<cl_mem_properties> properties;
  std::vector<clc::front::Map> maps;
  std::vector<std::uint8_t> shadow;  // what maps show, where the host reaches neither
  std::vector<std::pair<void(CL_CALLBACK*)(cl_mem, void*), void*>> destructors;

  cl_mem_object_type type() const {
    if (packets != 0) return CL_MEM_OBJECT_PIPE;
    return image != nullptr ? shape.type : CL_MEM_OBJECT_BUFFER;
  }
  bool is_buffer() const { return type() == CL_MEM_OBJECT_BUFFER; }
  // True for an image whose texels the device alone can find.
  bool is_opaque() const { return image != nullptr && !parent; }
  clc::front::Memory& memory() const { return parent ? parent->memory() : *own; }
};

struct _cl_sampler : clc::front::Object {
  _cl_sampler() : Object(clc::front::Kind::k_sampler) {}
  clc::front::Ref<_cl_context> context;
  clc::front::SamplerFacts facts;
  std::vector<cl_sampler_properties> properties;
};

struct _cl_program : clc::front::Object {
  _cl_program() : Object(clc::front::Kind::k_program) {}
  clc::front::Ref<_cl_context> context;
  bool is_from_source = false;
  std::string source;
  std::vector<clc::front::Built> builts;
  bool is_building = false;
  unsigned kernel_count = 0;  // kernels of it, with which it cannot be built again

  std::vector<cl_device_id> devices() const;
  clc::front::Built* built_for(cl_device_id device);
};

struct _cl_kernel : clc::front::Object {
  _cl_kernel() : Object(clc::front::Kind::k_kernel) {}
  ~_cl_kernel();
  struct Argument {
    bool is_set = false;
    std::vector<std::uint8_t> value;
    cl_mem memory = nullptr;  // a buffer, an image or a pipe; not kept: the application keeps it until the launch
    cl_sampler sampler = nullptr;
    std::size_t local_bytes = 0;
    const void* shared = nullptr;
  };
  // The kernel of one device.
  struct Variant {
    cl_device_id device = nullptr;
    std::shared_ptr<clc::front::Code> code;
    std::size_t index = 0;
    const clc::front::KernelFacts& facts() const { return code->kernels()[index]; }
  };
  clc::front::Ref<_cl_program> program;
  std::vector<Variant> variants;
  std::vector<Argument> arguments;
  std::uint64_t arguments_set = clc::front::unique_number();  // another one each time that one of them is set
  // The last launch, while a command has it.
  std::weak_ptr<const clc::front::ReadyLaunch> last_launch;

  const clc::front::KernelFacts& facts() const { return variants.front().facts(); }
  const Variant* variant_for(cl_device_id device) const;
};

struct _cl_command_queue : clc::front::Object {
  _cl_command_queue() : Object(clc::front::Kind::k_queue) {}
  ~_cl_command_queue();
  clc::front::Ref<_cl_context> context;
  cl_device_id device = nullptr;
  cl_command_queue_properties properties = 0;
  std::vector<cl_queue_properties> property_list;
  std::shared_ptr<clc::front::QueueCore> core;
};

struct _cl_event : clc::front::Object {
  explicit _cl_event(bool has_handle = true) : Object(clc::front::Kind::k_event, has_handle) {}
  struct Callback {
    cl_int status;
    void(CL_CALLBACK* call)(cl_event, cl_int, void*);
    void* data;
  };
  clc::front::Ref<_cl_context> context;
  clc::front::Ref<_cl_command_queue> queue;  // null: a user event
  cl_command_type type = 0;
  cl_int status = CL_QUEUED;
  cl_ulong queued = 0, submitted = 0, started = 0, ended = 0;
  const clc::front::QueueCore* given_to = nullptr;  // whose stream has the command
  std::uint64_t place = 0;                          // in that stream, of a queue out of order
  std::vector<Callback> callbacks;
  std::vector<std::shared_ptr<clc::front::QueueCore>> waiting;  // queues to wake at its end

  bool is_over() const { return status <= CL_COMPLETE; }
};

namespace clc::front {

struct HandleFacts {
  Kind kind;
  cl_int invalid;  // the error of a handle that is none of these
};
template <class T>
constexpr HandleFacts k_handle{Kind::k_platform, CL_INVALID_PLATFORM};
template <>
inline constexpr HandleFacts k_handle<_cl_device_id>{Kind::k_device, CL_INVALID_DEVICE};
template <>
inline constexpr HandleFacts k_handle<_cl_context>{Kind::k_context, CL_INVALID_CONTEXT};
template <>
inline constexpr HandleFacts k_handle<_cl_command_queue>{Kind::k_queue, CL_INVALID_COMMAND_QUEUE};
template <>
inline constexpr HandleFacts k_handle<_cl_mem>{Kind::k_memory, CL_INVALID_MEM_OBJECT};
template <>
inline constexpr HandleFacts k_handle<_cl_sampler>{Kind::k_sampler, CL_INVALID_SAMPLER};
template <>
inline constexpr HandleFacts k_handle<_cl_program>{Kind::k_program, CL_INVALID_PROGRAM};
template <>
inline constexpr HandleFacts k_handle<_cl_kernel>{Kind::k_kernel, CL_INVALID_KERNEL};
template <>
inline constexpr HandleFacts k_handle<_cl_event>{Kind::k_event, CL_INVALID_EVENT};

template <>
inline constexpr HandleFacts k_handle<_cl_command_buffer_khr>{Kind::k_command_buffer, CL_INVALID_COMMAND_BUFFER_KHR};

// The object of a handle; throws `code` when it is none.
template <class T>
Ref<T> checked(T* handle, cl_int code = k_handle<T>.invalid) {
  Object* object = find_handle(handle, k_handle<T>.kind);
  require(object != nullptr, code);
  return Ref<T>::adopt(static_cast<T*>(object));
}

template <class T>
Ref<T> make_object() {
  return Ref<T>::adopt(new T);
}

// True when the pointer is to memory of clSVMAlloc.
bool is_shared(const _cl_context& context, const void* pointer);

cl_platform_id the_platform();

// Names of extensions and features, as queries tell them.
std::vector<cl_name_version> with_versions(const std::vector<NamedVersion>& names);
std::string joined(const std::vector<NamedVersion>& names);

}  // namespace clc::front

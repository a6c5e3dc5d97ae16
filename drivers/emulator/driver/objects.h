// OpenCL's objects as this driver has them. Each begins with the table through which the ICD loader calls it. One lock
// guards them all.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl_icd.h>

#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "machine/address_space.h"
#include "machine/loaded_code.h"
#include "machine/machine.h"

namespace clc::emulator::driver {

extern const cl_icd_dispatch k_dispatch;

struct Object {
  const cl_icd_dispatch* dispatch = &k_dispatch;
  cl_uint references = 1;
};

std::unique_lock<std::recursive_mutex> lock();
AddressSpace& memory();
Machine& machine_of(cl_device_id device);

template <class T>
cl_int retain(T* object, cl_int invalid) {
  const auto guard = lock();
  if (object == nullptr) return invalid;
  ++object->references;
  return CL_SUCCESS;
}

template <class T>
cl_int release(T* object, cl_int invalid) {
  const auto guard = lock();
  if (object == nullptr) return invalid;
  if (--object->references == 0) delete object;
  return CL_SUCCESS;
}

// An object that another one keeps alive.
template <class T>
class Kept {
 public:
  explicit Kept(T* object = nullptr) : object_(object) {
    if (object_ != nullptr) ++object_->references;
  }
  Kept(const Kept& other) : Kept(other.object_) {}
  Kept(Kept&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Kept& operator=(Kept other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Kept() {
    if (object_ != nullptr) release(object_, CL_SUCCESS);
  }
  T* get() const { return object_; }
  T* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  T* object_;
};

}  // namespace clc::emulator::driver

struct _cl_platform_id : clc::emulator::driver::Object {};

struct _cl_device_id : clc::emulator::driver::Object {
  explicit _cl_device_id(clc::emulator::Chip which) : chip(which) {}
  clc::emulator::Chip chip;
};

struct _cl_context : clc::emulator::driver::Object {
  std::vector<cl_device_id> devices;
  std::vector<cl_context_properties> properties;
  // Told of faults.
  void(CL_CALLBACK* report)(const char*, const void*, std::size_t, void*) = nullptr;
  void* report_data = nullptr;
};

struct _cl_mem : clc::emulator::driver::Object {
  ~_cl_mem();
  _cl_mem() = default;
  _cl_mem(const _cl_mem&) = delete;
  _cl_mem& operator=(const _cl_mem&) = delete;

  clc::emulator::driver::Kept<_cl_context> context;
  clc::emulator::driver::Kept<_cl_mem> parent;  // of a sub-buffer
  const clc::emulator::Allocation* allocation = nullptr;
  std::size_t offset = 0, size = 0;  // of a sub-buffer: in the parent
  cl_mem_flags flags = 0;
  void* host = nullptr;  // CL_MEM_USE_HOST_PTR
  cl_uint map_count = 0;
  std::vector<std::pair<void(CL_CALLBACK*)(cl_mem, void*), void*>> destructors;

  std::uint8_t* bytes() const { return allocation->bytes + offset; }
  std::uint64_t address() const { return allocation->address + offset; }
};

struct _cl_program : clc::emulator::driver::Object {
  clc::emulator::driver::Kept<_cl_context> context;
  std::vector<cl_device_id> devices;
  std::vector<std::vector<unsigned char>> binaries;
  std::vector<std::shared_ptr<clc::emulator::LoadedCode>> codes;
  bool is_built = false;
  std::string options;

  clc::emulator::LoadedCode* code_for(cl_device_id device) const {
    for (std::size_t i = 0; i < devices.size(); ++i) {
      if (devices[i] == device) return codes[i].get();
    }
    return nullptr;
  }
};

struct _cl_kernel : clc::emulator::driver::Object {
  struct Argument {
    bool is_set = false;
    std::vector<std::uint8_t> bytes;
    clc::emulator::driver::Kept<_cl_mem> buffer;
    std::size_t local_bytes = 0;
  };
  clc::emulator::driver::Kept<_cl_program> program;
  std::string name;
  const clc::emulator::KernelCode* code = nullptr;  // of the first device that has it
  std::vector<Argument> arguments;
};

struct _cl_command_queue : clc::emulator::driver::Object {
  struct Command {
    std::function<cl_int()> work;
    std::vector<clc::emulator::driver::Kept<_cl_event>> waits;
    clc::emulator::driver::Kept<_cl_event> event;
  };
  _cl_command_queue();
  ~_cl_command_queue();
  _cl_command_queue(const _cl_command_queue&) = delete;
  _cl_command_queue& operator=(const _cl_command_queue&) = delete;

  clc::emulator::driver::Kept<_cl_context> context;
  cl_device_id device = nullptr;
  cl_command_queue_properties properties = 0;
  std::deque<Command> commands;
};

struct _cl_event : clc::emulator::driver::Object {
  clc::emulator::driver::Kept<_cl_context> context;
  cl_command_queue queue = nullptr;  // null: a user event
  cl_command_type type = 0;
  cl_int status = CL_QUEUED;
  cl_ulong queued = 0, submitted = 0, started = 0, ended = 0;
  struct Callback {
    cl_int status;
    void(CL_CALLBACK* call)(cl_event, cl_int, void*);
    void* data;
  };
  std::vector<Callback> callbacks;
};

namespace clc::emulator::driver {

// Answers of clGet…Info.
inline cl_int answer_bytes(const void* from, std::size_t size, std::size_t room, void* to, std::size_t* told) {
  if (told != nullptr) *told = size;
  if (to == nullptr) return CL_SUCCESS;
  if (room < size) return CL_INVALID_VALUE;
  if (size != 0) std::memcpy(to, from, size);
  return CL_SUCCESS;
}
template <class T>
cl_int answer(const T& value, std::size_t room, void* to, std::size_t* told) {
  return answer_bytes(&value, sizeof value, room, to, told);
}
inline cl_int answer_text(const std::string& text, std::size_t room, void* to, std::size_t* told) {
  return answer_bytes(text.c_str(), text.size() + 1, room, to, told);
}
template <class T>
cl_int answer_list(const std::vector<T>& list, std::size_t room, void* to, std::size_t* told) {
  return answer_bytes(list.data(), list.size() * sizeof(T), room, to, told);
}

template <class T>
T* created(T* object, cl_int code, cl_int* told) {
  if (told != nullptr) *told = code;
  return object;
}
template <class T>
T* not_created(cl_int code, cl_int* told) {
  return created<T>(nullptr, code, told);
}

// Puts a command into the queue, runs what can run, and waits if `is_blocking`.
struct Wanted {
  cl_command_queue queue;
  cl_command_type type;
  cl_uint wait_count;
  const cl_event* waits;
  cl_event* event;
  bool is_blocking = false;
};
cl_int enqueue(const Wanted& wanted, std::function<cl_int()> work);
// Runs every command of every queue that need not wait.
void pump();
void set_status(cl_event event, cl_int status);
cl_ulong now();

// Prints what a kernel left in the buffer of printf.
void print_output(const CodeObject& object, const std::uint8_t* buffer, std::uint32_t used);

std::uint64_t seed();

}  // namespace clc::emulator::driver

#include "calls.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace driver_calls {
namespace {

constexpr unsigned k_longest = 400;  // calls
constexpr std::size_t k_arena = std::size_t{8} << 20U;

}  // namespace

std::uint8_t* arena() {
  static auto* one = new std::uint8_t[k_arena]{};
  return one;
}

void Calls::run() {
  static const std::vector<Step> all = [] {
    std::vector<Step> steps;
    for (const auto* part : {&object_steps(), &memory_steps(), &command_steps(), &program_steps()}) {
      steps.insert(steps.end(), part->begin(), part->end());
    }
    return steps;
  }();
  begin();
  for (unsigned i = 0; i < k_longest && !choices_.is_over(); ++i) {
    (this->*all[choices_.below(static_cast<unsigned>(all.size()))])();
  }
  end();
}

// A context with all devices, a queue, a buffer, and a program: without them most calls have the same answer.
void Calls::begin() {
  held_.push_back({driver_.platform, Kind::k_platform, 1});
  cl_uint count = 0;
  cl_.clGetDeviceIDs(driver_.platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
  std::vector<cl_device_id> devices(count);
  cl_.clGetDeviceIDs(driver_.platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr);
  for (const cl_device_id device : devices) held_.push_back({device, Kind::k_device, 1});
  cl_int code = CL_SUCCESS;
  const cl_context context = cl_.clCreateContext(nullptr, count, devices.data(), nullptr, nullptr, &code);
  keep("clCreateContext", context, Kind::k_context, code, false, {});
  const cl_command_queue queue = cl_.clCreateCommandQueue(context, devices.front(), 0, &code);
  keep("clCreateCommandQueue", queue, Kind::k_queue, code, false, {});
  const cl_mem buffer = cl_.clCreateBuffer(context, CL_MEM_READ_WRITE, 256, nullptr, &code);
  keep("clCreateBuffer", buffer, Kind::k_memory, code, false, {});
  const auto* bytes = reinterpret_cast<const unsigned char*>(driver_.binary.data());
  const std::size_t size = driver_.binary.size();
  const cl_program program = cl_.clCreateProgramWithBinary(context, 1, devices.data(), &size, &bytes, nullptr, &code);
  keep("clCreateProgramWithBinary", program, Kind::k_program, code, false, {});
  expect("clBuildProgram", cl_.clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), false, {});
}

void Calls::end() {
  settle();
  for (const Held& one : held_) {
    if (one.kind == Kind::k_queue && one.references != 0) {
      expect("clFinish", cl_.clFinish(static_cast<cl_command_queue>(one.handle)), false, {});
    }
  }
  for (Held& one : held_) {
    while (one.references != 0) let_go(one);
  }
}

void Calls::let_go(Held& held) {
  --held.references;
  switch (held.kind) {
    case Kind::k_context:
      return expect("clReleaseContext", cl_.clReleaseContext(static_cast<cl_context>(held.handle)), false, {});
    case Kind::k_queue:
      return expect("clReleaseCommandQueue", cl_.clReleaseCommandQueue(static_cast<cl_command_queue>(held.handle)),
                    false, {});
    case Kind::k_memory:
      return expect("clReleaseMemObject", cl_.clReleaseMemObject(static_cast<cl_mem>(held.handle)), false, {});
    case Kind::k_program:
      return expect("clReleaseProgram", cl_.clReleaseProgram(static_cast<cl_program>(held.handle)), false, {});
    case Kind::k_kernel:
      return expect("clReleaseKernel", cl_.clReleaseKernel(static_cast<cl_kernel>(held.handle)), false, {});
    case Kind::k_event:
      return expect("clReleaseEvent", cl_.clReleaseEvent(static_cast<cl_event>(held.handle)), false, {});
    case Kind::k_platform:
    case Kind::k_device:
      return;
  }
}

void Calls::expect(const char* call, cl_int code, bool is_wrong, std::initializer_list<cl_int> errors) {
  const bool is_lack = code == CL_OUT_OF_RESOURCES || code == CL_OUT_OF_HOST_MEMORY;
  const bool is_listed = std::find(errors.begin(), errors.end(), code) != errors.end();
  if (is_listed || is_lack || (code == CL_SUCCESS && !is_wrong)) return;
  std::fprintf(stderr, "%s answers %d%s\n", call, code, is_wrong ? " to a handle that is none" : "");
  std::abort();
}

void Calls::keep(const char* call, void* handle, Kind kind, cl_int code, bool is_wrong,
                 std::initializer_list<cl_int> errors) {
  expect(call, code, is_wrong, errors);
  if ((code == CL_SUCCESS) != (handle != nullptr)) {
    std::fprintf(stderr, "%s answers %d, and %s object\n", call, code, handle != nullptr ? "an" : "no");
    std::abort();
  }
  if (handle != nullptr) held_.push_back({handle, kind, 1});
}

void Calls::expect_command(const char* call, cl_int code, bool is_wrong, std::initializer_list<cl_int> errors) {
  constexpr cl_int k_waited = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  const bool is_common = code == CL_INVALID_COMMAND_QUEUE || code == CL_INVALID_CONTEXT ||
                         code == CL_INVALID_EVENT_WAIT_LIST || code == k_waited ||
                         code == CL_MEM_OBJECT_ALLOCATION_FAILURE;
  if (!is_common) expect(call, code, is_wrong, errors);
  const bool has_event = event_ != nullptr;
  if (has_event != (code == CL_SUCCESS && wants_event_)) {
    std::fprintf(stderr, "%s answers %d, and %s event\n", call, code, has_event ? "an" : "no");
    std::abort();
  }
  if (has_event) held_.push_back({event_, Kind::k_event, 1});
  event_ = nullptr;
  wants_event_ = false;
}

// One of this kind, which the application holds; null: there is none.
void* Calls::held(Kind kind) {
  const unsigned first = choices_.below(256);
  for (std::size_t i = 0; i < held_.size(); ++i) {
    const Held& one = held_[(first + i) % held_.size()];
    if (one.kind == kind && one.references != 0) return one.handle;
  }
  return nullptr;
}

bool Calls::is_held(const void* handle) const {
  return std::any_of(held_.begin(), held_.end(),
                     [&](const Held& one) { return one.handle == handle && one.references != 0; });
}

void* Calls::any_of(Kind kind, bool& is_wrong) {
  constexpr unsigned k_mostly_right = 24;
  is_wrong = kind != Kind::k_platform;  // null is the only platform there
  switch (choices_.below(k_mostly_right)) {
    case 1:
      return nullptr;
    case 2: {
      const auto other = static_cast<Kind>((static_cast<unsigned>(kind) + 1 + choices_.below(7)) % 8);
      void* handle = held(other);
      is_wrong = is_wrong || handle != nullptr;
      return handle;
    }
    case 3:
      is_wrong = true;
      return arena();
    case 4:  // let go, but somebody may need it still
      is_wrong = false;
      for (const Held& one : held_) {
        if (one.kind == kind && one.references == 0) return one.handle;
      }
      [[fallthrough]];
    default:
      break;
  }
  void* handle = held(kind);
  is_wrong = handle == nullptr;
  return handle;
}

std::size_t Calls::size() {
  constexpr std::size_t k_all = ~std::size_t{0}, k_half = std::size_t{1} << 63U;
  return choices_.of<std::size_t>({0,
                                   1,
                                   2,
                                   4,
                                   8,
                                   15,
                                   16,
                                   17,
                                   32,
                                   64,
                                   100,
                                   128,
                                   256,
                                   257,
                                   k_all,
                                   k_all - 15,
                                   k_half,
                                   k_half + 16,
                                   std::size_t{1} << 60U,
                                   std::size_t{1} << 32U,
                                   k_half / 16 + 1});
}

std::size_t Calls::small_size() {
  return choices_.of<std::size_t>({16, 0, 1, 2, 4, 8, 15, 17, 32, 64, 100, 256});
}

Waits Calls::waits() {
  Waits all;
  const unsigned choice = choices_.below(12);
  if (choice < 8) return all;
  all.count = 1 + choices_.below(2);
  for (cl_uint i = 0; i < all.count; ++i) {
    const auto event = any<cl_event>();
    all.list[i] = event;
    all.is_wrong = all.is_wrong || event.is_wrong;
  }
  all.events = all.list.data();
  if (choice == 8) all.events = nullptr;
  if (choice == 9) all.count = 0;
  all.is_wrong = all.is_wrong || choice < 10;
  return all;
}

cl_event* Calls::event_place() {
  event_ = nullptr;
  wants_event_ = choices_.is_one_of(2);
  return wants_event_ ? &event_ : nullptr;
}

void Calls::settle() {
  for (const cl_event event : unset_) {
    const cl_int status = choices_.is_one_of(8) ? -7 : CL_COMPLETE;
    expect("clSetUserEventStatus", cl_.clSetUserEventStatus(event, status), false, {});
  }
  unset_.clear();
}

cl_bool Calls::blocking() {
  if (!choices_.is_one_of(2)) return CL_FALSE;
  settle();
  return CL_TRUE;
}

}  // namespace driver_calls

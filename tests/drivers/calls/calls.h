// Any sequence of calls of an OpenCL driver, as bytes choose it: also with handles that are null, of other kinds, let
// go or foreign, with sizes of 0 and of nearly 2^64, and with lists that lack something. The process ends where the
// driver answers what OpenCL's specification does not list for the call, or takes a handle that is none.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl_icd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace driver_calls {

// A driver, and a binary of its first device.
struct Driver {
  const cl_icd_dispatch* table = nullptr;
  cl_platform_id platform = nullptr;
  std::string_view binary;
  std::vector<const char*> kernels;  // of the binary
};

class Choices {
 public:
  Choices(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}

  bool is_over() const { return at_ == end_; }
  unsigned below(unsigned count) { return is_over() ? 0 : *at_++ % count; }
  bool is_one_of(unsigned count) { return below(count) == count - 1; }
  template <class T>
  T of(std::initializer_list<T> all) {
    return all.begin()[below(static_cast<unsigned>(all.size()))];
  }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
};

enum class Kind : std::uint8_t { k_platform, k_device, k_context, k_queue, k_memory, k_program, k_kernel, k_event };

template <class T>
constexpr Kind k_kind = Kind::k_platform;
template <>
inline constexpr Kind k_kind<cl_device_id> = Kind::k_device;
template <>
inline constexpr Kind k_kind<cl_context> = Kind::k_context;
template <>
inline constexpr Kind k_kind<cl_command_queue> = Kind::k_queue;
template <>
inline constexpr Kind k_kind<cl_mem> = Kind::k_memory;
template <>
inline constexpr Kind k_kind<cl_program> = Kind::k_program;
template <>
inline constexpr Kind k_kind<cl_kernel> = Kind::k_kernel;
template <>
inline constexpr Kind k_kind<cl_event> = Kind::k_event;

// A handle; `is_wrong`: no driver may take it.
template <class T>
struct Chosen {
  T handle = nullptr;
  bool is_wrong = false;
  operator T() const { return handle; }
};

struct Held {
  void* handle = nullptr;
  Kind kind = Kind::k_platform;
  unsigned references = 0;  // of the application
};

struct Mapped {
  cl_mem buffer = nullptr;
  void* pointer = nullptr;
};

// A list of events as a command takes it.
struct Waits {
  std::array<cl_event, 2> list{};
  cl_uint count = 0;
  const cl_event* events = nullptr;
  bool is_wrong = false;
};

class Calls {
 public:
  Calls(const Driver& driver, Choices choices) : driver_(driver), cl_(*driver.table), choices_(choices) {}
  void run();

 private:
  using Step = void (Calls::*)();
  static const std::vector<Step>& object_steps();
  static const std::vector<Step>& memory_steps();
  static const std::vector<Step>& command_steps();
  static const std::vector<Step>& program_steps();

  void begin();
  void end();
  // Ends the process unless the answer is CL_SUCCESS, a lack of memory or resources, or one of the list; and unless it
  // is an error where the arguments are wrong.
  void expect(const char* call, cl_int code, bool is_wrong, std::initializer_list<cl_int> errors);
  // The same for a call that creates an object, which is kept.
  void keep(const char* call, void* handle, Kind kind, cl_int code, bool is_wrong,
            std::initializer_list<cl_int> errors);
  // The same for a command, whose event is kept.
  void expect_command(const char* call, cl_int code, bool is_wrong, std::initializer_list<cl_int> errors);

  void* held(Kind kind);
  bool is_held(const void* handle) const;
  template <class T>
  Chosen<T> any() {
    bool is_wrong = false;
    void* handle = any_of(k_kind<T>, is_wrong);
    return {static_cast<T>(handle), is_wrong};
  }
  void* any_of(Kind kind, bool& is_wrong);
  std::size_t size();        // any
  std::size_t small_size();  // at most 256
  Waits waits();
  cl_event* event_place();
  // Lets events of the application happen, so that nothing waits for ever.
  void settle();
  // Something that blocks, or not: then nothing is left that it could wait for.
  cl_bool blocking();
  // Asks a query with much room, with none, and with any.
  template <class Ask>
  void ask(const char* call, bool is_wrong, std::initializer_list<cl_int> errors, Ask query);
  template <class T>
  void count_references(const char* retain_name, cl_int(CL_API_CALL* retain)(T), const char* release_name,
                        cl_int(CL_API_CALL* release)(T), cl_int invalid);
  void let_go(Held& held);

  void get_platforms();
  void ask_platform();
  void get_devices();
  void ask_device();
  void part_device();
  void ask_timers();
  void create_context();
  void ask_context();
  void create_queue();
  void ask_queue();
  void change_references();

  void create_buffer();
  void create_sub_buffer();
  void ask_memory();
  void map();
  void unmap();
  void migrate();

  void read_or_write();
  void copy();
  void fill();
  void read_or_write_box();
  void copy_box();
  void mark();
  void flush_or_finish();
  void create_user_event();
  void set_user_event();
  void wait_for_events();
  void ask_event();
  void call_back();

  void create_program();
  void build();
  void compile_or_link();
  void ask_program();
  void create_kernel();
  void clone_kernel();
  void set_argument();
  void ask_kernel();
  void launch();

  const Driver& driver_;
  const cl_icd_dispatch& cl_;
  Choices choices_;
  std::vector<Held> held_;
  std::vector<Mapped> maps_;
  std::vector<cl_event> unset_;  // events of the application that have not happened
  cl_event event_ = nullptr;     // of the last command
  bool wants_event_ = false;
};

// The front, over the devices of fake_devices.h.
const Driver& fake_driver();

// Memory of the application, larger than what any call that may succeed reads or writes.
std::uint8_t* arena();

}  // namespace driver_calls

// Kernels whose arguments the compiler checks; the headers that `clc header` generates use them (docs/launchers.md).
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <CL/cl.h>

#include "clc/runtime/native.h"
#include "clc/runtime/program.h"

namespace clc {

namespace typed {

// The kind of memory that an object is known to be; 0 for what is a cl_mem to this library.
template <class Memory>
cl_mem_object_type memory_type([[maybe_unused]] const Memory& memory) {
  if constexpr (std::is_base_of_v<Buffer, Memory>) {
    return CL_MEM_OBJECT_BUFFER;
  } else if constexpr (std::is_base_of_v<Image, Memory>) {
    return memory.shape().type;
  } else {
    return 0;
  }
}

// The handle of what a view is made from. After a Result, which the compiler reports, it is a dummy.
template <class Memory>
cl_mem memory_of(const Memory& memory) {
  static_assert(!k_is_result<Memory>, "this memory is a clc::Result: check it, then give *result");
  if constexpr (k_is_result<Memory>) {
    return nullptr;
  } else {
    return native<cl_mem>(memory);
  }
}

template <class Memory>
inline constexpr bool k_is_memory = k_has_native<cl_mem, Memory> || k_is_result<Memory>;

}  // namespace typed

// A view of a cl_mem that holds elements of one type: what a kernel's `global T*` or `constant T*` points to. It owns
// nothing, and is made from a Buffer, a cl_mem, or an object of the Khronos C++ bindings; by default it is a null
// pointer for the kernel.
template <class T>
class buffer {
 public:
  buffer() = default;
  template <class Memory, class = std::enable_if_t<typed::k_is_memory<Memory>>>
  explicit buffer(const Memory& memory) : memory_(typed::memory_of(memory)), type_(typed::memory_type(memory)) {
    static_assert(!std::is_base_of_v<Image, Memory>, "clc::buffer is made from a clc::Image, which is no buffer");
  }

  cl_mem handle() const { return memory_; }
  friend KernelArgument to_argument(const buffer& view) {
    return {ArgumentKind::k_buffer, sizeof(cl_mem), &view.memory_, view.type_};
  }

 private:
  cl_mem memory_ = nullptr;
  cl_mem_object_type type_ = 0;
};

// Local memory for `count` elements: a kernel's `local T*`. A size that overflows becomes the largest, which no device
// has.
template <class T>
class local {
 public:
  explicit constexpr local(std::size_t count)
      : bytes_(count > std::numeric_limits<std::size_t>::max() / sizeof(T) ? std::numeric_limits<std::size_t>::max()
                                                                           : count * sizeof(T)) {}

  constexpr std::size_t bytes() const { return bytes_; }
  friend KernelArgument to_argument(const local& memory) { return {ArgumentKind::k_local, memory.bytes_, nullptr}; }

 private:
  std::size_t bytes_;
};

// The types of images, as kernels name them.
struct image1d_t {};
struct image1d_array_t {};
struct image1d_buffer_t {};
struct image2d_t {};
struct image2d_array_t {};
struct image2d_depth_t {};
struct image2d_array_depth_t {};
struct image2d_msaa_t {};
struct image2d_array_msaa_t {};
struct image2d_msaa_depth_t {};
struct image2d_array_msaa_depth_t {};
struct image3d_t {};

// A view of a cl_mem that is an image of one type. A kernel takes it when it accesses images in this way, and with
// k_read_write every kernel does. It owns nothing.
template <class Type, Access access = Access::k_read_write>
class image {
 public:
  template <class Memory, class = std::enable_if_t<typed::k_is_memory<Memory>>>
  explicit image(const Memory& memory) : memory_(typed::memory_of(memory)), type_(typed::memory_type(memory)) {
    static_assert(!std::is_base_of_v<Buffer, Memory>, "clc::image is made from a clc::Buffer, which is no image");
  }

  cl_mem handle() const { return memory_; }
  friend KernelArgument to_argument(const image& view) {
    return {ArgumentKind::k_image, sizeof(cl_mem), &view.memory_, view.type_};
  }

 private:
  cl_mem memory_;
  cl_mem_object_type type_;
};
template <class Type>
using read_only_image = image<Type, Access::k_read_only>;
template <class Type>
using write_only_image = image<Type, Access::k_write_only>;

// A view of a cl_mem that is a pipe. It owns nothing.
class pipe {
 public:
  template <class Memory, class = std::enable_if_t<typed::k_is_memory<Memory>>>
  explicit pipe(const Memory& memory) : memory_(typed::memory_of(memory)) {
    static_assert(!std::is_base_of_v<Buffer, Memory> && !std::is_base_of_v<Image, Memory>,
                  "clc::pipe is made from a clc::Buffer or a clc::Image, which is no pipe");
  }

  cl_mem handle() const { return memory_; }
  friend KernelArgument to_argument(const pipe& view) { return {ArgumentKind::k_pipe, sizeof(cl_mem), &view.memory_}; }

 private:
  cl_mem memory_;
};

// Parts that generated headers refer to.
namespace typed {

struct None {};  // not an element type

template <class A>
struct ElementOf {
  using Buffer = None;
  using Local = None;
};
template <class T>
struct ElementOf<buffer<T>> {
  using Buffer = T;
  using Local = None;
};
template <class T>
struct ElementOf<local<T>> {
  using Buffer = None;
  using Local = T;
};

// Two types of the same integer, such as long and long long.
template <class A, class T>
inline constexpr bool k_same_integer =
    std::is_integral_v<A> && std::is_integral_v<T> && !std::is_same_v<A, bool> && !std::is_same_v<T, bool> &&
    sizeof(A) == sizeof(T) && std::is_signed_v<A> == std::is_signed_v<T>;
template <class A, class T>
inline constexpr bool k_same = std::is_same_v<A, T> || k_same_integer<A, T>;

// A value that a kernel wants as an argument. In this type and the next ones, `takes<A>` says whether an A is what the
// kernel wants.
template <class T>
struct Value {
  template <class A>
  static constexpr bool takes = k_same<A, T>;
};

// A buffer for a pointer. T may be const, or void, which takes elements of any type.
template <class T>
struct BufferOf {
  template <class A, class Element = typename ElementOf<A>::Buffer>
  static constexpr bool takes = !std::is_same_v<Element, None> && (std::is_const_v<T> || !std::is_const_v<Element>) &&
                                (std::is_void_v<T> || k_same<std::remove_const_t<Element>, std::remove_const_t<T>>);
};

template <class T>
struct LocalOf {
  template <class A, class Element = typename ElementOf<A>::Local>
  static constexpr bool takes =
      !std::is_same_v<Element, None> && (std::is_void_v<T> || k_same<Element, std::remove_const_t<T>>);
};

template <class Type, Access access>
struct ImageOf {
  template <class A>
  static constexpr bool takes = std::is_same_v<A, image<Type, access>> || std::is_same_v<A, image<Type>>;
};

struct Pipe {
  template <class A>
  static constexpr bool takes = std::is_same_v<A, pipe>;
};

// An OpenCL handle, or an object that has one.
template <class Handle>
struct HandleOf {
  template <class A>
  static constexpr bool takes = k_has_native<Handle, A>;
};

// True when argument `index` was given and is what the kernel wants.
template <std::size_t index, class Wanted, class... A>
constexpr bool fits() {
  if constexpr (index < sizeof...(A)) {
    return Wanted::template takes<std::tuple_element_t<index, std::tuple<A...>>>;
  } else {
    return false;
  }
}

// The dimensions of a range type: 0 for NDRange, whose dimensions only the launch knows, and -1 for what is no range.
template <class Range>
inline constexpr int k_dimensions = std::is_same_v<Range, NDRange> ? 0 : -1;
template <std::size_t dimensions>
inline constexpr int k_dimensions<GlobalRange<dimensions>> = static_cast<int>(dimensions);

// The value for clSetKernelArg. After a wrong argument, which the compiler reports elsewhere, it is a dummy, so that no
// second error follows.
template <class A>
decltype(auto) given(const A& argument) {
  if constexpr (k_has_native<cl_sampler, A>) {
    return native<cl_sampler>(argument);
  } else if constexpr (k_has_native<cl_command_queue, A>) {
    return native<cl_command_queue>(argument);
  } else if constexpr (std::is_trivially_copyable_v<A> && !std::is_pointer_v<A> && !std::is_array_v<A>) {
    return (argument);
  } else {
    return cl_int{0};
  }
}

template <class Range>
NDRange range_of(const Range& range) {
  if constexpr (k_dimensions<Range> >= 0) {
    return range;
  } else {
    return {};
  }
}

struct Expected {
  const char* kernel;
  const char* contract;  // launch_contract of the kernel that the header was generated from
};

// Creates a kernel object for each of `expected`. A kernel with another contract is k_usage.
Result<std::vector<Kernel>> find_kernels(const Program& program, const std::vector<Expected>& expected);

}  // namespace typed

// A kernel as a function object. `Description` is generated: it holds the kernel's name, its contract, and the checks
// of its arguments. Several threads may use a TypedKernel, as they may use a Kernel.
template <class Description>
class TypedKernel {
 public:
  // The work-group size that the kernel requires; zeros when it requires none.
  static constexpr std::array<std::size_t, 3> work_group_size() { return Description::k_work_group_size; }

  explicit TypedKernel(Kernel kernel) : kernel_(std::move(kernel)) {}

  // Launches the kernel, waits for it, and returns its time on the device.
  template <class Range, class... A>
  Result<CommandTime> operator()(const Queue& queue, const Range& range, const A&... arguments) const {
    Description::template check_launch<Range, A...>();
    return kernel_.launch(queue, typed::range_of(range), typed::given(arguments)...);
  }
  template <class T, class... A>
  Result<CommandTime> operator()(const Result<T>&, const A&...) const {
    static_assert(!k_is_result<Result<T>>, "the queue is a clc::Result: check it, then give *queue");
    return CommandTime{};
  }
  // Launches the kernel without waiting for it.
  template <class Range, class... A>
  Result<Event> enqueue(const Queue& queue, const Range& range, const A&... arguments) const {
    Description::template check_launch<Range, A...>();
    return kernel_.enqueue(queue, typed::range_of(range), WaitList(), typed::given(arguments)...);
  }
  // Launches the kernel so that it runs after the commands in `after`.
  template <class Range, class... A>
  Result<Event> enqueue(const Queue& queue, const Range& range, const WaitList& after, const A&... arguments) const {
    Description::template check_launch<Range, A...>();
    return kernel_.enqueue(queue, typed::range_of(range), after, typed::given(arguments)...);
  }

  template <class T, class... A>
  Result<Event> enqueue(const Result<T>&, const A&...) const {
    static_assert(!k_is_result<Result<T>>, "the queue is a clc::Result: check it, then give *queue");
    return Event();
  }

  const Kernel& kernel() const { return kernel_; }

 private:
  Kernel kernel_;
};

// The choice of what a generated `load` loads, when it is not simply the module that the header names.
struct ModuleChoice {
  std::string_view only_target = {};  // loads only this target's variant; empty: any
  std::string_view module = {};       // another module with the same kernels; empty: the header's
};

// Loads a module and returns its kernels as a `Kernels`: the program, and a TypedKernel for each description.
template <class Kernels, class... Descriptions>
Result<Kernels> load_typed(const Queue& queue, const Result<Package>& package, std::string_view own_module,
                           const ModuleChoice& choice) {
  if (!package) return fail(package);
  const std::string_view module = choice.module.empty() ? own_module : choice.module;
  const Result<Program> program = Program::load(queue, *package, module, choice.only_target);
  if (!program) return fail(program);
  const std::vector<typed::Expected> expected{typed::Expected{Descriptions::k_name, Descriptions::k_contract}...};
  const Result<std::vector<Kernel>> found = typed::find_kernels(*program, expected);
  if (!found) return fail(found, "module '" + std::string(module) + "'");
  [[maybe_unused]] auto next = found->begin();
  return Kernels{*program, TypedKernel<Descriptions>(*next++)...};
}

}  // namespace clc

// The programs in which functions of tests run. Each reads calls from standard input and writes what buffers hold
// afterwards, as frames of this form, in little-endian numbers:
//   length of the function's name (8 bytes), this name, global size, before it was rounded up (3 x 8), global offset
//   (3 x 8), number of arguments (8), then for each: kind (1: 'v' value, 'b' buffer or image, 'n' nothing), type (1, as
//   Python's struct has it; 'x': bytes), lanes (8), dimensions of an image (8) and its sizes, the slowest first (8
//   each), bytes (8), and these.
// The answer begins with '+', or with '-' and a message.
#pragma once

namespace clc {

inline constexpr const char* k_python_program = R"PYTHON(
import importlib.util, os, struct, sys
path = sys.argv[1]
calls, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)
try:
    import numpy
except ImportError:
    numpy = None

def array(memory, kind, lanes, shape):
    if kind == "x":
        return memory
    count = len(memory) // struct.calcsize(kind)
    stored = 4 if lanes == 3 and not shape else lanes
    sizes = (list(shape) if shape else [count // stored]) + ([stored] if lanes > 1 else [])
    if numpy:
        return numpy.frombuffer(memory, dtype=kind).reshape(sizes)
    view = memoryview(memory)
    return view.cast("B").cast(kind, sizes) if count and kind != "e" else view.cast("B").cast(kind)

def call(frame):
    at = 8 + struct.unpack_from("<Q", frame)[0]
    name = frame[8:at].decode()
    function = getattr(module, name, None)
    if function is None:
        return ("-it has no function %s" % name).encode()
    def take(form):
        nonlocal at
        values = struct.unpack_from("<" + form, frame, at)
        at += struct.calcsize("<" + form)
        return values if len(values) > 1 else values[0]
    sizes, offsets, count = take("QQQ"), take("QQQ"), take("Q")
    arguments, buffers = [], []
    for _ in range(count):
        what, kind, lanes, dimensions = chr(take("B")), chr(take("B")), take("Q"), take("Q")
        shape = [take("Q") for _ in range(dimensions)]
        length = take("Q")
        memory = bytearray(frame[at:at + length])
        at += length
        if what == "b":
            buffers.append(memory)
            arguments.append(array(memory, kind, lanes, shape))
        elif what == "v" and kind != "x":
            values = struct.unpack_from("<%d%s" % (lanes, kind), memory)
            arguments.append(values[0] if lanes == 1 else values)
        else:
            arguments.append(bytes(memory) if what == "v" else None)
    function.__globals__["global_size"], function.__globals__["global_offset"] = sizes, offsets
    function(*arguments)
    del arguments
    return b"+" + b"".join(struct.pack("<Q", len(one)) + bytes(one) for one in buffers)

spec = importlib.util.spec_from_file_location("reference", path)
module = importlib.util.module_from_spec(spec)
sys.path.insert(0, os.path.dirname(path))
sys.dont_write_bytecode = True
spec.loader.exec_module(module)
while True:
    head = calls.read(8)
    if len(head) < 8:
        break
    frame = calls.read(struct.unpack("<Q", head)[0])
    try:
        answer = call(frame)
    except Exception as error:
        where = error.__traceback__
        while where.tb_next:
            where = where.tb_next
        answer = ("-line %d: %s: %s" % (where.tb_lineno, type(error).__name__, error)).encode()
    answers.write(struct.pack("<Q", len(answer)) + answer)
    answers.flush()
)PYTHON";

// Behind it stand the functions' file, as an include, k_cpp_program_end, and for each function a line that calls it
// where `name` is its own.
inline constexpr const char* k_cpp_program_begin = R"CPP(
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>
  std::size_t global_size[3], global_offset[3];
)CPP";

// The functions' parameters may be of any types: an argument becomes what each of them is.
inline constexpr const char* k_cpp_program_end = R"CPP(
#include <type_traits>
#include <unistd.h>
#include <utility>
  namespace clc_test {
  struct Argument {
    char what, kind;
    std::string bytes;
    template <class T>
    operator T*() const {
      return what == 'b' ? reinterpret_cast<T*>(const_cast<char*>(bytes.data())) : nullptr;
    }
    template <class N, class T>
    T as() const {
      N value;
      std::memcpy(&value, bytes.data(), sizeof value);
      return static_cast<T>(value);
    }
    template <class T, class = std::enable_if_t<!std::is_pointer<T>::value>>
    operator T() const {
      if constexpr (std::is_arithmetic<T>::value) {
        switch (kind) {
          case 'B':
            return as<std::uint8_t, T>();
          case 'b':
            return as<std::int8_t, T>();
          case 'H':
            return as<std::uint16_t, T>();
          case 'h':
            return as<std::int16_t, T>();
          case 'I':
            return as<std::uint32_t, T>();
          case 'i':
            return as<std::int32_t, T>();
          case 'Q':
            return as<std::uint64_t, T>();
          case 'q':
            return as<std::int64_t, T>();
          case 'f':
            return as<float, T>();
          case 'd':
            return as<double, T>();
        }
      }
      T value{};
      std::memcpy(&value, bytes.data(), sizeof value < bytes.size() ? sizeof value : bytes.size());
      return value;
    }
  };
  inline std::uint64_t number(const char*& at) {
    std::uint64_t n;
    std::memcpy(&n, at, 8);
    at += 8;
    return n;
  }
  template <class R, class... P, std::size_t... I>
  void call(R (*function)(P...), const std::vector<Argument>& given, std::index_sequence<I...>) {
    if (given.size() != sizeof...(P)) {
      std::fprintf(stderr, "the function has %zu parameters, and the kernel %zu\n", sizeof...(P), given.size());
      std::exit(4);
    }
    function(static_cast<P>(given[I])...);
  }
  template <class R, class... P>
  void call(R (*function)(P...), const std::vector<Argument>& given) {
    call(function, given, std::index_sequence_for<P...>());
  }
  inline bool read_all(void* to, std::size_t size) {
    return std::fread(to, 1, size, stdin) == size;
  }
  void call_named(const std::string& name, const std::vector<Argument>& given);
  }  // namespace clc_test
  int main() {
    std::FILE* answers = fdopen(dup(1), "wb");
    dup2(2, 1);
    for (std::uint64_t size = 0; clc_test::read_all(&size, 8);) {
      std::string frame(size, '\0');
      if (!clc_test::read_all(&frame[0], size)) return 1;
      const char* at = frame.data();
      const std::uint64_t length = clc_test::number(at);
      const std::string name(at, length);
      at += length;
      for (std::size_t& one : global_size) one = clc_test::number(at);
      for (std::size_t& one : global_offset) one = clc_test::number(at);
      std::vector<clc_test::Argument> given(clc_test::number(at));
      for (clc_test::Argument& one : given) {
        one.what = *at++;
        one.kind = *at++;
        clc_test::number(at);
        for (std::uint64_t left = clc_test::number(at); left != 0; --left) clc_test::number(at);
        const std::uint64_t bytes = clc_test::number(at);
        one.bytes.assign(at, bytes);
        at += bytes;
      }
      clc_test::call_named(name, given);
      std::string answer = "+";
      for (const clc_test::Argument& one : given) {
        if (one.what != 'b') continue;
        const std::uint64_t bytes = one.bytes.size();
        answer.append(reinterpret_cast<const char*>(&bytes), 8);
        answer += one.bytes;
      }
      size = answer.size();
      std::fwrite(&size, 8, 1, answers);
      std::fwrite(answer.data(), 1, answer.size(), answers);
      std::fflush(answers);
    }
  }
  namespace clc_test {
  void call_named(const std::string& name, const std::vector<Argument>& given) {
)CPP";

}  // namespace clc

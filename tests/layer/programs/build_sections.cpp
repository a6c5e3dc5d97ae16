// Programs from source that are built.
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "every_call_sections.h"

namespace every_call {
namespace {

struct Called {
  std::atomic<int> times{0};
  std::atomic<bool> is_its_program{true};
  cl_program program = nullptr;
};

void CL_CALLBACK count_call(cl_program program, void* data) {
  auto* called = static_cast<Called*>(data);
  if (called->program != nullptr && called->program != program) called->is_its_program = false;
  ++called->times;
}

// Waits for a callback that a driver makes from a thread of its own.
void say_called(const std::string& what, const Called& called) {
  for (int i = 0; i < 500 && called.times == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  say(what + " is called " + std::to_string(called.times) + " times" + (called.is_its_program ? "" : ", for another"));
}

}  // namespace

void create_from_source(const World& world) {
  cl_int code = CL_SUCCESS;
  const char* texts[] = {"kernel void a(global int* x) ", "{ x[get_global_id(0)] = 7; }garbage"};
  const std::size_t lengths[] = {0, 28};
  clCreateProgramWithSource(nullptr, 1, texts, nullptr, &code);
  say("without a context", code);
  clCreateProgramWithSource(world.context, 0, texts, nullptr, &code);
  say("without strings", code);
  const cl_program program = clCreateProgramWithSource(world.context, 2, texts, lengths, &code);
  say("with lengths", code);
  ask_program(world, "not built", program);
  ask_build(world, "not built", program);
  clCreateKernel(program, "a", &code);
  say("kernel of what is not built", code);
  cl_uint count = 0;
  say("kernels of what is not built", clCreateKernelsInProgram(program, 0, nullptr, &count));
  say("build", clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  ask_all(world, "built", program);
  run_kernel(world, "built", program, "a");
  say("retain", clRetainProgram(program));
  say("release", clReleaseProgram(program));
  say("release", clReleaseProgram(program));
  say("retain nothing", clRetainProgram(nullptr));
  say("release nothing", clReleaseProgram(nullptr));
}

// Some drivers die of what the next two sections do.
void null_string(const World& world) {
  cl_int code = CL_SUCCESS;
  const char* texts[] = {"kernel void a() {}", nullptr};
  clCreateProgramWithSource(world.context, 2, texts, nullptr, &code);
  say("with a null string", code);
  clCreateProgramWithSource(world.context, 1, nullptr, nullptr, &code);
  say("without a list", code);
}

void null_device(const World& world) {
  const cl_device_id none[] = {nullptr};
  const cl_program program = from_source(world, k_plain);
  say("build", clBuildProgram(program, 1, none, "", nullptr, nullptr));
  ask_build(world, "build", program);
  say("compile", clCompileProgram(program, 1, none, "", 0, nullptr, nullptr, nullptr, nullptr));
  clReleaseProgram(program);
}

void build_arguments(const World& world) {
  const cl_program program = from_source(world, k_plain);
  const cl_device_id device = world.devices[0];
  const cl_device_id twice[] = {device, device};
  say("no program", clBuildProgram(nullptr, 0, nullptr, "", nullptr, nullptr));
  say("a count without a list", clBuildProgram(program, 1, nullptr, "", nullptr, nullptr));
  say("a list without a count", clBuildProgram(program, 0, &device, "", nullptr, nullptr));
  say("data without a callback", clBuildProgram(program, 1, &device, "", nullptr, program));
  ask_build(world, "after wrong calls", program);
  say("a device twice", clBuildProgram(program, 2, twice, "", nullptr, nullptr));
  ask_build(world, "a device twice", program);
  const char* const options[] = {"-cl-not-an-option",
                                 "-DVALUE",
                                 "-D VALUE=3 -cl-mad-enable",
                                 "-cl-std=CL9.9",
                                 "-I",
                                 "-D",
                                 "  -w   -cl-fast-relaxed-math ",
                                 "-cl-kernel-arg-info -cl-opt-disable",
                                 "-DTEXT=\"a b\" -w",
                                 "-cl-std=CL1.2",
                                 "-Werror"};
  for (const char* option : options) {
    const cl_program one = from_source(world, k_plain);
    say(std::string("options ") + option, clBuildProgram(one, 1, &device, option, nullptr, nullptr));
    ask_build(world, option, one);
    clReleaseProgram(one);
  }
  clReleaseProgram(program);
}

void build_again(const World& world) {
  const cl_program program = from_source(world, k_plain);
  say("first", clBuildProgram(program, 0, nullptr, "-DVALUE=1", nullptr, nullptr));
  run_kernel(world, "first", program, "a");
  say("second", clBuildProgram(program, 0, nullptr, "-DVALUE=2", nullptr, nullptr));
  ask_all(world, "second", program);
  run_kernel(world, "second", program, "a");
  cl_int code = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, "a", &code);
  say("kernel", code);
  say("third, with a kernel", clBuildProgram(program, 0, nullptr, "-DVALUE=3", nullptr, nullptr));
  say("compile with a kernel",
      clCompileProgram(program, 0, nullptr, "-DVALUE=3", 0, nullptr, nullptr, nullptr, nullptr));
  ask_build(world, "third", program);
  clReleaseKernel(kernel);
  say("fourth, as the first", clBuildProgram(program, 0, nullptr, "-DVALUE=1", nullptr, nullptr));
  run_kernel(world, "fourth", program, "a");
  clReleaseProgram(program);
}

void build_after_failure(const World& world) {
  const cl_program program = from_source(world, k_plain);
  say("wrong", clBuildProgram(program, 0, nullptr, "-DBAD", nullptr, nullptr));
  ask_program(world, "wrong", program);
  ask_build(world, "wrong", program);
  say("right", clBuildProgram(program, 0, nullptr, "-DVALUE=5", nullptr, nullptr));
  ask_program(world, "right", program);
  run_kernel(world, "right", program, "a");
  say("wrong again", clBuildProgram(program, 0, nullptr, "-DBAD", nullptr, nullptr));
  ask_program(world, "wrong again", program);
  ask_build(world, "wrong again", program);
  cl_int code = CL_SUCCESS;
  const cl_kernel kernel = clCreateKernel(program, "a", &code);
  say("kernel of what failed", code);
  if (kernel != nullptr) clReleaseKernel(kernel);
  clReleaseProgram(program);
}

void build_failures(const World& world) {
  const char* const sources[] = {"kernel void a( { }",
                                 "#error no\n",
                                 "kernel void a(global int* x) { *x = missing(); }",
                                 "#include \"not-there.h\"\nkernel void a() {}",
                                 "",
                                 " ",
                                 "int f() { return 1; }",
                                 "kernel int a() { return 1; }",
                                 "#warning careful\nkernel void a(global int* x) { int unused; *x = 1; }"};
  for (const char* source : sources) {
    const cl_program program = from_source(world, source);
    if (program == nullptr) continue;
    const std::string what = std::string("source ") + source;
    say(what, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
    ask_all(world, what, program);
    cl_int code = CL_SUCCESS;
    const cl_kernel kernel = clCreateKernel(program, "a", &code);
    say(what + " kernel", code);
    if (kernel != nullptr) clReleaseKernel(kernel);
    say("release", clReleaseProgram(program));
  }
}

void build_callbacks(const World& world) {
  for (const char* options : {"-DVALUE=11", "-DVALUE=11", "-DBAD", "-DBAD"}) {
    Called called;
    const cl_program program = from_source(world, k_plain);
    called.program = program;
    const cl_int code = clBuildProgram(program, 0, nullptr, options, count_call, &called);
    // A call that returns before the build ends cannot say that it fails. The status says it.
    say(std::string("with a callback ") + options, code == CL_BUILD_PROGRAM_FAILURE ? CL_SUCCESS : code);
    say_called(options, called);
    ask_program(world, options, program);
    ask_build(world, options, program);
    clReleaseProgram(program);
  }
}

void build_by_device(const World& world) {
  const cl_program program = from_source(world, k_plain);
  const std::size_t last = world.devices.size() - 1;
  say("for the first", clBuildProgram(program, 1, world.devices.data(), "-DVALUE=21", nullptr, nullptr));
  ask_all(world, "for the first", program);
  say("for the last", clBuildProgram(program, 1, &world.devices[last], "-DVALUE=22", nullptr, nullptr));
  ask_all(world, "for the last", program);
  say("for all",
      clBuildProgram(program, static_cast<cl_uint>(last + 1), world.devices.data(), "-DVALUE=23", nullptr, nullptr));
  ask_all(world, "for all", program);
  run_kernel(world, "for all", program, "a");
  clReleaseProgram(program);
}

void included_files(const World& world) {
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(world.folder + "/" + name) << text;
  };
  const std::string absolute = world.folder + "/absolute.h";
  const std::string computed = "#define XSTR(x) #x\n#define STR(x) XSTR(x)\n#include STR(WHERE/computed.h)\n";
  struct Case {
    const char* name;
    std::string source;
    std::string options;
    const char* file;
  };
  const std::string body = "\nkernel void a(global int* x) { x[get_global_id(0)] = FOUND; }\n";
  const Case cases[] = {
      {"absolute", "#include \"" + absolute + "\"" + body, "", "absolute.h"},
      {"angled", "#include <" + absolute + ">" + body, "", "absolute.h"},
      {"computed", computed + body, "-DWHERE=" + world.folder, "computed.h"},
      {"folder", "#include \"folder.h\"" + body, "-I " + world.folder, "folder.h"},
      {"folder that sticks", "#include <folder.h>" + body, "-I" + world.folder, "folder.h"},
      {"option", body, "-include " + absolute, "absolute.h"},
      {"asked", "#if __has_include(\"" + absolute + "\")\n#include \"" + absolute + "\"\n#endif" + body, "",
       "absolute.h"},
      {"unused branch", "#if 0\n#include \"never.h\"\n#endif\n#define FOUND 5" + body, "", "never.h"}};
  for (const Case& one : cases) {
    for (const char* number : {"1", "2", "1"}) {
      write(one.file, std::string("#define FOUND ") + number + "\n");
      const cl_program program = from_source(world, one.source);
      const std::string what = std::string(one.name) + " " + number;
      const cl_int code = clBuildProgram(program, 0, nullptr, one.options.c_str(), nullptr, nullptr);
      say(what, code);
      ask_build(world, what, program);
      if (code == CL_SUCCESS) run_kernel(world, what, program, "a");
      clReleaseProgram(program);
    }
  }
}

void several_contexts(const World& world) {
  World other = world;
  cl_int code = CL_SUCCESS;
  other.context = clCreateContext(nullptr, static_cast<cl_uint>(world.devices.size()), world.devices.data(), nullptr,
                                  nullptr, &code);
  const cl_program first = from_source(world, k_plain);
  const cl_program second = from_source(other, k_plain);
  say("first", clBuildProgram(first, 0, nullptr, "-DVALUE=31", nullptr, nullptr));
  say("second", clBuildProgram(second, 0, nullptr, "-DVALUE=31", nullptr, nullptr));
  run_kernel(world, "first", first, "a");
  run_kernel(other, "second", second, "a");
  say("references of the other context", clReleaseContext(other.context));
  clReleaseProgram(second);
  clReleaseProgram(first);
}

void many_threads(const World& world) {
  std::vector<std::thread> threads;
  std::vector<cl_int> codes(8, 1);
  const cl_program shared = from_source(world, k_plain);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    threads.emplace_back([&, i] {
      const cl_program program = from_source(world, k_plain);
      const std::string options = "-DVALUE=" + std::to_string(40 + i / 2);
      codes[i] = clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr);
      cl_int code = CL_SUCCESS;
      const cl_kernel kernel = clCreateKernel(program, "b", &code);
      if (codes[i] == CL_SUCCESS) codes[i] = code;
      clReleaseKernel(kernel);
      clReleaseProgram(program);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const cl_int code : codes) say("a thread", code);
  clReleaseProgram(shared);
}

void unload(const World& world) {
  say("unload", clUnloadPlatformCompiler(world.platform));
  say("unload nothing", clUnloadPlatformCompiler(nullptr));
  say("unload all", clUnloadCompiler());
  const cl_program program = from_source(world, k_plain);
  say("build", clBuildProgram(program, 0, nullptr, "-DVALUE=51", nullptr, nullptr));
  say("unload", clUnloadPlatformCompiler(world.platform));
  run_kernel(world, "unloaded", program, "a");
  ask_all(world, "unloaded", program);
  clReleaseProgram(program);
}

}  // namespace every_call

// Options, folders, headers and releases as few programs have them, and what extensions do with kernels.
#include <filesystem>
#include <fstream>

#include "every_call_sections.h"  // says which version of OpenCL is meant
// what it says counts for this one
#include <CL/cl_ext.h>

namespace every_call {
namespace {

void write(const std::string& file, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(file).parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

std::string defines(int number) {
  return "#undef FOUND\n#define FOUND " + std::to_string(number) + "\n";
}

const char* const k_found = "\nkernel void a(global int* x) { x[get_global_id(0)] = FOUND; }\n";

void build_and_run(const World& world, const std::string& what, const std::string& source, const std::string& options) {
  const cl_program program = from_source(world, source);
  const cl_int code = clBuildProgram(program, 0, nullptr, options.c_str(), nullptr, nullptr);
  say(what, code);
  if (code == CL_SUCCESS) run_kernel(world, what, program, "a");
  clReleaseProgram(program);
}

}  // namespace

// Quotes, blanks and macros in options, in the words that programs write.
void odd_options(const World& world) {
  const std::string text = "kernel void a(global int* x) { x[get_global_id(0)] = sizeof(TEXT) * 100 + TEXT[0]; }";
  for (const char* options :
       {"-DTEXT=\\\"ab\\\"", "-D TEXT=\\\"ab\\\"", "-DTEXT=\"\\\"ab\\\"\"", "-DTEXT='\"a b\"'",
        "\"-DTEXT=\\\"a b\\\"\"", "-D \"TEXT=\\\"a b\\\"\"", "-DTEXT=\\\"a\\ b\\\"", "-DTEXT=\"ab\"",
        "-DX=\\\"ab\\\" -DTEXT=X", "-DS(x)=#x -DTEXT=S(abc)", "-D S(x)=#x -D TEXT=S(abcd)"}) {
    build_and_run(world, options, text, options);
  }
  const std::string number = "kernel void a(global int* x) { x[get_global_id(0)] = VALUE; }";
  for (const char* options :
       {"-DVALUE=1\t-w", "-DVALUE=2\n", "\t -DVALUE=3", "-DVALUE=4 -DVALUE=5", "-DVALUE=6 -UVALUE -DVALUE=7",
        "-DVALUE=8 -U VALUE -D VALUE=9", "-DVALUE=(10+1)", "-DVALUE=0x0C", "\"-DVALUE=13 + 1\"", "-D\"VALUE=15 + 1\"",
        "-DVALUE=17,", "-DVALUE=18;", "-DF(x,y)=x+y -DVALUE=F(19,1)", "-DVALUE", "-D VALUE",
        "-DVALUE=", "-D=1 -DVALUE=2", "-cl-std=CL1.1 -DVALUE=__OPENCL_C_VERSION__",
        "-cl-single-precision-constant -DVALUE=(int)sizeof(1.0)"}) {
    build_and_run(world, options, number, options);
  }
}

// Files that are found by where the process stands.
void other_folders(const World& world) {
  const std::string source = "#include \"found.h\"" + std::string(k_found);
  for (const char* folder : {"one", "two", "with blank/sub"}) {
    write(world.folder + "/" + folder + "/found.h", defines(folder[0]));
    write(world.folder + "/" + folder + "/in/found.h", defines(1000 + folder[0]));
  }
  for (const char* folder : {"/one", "/two", "/one", "/with blank"}) {
    std::filesystem::current_path(world.folder + folder);
    for (const char* options :
         {"", "-I .", "-Iin", "-I ./in/../in", "-I in -I .", "-I ../two", "-I \"../with blank/sub\"", "-I \"sub\"",
          "-I ../with\\ blank/sub", "-I none -I in", "-I in/"}) {
      build_and_run(world, std::string(folder) + " " + options, source, options);
    }
  }
  std::filesystem::current_path(world.folder);
}

// A compiler sees these, and the file changes in between.
void hidden_includes(const World& world) {
  const std::string body = k_found;
  const std::string include = "#include \"hidden.h\"";
  std::string old = "// old" + body;
  for (char& c : old) c = c == '\n' ? '\r' : c;
  const std::string sources[] = {"\xef\xbb\xbf" + include + body,
                                 "// old\r" + include + old,
                                 "\f" + include + body,
                                 "#\v include \"hidden.h\"" + body,
                                 "#inc\\ \nlude \"hidden.h\"" + body,
                                 "#inc\\\rlude \"hidden.h\"" + body,
                                 "#inc?\?/\nlude \"hidden.h\"" + body,
                                 "// x \\\r\n /* \n" + include + "\n/* */" + body,
                                 "#if 0\ndon't /*\n#endif\n" + include + "\n/* */" + body,
                                 "%:include \"hidden.h\"" + body,
                                 "_Pragma(\"unroll\")\n" + include + body};
  for (std::size_t i = 0; i < std::size(sources); ++i) {
    for (const int number : {1, 2, 1}) {
      write(world.folder + "/hidden.h", defines(number));
      build_and_run(world, "hidden " + std::to_string(i), sources[i], "-I " + world.folder);
    }
  }
}

// Headers in clCompileProgram that include each other, in folders, twice, or with a file of the same name on the disk.
void headers_of_headers(const World& world) {
  const std::string source = "#include \"sub/outer.h\"" + std::string(k_found);
  write(world.folder + "/inner.h", defines(77));
  struct Case {
    std::vector<std::string> names;
    std::vector<std::string> texts;
  };
  const Case cases[] = {{{"sub/outer.h", "inner.h"}, {"#include \"inner.h\"\n", defines(1)}},
                        {{"sub/outer.h", "sub/inner.h"}, {"#include \"inner.h\"\n", defines(2)}},
                        {{"sub/outer.h", "sub/inner.h"}, {"#include \"sub/inner.h\"\n", defines(3)}},
                        {{"sub/outer.h"}, {"#include <inner.h>\n"}},
                        {{"sub/outer.h", "inner.h", "unused.h"}, {"#include <inner.h>\n", defines(5), "#error no\n"}},
                        {{"sub/outer.h", "sub/outer.h"}, {defines(6), defines(7)}},
                        {{"sub\\outer.h"}, {defines(8)}},
                        {{"./sub/outer.h"}, {defines(9)}},
                        {{"sub/outer.h"}, {""}},
                        {{"sub/../sub/outer.h", "sub/outer.h"}, {defines(11), defines(12)}}};
  for (const Case& one : cases) {
    std::vector<cl_program> headers;
    std::vector<const char*> names;
    std::string what = "headers";
    for (std::size_t i = 0; i < one.names.size(); ++i) {
      headers.push_back(from_source(world, one.texts[i]));
      names.push_back(one.names[i].c_str());
      what += " " + one.names[i];
    }
    for (const std::string& options : {std::string(), "-I " + world.folder}) {
      cl_program program = from_source(world, source);
      cl_int code = clCompileProgram(program, 0, nullptr, options.c_str(), static_cast<cl_uint>(headers.size()),
                                     headers.data(), names.data(), nullptr, nullptr);
      say(what, code);
      if (code != CL_SUCCESS) {  // PoCL dies of linking it
        clReleaseProgram(program);
        continue;
      }
      const cl_program linked = clLinkProgram(world.context, 0, nullptr, "", 1, &program, nullptr, nullptr, &code);
      say(what + " link", code);
      clReleaseProgram(program);
      if (linked == nullptr) continue;
      if (code == CL_SUCCESS) run_kernel(world, what, linked, "a");
      clReleaseProgram(linked);
    }
    for (const cl_program header : headers) clReleaseProgram(header);
  }
}

namespace {
void CL_CALLBACK note_release(cl_program, void* to) {
  *static_cast<bool*>(to) = true;
}
}  // namespace

// When a driver says that a program is gone.
void release_callbacks(const World& world) {
  for (const bool is_built : {false, true, true}) {
    bool is_gone = false;
    const cl_program program = from_source(world, k_plain);
    say("release callback", clSetProgramReleaseCallback(program, note_release, &is_gone));
    cl_kernel kernel = nullptr;
    if (is_built) {
      say("build", clBuildProgram(program, 0, nullptr, "-DVALUE=93", nullptr, nullptr));
      kernel = clCreateKernel(program, "a", nullptr);
      say(kernel == nullptr ? "no kernel" : "a kernel");
    }
    say("release", clReleaseProgram(program));
    if (kernel != nullptr) {
      say(is_gone ? "gone before its kernel" : "there while its kernel is");
      say("release kernel", clReleaseKernel(kernel));
    }
    say(is_gone ? "gone" : "not gone");
  }
}

#ifdef cl_khr_command_buffer
// Kernels that an extension launches, whose functions no layer sees.
void command_buffers(const World& world) {
  const auto address = [&](const char* name) { return clGetExtensionFunctionAddressForPlatform(world.platform, name); };
  const auto create = reinterpret_cast<clCreateCommandBufferKHR_fn>(address("clCreateCommandBufferKHR"));
  const auto add = reinterpret_cast<clCommandNDRangeKernelKHR_fn>(address("clCommandNDRangeKernelKHR"));
  const auto finish = reinterpret_cast<clFinalizeCommandBufferKHR_fn>(address("clFinalizeCommandBufferKHR"));
  const auto enqueue = reinterpret_cast<clEnqueueCommandBufferKHR_fn>(address("clEnqueueCommandBufferKHR"));
  const auto release = reinterpret_cast<clReleaseCommandBufferKHR_fn>(address("clReleaseCommandBufferKHR"));
  if (create == nullptr || add == nullptr || finish == nullptr || enqueue == nullptr || release == nullptr) {
    say("no command buffers");
    return;
  }
  cl_int code = CL_SUCCESS;
  cl_command_queue queue = clCreateCommandQueue(world.context, world.devices[0], 0, &code);
  int numbers[8] = {};
  const cl_mem buffer =
      clCreateBuffer(world.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(numbers), numbers, &code);
  const cl_program program = from_source(world, k_plain);
  say("build", clBuildProgram(program, 0, nullptr, "-DVALUE=94", nullptr, nullptr));
  const cl_kernel kernel = clCreateKernel(program, "a", &code);
  clSetKernelArg(kernel, 0, sizeof(buffer), &buffer);
  const cl_command_buffer_khr commands = create(1, &queue, nullptr, &code);
  say("command buffer", code);
  if (commands != nullptr) {
    const std::size_t global = 8;
    say("command", add(commands, nullptr, nullptr, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr, nullptr));
    say("release kernel", clReleaseKernel(kernel));
    say("release program", clReleaseProgram(program));
    say("finish", finish(commands));
    say("enqueue", enqueue(0, nullptr, commands, 0, nullptr, nullptr));
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(numbers), numbers, 0, nullptr, nullptr);
    std::string all;
    for (const int number : numbers) all += " " + std::to_string(number);
    say("the buffer gives" + all);
    say("release commands", release(commands));
  }
  clReleaseMemObject(buffer);
  clReleaseCommandQueue(queue);
}
#else
void command_buffers(const World& world) {
  static_cast<void>(world);
  say("no command buffers in these headers");
}
#endif

}  // namespace every_call

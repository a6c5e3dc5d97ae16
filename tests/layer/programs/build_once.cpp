// Builds a program, or compiles and links it, runs its kernel `k`, and prints the number that it stores.
//
// usage: clc_build_once build|told|early|callback|compile|link SOURCE OPTIONS [COMMAND]
//        told      builds, and prints the options and the log that the driver tells, too
//        early     builds, and releases kernel and program before it waits for them
//        callback  builds with a callback, and waits for it
//        compile   ends behind the compilation, and prints "compiled"
//        COMMAND   is done between compilation and link, or call and callback: "cd FOLDER", "remove FILE", or "write
//        FILE", which then
//                  defines VALUE as 2. While a program is built, "flip FILE" defines VALUE as 1 and as 2 by turns,
//                  and as 2 in the end.
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <utility>

#include <CL/cl.h>

namespace {

void check(cl_int code, const char* what) {
  if (code == CL_SUCCESS) return;
  std::printf("%s: error %d\n", what, code);
  std::fflush(stdout);
  _exit(0);
}

void run_between(const std::string& command) {
  const std::size_t blank = command.find(' ');
  const std::string verb = command.substr(0, blank);
  const std::string name = blank == std::string::npos ? "" : command.substr(blank + 1);
  if (verb == "cd") std::filesystem::current_path(name);
  if (verb == "remove") std::filesystem::remove(name);
  if (verb == "write") std::ofstream(name) << "#define VALUE 2\n";
}

// Writes a file again and again while it lives. Each text appears whole, as an editor's does.
class Flipping {
 public:
  explicit Flipping(std::string name) : name_(std::move(name)) {
    if (!name_.empty()) writer_ = std::thread([this] { flip(); });
  }
  ~Flipping() {
    is_done_ = true;
    if (!writer_.joinable()) return;
    writer_.join();
    write(2);
  }
  Flipping(const Flipping&) = delete;
  Flipping& operator=(const Flipping&) = delete;

 private:
  void write(int value) const {
    std::ofstream(name_ + ".new") << "#undef VALUE\n#define VALUE " << value << "\n";
    std::filesystem::rename(name_ + ".new", name_);
  }
  void flip() {
    for (int value = 1; !is_done_; value = 3 - value) {
      write(value);
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
    }
  }

  const std::string name_;
  std::atomic<bool> is_done_ = false;
  std::thread writer_;
};

void release(cl_kernel kernel, cl_program program) {
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

void print_what_is_told(cl_program program, cl_device_id device) {
  for (const cl_program_build_info info : {CL_PROGRAM_BUILD_OPTIONS, CL_PROGRAM_BUILD_LOG}) {
    std::string text(1 << 16, '\0');
    check(clGetProgramBuildInfo(program, device, info, text.size(), text.data(), nullptr), "build info");
    std::printf("%s\n", text.c_str());
  }
}

void CL_CALLBACK note_end(cl_program, void* is_told) {
  *static_cast<std::atomic<bool>*>(is_told) = true;
}

void build_with_callback(cl_program program, const char* options, const std::string& between) {
  std::atomic<bool> is_told = false;
  check(clBuildProgram(program, 0, nullptr, options, note_end, &is_told), "build");
  run_between(between);
  while (!is_told) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

cl_program make_program(cl_context context, cl_device_id device, const std::string& mode, const std::string& source,
                        const char* options, const std::string& between) {
  cl_int code = CL_SUCCESS;
  const char* text = source.c_str();
  cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &code);
  check(code, "source");
  if (mode == "build" || mode == "told" || mode == "early") {
    const Flipping flipping(between.rfind("flip ", 0) == 0 ? between.substr(5) : "");
    check(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr), "build");
    if (mode == "told") print_what_is_told(program, device);
    return program;
  }
  if (mode == "callback") {
    build_with_callback(program, options, between);
    return program;
  }
  check(clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr), "compile");
  if (mode == "compile") {
    std::printf("compiled\n");
    std::fflush(stdout);
    _exit(0);
  }
  run_between(between);
  const cl_program linked = clLinkProgram(context, 0, nullptr, "", 1, &program, nullptr, nullptr, &code);
  check(code, "link");
  clReleaseProgram(program);
  return linked;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  std::ifstream file(argv[2], std::ios::binary);
  const std::string source{std::istreambuf_iterator<char>(file), {}};
  cl_platform_id platform = nullptr;
  check(clGetPlatformIDs(1, &platform, nullptr), "platform");
  cl_device_id device = nullptr;
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "device");
  cl_int code = CL_SUCCESS;
  const cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
  check(code, "context");
  const cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
  check(code, "queue");
  const cl_program program = make_program(context, device, argv[1], source, argv[3], argc > 4 ? argv[4] : "");
  const cl_kernel kernel = clCreateKernel(program, "k", &code);
  check(code, "kernel");
  cl_int number = 0;
  const cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(number), nullptr, &code);
  check(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), "argument");
  const std::size_t one = 1;
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr), "launch");
  const bool is_early = std::string(argv[1]) == "early";
  if (is_early) release(kernel, program);
  check(clFinish(queue), "finish");
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(number), &number, 0, nullptr, nullptr), "read");
  if (!is_early) release(kernel, program);
  clReleaseMemObject(buffer);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  std::printf("%d\n", number);
  return 0;
}

#include "commands/launch_program.h"

#include <cstdio>

#include "base/json_writer.h"
#include "base/text.h"
#include "commands/captured_words.h"
#include "commands/replay/compare_memory.h"

namespace clc {
namespace {

constexpr const char* k_head = R"(
#define CL_TARGET_OPENCL_VERSION 210
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { VALUE, LOCAL, BUFFER, IMAGE, SAMPLER };

struct argument {
  enum kind kind;
  const char *name, *value;
  size_t size;                   /* of a value, local memory, a buffer (0: null), or an image, in bytes */
  int is_compared;               /* after the launch */
  char element;                  /* f: float, d: double, otherwise bytes */
  cl_uint type, order, channel;  /* of an image; of a sampler whether it is normalized, its addressing and filter */
  size_t width, height, depth;
};
)";

constexpr const char* k_body = R"(
static void check(cl_int code, const char *what) {
  if (code == CL_SUCCESS) return;
  printf("%s: error %d\n", what, code);
  exit(2);
}

/* `size`: what the file must have, or 0 for any. */
static char *contents(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    printf("%s cannot be read: run this in its folder\n", path);
    exit(2);
  }
  fseek(file, 0, SEEK_END);
  const size_t length = (size_t)ftell(file);
  rewind(file);
  char *bytes = calloc(length + 1, 1);
  if (bytes == NULL || fread(bytes, 1, length, file) != length || (*size != 0 && *size != length)) {
    printf("%s is damaged\n", path);
    exit(2);
  }
  fclose(file);
  *size = length;
  return bytes;
}

static char *memory(int index, const char *when, size_t size) {
  char path[64];
  snprintf(path, sizeof(path), "memory/argument-%d.%s", index, when);
  return contents(path, &size);
}

/* The first device whose name or platform's name contains the text. */
static cl_device_id find_device(const char *text) {
  cl_platform_id platforms[64];
  cl_uint platform_count = 0;
  check(clGetPlatformIDs(64, platforms, &platform_count), "clGetPlatformIDs");
  for (cl_uint p = 0; p < platform_count && p < 64; ++p) {
    cl_device_id devices[64];
    cl_uint device_count = 0;
    char platform_name[256] = "", name[256] = "";
    clGetPlatformInfo(platforms[p], CL_PLATFORM_NAME, sizeof(platform_name) - 1, platform_name, NULL);
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 64, devices, &device_count) != CL_SUCCESS) continue;
    for (cl_uint d = 0; d < device_count && d < 64; ++d) {
      clGetDeviceInfo(devices[d], CL_DEVICE_NAME, sizeof(name) - 1, name, NULL);
      if (strstr(name, text) == NULL && strstr(platform_name, text) == NULL) continue;
      printf("%s on %s (%s)\n", KERNEL, name, platform_name);
      return devices[d];
    }
  }
  printf("there is no device '%s'\n", text);
  exit(2);
}

static cl_program build(cl_context context, cl_device_id device) {
  size_t size = 0;
  cl_int code = CL_SUCCESS;
  const char *text = contents(PROGRAM, &size);
  cl_program program = IS_IL ? clCreateProgramWithIL(context, text, size, &code)
                             : clCreateProgramWithSource(context, 1, &text, &size, &code);
  check(code, "the program");
  code = clBuildProgram(program, 1, &device, OPTIONS DRIVER_OPTIONS, NULL, NULL);
  if (code == CL_INVALID_BUILD_OPTIONS && sizeof(DRIVER_OPTIONS) > 1) {
    puts("built without options of another driver:" DRIVER_OPTIONS);
    code = clBuildProgram(program, 1, &device, OPTIONS, NULL, NULL);
  }
  if (code != CL_SUCCESS) {
    static char log[65536];
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log) - 1, log, NULL);
    puts(log);
  }
  check(code, "clBuildProgram");
  return program;
}

static cl_mem make_memory(cl_context context, int index) {
  const struct argument *one = &arguments[index];
  char *before = memory(index, "before", one->size);
  cl_int code = CL_SUCCESS;
  cl_mem made = NULL;
  if (one->kind == BUFFER) {
    made = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, one->size, before, &code);
  } else {
    cl_image_format format = {one->order, one->channel};
    cl_image_desc shape;
    memset(&shape, 0, sizeof(shape));
    shape.image_type = one->type;
    shape.image_width = one->width;
    shape.image_height = one->height;
    shape.image_depth = one->depth;
    made = clCreateImage(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format, &shape, before, &code);
  }
  check(code, one->name);
  free(before);
  return made;
}

static cl_mem set_argument(cl_context context, cl_kernel kernel, int index) {
  const struct argument *one = &arguments[index];
  cl_mem made = NULL;
  cl_int code = CL_SUCCESS;
  if (one->kind == VALUE) {
    code = clSetKernelArg(kernel, (cl_uint)index, one->size, one->value);
  } else if (one->kind == LOCAL) {
    code = clSetKernelArg(kernel, (cl_uint)index, one->size, NULL);
  } else if (one->kind == SAMPLER) {
    cl_sampler sampler = clCreateSampler(context, one->type, one->order, one->channel, &code);
    check(code, "clCreateSampler");
    code = clSetKernelArg(kernel, (cl_uint)index, sizeof(sampler), &sampler);
  } else {
    if (one->size != 0) made = make_memory(context, index);
    code = clSetKernelArg(kernel, (cl_uint)index, sizeof(made), made == NULL ? NULL : &made);
  }
  check(code, one->name);
  return made;
}

static double number(const char *at, char element) {
  float single;
  double wide;
  memcpy(&single, at, sizeof(single));
  if (element == 'f') return single;
  memcpy(&wide, at, sizeof(wide));
  return wide;
}

/* Prints how what the launch left differs from what was recorded. */
static int compare(cl_command_queue queue, cl_mem from, int index) {
  const struct argument *one = &arguments[index];
  const size_t element = one->element == 'f' ? 4 : one->element == 'd' ? 8 : 1;
  const size_t origin[3] = {0, 0, 0}, region[3] = {one->width, one->height, one->depth};
  char *expected = memory(index, "after", one->size), *found = calloc(one->size + 8, 1);
  size_t differing = 0, first = 0;
  double largest = 0;
  if (one->kind == BUFFER)
    check(clEnqueueReadBuffer(queue, from, CL_TRUE, 0, one->size, found, 0, NULL, NULL), one->name);
  else
    check(clEnqueueReadImage(queue, from, CL_TRUE, origin, region, 0, 0, found, 0, NULL, NULL), one->name);
  for (size_t at = 0; at + element <= one->size; at += element) {
    if (memcmp(expected + at, found + at, element) == 0) continue;
    if (differing++ == 0) first = at;
    if (element > 1) largest = fmax(largest, fabs(number(expected + at, one->element) - number(found + at, one->element)));
  }
  if (differing != 0) {
    printf("argument %d (%s): %zu of %zu %s differ, the first at byte %zu", index, one->name, differing, one->size / element,
           element > 1 ? "numbers" : "bytes", first);
    printf(element > 1 ? ", by up to %g\n" : "\n", largest);
  }
  free(expected);
  free(found);
  return differing != 0;
}

int main(int argc, char **argv) {
  enum { COUNT = sizeof(arguments) / sizeof(arguments[0]) };
  const cl_device_id device = find_device(argc > 1 ? argv[1] : "");
  cl_int code = CL_SUCCESS;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
  check(code, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
  check(code, "clCreateCommandQueue");
  cl_kernel kernel = clCreateKernel(build(context, device), KERNEL, &code);
  check(code, "clCreateKernel");
  cl_mem memories[COUNT];
  for (int i = 0; i < COUNT; ++i) memories[i] = set_argument(context, kernel, i);
  check(clEnqueueNDRangeKernel(queue, kernel, DIMENSIONS, offset, global, HAS_LOCAL ? local : NULL, 0, NULL, NULL),
        "clEnqueueNDRangeKernel");
  check(clFinish(queue), "clFinish");
  int differs = 0;
  for (int i = 0; i < COUNT; ++i)
    if (arguments[i].is_compared) differs |= compare(queue, memories[i], i);
  puts(differs ? "differs from what was recorded" : "as recorded");
  return differs;
}
)";

// A string of C; every byte that is not plain becomes an escape of three octal digits.
std::string c_string(const std::string& bytes) {
  std::string text = "\"";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\' && c != '?';
    char escaped[8];
    std::snprintf(escaped, sizeof(escaped), "\\%03o", byte);
    text += is_plain ? std::string(1, c) : std::string(escaped);
  }
  return text + "\"";
}

std::string sizes_text(const char* name, const std::array<std::uint64_t, 3>& sizes) {
  std::vector<std::string> numbers;
  for (const std::uint64_t size : sizes) numbers.push_back(std::to_string(size));
  return std::string("static const size_t ") + name + "[3] = {" + join(numbers, ", ") + "};\n";
}

std::string initializer(const CapturedArgument& argument, const Capture& capture) {
  static constexpr const char* k_kinds[] = {"VALUE", "LOCAL", "BUFFER", "IMAGE", "SAMPLER"};
  const std::string element = element_type(argument, capture);
  const char* const letter = element == "float" ? "'f'" : element == "double" ? "'d'" : "'b'";
  const CapturedMemory* const memory = capture.memory_of(argument);
  const CapturedMemory of = memory == nullptr ? CapturedMemory() : *memory;
  const bool is_image = argument.kind == CapturedKind::k_image;
  const bool is_null = argument.kind == CapturedKind::k_buffer && argument.memory == 0;
  const std::uint64_t size = argument.kind == CapturedKind::k_value ? argument.value.size()
                             : is_image                             ? of.size
                             : is_null                              ? 0
                                                                    : argument.size;
  std::vector<std::string> numbers;
  if (argument.kind == CapturedKind::k_sampler) {
    for (const std::uint64_t one : {argument.normalized, argument.addressing, argument.filter})
      numbers.push_back(std::to_string(one));
  } else {
    for (const std::uint64_t one : {of.type, of.channel_order, of.channel_type}) numbers.push_back(std::to_string(one));
  }
  for (const std::uint64_t one : {of.width, of.height, of.depth}) numbers.push_back(std::to_string(one));
  const bool is_compared = argument.memory != 0 && of.before != of.after;
  return std::string("    {") + k_kinds[static_cast<std::size_t>(argument.kind)] + ", " + c_string(argument.name) +
         ", " + c_string(argument.value) + ", " + std::to_string(size) + ", " + (is_compared ? "1" : "0") + ", " +
         letter + ", " + join(numbers, ", ") + "},\n";
}

bool can_be_written(const Capture& capture) {
  for (const CapturedArgument& argument : capture.arguments) {
    const CapturedMemory* const of = capture.memory_of(argument);
    if (of == nullptr) continue;
    if (of->size == 0 || (of->kind == MemoryKind::k_image && image_shape(*of).empty())) return false;
  }
  return !capture.arguments.empty() && !capture.has_shared_memory();
}

}  // namespace

std::string launch_program(const Capture& capture, const RecordedProgram& program, const LaunchOptions& options) {
  if (!can_be_written(capture)) return {};
  const RecordedDevice& device = capture.device;
  const auto comment = [](std::string text) {
    for (std::size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/")) text.erase(at, 1);
    return text;
  };
  std::string text =
      "/* Launches " + comment(capture.kernel) + " as it was captured on " + comment(device.name) + " (" +
      comment(device.platform) + ", driver " + comment(device.driver_version) +
      "), and compares the memory after it.\n" +
      " * In this folder: cc launch.c -lOpenCL -lm -o launch && ./launch [PART OF A DEVICE'S NAME]\n */" + k_head;
  text += "\n#define KERNEL " + c_string(capture.kernel) + "\n#define PROGRAM " +
          c_string("programs/" + program.name + "/" + program.source_file) + "\n#define IS_IL " +
          (program.is_il ? "1" : "0") + "\n#define OPTIONS " + c_string(options.known) + "\n#define DRIVER_OPTIONS " +
          c_string((options.of_driver.empty() ? "" : " ") + options.of_driver) + "\n#define DIMENSIONS " +
          std::to_string(capture.dimensions) + "\n#define HAS_LOCAL " + (capture.local[0] != 0 ? "1" : "0") + "\n\n";
  text += sizes_text("offset", capture.offset) + sizes_text("global", capture.global) +
          sizes_text("local", capture.local) + "static const struct argument arguments[] = {\n";
  for (const CapturedArgument& argument : capture.arguments) text += initializer(argument, capture);
  return text + "};\n" + k_body;
}

}  // namespace clc

// Runs kernels of generate.py or constructs.py twice on a device, from a package made by clc and from source through
// the driver's own compiler, and compares what they wrote.
//
// usage: clc_compare_kernels --sources FOLDER --package P [--device D] [--target T] [--keep FOLDER] [--no-source] NAME…
//
// A kernel that says what its results have to be, as those of constructs.py do, is run from the package alone.
// With --no-source, for drivers without a compiler, the package alone is run: DIGEST is to be compared with another
// device's. With --keep, FOLDER/NAME.source and FOLDER/NAME.package are what the arguments' buffers held, one behind
// the other, and what the kernel printed. FOLDER/NAME.cl is the source and NAME the module. A line "begin NAME" comes
// before the work on each, "source NAME" and "package NAME" before that on one and the other, and then one of
//   NAME same DIGEST
//   NAME differs WHAT
//   NAME skipped WHY
//   NAME failed WHICH: WHY
// so that whoever reads this knows the kernel at which a driver died. DIGEST is over all that must be equal everywhere.
#include <algorithm>
#include <array>
#include <bit>
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include "clc/base/split_mix.h"
#include "clc/package/package.h"
#include "clc/runtime/handles.h"
#include "clc/runtime/program.h"
#include "clc/runtime/queue.h"
#include "device/harness.h"

namespace {

using namespace clc;

using device_tests::Failed;
using device_tests::need;
using device_tests::need_cl;
using device_tests::Skipped;

enum class ArgumentRole { k_results, k_near, k_shared, k_shared64, k_input, k_image, k_value, k_local };

struct ImageShape {
  bool is_written = false;
  cl_image_format format = {};
  cl_image_desc description = {};
  std::size_t bytes_per_pixel = 0;
  std::size_t pixels() const {
    return description.image_width * description.image_height *
           std::max(description.image_depth, description.image_array_size);
  }
};

struct Argument {
  ArgumentRole role = ArgumentRole::k_value;
  std::vector<std::uint8_t> bytes;  // first content of a buffer, or the value; for local memory the size alone counts
  std::vector<double> ulp;          // of the columns of `near`
  ImageShape image;
};

// A kernel, with what the comments at its head say.
struct Kernel {
  std::string source, options;
  std::vector<std::string> needs;
  std::vector<std::size_t> global, local, offset;
  std::vector<Argument> arguments;
  std::vector<std::uint64_t> expected;  // of the results; empty where another compiler says what is right
  std::size_t items() const {
    std::size_t count = 1;
    for (const std::size_t size : global) count *= size;
    return count;
  }
};

template <class T>
std::vector<T> rest_of(std::istringstream& words) {
  return {std::istream_iterator<T>(words), {}};
}

template <class T>
void append(std::vector<std::uint8_t>& bytes, T number, std::size_t size = sizeof(T)) {
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(number >> 8 * i));
}

template <class T>
T named(const std::map<std::string, T>& names, const std::string& name) {
  const auto found = names.find(name);
  if (found == names.end()) throw Failed("not known of an image: " + name);
  return found->second;
}

// Colours that follow from the place, which are exact in every format.
void fill_image(Argument& argument, const std::string& number, std::size_t pixels) {
  const std::size_t size = pixels * argument.image.bytes_per_pixel;
  for (std::size_t i = 0; argument.bytes.size() < size; ++i) {
    const std::uint64_t random = SplitMix64::mixed(i + 1);
    if (number == "float") {
      append(argument.bytes, std::bit_cast<std::uint32_t>(static_cast<float>(random & 0xff) * 0.125F));
    } else {
      argument.bytes.push_back(random & 0xff);
    }
  }
}

// image HOW SHAPE NUMBER ORDER WIDTH HEIGHT DEPTH
Argument parse_image(std::istringstream& words) {
  static const std::map<std::string, cl_mem_object_type> k_shapes = {{"1d", CL_MEM_OBJECT_IMAGE1D},
                                                                     {"2d", CL_MEM_OBJECT_IMAGE2D},
                                                                     {"2darray", CL_MEM_OBJECT_IMAGE2D_ARRAY},
                                                                     {"3d", CL_MEM_OBJECT_IMAGE3D}};
  static const std::map<std::string, std::pair<cl_channel_type, std::size_t>> k_numbers = {
      {"uint8", {CL_UNSIGNED_INT8, 1}},   {"uint16", {CL_UNSIGNED_INT16, 2}},
      {"uint32", {CL_UNSIGNED_INT32, 4}}, {"sint8", {CL_SIGNED_INT8, 1}},
      {"sint16", {CL_SIGNED_INT16, 2}},   {"sint32", {CL_SIGNED_INT32, 4}},
      {"unorm8", {CL_UNORM_INT8, 1}},     {"float", {CL_FLOAT, 4}}};
  static const std::map<std::string, std::pair<cl_channel_order, std::size_t>> k_orders = {
      {"r", {CL_R, 1}}, {"rg", {CL_RG, 2}}, {"rgba", {CL_RGBA, 4}}, {"bgra", {CL_BGRA, 4}}};
  std::string how, shape, number, order;
  std::size_t depth = 0;
  Argument argument;
  argument.role = ArgumentRole::k_image;
  ImageShape& image = argument.image;
  words >> how >> shape >> number >> order >> image.description.image_width >> image.description.image_height >> depth;
  if (!words) throw Failed("an image without its size");
  image.is_written = how == "write";
  image.description.image_type = named(k_shapes, shape);
  (shape == "2darray" ? image.description.image_array_size : image.description.image_depth) = depth;
  const auto [type, bytes] = named(k_numbers, number);
  const auto [channels, count] = named(k_orders, order);
  image.format = {channels, type};
  image.bytes_per_pixel = bytes * count;
  if (image.is_written) {
    argument.bytes.resize(image.pixels() * image.bytes_per_pixel);
  } else {
    fill_image(argument, number, image.pixels());
  }
  return argument;
}

Argument parse_argument(std::istringstream& words, const Kernel& kernel) {
  std::string role;
  words >> role;
  Argument argument;
  if (role == "near") {
    argument.role = ArgumentRole::k_near;
    std::size_t columns = 0;
    words >> columns;
    argument.ulp = rest_of<double>(words);
    if (argument.ulp.size() != columns) throw Failed("near: not an ulp for each column");
    argument.bytes.resize(kernel.items() * columns * sizeof(float));
    return argument;
  }
  if (role == "image") return parse_image(words);
  const std::vector<std::uint64_t> numbers = rest_of<std::uint64_t>(words);
  if (numbers.empty()) throw Failed("an argument without a number: " + role);
  if (role == "results") {
    argument.role = ArgumentRole::k_results;
    argument.bytes.resize(numbers[0] * sizeof(std::uint64_t));
  } else if (role == "shared") {
    argument.role = ArgumentRole::k_shared;
    for (const std::uint64_t number : numbers) append(argument.bytes, static_cast<std::uint32_t>(number));
  } else if (role == "shared64") {
    argument.role = ArgumentRole::k_shared64;
    for (const std::uint64_t number : numbers) append(argument.bytes, number);
  } else if (role == "input") {
    argument.role = ArgumentRole::k_input;
    for (std::size_t i = 0; i < numbers[0]; ++i) argument.bytes.push_back(SplitMix64::mixed(i + 1) & 0xff);
  } else if (role == "local") {
    argument.role = ArgumentRole::k_local;
    argument.bytes.resize(numbers[0]);
  } else if (role == "value" && numbers.size() == 2 && numbers[0] <= sizeof(std::uint64_t)) {
    append(argument.bytes, numbers[1], numbers[0]);
  } else {
    throw Failed("not an argument: " + role);
  }
  return argument;
}

Kernel read_kernel(const std::string& path) {
  std::ifstream file(path);
  Kernel kernel;
  kernel.source.assign(std::istreambuf_iterator<char>(file), {});
  std::istringstream lines(kernel.source);
  for (std::string line; std::getline(lines, line) && line.starts_with("//");) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) continue;
    const std::string key = line.substr(3, colon - 3);
    std::istringstream words(line.substr(colon + 2));
    if (key == "options") kernel.options = words.str();
    if (key == "needs") kernel.needs = rest_of<std::string>(words);
    if (key == "global") kernel.global = rest_of<std::size_t>(words);
    if (key == "local") kernel.local = rest_of<std::size_t>(words);
    if (key == "offset") kernel.offset = rest_of<std::size_t>(words);
    if (key == "expected") kernel.expected = rest_of<std::uint64_t>(words);
    if (key == "argument") kernel.arguments.push_back(parse_argument(words, kernel));
  }
  if (kernel.global.empty() || kernel.arguments.empty()) throw Failed(path + ": not a kernel of generate.py");
  return kernel;
}

// Standard output goes to a file until what the kernels of drivers printed there is taken.
class Printed {
 public:
  Printed() : file_(std::tmpfile()), standard_output_(dup(STDOUT_FILENO)) {
    std::fflush(stdout);
    if (!file_ || standard_output_ < 0 || dup2(fileno(file_), STDOUT_FILENO) < 0) throw Failed("no temporary file");
  }
  Printed(const Printed&) = delete;
  ~Printed() {
    restore();
    if (file_) std::fclose(file_);
  }
  std::vector<std::uint8_t> take() {
    restore();
    std::vector<std::uint8_t> text(
        static_cast<std::size_t>(std::max(0L, (std::fseek(file_, 0, SEEK_END), std::ftell(file_)))));
    std::rewind(file_);
    text.resize(std::fread(text.data(), 1, text.size(), file_));
    return text;
  }

 private:
  void restore() {
    std::fflush(stdout);
    if (standard_output_ >= 0) {
      dup2(standard_output_, STDOUT_FILENO);
      close(standard_output_);
    }
    standard_output_ = -1;
  }
  std::FILE* file_;
  int standard_output_;
};

std::array<std::size_t, 3> region_of(const ImageShape& image) {
  const std::size_t depth = std::max(image.description.image_depth, image.description.image_array_size);
  return {image.description.image_width, image.description.image_height, depth};
}

void need_format(const Queue& queue, cl_mem_flags access, const ImageShape& image) {
  const cl_mem_object_type shape = image.description.image_type;
  cl_uint count = 0;
  need_cl(clGetSupportedImageFormats(queue.context(), access, shape, 0, nullptr, &count), "clGetSupportedImageFormats");
  std::vector<cl_image_format> formats(count);
  need_cl(clGetSupportedImageFormats(queue.context(), access, shape, count, formats.data(), nullptr),
          "clGetSupportedImageFormats");
  const bool is_there = std::any_of(formats.begin(), formats.end(), [&](const cl_image_format& format) {
    return format.image_channel_order == image.format.image_channel_order &&
           format.image_channel_data_type == image.format.image_channel_data_type;
  });
  if (!is_there) throw Skipped("the device has no images of this format");
}

MemoryHandle create_image(const Queue& queue, const Argument& argument) {
  cl_image_desc description = argument.image.description;
  if (description.image_type == CL_MEM_OBJECT_IMAGE1D) description.image_height = 0;
  const cl_mem_flags access = argument.image.is_written ? CL_MEM_WRITE_ONLY : CL_MEM_READ_ONLY;
  need_format(queue, access, argument.image);
  cl_int code = CL_SUCCESS;
  MemoryHandle image(clCreateImage(queue.context(), access, &argument.image.format, &description, nullptr, &code));
  need_cl(code, "clCreateImage");
  const std::array<std::size_t, 3> origin{}, region = region_of(argument.image);
  need_cl(clEnqueueWriteImage(queue.handle(), image.get(), CL_TRUE, origin.data(), region.data(), 0, 0,
                              argument.bytes.data(), 0, nullptr, nullptr),
          "clEnqueueWriteImage");
  return image;
}

std::vector<std::uint8_t> read_image(const Queue& queue, cl_mem image, const Argument& argument) {
  std::vector<std::uint8_t> bytes(argument.bytes.size());
  const std::array<std::size_t, 3> origin{}, region = region_of(argument.image);
  need_cl(clEnqueueReadImage(queue.handle(), image, CL_TRUE, origin.data(), region.data(), 0, 0, bytes.data(), 0,
                             nullptr, nullptr),
          "clEnqueueReadImage");
  return bytes;
}

// Runs a kernel; what its buffers and images hold afterwards, one for each argument, and then what it printed.
std::vector<std::vector<std::uint8_t>> run(const Queue& queue, cl_kernel handle, const Kernel& kernel) {
  std::vector<Buffer> buffers(kernel.arguments.size());
  std::vector<MemoryHandle> images(kernel.arguments.size());
  for (cl_uint i = 0; i < kernel.arguments.size(); ++i) {
    const Argument& argument = kernel.arguments[i];
    std::size_t size = argument.bytes.size();
    const void* value = argument.bytes.data();
    cl_mem memory = nullptr;
    if (argument.role == ArgumentRole::k_local) {
      value = nullptr;
    } else if (argument.role != ArgumentRole::k_value) {
      if (argument.role == ArgumentRole::k_image) {
        images[i] = create_image(queue, argument);
        memory = images[i].get();
      } else {
        buffers[i] = need(queue.allocate(size));
        need(queue.write(buffers[i], value, size));
        memory = buffers[i].handle();
      }
      value = &memory;
      size = sizeof memory;
    }
    need_cl(clSetKernelArg(handle, i, size, value), "clSetKernelArg");
  }
  Printed printed;
  need_cl(clEnqueueNDRangeKernel(queue.handle(), handle, static_cast<cl_uint>(kernel.global.size()),
                                 kernel.offset.data(), kernel.global.data(), kernel.local.data(), 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  need_cl(clFinish(queue.handle()), "clFinish");
  std::vector<std::vector<std::uint8_t>> contents(buffers.size());
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (images[i].get()) {
      contents[i] = read_image(queue, images[i].get(), kernel.arguments[i]);
      continue;
    }
    contents[i].resize(buffers[i].size());
    if (!contents[i].empty()) need(queue.read_mapped(buffers[i], contents[i].data(), contents[i].size()));
  }
  contents.push_back(printed.take());
  return contents;
}

// The beginning of a source's message where a macro that it needs is not defined.
constexpr std::string_view k_lacking = "the target has no ";

ProgramHandle build_source(const Queue& queue, const Kernel& kernel) {
  const char* text = kernel.source.c_str();
  const cl_device_id device = queue.device().id;
  cl_int code = CL_SUCCESS;
  ProgramHandle program(clCreateProgramWithSource(queue.context(), 1, &text, nullptr, &code));
  need_cl(code, "clCreateProgramWithSource");
  code = clBuildProgram(program.get(), 1, &device, kernel.options.c_str(), nullptr, nullptr);
  if (code == CL_SUCCESS) return program;
  std::string log(4096, '\0');
  clGetProgramBuildInfo(program.get(), device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
  log = log.c_str();
  if (const std::size_t at = log.find(k_lacking); at != std::string::npos) {
    throw Skipped("the driver's compiler has no " +
                  log.substr(at + k_lacking.size(), log.find('\n', at) - at - k_lacking.size()));
  }
  throw Failed(std::string("clBuildProgram: ") + opencl_error_name(code) + " " + log);
}

// The distance in units in the last place of `expected`.
double ulp_between(float expected, float got) {
  if (expected == got || (std::isnan(expected) && std::isnan(got))) return 0;
  if (!std::isfinite(expected) || !std::isfinite(got)) return std::numeric_limits<double>::infinity();
  const int exponent = std::max(std::ilogb(expected), -126);
  return std::abs(static_cast<double>(expected) - got) / std::ldexp(1.0, (expected == 0 ? -126 : exponent) - 23);
}

template <class T>
T element(const std::vector<std::uint8_t>& bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof value, sizeof value);
  return value;
}

std::string place(const Kernel& kernel, std::size_t index, std::size_t elements) {
  const std::size_t columns = elements / kernel.items();
  return "item " + std::to_string(index / columns) + ", column " + std::to_string(index % columns);
}

// Names the first number that differs; `where` gives its name.
template <class T, class Where>
std::string first_difference(const std::vector<std::uint8_t>& source, const std::vector<std::uint8_t>& package,
                             const Where& where) {
  for (std::size_t i = 0; i < source.size() / sizeof(T); ++i) {
    const T expected = element<T>(source, i), got = element<T>(package, i);
    if (expected == got) continue;
    char text[100];
    std::snprintf(text, sizeof text, ": source 0x%" PRIx64 ", package 0x%" PRIx64, std::uint64_t{expected},
                  std::uint64_t{got});
    return where(i) + text;
  }
  return "";
}

std::string near_difference(const Kernel& kernel, const Argument& argument, const std::vector<std::uint8_t>& source,
                            const std::vector<std::uint8_t>& package) {
  for (std::size_t i = 0; i < source.size() / sizeof(float); ++i) {
    const float expected = element<float>(source, i), got = element<float>(package, i);
    // Each may be off by as much.
    if (ulp_between(expected, got) <= 2 * argument.ulp[i % argument.ulp.size()]) continue;
    char text[200];
    std::snprintf(text, sizeof text, "near, %s: source %a, package %a",
                  place(kernel, i, source.size() / sizeof(float)).c_str(), static_cast<double>(expected),
                  static_cast<double>(got));
    return text;
  }
  return "";
}

// Says where two runs differ in an argument; empty when they do not.
std::string difference(const Kernel& kernel, const Argument& argument, const std::vector<std::uint8_t>& source,
                       const std::vector<std::uint8_t>& package) {
  const auto numbered = [](const char* name) {
    return [name](std::size_t i) { return name + ("[" + std::to_string(i) + "]"); };
  };
  switch (argument.role) {
    case ArgumentRole::k_near:
      return near_difference(kernel, argument, source, package);
    case ArgumentRole::k_results:
      return first_difference<std::uint64_t>(source, package, [&](std::size_t i) {
        return "results, " + place(kernel, i, source.size() / sizeof(std::uint64_t));
      });
    case ArgumentRole::k_shared:
      return first_difference<std::uint32_t>(source, package, numbered("shared"));
    case ArgumentRole::k_shared64:
      return first_difference<std::uint64_t>(source, package, numbered("long_shared"));
    case ArgumentRole::k_image:
      return first_difference<std::uint8_t>(source, package, numbered("image, byte "));
    default:
      return "";
  }
}

// The same for all arguments and what was printed.
std::string difference(const Kernel& kernel, const std::vector<std::vector<std::uint8_t>>& source,
                       const std::vector<std::vector<std::uint8_t>>& package) {
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i) {
    std::string where = difference(kernel, kernel.arguments[i], source[i], package[i]);
    if (!where.empty()) return where;
  }
  if (source.back() == package.back()) return "";
  const auto text = [](const std::vector<std::uint8_t>& bytes) {
    return "'" + std::string(bytes.begin(), bytes.end()).substr(0, 150) + "'";
  };
  return "printed: source " + text(source.back()) + ", package " + text(package.back());
}

std::string same(const Kernel& kernel, const std::vector<std::vector<std::uint8_t>>& contents) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    if (i < kernel.arguments.size() && kernel.arguments[i].role == ArgumentRole::k_near) continue;
    for (const std::uint8_t byte : contents[i]) sum = SplitMix64::mixed(sum + byte + 1);
  }
  char text[32];
  std::snprintf(text, sizeof text, "same %016" PRIx64, sum);
  return text;
}

// Names the first result that is not what the kernel says; empty where there is none.
std::string unexpected(const Kernel& kernel, const std::vector<std::vector<std::uint8_t>>& contents) {
  for (std::size_t i = 0; i < kernel.arguments.size() && !kernel.expected.empty(); ++i) {
    if (kernel.arguments[i].role != ArgumentRole::k_results) continue;
    if (kernel.expected.size() * sizeof(std::uint64_t) != contents[i].size())
      throw Failed("not as many results as expected");
    std::vector<std::uint8_t> expected;
    for (const std::uint64_t number : kernel.expected) append(expected, number);
    return difference(kernel, kernel.arguments[i], expected, contents[i]);
  }
  return "";
}

struct Options {
  std::string sources, package, device, target, keep;
  std::vector<std::string> names;
  bool no_source = false;
};

// Why the kernel is not for this device; empty where it is.
std::string lacking(const Queue& queue, const Options& options, const Kernel& kernel) {
  const auto is_image = [](const Argument& argument) { return argument.role == ArgumentRole::k_image; };
  cl_bool has_images = CL_FALSE;
  clGetDeviceInfo(queue.device().id, CL_DEVICE_IMAGE_SUPPORT, sizeof has_images, &has_images, nullptr);
  if (!has_images && std::any_of(kernel.arguments.begin(), kernel.arguments.end(), is_image)) return "images";
  // A package may have what the driver's own compiler lacks.
  if (options.no_source) return "";
  for (const std::string& need : kernel.needs) {
    if (need.starts_with("cl_") && !queue.device().facts.has_extension(need)) return need;
  }
  return "";
}

void keep(const std::string& path, const std::vector<std::vector<std::uint8_t>>& contents) {
  std::ofstream file(path, std::ios::binary);
  for (const std::vector<std::uint8_t>& bytes : contents) {
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }
  if (!file.flush()) throw Failed("cannot write " + path);
}

std::string in_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

void tell(const char* word, const std::string& name) {
  std::printf("%s %s\n", word, name.c_str());
  std::fflush(stdout);
}

// The line about one kernel, behind its name.
std::string compare(const Queue& queue, const Package& package, const Options& options, const std::string& name) {
  const char* stage = "kernel";
  try {
    const Kernel kernel = read_kernel(options.sources + "/" + name + ".cl");
    if (const std::string missing = lacking(queue, options, kernel); !missing.empty()) {
      return "skipped the device has no " + missing;
    }
    if (options.no_source || !kernel.expected.empty()) {
      stage = "package";
      const Program program = need(Program::load(queue, package, name, options.target));
      const auto computed = run(queue, need(program.kernel("entry")).handle(), kernel);
      if (!options.keep.empty()) keep(options.keep + "/" + name + ".package", computed);
      if (const std::string where = unexpected(kernel, computed); !where.empty()) return "differs " + where;
      return same(kernel, computed);
    }
    stage = "source";
    tell(stage, name);
    const ProgramHandle built = build_source(queue, kernel);
    cl_int code = CL_SUCCESS;
    const KernelHandle from_source(clCreateKernel(built.get(), "entry", &code));
    need_cl(code, "clCreateKernel");
    const auto expected = run(queue, from_source.get(), kernel);
    if (!options.keep.empty()) keep(options.keep + "/" + name + ".source", expected);
    stage = "package";
    tell(stage, name);
    const Program program = need(Program::load(queue, package, name, options.target));
    const clc::Kernel from_package = need(program.kernel("entry"));
    const auto got = run(queue, from_package.handle(), kernel);
    if (!options.keep.empty()) keep(options.keep + "/" + name + ".package", got);
    const std::string where = difference(kernel, expected, got);
    if (where.empty()) return same(kernel, expected);
    const bool is_stable =
        expected == run(queue, from_source.get(), kernel) && got == run(queue, from_package.handle(), kernel);
    return "differs " + in_one_line(where) + (is_stable ? "" : " (and from one run to the next)");
  } catch (const Skipped& skipped) {
    return std::string("skipped ") + skipped.what();
  } catch (const std::exception& error) {
    return std::string("failed ") + stage + ": " + in_one_line(error.what()).substr(0, 400);
  }
}

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--no-source") {
      options.no_source = true;
      continue;
    }
    std::string* value = name == "--sources"   ? &options.sources
                         : name == "--package" ? &options.package
                         : name == "--device"  ? &options.device
                         : name == "--target"  ? &options.target
                         : name == "--keep"    ? &options.keep
                                               : nullptr;
    if (!value) {
      options.names.push_back(name);
    } else if (++i < argc) {
      *value = argv[i];
    } else {
      return false;
    }
  }
  return !options.sources.empty() && !options.package.empty() && !options.names.empty();
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    std::fprintf(stderr,
                 "usage: clc_compare_kernels --sources FOLDER --package P [--device D] [--target T] [--keep FOLDER] "
                 "[--no-source] NAME…\n");
    return 2;
  }
  try {
    const Queue queue = need(Queue::create(need(select_device(options.device))));
    const Package package = need(Package::open(options.package));
    for (const std::string& name : options.names) {
      tell("begin", name);
      std::printf("%s %s\n", name.c_str(), compare(queue, package, options, name).c_str());
      std::fflush(stdout);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "clc_compare_kernels: %s\n", error.what());
    return 1;
  }
  return 0;
}

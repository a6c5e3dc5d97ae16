#include "driver/dialect.h"

#include <cstring>
#include <iterator>
#include <optional>

#include "driver/opencl_source.h"

namespace clc {
namespace {

// Macros that OpenCL C and known drivers predefine, with an integer value or none, except those that Clang defines
// anyway.
constexpr const char* k_candidates[] = {
    "__OPENCL_VERSION__",
    "__ENDIAN_LITTLE__",
    "__IMAGE_SUPPORT__",
    "POCL_DEVICE_ADDRESS_BITS",  // PoCL
    "__NV_CL_C_VERSION",         // NVIDIA
    "__AMD__",                   // AMD
    "__GPU__",
    "__CPU__",
    "__x86_64__",  // CPUs
    "__aarch64__",
    "__SSE4_1__",
    "__AVX__",
    "__AVX2__",
    "__AVX512F__",
    "__FMA__",
};
constexpr const char* k_language_version = "__OPENCL_C_VERSION__";

struct Probed {
  std::vector<std::string> macros;
  std::string opencl_c_version;
};

// Two numbers for each macro: whether it is defined, and its value.
std::string probe_source(const std::vector<std::string>& names) {
  std::string source = "__kernel void clc_probe(__global int *out) {\n";
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string slot = std::to_string(2 * i);
    source += "#ifdef " + names[i] + "\n  out[" + slot + "] = 1; out[" + slot + " + 1] = (" + names[i] + " + 0);\n";
    source += "#else\n  out[" + slot + "] = 0;\n#endif\n";
  }
  return source + "}\n";
}

std::optional<std::vector<cl_int>> run_probe(cl_device_id device, const std::vector<std::string>& names) {
  const Result<SourceBuild> built = build_sources(device, {"", {}, {{probe_source(names), ""}}, {}, "", {}});
  if (!built || built->code != CL_SUCCESS) return std::nullopt;
  cl_int code = CL_SUCCESS;
  const KernelHandle kernel(clCreateKernel(built->program.get(), "clc_probe", &code));
  if (code != CL_SUCCESS) return std::nullopt;
  const QueueHandle queue(clCreateCommandQueue(built->context.get(), device, 0, &code));
  if (code != CL_SUCCESS) return std::nullopt;
  std::vector<cl_int> values(2 * names.size());
  const std::size_t bytes = values.size() * sizeof(cl_int);
  const MemoryHandle memory(clCreateBuffer(built->context.get(), CL_MEM_READ_WRITE, bytes, nullptr, &code));
  if (code != CL_SUCCESS) return std::nullopt;
  const cl_mem argument = memory.get();
  const std::size_t one = 1;
  if (clSetKernelArg(kernel.get(), 0, sizeof(argument), &argument) != CL_SUCCESS) return std::nullopt;
  if (clEnqueueNDRangeKernel(queue.get(), kernel.get(), 1, nullptr, &one, nullptr, 0, nullptr, nullptr) != CL_SUCCESS ||
      clEnqueueReadBuffer(queue.get(), argument, CL_TRUE, 0, bytes, values.data(), 0, nullptr, nullptr) != CL_SUCCESS) {
    return std::nullopt;
  }
  return values;
}

std::string dotted(int version) {
  return std::to_string(version / 100) + "." + std::to_string(version / 10 % 10);
}

std::optional<Probed> probe(cl_device_id device) {
  std::vector<std::string> names(std::begin(k_candidates), std::end(k_candidates));
  names.emplace_back(k_language_version);
  const std::optional<std::vector<cl_int>> values = run_probe(device, names);
  if (!values) return std::nullopt;
  Probed probed;
  for (std::size_t i = 0; i + 1 < names.size(); ++i) {
    if ((*values)[2 * i] != 0) probed.macros.push_back(names[i] + "=" + std::to_string((*values)[2 * i + 1]));
  }
  if ((*values)[values->size() - 2] != 0) probed.opencl_c_version = dotted(values->back());
  return probed;
}

// "1.2" of "OpenCL C 1.2 PoCL", "3.0" of "OpenCL 3.0 PoCL".
std::string number_after(std::string_view prefix, std::string_view text) {
  if (text.substr(0, prefix.size()) != prefix) return {};
  const std::string_view rest = text.substr(prefix.size());
  return std::string(rest.substr(0, rest.find(' ')));
}

bool is_true(cl_device_id device, cl_device_info info) {
  cl_bool value = CL_FALSE;
  return clGetDeviceInfo(device, info, sizeof(value), &value, nullptr) == CL_SUCCESS && value == CL_TRUE;
}

std::vector<std::string> macros_from_facts(const Device& device, bool little_endian) {
  std::vector<std::string> macros;
  const std::string version = number_after("OpenCL ", device.facts.version);
  if (version.size() == 3) macros.push_back("__OPENCL_VERSION__=" + version.substr(0, 1) + version.substr(2) + "0");
  if (little_endian) macros.emplace_back("__ENDIAN_LITTLE__=1");
  if (is_true(device.id, CL_DEVICE_IMAGE_SUPPORT)) macros.emplace_back("__IMAGE_SUPPORT__=1");
  return macros;
}

// Returns the array that a query gives; nothing when the query fails.
template <class T>
std::vector<T> read_list(cl_device_id device, cl_device_info info) {
  std::size_t size = 0;
  if (clGetDeviceInfo(device, info, 0, nullptr, &size) != CL_SUCCESS) return {};
  std::vector<T> list(size / sizeof(T));
  if (clGetDeviceInfo(device, info, list.size() * sizeof(T), list.data(), nullptr) != CL_SUCCESS) return {};
  return list;
}

// Queries of cl_khr_spirv_queries, which Debian 12's headers do not know.
constexpr cl_device_info k_spirv_extensions = 0x12BA;    // an array of const char*
constexpr cl_device_info k_spirv_capabilities = 0x12BB;  // an array of cl_uint

}  // namespace

std::vector<std::string> read_features(const Device& device) {
  if (device.facts.version.rfind("OpenCL 3", 0) != 0) return {};
  std::vector<std::string> names;
  for (const cl_name_version& entry : read_list<cl_name_version>(device.id, CL_DEVICE_OPENCL_C_FEATURES))
    names.emplace_back(entry.name, strnlen(entry.name, sizeof(entry.name)));
  return names;
}

std::vector<std::string> read_spirv_extensions(cl_device_id device) {
  std::vector<std::string> names;
  for (const char* name : read_list<const char*>(device, k_spirv_extensions)) names.emplace_back(name);
  return names;
}

std::vector<std::uint64_t> read_spirv_capabilities(cl_device_id device) {
  const std::vector<cl_uint> list = read_list<cl_uint>(device, k_spirv_capabilities);
  return {list.begin(), list.end()};
}

DriverDialect read_dialect(const Device& device) {
  DriverDialect dialect;
  dialect.extensions = device.facts.extensions;
  dialect.address_bits = device.facts.address_bits;
  dialect.little_endian = is_true(device.id, CL_DEVICE_ENDIAN_LITTLE);
  dialect.features = read_features(device);
  // The version of a build without -cl-std, which is not always that of CL_DEVICE_OPENCL_C_VERSION.
  dialect.opencl_c_version = number_after("OpenCL C ", device.facts.opencl_c_version);
  if (std::optional<Probed> probed = probe(device.id)) {
    dialect.macros = std::move(probed->macros);
    if (!probed->opencl_c_version.empty()) dialect.opencl_c_version = probed->opencl_c_version;
  } else {
    dialect.macros = macros_from_facts(device, dialect.little_endian);
  }
  return dialect;
}

}  // namespace clc

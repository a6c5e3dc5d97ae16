// Modules of `clc compile -t cuda:sm_NN`: PTX or machine code, with the facts about its kernels in a global variable.
#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/elf.h"
#include "cuda/device.h"

namespace clc::cuda {
namespace {

using Json = nlohmann::json;

constexpr const char* k_facts_symbol = "clc_kernels";
constexpr std::size_t k_log_bytes = 8192;

[[noreturn]] void refuse(const std::string& why) {
  throw front::Failure(CL_INVALID_BINARY, "cuda: the binary is refused: " + why);
}

// CUDA reads as far as the headers of machine code say, so they are checked against its size.
void check_machine_code(const std::string& binary) {
  constexpr std::uint16_t k_cuda = 190;
  elf::Header header{};
  if (binary.size() < sizeof header) refuse("it is cut off");
  std::memcpy(&header, binary.data(), sizeof header);
  if (header.e_ident[elf::k_class] != elf::k_class_64 || header.e_machine != k_cuda)
    refuse("it is no machine code of NVIDIA's");
  const auto ends_within = [&](std::uint64_t offset, std::uint64_t size) {
    return offset <= binary.size() && size <= binary.size() - offset;
  };
  const std::uint64_t count = header.e_shnum;
  if (header.e_shentsize != sizeof(elf::Section) || !ends_within(header.e_shoff, count * sizeof(elf::Section)) ||
      !ends_within(header.e_phoff, std::uint64_t{header.e_phnum} * header.e_phentsize)) {
    refuse("it is cut off");
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    elf::Section section{};
    std::memcpy(&section, binary.data() + header.e_shoff + i * sizeof section, sizeof section);
    if (section.sh_type != elf::k_no_bits && !ends_within(section.sh_offset, section.sh_size)) refuse("it is cut off");
  }
}

void check_binary(const std::string& binary) {
  if (binary.starts_with(elf::k_magic)) return check_machine_code(binary);
  const bool is_text = binary.find('\0') == std::string::npos && binary.find(".target") != std::string::npos;
  if (!is_text || binary.find(".version") == std::string::npos)
    refuse("it is neither PTX nor machine code of NVIDIA's");
}

Module load_module(const std::string& binary) {
  constexpr int k_error_log = 5, k_error_log_bytes = 6;
  std::vector<char> log(k_log_bytes);
  int options[] = {k_error_log, k_error_log_bytes};
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the driver reads a number there
  void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
  Module loaded = nullptr;
  const Result result = cuda().cuModuleLoadDataEx(&loaded, binary.c_str(), 2, options, values);
  if (result == k_success) return loaded;
  log.back() = '\0';
  std::string why = describe(result);
  if (result == k_unsupported_ptx_version) {
    why = "its PTX is newer than NVIDIA's driver, which has CUDA " + driver_version() + "; " + why;
  }
  const std::string text = log.data();
  refuse(why + (text.empty() ? "" : "\n" + text));
}

template <class T, std::size_t N>
T value_of(const std::array<std::pair<const char*, T>, N>& names, const std::string& name) {
  const auto found = std::find_if(names.begin(), names.end(), [&](const auto& one) { return name == one.first; });
  if (found == names.end()) refuse("it says '" + name + "' of an argument; a newer clc has made it");
  return found->second;
}

front::ArgumentFacts argument_of(const Json& from) {
  using Kind = front::ArgumentFacts::Kind;
  static constexpr std::array<std::pair<const char*, Kind>, 6> k_kinds{{{"value", Kind::k_value},
                                                                        {"buffer", Kind::k_buffer},
                                                                        {"local", Kind::k_local},
                                                                        {"image", Kind::k_image},
                                                                        {"sampler", Kind::k_sampler},
                                                                        {"pipe", Kind::k_pipe}}};
  static constexpr std::array<std::pair<const char*, cl_uint>, 4> k_addresses{
      {{"global", CL_KERNEL_ARG_ADDRESS_GLOBAL},
       {"constant", CL_KERNEL_ARG_ADDRESS_CONSTANT},
       {"local", CL_KERNEL_ARG_ADDRESS_LOCAL},
       {"private", CL_KERNEL_ARG_ADDRESS_PRIVATE}}};
  static constexpr std::array<std::pair<const char*, cl_uint>, 4> k_access{
      {{"none", CL_KERNEL_ARG_ACCESS_NONE},
       {"read_only", CL_KERNEL_ARG_ACCESS_READ_ONLY},
       {"write_only", CL_KERNEL_ARG_ACCESS_WRITE_ONLY},
       {"read_write", CL_KERNEL_ARG_ACCESS_READ_WRITE}}};
  static constexpr std::array<std::pair<const char*, cl_ulong>, 3> k_qualifiers{
      {{"const", CL_KERNEL_ARG_TYPE_CONST},
       {"restrict", CL_KERNEL_ARG_TYPE_RESTRICT},
       {"volatile", CL_KERNEL_ARG_TYPE_VOLATILE}}};
  front::ArgumentFacts facts;
  facts.kind = value_of(k_kinds, from.at("kind").get<std::string>());
  facts.size = from.value("size", std::size_t{0});
  facts.name = from.value("name", "");
  facts.type_name = from.value("type_name", "");
  facts.address = value_of(k_addresses, from.value("address", "private"));
  facts.access = value_of(k_access, from.value("access", "none"));
  if (facts.kind == Kind::k_pipe) facts.qualifiers = CL_KERNEL_ARG_TYPE_PIPE;
  for (const Json& one : from.value("qualifiers", Json::array())) {
    facts.qualifiers |= value_of(k_qualifiers, one.get<std::string>());
  }
  return facts;
}

front::KernelFacts kernel_of(const Json& from) {
  front::KernelFacts facts;
  facts.name = from.at("name").get<std::string>();
  facts.attributes = from.value("attributes", "");
  for (const Json& argument : from.at("arguments")) facts.arguments.push_back(argument_of(argument));
  if (from.contains("required_group_size")) from.at("required_group_size").get_to(facts.required_group_size);
  return facts;
}

std::size_t attribute_of(Function function, FunctionAttribute attribute) {
  int value = 0;
  if (cuda().cuFuncGetAttribute(&value, attribute, function) != k_success) refuse("a kernel has no attributes");
  return static_cast<std::size_t>(value);
}

}  // namespace

CudaCode::CudaCode(CudaDevice& device, const std::uint8_t* bytes, std::size_t size) : device_(device) {
  std::string binary(reinterpret_cast<const char*>(bytes), size);
  if (!binary.starts_with(elf::k_magic) && binary.ends_with('\0')) binary.pop_back();
  check_binary(binary);
  const InContext scope(device_);
  module_ = load_module(binary);
  try {
    read_kernels();
  } catch (const Json::exception& error) {
    cuda().cuModuleUnload(module_);
    refuse(std::string("its facts about kernels are damaged: ") + error.what());
  } catch (...) {
    cuda().cuModuleUnload(module_);
    throw;
  }
}

CudaCode::~CudaCode() {
  try {
    const InContext scope(device_);
    cuda().cuModuleUnload(module_);
  } catch (const front::Failure&) {
    // gone with the context
  }
}

void CudaCode::read_kernels() {
  DevicePointer address = 0;
  std::size_t size = 0;
  if (cuda().cuModuleGetGlobal_v2(&address, &size, module_, k_facts_symbol) != k_success) {
    refuse("clc has not made it for a target cuda:sm_NN");
  }
  std::string text(size, '\0');
  device_.check(cuda().cuMemcpyDtoH_v2(text.data(), address, size), "read the facts about kernels");
  const Json facts = Json::parse(text.substr(0, text.find('\0')));
  if (facts.at("version") != 1) refuse("a newer clc has made it");
  variable_bytes_ = facts.value("variable_bytes", std::uint64_t{0});
  for (const Json& kernel : facts.at("kernels")) {
    add_kernel(kernel_of(kernel), kernel.value("dynamic_bytes", std::size_t{0}));
  }
}

void CudaCode::add_kernel(front::KernelFacts facts, std::size_t dynamic_bytes) {
  CudaKernel kernel;
  if (cuda().cuModuleGetFunction(&kernel.function, module_, facts.name.c_str()) != k_success) {
    refuse("it has no kernel " + facts.name);
  }
  const std::size_t fixed = attribute_of(kernel.function, k_function_shared_bytes);
  const std::size_t most = device_.facts().local_bytes;
  kernel.dynamic_bytes = dynamic_bytes;
  kernel.most_bytes = most - std::min(fixed, most);
  const auto is_local = [](const auto& one) { return one.kind == front::ArgumentFacts::Kind::k_local; };
  if (dynamic_bytes != 0 || std::any_of(facts.arguments.begin(), facts.arguments.end(), is_local)) {
    device_.check(cuda().cuFuncSetAttribute(kernel.function, k_function_max_dynamic_shared_bytes,
                                            static_cast<int>(kernel.most_bytes)),
                  "give a kernel all local memory", CL_INVALID_BINARY);
  }
  facts.max_group_size = attribute_of(kernel.function, k_function_max_threads);
  facts.sub_group_size = facts.preferred_multiple = device_.facts().preferred_multiple;
  facts.local_bytes = fixed + dynamic_bytes;
  facts.private_bytes = attribute_of(kernel.function, k_function_local_bytes);
  facts.has_uniform_groups = true;
  kernels_.push_back(kernel);
  facts_.push_back(std::move(facts));
}

}  // namespace clc::cuda

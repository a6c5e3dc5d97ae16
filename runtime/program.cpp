#include "clc/runtime/program.h"

#include <algorithm>
#include <optional>
#include <sstream>

#include "clc/package/target.h"
#include "clc/runtime/handles.h"
#include "program_state.h"
#include "version.h"

namespace clc {
namespace {

using CreateWithIl = cl_program(CL_API_CALL*)(cl_context, const void*, std::size_t, cl_int*);

std::string first_lines(const std::string& text) {
  constexpr int k_lines = 8;
  std::istringstream stream(text);
  std::string result;
  std::string line;
  for (int i = 0; i < k_lines && std::getline(stream, line); ++i) result += "\n      " + line;
  return result;
}

std::string read_build_log(cl_program program, cl_device_id device) {
  std::size_t size = 0;
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS) return {};
  std::string log(size, '\0');
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr) != CL_SUCCESS) return {};
  log.resize(std::min(log.size(), log.find('\0')));
  return log;
}

Result<ProgramHandle> create_from_binary(const Queue& queue, const Bytes& bytes) {
  const cl_device_id device = queue.device().id;
  const std::size_t size = bytes.size();
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  cl_int status = CL_SUCCESS;
  cl_int code = CL_SUCCESS;
  // Some drivers return a program together with an error: it is owned first and judged afterwards.
  ProgramHandle program(clCreateProgramWithBinary(queue.context(), 1, &device, &size, &data, &status, &code));
  if (code != CL_SUCCESS) return fail_opencl(code, "clCreateProgramWithBinary");
  if (status != CL_SUCCESS) return fail_opencl(status, "clCreateProgramWithBinary: the binary's status");
  if (!program) return fail(ErrorKind::k_opencl, "clCreateProgramWithBinary gave neither a program nor an error");
  return program;
}

// The core function exists from OpenCL 2.1 on; before that only the extension's.
CreateWithIl find_create_with_il(const Device& device) {
  constexpr Version k_core{2, 1};
  if (opencl_at_least(device.facts.platform_version, k_core) && opencl_at_least(device.facts.version, k_core)) {
    return clCreateProgramWithIL;
  }
  if (!device.facts.has_extension("cl_khr_il_program")) return nullptr;
  return reinterpret_cast<CreateWithIl>(
      clGetExtensionFunctionAddressForPlatform(device.platform, "clCreateProgramWithILKHR"));
}

Result<ProgramHandle> create_from_il(const Queue& queue, const Bytes& bytes) {
  const CreateWithIl create = find_create_with_il(queue.device());
  if (create == nullptr) return fail(ErrorKind::k_opencl, "the driver has no clCreateProgramWithIL");
  cl_int code = CL_SUCCESS;
  ProgramHandle program(create(queue.context(), bytes.data(), bytes.size(), &code));
  if (code != CL_SUCCESS) return fail_opencl(code, "clCreateProgramWithIL");
  if (!program) return fail(ErrorKind::k_opencl, "clCreateProgramWithIL gave neither a program nor an error");
  return program;
}

struct Built {
  ProgramHandle program;
  std::string log;
};

Result<Built> build(const Queue& queue, const Variant& variant, const Bytes& bytes) {
  Result<ProgramHandle> program =
      variant.format == "spirv" ? create_from_il(queue, bytes) : create_from_binary(queue, bytes);
  if (!program) return tl::make_unexpected(program.error());
  const cl_device_id device = queue.device().id;
  const cl_int code = clBuildProgram(program->get(), 1, &device, variant.build_options.c_str(), nullptr, nullptr);
  std::string log = read_build_log(program->get(), device);
  if (code != CL_SUCCESS) {
    return fail(ErrorKind::k_opencl, "clBuildProgram: " + opencl_error_name(code) + first_lines(log));
  }
  return Built{*std::move(program), std::move(log)};
}

// Several drivers finish compiling here, so a program counts as loaded only after it.
Result<void> create_kernels(cl_program program, const Interface& interface) {
  for (const KernelInterface& kernel : interface.kernels) {
    cl_int code = CL_SUCCESS;
    const KernelHandle handle(clCreateKernel(program, kernel.name.c_str(), &code));
    if (code != CL_SUCCESS) return fail_opencl(code, "clCreateKernel of '" + kernel.name + "'");
  }
  return {};
}

Result<Built> load_variant(const Queue& queue, const Variant& variant, const Interface& interface, const Bytes& bytes) {
  Result<Built> built = build(queue, variant, bytes);
  if (!built) return built;
  if (const auto kernels = create_kernels(built->program.get(), interface); !kernels) {
    return tl::make_unexpected(kernels.error());
  }
  return built;
}

template <class List>
std::string names_of(const List& list) {
  std::string text;
  for (const auto& entry : list) text += (text.empty() ? "" : ", ") + entry.name;
  return text.empty() ? "none" : text;
}

// Takes out what is not for `only_target`.
void restrict_to(Choice& choice, std::string_view only_target) {
  const auto is_other = [&](const Variant* variant) { return variant->target != only_target; };
  for (const Variant* variant : choice.fitting) {
    if (is_other(variant)) choice.refused.push_back({variant->target, "not asked for"});
  }
  choice.fitting.erase(std::remove_if(choice.fitting.begin(), choice.fitting.end(), is_other), choice.fitting.end());
}

Error nothing_loaded(const Module& module, const Device& device, std::string_view only_target, const Choice& choice) {
  // Something fitted and failed, or nothing fitted: what a caller can do about it differs.
  const ErrorKind kind = choice.fitting.empty() ? ErrorKind::k_unavailable : ErrorKind::k_opencl;
  std::string message = "no variant of module '" + module.name + "'";
  if (!only_target.empty()) message += " for target " + std::string(only_target);
  message += " runs on " + device.facts.name + " (" + device.facts.platform_name + "):";
  message += choice.refused.empty() ? " it has no variants" : "\n" + describe(choice.refused);
  return Error(kind, std::move(message));
}

}  // namespace

Program::Program(std::shared_ptr<State> state) : state_(std::move(state)) {}

Result<Program> Program::load(const Queue& queue, const Package& package, std::string_view module,
                              std::string_view only_target) {
  const Module* found = package.manifest().find(module);
  if (found == nullptr) {
    return fail(ErrorKind::k_usage, "the package has no module '" + std::string(module) +
                                        "'; it has: " + names_of(package.manifest().modules));
  }
  const Device& device = queue.device();
  Choice choice = choose_variants(*found, device.facts);
  if (!only_target.empty()) {
    const Result<Target> target = parse_target(only_target);
    restrict_to(choice, target ? target->name() : std::string(only_target));
  }
  for (const Variant* variant : choice.fitting) {
    // A driver may crash on bytes that are not its own, so none sees any before their digest was
    // checked. A damaged package is an error even where another variant would do.
    const Result<Bytes> bytes = package.read(*variant);
    if (!bytes) return fail(bytes.error(), "module '" + found->name + "', variant " + variant->target);
    const Interface& interface = found->interfaces[variant->interface];
    Result<Built> built = load_variant(queue, *variant, interface, *bytes);
    if (built) {
      return Program(
          std::make_shared<State>(State{queue, *variant, interface, std::move(built->program), std::move(built->log)}));
    }
    choice.refused.push_back({variant->target, built.error().message});
  }
  return tl::make_unexpected(nothing_loaded(*found, device, only_target, choice));
}

const Variant& Program::variant() const {
  return state_->variant;
}
const Interface& Program::interface() const {
  return state_->interface;
}
const std::string& Program::build_log() const {
  return state_->build_log;
}
cl_program Program::handle() const {
  return state_->program.get();
}

Result<Kernel> Program::kernel(const std::string& name) const {
  const KernelInterface* interface = state_->interface.find(name);
  if (interface == nullptr) {
    return fail(ErrorKind::k_usage,
                "the program has no kernel '" + name + "'; it has: " + names_of(state_->interface.kernels));
  }
  cl_int code = CL_SUCCESS;
  KernelHandle handle(clCreateKernel(state_->program.get(), name.c_str(), &code));
  if (code != CL_SUCCESS) return fail_opencl(code, "clCreateKernel of '" + name + "'");
  return Kernel(std::make_shared<Kernel::State>(state_, interface, std::move(handle)));
}

}  // namespace clc

#include "warm/build_programs.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "base/platform/paths.h"
#include "base/try.h"
#include "clc/runtime/build_log.h"
#include "clc/runtime/handles.h"

namespace clc {
namespace {

// Drivers of OpenCL 2.0 and before have the function of an extension.
Result<ProgramHandle> create_from_il(cl_context context, const Device& device, const std::string& il) {
  using Create = cl_program(CL_API_CALL*)(cl_context, const void*, std::size_t, cl_int*);
  cl_int code = CL_SUCCESS;
  const auto of_extension =
      reinterpret_cast<Create>(clGetExtensionFunctionAddressForPlatform(device.platform, "clCreateProgramWithILKHR"));
  ProgramHandle program(
      (of_extension == nullptr ? clCreateProgramWithIL : of_extension)(context, il.data(), il.size(), &code));
  if (code != CL_SUCCESS) return fail_opencl(code, "clCreateProgramWithIL");
  return program;
}

Result<ProgramHandle> create_from_source(cl_context context, const std::string& source) {
  cl_int code = CL_SUCCESS;
  const char* text = source.data();
  const std::size_t size = source.size();
  ProgramHandle program(clCreateProgramWithSource(context, 1, &text, &size, &code));
  if (code != CL_SUCCESS) return fail_opencl(code, "clCreateProgramWithSource");
  return program;
}

// Makes the steps of one program, one after the other.
class Builder {
 public:
  Builder(cl_context context, const Device& device) : context_(context), device_(device) {}

  Result<void> run(const std::vector<WarmStep>& steps) {
    for (const WarmStep& step : steps)
      made_.push_back(CLC_TRY(step.call == WarmCall::k_link ? link(step) : build_or_compile(step)));
    return {};
  }

 private:
  Failure refused(const char* call, cl_int code, cl_program program) const {
    std::string message = std::string(call) + ": " + opencl_error_name(code);
    if (program != nullptr) message += "\n" + read_build_log(program, device_.id);
    return fail(ErrorKind::k_compile, std::move(message));
  }

  Result<ProgramHandle> build_or_compile(const WarmStep& step) const {
    Result<ProgramHandle> program =
        step.is_il ? create_from_il(context_, device_, step.text) : create_from_source(context_, step.text);
    if (!program) return program;
    const char* const options = step.options.c_str();
    if (step.call == WarmCall::k_build) {
      const cl_int code = clBuildProgram(program->get(), 1, &device_.id, options, nullptr, nullptr);
      if (code != CL_SUCCESS) return refused("clBuildProgram", code, program->get());
      return program;
    }
    std::vector<ProgramHandle> headers;
    std::vector<cl_program> handles;
    std::vector<const char*> names;
    for (const WarmHeader& header : step.headers) {
      Result<ProgramHandle> text = create_from_source(context_, header.text);
      if (!text) return text;
      handles.push_back(text->get());
      names.push_back(header.name.c_str());
      headers.push_back(*std::move(text));
    }
    const bool has_headers = !headers.empty();
    const cl_int code = clCompileProgram(program->get(), 1, &device_.id, options, static_cast<cl_uint>(headers.size()),
                                         has_headers ? handles.data() : nullptr, has_headers ? names.data() : nullptr,
                                         nullptr, nullptr);
    if (code != CL_SUCCESS) return refused("clCompileProgram", code, program->get());
    return program;
  }

  Result<ProgramHandle> link(const WarmStep& step) const {
    std::vector<cl_program> inputs;
    for (const WarmInput& input : step.inputs) {
      if (input.step >= made_.size()) return fail(ErrorKind::k_damaged, "a link names a step that is not before it");
      inputs.push_back(made_[input.step].get());
    }
    cl_int code = CL_SUCCESS;
    ProgramHandle program(clLinkProgram(context_, 1, &device_.id, step.options.c_str(),
                                        static_cast<cl_uint>(inputs.size()), inputs.data(), nullptr, nullptr, &code));
    if (code != CL_SUCCESS) return refused("clLinkProgram", code, program.get());
    return program;
  }

  cl_context context_;
  const Device& device_;
  std::vector<ProgramHandle> made_;  // by step
};

Result<void> build_program(const WarmProgram& program, const Device& device) {
  std::error_code error;
  if (!program.folder.empty()) std::filesystem::current_path(platform::to_path(program.folder), error);
  if (error) return fail(ErrorKind::k_io, program.folder + ": " + error.message());
  cl_int code = CL_SUCCESS;
  const ContextHandle context(clCreateContext(nullptr, 1, &device.id, nullptr, nullptr, &code));
  if (code != CL_SUCCESS) return fail_opencl(code, "clCreateContext");
  return Builder(context.get(), device).run(program.steps);
}

}  // namespace

Result<void> build_programs(const std::vector<WarmProgram>& programs, const Device& device) {
  Result<void> all;
  for (const WarmProgram& program : programs) {
    const Result<void> built = build_program(program, device);
    if (!built && all) all = built;
  }
  return all;
}

}  // namespace clc

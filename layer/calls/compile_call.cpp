// clCompileProgram.
#include <algorithm>
#include <filesystem>

#include "base/temporary_folder.h"
#include "base/text.h"
#include "calls/build_steps.h"
#include "calls/keep_later.h"
#include "clc/base/file.h"
#include "layer_state.h"
#include "program/include_scan.h"
#include "program/option_reader.h"
#include "recording/recording_folder.h"

namespace clc::layer {
namespace {

// Returns the source of each program that clCompileProgram gets as a header, or nothing when one of them is not
// followed.
std::optional<std::vector<ProgramHeader>> header_texts(cl_uint count, const cl_program* headers, const char** names) {
  std::vector<ProgramHeader> texts;
  for (cl_uint i = 0; i < count; ++i) {
    const std::shared_ptr<FollowedProgram> header = state().registry.find(headers[i]);
    if (!header || header->kind != ProgramKind::k_source || names[i] == nullptr) return std::nullopt;
    texts.push_back({names[i], header->source});
  }
  return texts;
}

// Decides whether the compilation can be put off until its result is linked or an answer needs it.
bool put_off(const FollowedProgram& program, const ServeRequest& request, Compilation& compilation,
             ServeResult& served) {
  if (!program.is_blank && !request.identity.may_wait) return false;
  const bool is_packaged = has_package(request);
  if (!is_packaged && !program.is_blank) {
    compilation.answers = find_kept_compilation(request);
    if (!compilation.answers.empty()) served.by = ServedBy::k_cache;
    return !compilation.answers.empty();
  }
  // A blank program that no package has is put off, too: its link fails, and the log gives the reason.
  if (is_packaged) served.by = ServedBy::k_package;
  auto kept = std::make_shared<KeptProgram>();
  kept->log = {CL_SUCCESS, Bytes(1, '\0')};
  kept->reported_options = {CL_SUCCESS, Bytes(request.options.c_str(), request.options.size() + 1)};
  for (const cl_device_id device : request.devices)
    compilation.answers[device] = ServedDevice{CL_BUILD_SUCCESS, request.options, kept};
  return true;
}

cl_int compile_by_driver(const FollowedProgram& program, const std::vector<cl_device_id>& devices,
                         const std::string& options, const std::vector<ProgramHeader>& texts) {
  std::vector<ProgramHandle> owners;
  std::vector<cl_program> headers;
  std::vector<const char*> names;
  for (const ProgramHeader& header : texts) {
    const char* text = header.content.data();
    const std::size_t size = header.content.size();
    cl_int code = CL_SUCCESS;
    owners.emplace_back(next().clCreateProgramWithSource(program.context, 1, &text, &size, &code));
    if (code != CL_SUCCESS) return code;
    headers.push_back(owners.back().get());
    names.push_back(header.name.c_str());
  }
  return next().clCompileProgram(program.handle, static_cast<cl_uint>(devices.size()), devices.data(), options.c_str(),
                                 static_cast<cl_uint>(headers.size()), headers.empty() ? nullptr : headers.data(),
                                 names.empty() ? nullptr : names.data(), nullptr, nullptr);
}

// Lets the driver read the files of -I as they were when the application compiled, in a folder of their own.
cl_int compile_copies(const FollowedProgram& program, const Compilation& compilation) {
  const Result<TemporaryFolder> folder = TemporaryFolder::make();
  if (!folder) return CL_OUT_OF_RESOURCES;
  for (const ProgramHeader& file : compilation.files) {
    if (!can_be_copied(file.name)) continue;
    const std::string path = folder->path() + "/" + file.name;
    if (!make_folders(folder_of(path)) || !write_file_atomically(path, file.content)) return CL_OUT_OF_RESOURCES;
  }
  const std::string options = options_without_folders(compilation.options, folder->path() + "/");
  return compile_by_driver(program, compilation.devices, options, compilation.headers);
}

}  // namespace

cl_int compile(const std::shared_ptr<FollowedProgram>& program, const BuildArguments& arguments, cl_uint header_count,
               const cl_program* headers, const char** names) {
  const auto call = [&](cl_program target, Notify notify, void* data) {
    return next().clCompileProgram(target, arguments.count, arguments.list, arguments.options, header_count, headers,
                                   names, notify, data);
  };
  const std::vector<cl_device_id> devices = selected_devices(arguments, program->devices);
  const bool has_lists = (header_count == 0) == (headers == nullptr) && (headers == nullptr) == (names == nullptr);
  const bool is_ours = program->kind == ProgramKind::k_source || program->kind == ProgramKind::k_il;
  const bool is_right = is_ours && !devices.empty() && has_lists && !state().registry.has_kernels(program->handle);
  const auto texts = is_right && state().is_at_work() ? header_texts(header_count, headers, names) : std::nullopt;
  if (!texts) return call_as_given(*program, arguments, call);

  const Stopwatch watch;
  keep_before_build(*program);
  BuildLock turn(program->state);
  Compilation compilation;
  compilation.devices = devices;
  compilation.options = text_of(arguments.options);
  compilation.headers = *texts;
  ProgramIdentity identity = identify(*program, BuildStep::k_compile, compilation.options, *texts);
  compilation.identity = identity.exact;
  compilation.digest = identity.digest;
  compilation.reads_files = identity.reads_files;
  compilation.stamps = identity.stamps;
  const ServeRequest request{program->context, devices, compilation.options, identity};
  ServeResult served;
  const bool is_deferred = put_off(*program, request, compilation, served);
  if (is_deferred) {
    compilation.step = CompilationStep::k_deferred;
    if (identity.reads_files) compilation.files = identity.headers;
  } else if (identity.reads_files) {
    compilation.step = CompilationStep::k_unchecked;
  }
  program->state.compile(std::move(compilation));
  cl_int code = CL_SUCCESS;
  if (is_deferred) {
    turn.end();
    if (served.by != ServedBy::k_driver)
      record(request, served, {BuildStep::k_compile, code, watch.nanoseconds(), program->handle, program.get()});
    call_notify(arguments, program->handle);
    return code;
  }
  if (arguments.notify != nullptr) turn.end();
  program->state.note_first_constants();
  const RelayedNotify relayed(arguments, program->handle);
  code = call(program->handle, relayed.notify(), relayed.data());
  // A driver may link what it compiled before.
  if (code != CL_SUCCESS) program->state.compiled(false);
  if (code == CL_SUCCESS && relayed.is_done()) {
    if (!is_compiled_of_same(*program)) forget_changed(identity);
    keep_compilation(program->handle, request);
  }
  record(request, served, {BuildStep::k_compile, code, watch.nanoseconds(), program->handle, program.get()});
  return code;
}

bool is_compiled_of_same(FollowedProgram& program) {
  const std::optional<Compilation> compilation = program.state.compilation();
  if (!compilation || compilation->step != CompilationStep::k_unchecked) return true;
  const bool is_same = is_same_compilation(program, *compilation);
  program.state.checked(is_same);
  return is_same;
}

bool is_same_compilation(FollowedProgram& program, const Compilation& compilation) {
  ProgramIdentity before;
  before.exact = compilation.identity;
  before.digest = compilation.digest;
  before.reads_files = compilation.reads_files;
  before.stamps = compilation.stamps;
  return is_same_now(program, BuildStep::k_compile, compilation.options, compilation.headers, before);
}

bool compile_now(FollowedProgram& program) {
  if (!program.state.is_deferred()) return true;
  const BuildLock turn(program.state);
  return compile_deferred(program);
}

bool compile_deferred(FollowedProgram& program) {
  const std::optional<Compilation> compilation = program.state.compilation();
  if (!compilation || compilation->step != CompilationStep::k_deferred) return true;
  if (program.is_blank) return false;
  program.state.note_first_constants();
  // The application compiled what the files said when it called. A driver may not recover from a compilation that
  // fails.
  cl_int code = CL_SUCCESS;
  // A forked child asks neither the disk nor clc: the locks for that may be held for ever.
  const auto is_same = [&] {
    return state().is_at_work() ? is_same_compilation(program, *compilation) : !compilation->reads_files;
  };
  bool is_of_then = is_same();
  if (is_of_then) {
    code = compile_by_driver(program, compilation->devices, compilation->options, compilation->headers);
    is_of_then = is_same();
  }
  if (!is_of_then) {
    code = compile_copies(program, *compilation);
    is_of_then =
        std::ranges::all_of(compilation->files, [](const ProgramHeader& file) { return can_be_copied(file.name); });
  }
  program.state.compiled(is_of_then && code == CL_SUCCESS);
  return code == CL_SUCCESS;
}

}  // namespace clc::layer

#include "commands/test/reference.h"

#include <unistd.h>
#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "commands/test/lined_json.h"
#include "commands/test/reference_programs.h"

namespace clc {
namespace {

void put_u64(std::string& to, std::uint64_t value) {
  for (unsigned shift = 0; shift < 64; shift += 8) to += static_cast<char>(value >> shift & 0xff);
}

std::uint64_t u64_at(const std::string& from, std::size_t at) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < 8; ++i)
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(from[at + i])) << (8 * i);
  return value;
}

// As Python's module struct names it; 'x': bytes.
char type_code(const ValueType& type) {
  if (type.number == nullptr) return 'x';
  if (type.number->is_real) return type.number->bytes == 2 ? 'e' : type.number->bytes == 4 ? 'f' : 'd';
  const char code = type.number->bytes == 1 ? 'b' : type.number->bytes == 2 ? 'h' : type.number->bytes == 4 ? 'i' : 'q';
  return type.number->is_signed ? code : static_cast<char>(code - 'a' + 'A');
}

bool is_memory(const LaunchArgument& argument) {
  return argument.kind == LaunchArgumentKind::k_buffer || argument.kind == LaunchArgumentKind::k_image;
}

std::string encode_call(const TestCase& one) {
  std::string call;
  for (const std::uint64_t size : one.items) put_u64(call, size);
  for (const std::uint64_t offset : one.launch.offset) put_u64(call, offset);
  put_u64(call, one.arguments.size());
  for (const TestArgument& argument : one.arguments) {
    const bool is_value = argument.launch.kind == LaunchArgumentKind::k_value;
    call += is_memory(argument.launch) ? 'b' : is_value ? 'v' : 'n';
    call += type_code(argument.type);
    put_u64(call, argument.type.lanes);
    const std::uint64_t dimensions = argument.launch.dimensions;
    put_u64(call, dimensions);
    for (std::uint64_t i = dimensions; i-- > 0;) put_u64(call, argument.launch.shape[i]);
    put_u64(call, argument.launch.bytes.size());
    call += argument.launch.bytes;
  }
  return call;
}

Result<std::vector<Bytes>> decode_results(const std::string& answer, const TestCase& one) {
  std::vector<Bytes> results;
  std::size_t at = 1;
  for (const TestArgument& argument : one.arguments) {
    if (!is_memory(argument.launch)) continue;
    const std::uint64_t size = at + 8 <= answer.size() ? u64_at(answer, at) : 0;
    at += 8;
    if (size != argument.launch.bytes.size() || size > answer.size() - at)
      return fail(ErrorKind::k_usage, "the function changed the size of '" + argument.name + "'");
    if (argument.launch.is_result) results.push_back(answer.substr(at, size));
    at += size;
  }
  return results;
}

Result<std::string> compile_function(const std::string& compiler, const std::string& source,
                                     const std::string& function, const std::string& folder) {
  const std::string main = join_path(folder, "reference.cpp"), program = join_path(folder, "reference");
  const std::string text = std::string(k_cpp_program_begin) + "#include \"" + source +
                           "\"\n#define CLC_TEST_FUNCTION " + function + "\n" + k_cpp_program_end;
  CLC_TRY(write_file_atomically(main, text));
  ProcessSpec spec;
  spec.arguments = {compiler, "-std=c++17", "-O1", "-ffp-contract=off", main, "-o", program};
  spec.folder = folder;
  constexpr std::chrono::seconds k_compile_time{120};
  const Finished finished = CLC_TRY(run_process(spec, "", k_compile_time));
  if (finished.ending.clean()) return program;
  return fail(ErrorKind::k_usage, "it does not compile as C++17:\n" + std::string(trimmed(finished.errors)));
}

bool is_function_name(const std::string& name) {
  return std::ranges::all_of(name, [](char c) { return is_of_identifier(c) || c == ':'; });
}

}  // namespace

Result<std::unique_ptr<Reference>> Reference::make(const TestFile& file, const KernelTest& test, const ToolPaths& tools,
                                                   std::chrono::seconds limit) {
  const ReferenceFunction& wanted = test.reference;
  const std::string path = std::filesystem::absolute(join_path(folder_of(file.path), wanted.file)).string();
  const auto refuse = [&](const std::string& why) { return refuse_line(file.path, wanted.line, why); };
  if (::access(path.c_str(), R_OK) != 0) return refuse(path + ": there is no such file");
  if (!is_function_name(wanted.function)) return refuse("'" + wanted.function + "' is no name of a function");
  ScratchFolder folder = CLC_TRY(ScratchFolder::make());
  const std::string place = file.path + ":" + std::to_string(wanted.line) + ": " + wanted.file;
  std::unique_ptr<Reference> reference(new Reference(std::move(folder), place, limit));
  ProcessSpec spec;
  if (wanted.file.ends_with(".py")) {
    const std::string python = CLC_TRY(find_tool("python", tools));
    spec.arguments = {python, "-c", k_python_program, path, wanted.function};
  } else {
    const std::string compiler = CLC_TRY(find_tool("c++", tools));
    const Result<std::string> program = compile_function(compiler, path, wanted.function, reference->folder_.path());
    if (!program)
      return program.error().kind == ErrorKind::k_usage ? refuse(wanted.file + ": " + program.error().message)
                                                        : fail(program);
    spec.arguments = {*program};
  }
  reference->process_ = std::make_unique<Conversation>(std::move(spec), "", wanted.file);
  return reference;
}

Result<std::vector<Bytes>> Reference::run(const TestCase& one) {
  const Result<std::string> answer = process_->ask(encode_call(one), limit_);
  if (!answer) return fail(ErrorKind::k_usage, place_ + ": " + answer.error().message);
  if (answer->starts_with("-")) return fail(ErrorKind::k_usage, place_ + ": " + answer->substr(1));
  return in_context(place_, decode_results(*answer, one));
}

}  // namespace clc

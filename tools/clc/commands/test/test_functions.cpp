#include "commands/test/test_functions.h"

#include <unistd.h>
#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "base/try.h"
#include "clc/base/file.h"
#include "commands/test/function_programs.h"
#include "commands/test/lined_json.h"

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

std::string encode_call(const std::string& function, const TestCase& one) {
  std::string call;
  put_u64(call, function.size());
  call += function;
  for (const std::uint64_t size : one.items) put_u64(call, size);
  for (const std::uint64_t offset : one.launch.offset) put_u64(call, offset);
  put_u64(call, one.arguments.size());
  for (const TestArgument& argument : one.arguments) {
    const bool is_value = argument.launch.kind == LaunchArgumentKind::k_value;
    call += argument.launch.is_memory() ? 'b' : is_value ? 'v' : 'n';
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

Result<std::vector<Bytes>> decode_contents(const std::string& answer, const TestCase& one) {
  std::vector<Bytes> contents;
  std::size_t at = 1;
  for (const TestArgument& argument : one.arguments) {
    if (!argument.launch.is_memory()) continue;
    const std::uint64_t size = at + 8 <= answer.size() ? u64_at(answer, at) : 0;
    at += 8;
    if (size != argument.launch.bytes.size() || size > answer.size() - at)
      return fail(ErrorKind::k_usage, "the function changed the size of '" + argument.name + "'");
    contents.push_back(answer.substr(at, size));
    at += size;
  }
  return contents;
}

// The program that calls each of the functions by its name.
std::string program_text(const std::string& source, const std::vector<std::string>& functions) {
  std::string text = std::string(k_cpp_program_begin) + "#include \"" + source + "\"\n" + k_cpp_program_end;
  for (const std::string& function : functions)
    text += "  if (name == \"" + function + "\") return call(::" + function + ", given);\n";
  return text + "}\n}  // namespace clc_test\n";
}

Result<std::string> compile_functions(const std::string& compiler, const std::string& text, const std::string& folder) {
  const std::string main = join_path(folder, "functions.cpp"), program = join_path(folder, "functions");
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

void TestFunctions::add(const KernelTest& test) {
  for (const TestFunction& one : {test.prepare, test.reference}) {
    if (one.file.empty() || one.is_kernel()) continue;
    std::vector<std::string>& functions = programs_[one.file].functions;
    if (std::ranges::find(functions, one.function) == functions.end()) functions.push_back(one.function);
  }
}

Result<void> TestFunctions::start(const TestFunction& function, Program& program) const {
  const std::string path = std::filesystem::absolute(join_path(folder_of(file_.path), function.file)).string();
  const auto refuse = [&](const std::string& why) { return refuse_line(file_.path, function.line, why); };
  if (::access(path.c_str(), R_OK) != 0) return refuse(path + ": there is no such file");
  for (const std::string& name : program.functions)
    if (!is_function_name(name)) return refuse("'" + name + "' is no name of a function");
  ProcessSpec spec;
  if (function.file.ends_with(".py")) {
    const std::string python = CLC_TRY(find_tool("python", tools_));
    spec.arguments = {python, "-c", k_python_program, path};
  } else {
    const std::string compiler = CLC_TRY(find_tool("c++", tools_));
    program.folder = std::make_unique<ScratchFolder>(CLC_TRY(ScratchFolder::make()));
    const Result<std::string> compiled =
        compile_functions(compiler, program_text(path, program.functions), program.folder->path());
    if (!compiled) {
      return compiled.error().kind == ErrorKind::k_usage ? refuse(function.file + ": " + compiled.error().message)
                                                         : fail(compiled);
    }
    spec.arguments = {*compiled};
  }
  program.process = std::make_unique<Conversation>(std::move(spec), "", function.file);
  return {};
}

Result<std::vector<Bytes>> TestFunctions::call(const TestFunction& function, const TestCase& one) {
  Program& program = programs_[function.file];
  if (program.process == nullptr) CLC_TRY(start(function, program));
  const std::string place = file_.path + ":" + std::to_string(function.line) + ": " + function.file;
  const Result<std::string> answer = program.process->ask(encode_call(function.function, one), limit_);
  if (!answer) return fail(ErrorKind::k_usage, place + ": " + answer.error().message);
  if (answer->starts_with("-")) return fail(ErrorKind::k_usage, place + ": " + answer->substr(1));
  return in_context(place, decode_contents(*answer, one));
}

}  // namespace clc

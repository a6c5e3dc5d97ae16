// Programs that are compiled and linked.
#include <atomic>
#include <chrono>
#include <thread>

#include "every_call_sections.h"

namespace every_call {
namespace {

const char* const k_main =
    "int helper(int);\n#include \"number.h\"\nkernel void a(global int* x) { x[get_global_id(0)] = helper(NUMBER); }\n";
const char* const k_helper = "int helper(int i) { return i + 1000; }\n";
const char* const k_header = "#ifndef NUMBER\n#define NUMBER 17\n#endif\n";

cl_program compiled(const World& world, const char* source, const char* options = "") {
  const cl_program program = from_source(world, source);
  const cl_program header = from_source(world, k_header);
  const char* name = "number.h";
  say(std::string("compile ") + options,
      clCompileProgram(program, 0, nullptr, options, 1, &header, &name, nullptr, nullptr));
  clReleaseProgram(header);
  return program;
}

cl_program linked(const World& world, const std::string& what, const std::vector<cl_program>& inputs,
                  const char* options = "") {
  cl_int code = CL_SUCCESS;
  const cl_program program = clLinkProgram(world.context, 0, nullptr, options, static_cast<cl_uint>(inputs.size()),
                                           inputs.empty() ? nullptr : inputs.data(), nullptr, nullptr, &code);
  say(what, code);
  say(what + (program == nullptr ? " gives no program" : " gives a program"));
  return program;
}

struct Linked {
  std::atomic<int> times{0};
  std::atomic<bool> has_program{false};
  cl_program program = nullptr;
};

void CL_CALLBACK count_link(cl_program program, void* data) {
  auto* called = static_cast<Linked*>(data);
  called->has_program = program != nullptr;
  called->program = program;
  ++called->times;
}

void say_linked(const std::string& what, const Linked& called) {
  for (int i = 0; i < 200 && called.times == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  say(what + " is called " + std::to_string(called.times) + " times" + (called.has_program ? ", with a program" : ""));
}

}  // namespace

void compile_arguments(const World& world) {
  const cl_program program = from_source(world, k_main);
  const cl_program header = from_source(world, k_header);
  const cl_device_id device = world.devices[0];
  const char* name = "number.h";
  say("no program", clCompileProgram(nullptr, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
  say("a count without a list", clCompileProgram(program, 1, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
  say("a list without a count", clCompileProgram(program, 0, &device, "", 0, nullptr, nullptr, nullptr, nullptr));
  say("data without a callback", clCompileProgram(program, 0, nullptr, "", 1, &header, &name, nullptr, program));
  ask_build(world, "after wrong calls", program);
  say("without its header", clCompileProgram(program, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
  ask_build(world, "without its header", program);
  ask_program(world, "without its header", program);
  say("an option that is none", clCompileProgram(program, 0, nullptr, "-cl-none", 1, &header, &name, nullptr, nullptr));
  ask_build(world, "an option that is none", program);
  say("right", clCompileProgram(program, 0, nullptr, "-DNUMBER=3 -w", 1, &header, &name, nullptr, nullptr));
  ask_build(world, "right", program);
  ask_program(world, "right", program);
  cl_int code = CL_SUCCESS;
  clCreateKernel(program, "a", &code);
  say("kernel of what is compiled", code);
  cl_uint count = 0;
  say("kernels of what is compiled", clCreateKernelsInProgram(program, 0, nullptr, &count));
  clReleaseProgram(header);
  clReleaseProgram(program);
}

// Some drivers die of this.
void null_headers(const World& world) {
  const cl_program program = from_source(world, k_main);
  const cl_program header = from_source(world, k_header);
  const char* name = "number.h";
  say("headers without a count", clCompileProgram(program, 0, nullptr, "", 0, &header, &name, nullptr, nullptr));
  say("names without headers", clCompileProgram(program, 0, nullptr, "", 1, nullptr, &name, nullptr, nullptr));
  say("headers without names", clCompileProgram(program, 0, nullptr, "", 1, &header, nullptr, nullptr, nullptr));
}

void compile_and_link(const World& world) {
  for (const char* options : {"", "-DNUMBER=5", "-DNUMBER=5"}) {
    const cl_program main = compiled(world, k_main, options);
    const cl_program helper = compiled(world, k_helper, options);
    const cl_program program = linked(world, std::string("link ") + options, {main, helper});
    if (program != nullptr) {
      ask_all(world, std::string("linked ") + options, program);
      run_kernel(world, std::string("linked ") + options, program, "a");
    }
    ask_program(world, "the input", main);
    ask_build(world, "the input", main);
    clReleaseProgram(helper);
    clReleaseProgram(main);
    if (program != nullptr) say("release", clReleaseProgram(program));
  }
  // One alone.
  for (const char* options : {"", "-cl-fast-relaxed-math", ""}) {
    const cl_program alone = from_source(world, k_plain);
    say("compile", clCompileProgram(alone, 0, nullptr, "-DVALUE=71", 0, nullptr, nullptr, nullptr, nullptr));
    const cl_program program = linked(world, std::string("alone ") + options, {alone}, options);
    clReleaseProgram(alone);
    if (program == nullptr) continue;
    ask_all(world, std::string("alone ") + options, program);
    run_kernel(world, std::string("alone ") + options, program, "a");
    clReleaseProgram(program);
  }
}

void build_linked(const World& world) {
  for (int round = 0; round < 2; ++round) {
    const cl_program alone = from_source(world, k_plain);
    say("compile", clCompileProgram(alone, 0, nullptr, "-DVALUE=72", 0, nullptr, nullptr, nullptr, nullptr));
    const cl_program program = linked(world, "link", {alone}, "-cl-mad-enable");
    clReleaseProgram(alone);
    if (program == nullptr) continue;
    say("build", clBuildProgram(program, 0, nullptr, "-w", nullptr, nullptr));
    ask_all(world, "built", program);
    run_kernel(world, "built", program, "a");
    clReleaseProgram(program);
  }
}

void link_arguments(const World& world) {
  const cl_program plain = from_source(world, k_plain);
  const cl_program good = from_source(world, k_plain);
  say("compile", clCompileProgram(good, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
  const cl_device_id device = world.devices[0];
  const cl_device_id none[] = {nullptr};
  cl_int code = CL_SUCCESS;
  const auto link = [&](const char* what, cl_context context, cl_uint devices, const cl_device_id* list,
                        const char* options, cl_uint count, const cl_program* inputs, void* data) {
    code = CL_SUCCESS;
    const cl_program program = clLinkProgram(context, devices, list, options, count, inputs, nullptr, data, &code);
    say(what, code);
    say(std::string(what) + (program == nullptr ? " gives no program" : " gives a program"));
    if (program == nullptr) return;
    ask_build(world, what, program);
    clReleaseProgram(program);
  };
  link("no context", nullptr, 0, nullptr, "", 1, &good, nullptr);
  link("no inputs", world.context, 0, nullptr, "", 0, nullptr, nullptr);
  link("a count without inputs", world.context, 0, nullptr, "", 1, nullptr, nullptr);
  link("inputs without a count", world.context, 0, nullptr, "", 0, &good, nullptr);
  link("a count without a list", world.context, 1, nullptr, "", 1, &good, nullptr);
  link("a list without a count", world.context, 0, &device, "", 1, &good, nullptr);
  link("a null device", world.context, 1, none, "", 1, &good, nullptr);
  link("data without a callback", world.context, 0, nullptr, "", 1, &good, &code);
  link("an option that is none", world.context, 0, nullptr, "-cl-none", 1, &good, nullptr);
  link("what is not compiled", world.context, 0, nullptr, "", 1, &plain, nullptr);
  link("one device", world.context, 1, &device, "", 1, &good, nullptr);
  say("build", clBuildProgram(plain, 0, nullptr, "", nullptr, nullptr));
  link("what is built", world.context, 0, nullptr, "", 1, &plain, nullptr);
  clReleaseProgram(plain);
  clReleaseProgram(good);
}

void link_failures(const World& world) {
  const cl_program main = compiled(world, k_main);
  const cl_program lacking = linked(world, "with a function that is not there", {main});
  if (lacking != nullptr) {
    ask_program(world, "lacking", lacking);
    ask_build(world, "lacking", lacking);
    clReleaseProgram(lacking);
  }
  const cl_program bad = from_source(world, "#error bad\n");
  say("compile bad", clCompileProgram(bad, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
  ask_build(world, "bad", bad);
  const cl_program of_bad = linked(world, "what did not compile", {bad});
  if (of_bad != nullptr) clReleaseProgram(of_bad);
  clReleaseProgram(bad);
  clReleaseProgram(main);
}

void link_callbacks(const World& world) {
  for (int round = 0; round < 2; ++round) {
    const cl_program main = from_source(world, k_main);
    const cl_program header = from_source(world, k_header);
    const char* name = "number.h";
    Linked compile;
    say("compile with a callback", clCompileProgram(main, 0, nullptr, "", 1, &header, &name, count_link, &compile));
    say_linked("compile", compile);
    const cl_program helper = compiled(world, k_helper);
    const cl_program inputs[] = {main, helper};
    for (const cl_uint count : {2U, 1U}) {
      Linked called;
      cl_int code = CL_SUCCESS;
      const cl_program program =
          clLinkProgram(world.context, 0, nullptr, "", count, inputs, count_link, &called, &code);
      const std::string what = "link of " + std::to_string(count) + " with a callback";
      say(what, code);
      say_linked(what, called);
      say(what + (program == nullptr ? " gives no program" : " gives a program"));
      if (program != nullptr && called.program != nullptr)
        say(what + (called.program == program ? ", its own" : ", another"));
      if (program == nullptr) continue;
      ask_build(world, what, program);
      clReleaseProgram(program);
    }
    for (const cl_program program : {main, header, helper}) clReleaseProgram(program);
  }
}

void link_libraries(const World& world) {
  for (int round = 0; round < 2; ++round) {
    const cl_program helper = compiled(world, k_helper);
    const cl_program library = linked(world, "library", {helper}, "-create-library");
    if (library == nullptr) {
      clReleaseProgram(helper);
      continue;
    }
    ask_program(world, "library", library);
    ask_build(world, "library", library);
    const cl_program main = compiled(world, k_main);
    const cl_program program = linked(world, "with a library", {main, library});
    if (program != nullptr) {
      run_kernel(world, "with a library", program, "a");
      ask_build(world, "with a library", program);
      clReleaseProgram(program);
    }
    for (const cl_program one : {main, library, helper}) clReleaseProgram(one);
  }
}

namespace {

// A program in five sources, with two headers.
const char* const k_parts[] = {
    "#include \"number.h\"\n#include <deep/scale.h>\nint first(int);\nint second(int);\nint third(int);\n"
    "kernel void a(global int* x) { x[get_global_id(0)] = first(second(NUMBER)) + third(SCALE(1)); }\n",
    "#include <deep/scale.h>\nint first(int i) { return SCALE(i); }\n",
    "extern constant int table[2];\nint second(int i) { return i + table[1]; }\n",
    "#include \"number.h\"\nconstant int table[2] = {NUMBER, NUMBER + 1};\n",
    "static int same(int i) { return i + 5; }\nint third(int i) { return same(i); }\n"
    "kernel void b(global int* x) { x[get_global_id(0)] = same(40); }\n",
};

std::vector<cl_program> compiled_parts(const World& world) {
  const cl_program headers[] = {from_source(world, k_header), from_source(world, "#define SCALE(x) ((x) * 3)\n")};
  const char* names[] = {"number.h", "deep/scale.h"};
  std::vector<cl_program> parts;
  for (const char* source : k_parts) {
    parts.push_back(from_source(world, source));
    say("compile a part",
        clCompileProgram(parts.back(), 0, nullptr, "-DNUMBER=4", 2, headers, names, nullptr, nullptr));
  }
  for (const cl_program header : headers) clReleaseProgram(header);
  return parts;
}

void run_linked(const World& world, const std::string& what, cl_program program,
                const std::vector<const char*>& kernels) {
  if (program == nullptr) return;
  for (const char* kernel : kernels) run_kernel(world, what, program, kernel);
  say(what + " is released", clReleaseProgram(program));
}

}  // namespace

void many_sources(const World& world) {
  for (int round = 0; round < 2; ++round) {
    const std::vector<cl_program> parts = compiled_parts(world);
    const cl_program library = linked(world, "library of two", {parts[2], parts[3]}, "-create-library");
    if (library == nullptr) break;
    Linked called;
    const cl_program inputs[] = {parts[0], parts[1], library, parts[4]};
    cl_int code = CL_SUCCESS;
    const cl_program whole = clLinkProgram(world.context, 0, nullptr, "", 4, inputs, count_link, &called, &code);
    say("link of all with a callback", code);
    say_linked("link of all", called);
    run_linked(world, "whole", whole, {"a", "b"});
    run_linked(world, "without the library", linked(world, "all parts", parts), {"a", "b"});
    run_linked(world, "one part", linked(world, "one part", {parts[4]}), {"b"});
    clReleaseProgram(library);
    for (const cl_program part : parts) clReleaseProgram(part);
  }
}

void build_after_compile(const World& world) {
  const cl_program program = from_source(world, k_plain);
  say("compile", clCompileProgram(program, 0, nullptr, "-DVALUE=81", 0, nullptr, nullptr, nullptr, nullptr));
  say("build", clBuildProgram(program, 0, nullptr, "-DVALUE=82", nullptr, nullptr));
  ask_all(world, "built", program);
  run_kernel(world, "built", program, "a");
  say("compile again", clCompileProgram(program, 0, nullptr, "-DVALUE=83", 0, nullptr, nullptr, nullptr, nullptr));
  ask_program(world, "compiled again", program);
  ask_build(world, "compiled again", program);
  const cl_program other = linked(world, "link", {program});
  if (other != nullptr) run_kernel(world, "linked", other, "a");
  if (other != nullptr) clReleaseProgram(other);
  clReleaseProgram(program);
}

}  // namespace every_call

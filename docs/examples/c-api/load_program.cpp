#include "load_program.h"

#include <cstdio>

#include "clc/runtime/program.h"
#include "primes.clc.h"

static clc::Result<cl_program> load(cl_context context, cl_device_id device, cl_command_queue queue,
                                    const char* module) {
  const auto package = primes::open_package();
  if (!package) return fail(package);
  const auto adopted = clc::Queue::adopt(context, device, queue);
  if (!adopted) return fail(adopted);
  const auto program = clc::Program::load(*adopted, *package, module);
  if (!program) return fail(program);
  clRetainProgram(program->handle());  // outlives the object that loaded it
  return program->handle();
}

cl_program load_program(cl_context context, cl_device_id device, cl_command_queue queue, const char* module,
                        char* error, size_t error_size) {
  const clc::Result<cl_program> program = load(context, device, queue, module);
  if (program) return *program;
  std::snprintf(error, error_size, "%s", program.error().message.c_str());
  return nullptr;
}

// Programs and kernels are asked for all that they tell.
#include <algorithm>

#include "scene.h"

namespace random_calls {
namespace {

void ask_program(Scene& scene, Choices& choices) {
  const ProgramSlot& slot = scene.programs[any_slot(scene.programs, choices)];
  if (is_untold(scene, slot)) return;
  every_call::ask_program(scene.worlds[slot.world], "program", slot.handle);
}

void ask_build(Scene& scene, Choices& choices) {
  const ProgramSlot& slot = scene.programs[any_slot(scene.programs, choices)];
  if (is_untold(scene, slot)) return;
  const char* const what = slot.builds > 1 ? "build again" : "build";
  every_call::ask_build(scene.worlds[slot.world], what, slot.handle);
}

void ask_kernel(Scene& scene, Choices& choices) {
  const KernelSlot& slot = scene.kernels[any_slot(scene.kernels, choices)];
  if (slot.handle == nullptr) return;
  every_call::ask_kernel(scene.worlds[slot.world], "kernel", slot.handle, slot.program);
}

// Also of a program that the application has let go: its kernels hold it. Intel's driver lets it go before them, where
// the layer does not.
void ask_program_of_kernel(Scene& scene, Choices& choices) {
  const KernelSlot& slot = scene.kernels[any_slot(scene.kernels, choices)];
  if (slot.handle == nullptr) return;
  const bool is_held = std::any_of(scene.programs.begin(), scene.programs.end(),
                                   [&](const ProgramSlot& program) { return program.handle == slot.program; });
  if (scene.is_gentle && !is_held) return;
  cl_program program = nullptr;
  say("CL_KERNEL_PROGRAM", clGetKernelInfo(slot.handle, CL_KERNEL_PROGRAM, sizeof(program), &program, nullptr));
  if (program == nullptr) return;
  const World& world = scene.worlds[slot.world];
  if (choices.is_one_of(2)) {
    every_call::ask_program(world, "its program", program);
  } else {
    every_call::ask_build(world, "its program again", program);
  }
}

void ask_sub_groups(Scene& scene, Choices& choices) {
  const KernelSlot& slot = scene.kernels[any_slot(scene.kernels, choices)];
  const World& world = scene.worlds[slot.world];
  const std::size_t local[] = {8, 1, 1};
  for (const cl_kernel_sub_group_info info :
       {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, CL_KERNEL_MAX_NUM_SUB_GROUPS, CL_KERNEL_COMPILE_NUM_SUB_GROUPS}) {
    std::size_t value = 0;
    const cl_int code = clGetKernelSubGroupInfo(slot.handle, world.devices[0], info, sizeof(local), local,
                                                sizeof(value), &value, nullptr);
    say("~ sub-groups " + std::to_string(info) + " = " + std::to_string(value), code);
  }
}

}  // namespace

const std::vector<Step>& query_steps() {
  static const std::vector<Step> all = {{"ask a program", 6, &ask_program},
                                        {"ask for a build", 8, &ask_build},
                                        {"ask a kernel", 6, &ask_kernel},
                                        {"ask a kernel for its program", 3, &ask_program_of_kernel},
                                        {"ask for sub-groups", 1, &ask_sub_groups}};
  return all;
}

}  // namespace random_calls

// Makes every call that concerns programs and kernels, right and wrong ones, and writes down the answers. The test
// every_call compares what it writes with and without the layer.
//
// usage: clc_every_call SECTION FOLDER [IL-FILE]
//        clc_every_call --list
#include <fstream>
#include <iostream>
#include <iterator>

#include "every_call_sections.h"

namespace every_call {
namespace {

struct Section {
  const char* name;
  void (*run)(const World& world);
};

constexpr Section k_sections[] = {
    {"create_from_source", &create_from_source},
    {"null_string", &null_string},
    {"null_device", &null_device},
    {"build_arguments", &build_arguments},
    {"build_again", &build_again},
    {"build_after_failure", &build_after_failure},
    {"build_failures", &build_failures},
    {"build_callbacks", &build_callbacks},
    {"build_by_device", &build_by_device},
    {"included_files", &included_files},
    {"several_contexts", &several_contexts},
    {"many_threads", &many_threads},
    {"unload", &unload},
    {"kernel_calls", &kernel_calls},
    {"kernel_references", &kernel_references},
    {"kernel_arguments", &kernel_arguments},
    {"compile_arguments", &compile_arguments},
    {"null_headers", &null_headers},
    {"compile_and_link", &compile_and_link},
    {"build_linked", &build_linked},
    {"link_arguments", &link_arguments},
    {"link_failures", &link_failures},
    {"link_callbacks", &link_callbacks},
    {"link_libraries", &link_libraries},
    {"many_sources", &many_sources},
    {"build_after_compile", &build_after_compile},
    {"il_constants_again", &il_constants_again},
    {"il_constants", &il_constants},
    {"parts_of_device", &parts_of_device},
    {"all_devices", &all_devices},
    {"cloned_kernels", &cloned_kernels},
    {"sub_groups", &sub_groups},
    {"out_of_order", &out_of_order},
    {"odd_releases", &odd_releases},
    {"kinds_of_kernels", &kinds_of_kernels},
    {"images", &images},
    {"shared_memory", &shared_memory},
    {"use_in_callback", &use_in_callback},
    {"strange_sources", &strange_sources},
    {"odd_options", &odd_options},
    {"other_folders", &other_folders},
    {"hidden_includes", &hidden_includes},
    {"headers_of_headers", &headers_of_headers},
    {"release_callbacks", &release_callbacks},
    {"command_buffers", &command_buffers},
    {"kernels_of_compiled", &kernels_of_compiled},
    {"kernels_without_room", &kernels_without_room},
    {"build_wrongly_with_kernels", &build_wrongly_with_kernels},
    {"build_refused_later", &build_refused_later},
    {"build_linked_at_once", &build_linked_at_once},
    {"compile_for_one", &compile_for_one},
    {"wait_and_exit", &wait_and_exit},
    {"leave_by_exit", &leave_by_exit},
    {"leave_at_once", &leave_at_once},
    {"leave_quickly", &leave_quickly},
    {"leave_by_another_thread", &leave_by_another_thread},
    {"exit_during_first_builds", &exit_during_first_builds},
    {"exit_during_later_builds", &exit_during_later_builds},
    {"end_main_thread", &end_main_thread},
    {"exit_while_another_waits", &exit_while_another_waits},
    {"build_while_process_ends", &build_while_process_ends},
    {"await_callback_while_process_ends", &await_callback_while_process_ends},
    {"leave_with_threads_at_work", &leave_with_threads_at_work},
    {"binary_arguments", &binary_arguments},
    {"binaries", &binaries},
    {"built_in_kernels", &built_in_kernels},
    {"il_arguments", &il_arguments},
    {"il_programs", &il_programs},
};

}  // namespace
}  // namespace every_call

int main(int count, char** arguments) {
  using namespace every_call;
  if (count == 2 && std::string(arguments[1]) == "--list") {
    for (const Section& section : k_sections) std::cout << section.name << '\n';
    return 0;
  }
  if (count < 3) return 2;
  World world;
  world.folder = arguments[2];
  if (count > 3) {
    std::ifstream file(arguments[3], std::ios::binary);
    world.il.assign(std::istreambuf_iterator<char>(file), {});
  }
  cl_uint devices = 0;
  if (clGetPlatformIDs(1, &world.platform, nullptr) != CL_SUCCESS) return 77;
  if (clGetDeviceIDs(world.platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &devices) != CL_SUCCESS) return 77;
  world.devices.resize(devices);
  clGetDeviceIDs(world.platform, CL_DEVICE_TYPE_ALL, devices, world.devices.data(), nullptr);
  cl_int code = CL_SUCCESS;
  world.context = clCreateContext(nullptr, devices, world.devices.data(), nullptr, nullptr, &code);
  if (code != CL_SUCCESS) return 77;
  std::cout << std::unitbuf;
  for (const Section& section : k_sections) {
    if (std::string(section.name) != arguments[1]) continue;
    section.run(world);
    clReleaseContext(world.context);
    return 0;
  }
  return 2;
}

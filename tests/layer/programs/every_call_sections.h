// The parts of the program.
#pragma once

#include "every_call.h"

namespace every_call {

// Two kernels; it depends on VALUE and BAD.
inline constexpr const char* k_plain =
    "#ifdef BAD\n#error it is bad\n#endif\n#ifndef VALUE\n#define VALUE 0\n#endif\n"
    "kernel void a(global int* x) { x[get_global_id(0)] = VALUE; }\n"
    "kernel __attribute__((reqd_work_group_size(4, 1, 1))) void b(global int* restrict x, const float4 y, local int* "
    "z) {"
    " x[0] = VALUE + (int)y.x; }\n";

void create_from_source(const World& world);
void null_string(const World& world);
void null_device(const World& world);
void build_arguments(const World& world);
void build_again(const World& world);
void build_after_failure(const World& world);
void build_failures(const World& world);
void build_callbacks(const World& world);
void build_by_device(const World& world);
void included_files(const World& world);
void several_contexts(const World& world);
void many_threads(const World& world);
void unload(const World& world);

void kernel_calls(const World& world);
void kernel_references(const World& world);
void kernel_arguments(const World& world);

void compile_arguments(const World& world);
void null_headers(const World& world);
void compile_and_link(const World& world);
void build_linked(const World& world);
void link_arguments(const World& world);
void link_failures(const World& world);
void link_callbacks(const World& world);
void link_libraries(const World& world);
void many_sources(const World& world);
void build_after_compile(const World& world);

void binary_arguments(const World& world);
void binaries(const World& world);
void built_in_kernels(const World& world);
void il_arguments(const World& world);
void il_programs(const World& world);
void il_constants_again(const World& world);
void il_constants(const World& world);

void parts_of_device(const World& world);
void all_devices(const World& world);
void cloned_kernels(const World& world);
void sub_groups(const World& world);
void out_of_order(const World& world);
void odd_releases(const World& world);
void kinds_of_kernels(const World& world);
void images(const World& world);
void shared_memory(const World& world);
void use_in_callback(const World& world);
void strange_sources(const World& world);

void odd_options(const World& world);
void other_folders(const World& world);
void hidden_includes(const World& world);
void headers_of_headers(const World& world);
void release_callbacks(const World& world);
void command_buffers(const World& world);

void kernels_of_compiled(const World& world);
void kernels_without_room(const World& world);
void build_wrongly_with_kernels(const World& world);
void build_refused_later(const World& world);
void compile_for_one(const World& world);
void build_linked_at_once(const World& world);

void wait_and_exit(const World& world);
void leave_by_exit(const World& world);
void leave_at_once(const World& world);
void leave_quickly(const World& world);
void leave_by_another_thread(const World& world);
void exit_during_first_builds(const World& world);
void exit_during_later_builds(const World& world);
void build_while_process_ends(const World& world);
void await_callback_while_process_ends(const World& world);
void end_main_thread(const World& world);
void exit_while_another_waits(const World& world);
void leave_with_threads_at_work(const World& world);

}  // namespace every_call

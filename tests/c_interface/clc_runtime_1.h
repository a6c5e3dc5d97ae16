#ifndef CLC_RUNTIME_H
#define CLC_RUNTIME_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
struct _cl_command_queue;
struct _cl_context;
struct _cl_device_id;
struct _cl_event;
struct _cl_kernel;
struct _cl_mem;
struct _cl_platform_id;
struct _cl_program;
typedef enum clc_status {
  CLC_SUCCESS = 0,
  CLC_ERROR_USAGE = 1,
  CLC_ERROR_IO = 2,
  CLC_ERROR_DAMAGED = 3,
  CLC_ERROR_UNAVAILABLE = 4,
  CLC_ERROR_UNTRUSTED = 5,
  CLC_ERROR_OPENCL = 6,
  CLC_ERROR_INTERNAL = 7
} clc_status;
const char* clc_error_message(void);
const char* clc_status_name(clc_status status);
const char* clc_runtime_version(void);
clc_status clc_use_opencl(const char* library);
clc_status clc_need_opencl(void);
clc_status clc_select_device(const char* pattern, struct _cl_platform_id** platform, struct _cl_device_id** device);
typedef struct clc_package clc_package;
clc_status clc_package_open(const char* path, clc_package** package);
clc_status clc_package_open_signed(const char* path, const unsigned char* keys, size_t count, clc_package** package);
clc_status clc_package_from_memory(const void* bytes, size_t size, clc_package** package);
clc_status clc_package_from_memory_signed(const void* bytes, size_t size, const unsigned char* keys, size_t count,
                                          clc_package** package);
void clc_package_close(clc_package* package);
clc_status clc_package_verify(const clc_package* package);
typedef enum clc_argument_kind {
  CLC_ARGUMENT_VALUE = 0,
  CLC_ARGUMENT_BUFFER = 1,
  CLC_ARGUMENT_LOCAL = 2,
  CLC_ARGUMENT_IMAGE = 3,
  CLC_ARGUMENT_SAMPLER = 4,
  CLC_ARGUMENT_PIPE = 5,
  CLC_ARGUMENT_QUEUE = 6
} clc_argument_kind;
typedef struct clc_argument {
  const char* name;
  const char* type;
  const char* plain_type;
  const char* address_space;
  const char* access;
  clc_argument_kind kind;
  int is_const;
  int is_volatile;
  int is_restrict;
  uint64_t size;
  uint64_t alignment;
} clc_argument;
typedef struct clc_kernel {
  const char* name;
  size_t argument_count;
  const clc_argument* const* arguments;
  uint64_t required_work_group_size[3];
} clc_kernel;
typedef struct clc_interface {
  size_t kernel_count;
  const clc_kernel* const* kernels;
} clc_interface;
typedef struct clc_matrix_unit {
  uint64_t rows;
  uint64_t columns;
  uint64_t depth;
  const char* a;
  const char* b;
  const char* sum;
  int saturates;
} clc_matrix_unit;
typedef struct clc_variant {
  const char* target;
  const char* format;
  const char* sha256;
  uint64_t size;
  const clc_interface* interface;
  size_t matrix_unit_count;
  const clc_matrix_unit* const* matrix_units;
} clc_variant;
typedef struct clc_module {
  const char* name;
  const char* configuration_of;
  size_t variant_count;
  const clc_variant* const* variants;
} clc_module;
typedef struct clc_contents {
  const char* generator;
  const char* sha256;
  const char* signed_by;
  const char* manifest;
  size_t module_count;
  const clc_module* const* modules;
} clc_contents;
clc_status clc_package_contents(const clc_package* package, const clc_contents** contents);
typedef struct clc_refusal {
  const char* target;
  const char* reason;
} clc_refusal;
typedef struct clc_choice {
  const char* module;
  size_t fitting_count;
  const clc_variant* const* fitting;
  size_t refused_count;
  const clc_refusal* const* refused;
} clc_choice;
clc_status clc_choose(const clc_package* package, const char* module, struct _cl_device_id* device,
                      const clc_choice** choice);
void clc_choice_close(const clc_choice* choice);
typedef struct clc_cache clc_cache;
typedef struct clc_cache_counts {
  uint64_t hits;
  uint64_t misses;
  uint64_t kept;
  uint64_t refused;
} clc_cache_counts;
clc_status clc_cache_open(const char* folder, uint64_t most_bytes, clc_cache** cache);
void clc_cache_close(clc_cache* cache);
clc_status clc_cache_check(const clc_cache* cache);
clc_status clc_cache_count(const clc_cache* cache, clc_cache_counts* counts);
typedef struct clc_program clc_program;
typedef struct clc_parameter {
  const char* name;
  const char* value;
} clc_parameter;
typedef struct clc_loaded {
  struct _cl_program* program;
  const char* module;
  const clc_variant* variant;
  const char* build_log;
  int cache_hit;
  int cache_kept;
  const char* cache_note;
  size_t parameter_count;
  const clc_parameter* const* parameters;
} clc_loaded;
clc_status clc_program_load(const clc_package* package, const char* module, struct _cl_context* context,
                            struct _cl_device_id* device, const char* only_target, const clc_cache* cache,
                            clc_program** program);
void clc_program_close(clc_program* program);
clc_status clc_program_loaded(const clc_program* program, const clc_loaded** loaded);
typedef struct clc_given_memory {
  size_t argument;
  struct _cl_mem* buffer;
  uint64_t size;
} clc_given_memory;
typedef struct clc_launch_to_check {
  const char* kernel_name;
  struct _cl_kernel* kernel;
  struct _cl_command_queue* queue;
  const clc_given_memory* memory;
  size_t memory_count;
  uint64_t groups;
  uint64_t items_of_group;
  int stops;
} clc_launch_to_check;
typedef struct clc_checked_launch clc_checked_launch;
clc_status clc_checks_begin(const clc_program* program, const clc_launch_to_check* wanted, clc_checked_launch** launch);
clc_status clc_checks_end(clc_checked_launch* launch, struct _cl_event* event);
typedef struct clc_check_report {
  const char* check;
  const char* kernel;
  const char* file;
  uint64_t line;
  uint64_t column;
  const char* other_file;
  uint64_t other_line;
  uint64_t other_column;
  uint64_t global_id[3];
  uint64_t group_id[3];
  const char* message;
  uint64_t count;
  const char* text;
} clc_check_report;
typedef struct clc_check_findings {
  size_t report_count;
  const clc_check_report* const* reports;
  size_t not_checked_count;
  const char* const* not_checked;
} clc_check_findings;
clc_status clc_checks_take(const clc_program* program, const clc_check_findings** findings);
void clc_check_findings_close(const clc_check_findings* findings);
clc_status clc_program_count_launch(clc_program* program, const char* name, struct _cl_kernel* kernel,
                                    struct _cl_command_queue* queue, unsigned dimensions, const size_t* global,
                                    const size_t* local);
clc_status clc_program_coverage(clc_program* program, const char** counts);
#ifdef __cplusplus
}
#endif
#endif
